internal import CSectionABI
internal import PluginCalls

extension PluginCatalog {
  /// Loads the plugin that provides a format and calls its renderer to write a page.
  package func write(_ page: PageRequest, format: String) -> PageOutcome {
    let contents = contentsAfterLoading { registry in
      registry.owner(of: .renderer(format)).map { [$0] } ?? []
    }
    guard let reference = contents.registry.owner(of: .renderer(format)) else {
      return .failed(
        Diagnostic(
          .rendererFailed, .error, "no plugin writes format `\(format)`",
          label: "the plugin that wrote it is no longer available",
          helps: ["list plugins with `sectionengine plugin list`"]))
    }
    let writing = PageWriting(plugin: contents.registry.plugins[reference.plugin], format: format)
    let renderer = reference.provider
    switch contents.state(of: reference.plugin) {
    case .loaded(let plugin):
      return plugin.reportingCrashes(in: format) {
        HostCalls(measurer: measurer).outcome(of: writing, plugin.table.renderers[renderer], page)
      }
    case .isolated(let plugin, let isolated):
      switch isolated.write(page, renderer: renderer, isolated.pool.lossesOfPage()) {
      case .drawn(let result):
        return outcome(of: writing, plugin.table.renderers[renderer], result, page)
      case .lost(let loss): return .failed(writing.diagnostic(of: loss))
      }
    case .unloadable(_, let refusal):
      return .failed(writing.failed("its file \(refusal.reason)"))
    case .quarantined(_, let loss): return .failed(writing.diagnostic(of: loss))
    case .described, .read, .refused:
      return .failed(writing.failed("its plugin was not loaded"))
    }
  }

  private func outcome(
    of writing: PageWriting, _ renderer: se_renderer, _ result: WorkerProcess.Result,
    _ page: PageRequest
  ) -> PageOutcome {
    guard !result.isTooLarge else { return .failed(writing.failed("its output is too large")) }
    let outcome = result.replayed {
      HostCalls(measurer: measurer).outcome(of: writing, renderer.reading($0), page)
    }
    guard case .written(let bytes, let remarks)? = outcome else {
      return outcome ?? .failed(writing.failed("the reply of its worker cannot be read"))
    }
    return .written(bytes, remarks: remarks + writing.sideEffects(of: result))
  }
}

extension HostCalls {
  fileprivate func outcome(
    of writing: PageWriting, _ renderer: se_renderer, _ page: PageRequest
  ) -> PageOutcome {
    do throws(ProviderCall.Stop) {
      let bytes = try output(
        of: renderer, layout: page.layout.tape, options: page.options.tape)
      return .written(bytes, remarks: context.pointee.warnings.map(writing.warning))
    } catch {
      return .failed(writing.failed(error.reason))
    }
  }
}

extension ProviderCall.Stop {
  /// The message of the violation, or the plugin's reason; "" if the plugin gave no reason.
  var reason: String {
    switch self {
    case .violation(let violation): violation.message
    case .failed(_, let report), .declined(let report): report?.message ?? ""
    }
  }
}

/// Makes the diagnostics of a page that a plugin's renderer writes.
private struct PageWriting {
  let plugin: PluginDescriptor
  let format: String

  func failed(_ reason: String) -> Diagnostic {
    Diagnostic(
      .rendererFailed, .error, "format `\(format)` of plugin `\(plugin.id)` gave no page",
      label: shown(reason.isEmpty ? "it gave no reason" : reason, limit: 200),
      helps: ["choose another format, or tell its author"], plugin: plugin.identity)
  }

  func warning(_ report: HostContext.Report) -> Diagnostic {
    Diagnostic(
      .providerWarning, .warning, "format `\(format)` of plugin `\(plugin.id)` warns",
      label: shown(report.message, limit: 200), plugin: plugin.identity)
  }

  func diagnostic(of loss: DrawingFailure) -> Diagnostic {
    var diagnostic = failed("the plugin \(loss.cause)")
    diagnostic.notes = loss.notes
    diagnostic.trace = loss.trace
    if !loss.isWorkers {
      diagnostic.notes.append("it is quarantined: it is not run again until its file changes")
    }
    return diagnostic
  }

  func sideEffects(of result: WorkerProcess.Result) -> [Diagnostic] {
    result.log.diagnostics(
      of: "plugin `\(plugin.id)`", plugin: plugin.identity,
      note: "the page is written; what was denied had no effect",
      help: "a renderer writes through `se_output.write`")
  }
}
