internal import CIsolation
internal import CSectionABI
internal import Diagnostics
internal import FeedDocument
internal import PluginCalls
package import Providers

extension PluginRunner: PageRunner {
  package func write(_ page: PageRequest, format: String) -> PageOutcome {
    let contents = shelf.contents(readyFor: format)
    guard let reference = contents.registry.owner(of: .renderer(format)) else {
      return .failed(
        Diagnostic(
          .rendererFailed, .error, "no plugin writes format `\(format)`",
          label: "the one that did is not there any more",
          helps: ["list plugins with `sectionengine plugin list`"]))
    }
    let writing = PageWriting(
      plugin: contents.registry.plugins[reference.plugin], format: format)
    switch contents.places[reference.plugin] {
    case .here(let lazy): return write(page, writing, lazy, renderer: reference.provider)
    case .quarantined(_, let loss): return .failed(writing.diagnostic(of: loss))
    case .listed: return .failed(writing.failed("its plugin was not loaded"))
    case .worker(let plugin, let isolated):
      let losses = isolated.pool.lossesOfPage()
      switch isolated.write(page, renderer: reference.provider, losses) {
      case .drawn(let result):
        return outcome(of: writing, plugin.table.renderers[reference.provider], result, page)
      case .lost(let loss): return .failed(writing.diagnostic(of: loss))
      }
    }
  }

  private func write(
    _ page: PageRequest, _ writing: PageWriting, _ lazy: LazyPlugin, renderer: Int
  ) -> PageOutcome {
    let plugin: LoadedPlugin
    do throws(PluginRefusal) { plugin = try lazy.plugin() } catch {
      return .failed(writing.failed("its file \(error.reason)"))
    }
    guard plugin.table.rendererNames.indices.contains(renderer),
      plugin.table.rendererNames[renderer] == writing.format
    else { return .failed(writing.failed("its file changed while it was used")) }
    return plugin.identityBytes.withUnsafeBytes { identity in
      var format = writing.format
      return format.withUTF8 { format in
        se_beacon_begin(
          identity.baseAddress?.assumingMemoryBound(to: CChar.self), identity.count,
          UnsafeRawPointer(format.baseAddress)?.assumingMemoryBound(to: CChar.self), format.count)
        defer { se_beacon_end() }
        return CallDesk(measurer: shelf.measurer)
          .outcome(of: writing, plugin.table.renderers[renderer], for: page)
      }
    }
  }

  private func outcome(
    of writing: PageWriting, _ renderer: se_renderer, _ result: WorkerProcess.Result,
    _ page: PageRequest
  ) -> PageOutcome {
    guard !result.isTooLarge else { return .failed(writing.failed("its output is too large")) }
    return result.bytes.withUnsafeBytes { bytes in
      let reader = TranscriptReader(bytes)
      let outcome = withExtendedLifetime(reader) {
        CallDesk(measurer: shelf.measurer).outcome(of: writing, renderer.reading(reader), for: page)
      }
      guard !reader.isBroken else {
        return .failed(writing.failed("what its worker says cannot be read"))
      }
      guard case .written(let bytes, let remarks) = outcome else { return outcome }
      return .written(bytes, remarks: remarks + writing.remarks(on: result))
    }
  }
}

extension CallDesk {
  fileprivate func outcome(
    of writing: PageWriting, _ renderer: se_renderer, for page: PageRequest
  ) -> PageOutcome {
    let call = RendererCall(renderer: renderer, host: host, context: context)
    do throws(ProviderCall.Stop) {
      let output = try call.output(layout: page.layout.tape, options: page.options.tape)
      return .written(output, remarks: context.pointee.warnings.map(writing.warning))
    } catch {
      switch error {
      case .violation(let violation): return .failed(writing.failed(violation.message))
      case .failed(_, let report), .declined(let report):
        return .failed(writing.failed(report?.message ?? ""))
      }
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

  func diagnostic(of loss: PluginLoss) -> Diagnostic {
    var diagnostic = failed("the plugin \(loss.cause)")
    diagnostic.notes = loss.notes
    if !loss.isWorkers {
      diagnostic.notes.append("it is quarantined: it is not run again until its file changes")
    }
    return diagnostic
  }

  func remarks(on result: WorkerProcess.Result) -> [Diagnostic] {
    result.denials.map { denial in
      Diagnostic(
        .deniedCall, .warning, "plugin `\(plugin.id)` tried to \(denial.words)",
        notes: ["the page is written; what was denied had no effect"],
        helps: ["use the plugin only if you know why it does this"], plugin: plugin.identity)
    }
      + (result.output.isEmpty
        ? []
        : [
          Diagnostic(
            .pluginOutput, .note, "plugin `\(plugin.id)` printed something",
            notes: [shown(result.output, limit: 300)],
            helps: ["a renderer writes through `se_output.write`"], plugin: plugin.identity)
        ])
  }
}
