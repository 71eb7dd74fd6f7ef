internal import Support
internal import PluginCalls

/// Makes the diagnostics of a section whose plugin runs in a worker.
struct LostSection {
  let plugin: PluginDescriptor
  let request: SectionRequest

  /// Returns the diagnostic of a loss. It is the same in the run in which the plugin fails and in
  /// those that skip it, since the output of a section must not depend on the run.
  func diagnostic(of loss: PluginLoss) -> Diagnostic {
    guard !loss.isLimit else { return full(loss) }
    var diagnostic = Diagnostic(
      loss.isWorkers ? .workerFailed : .pluginBroke, .error, "plugin `\(plugin.id)` \(loss.cause)",
      at: request.blockCodeValue.location, label: "drawn by `\(plugin.identity)`",
      blockCode: request.blockCode, plugin: plugin.identity)
    guard !loss.isWorkers else {
      diagnostic.notes.append("no plugin from outside the installation can draw without a worker")
      diagnostic.helps.append("`sectionengine doctor` says what is missing")
      return diagnostic
    }
    diagnostic.notes += loss.notes
    diagnostic.trace = loss.trace
    guard !loss.isForgiven else {
      diagnostic.notes.append("it is asked again for the next feed")
      diagnostic.helps.append("mend \(plugin.path)")
      return diagnostic
    }
    diagnostic.notes.append("it is quarantined: it is not run again until its file changes")
    diagnostic.helps.append(
      "mend \(plugin.path), or try it again after "
        + "`sectionengine plugin untrust \(shellWord(plugin.path))`")
    return diagnostic
  }

  private func full(_ loss: PluginLoss) -> Diagnostic {
    Diagnostic(
      .limitExceeded, .error, "plugin `\(plugin.id)` \(loss.cause)",
      at: request.blockCodeValue.location, label: "drawn by `\(plugin.identity)`",
      notes: ["sections before this one are drawn"],
      helps: ["draw less in one section, or fewer blocks in one feed"],
      blockCode: request.blockCode, plugin: plugin.identity)
  }

  func tooLarge() -> Diagnostic {
    Diagnostic(
      .limitExceeded, .error, "what the plugin says of the section takes more than 120 MB",
      at: request.blockCodeValue.location, label: "drawn by `\(plugin.identity)`",
      blockCode: request.blockCode, plugin: plugin.identity)
  }

  /// Returns the diagnostics of side effects while drawing.
  func sideEffects(of result: WorkerProcess.Result) -> [Diagnostic] {
    result.effects.distinct.diagnostics(
      of: "plugin `\(plugin.id)`", plugin: plugin.identity,
      note: "the section is drawn; what was denied had no effect"
    ).map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.blockCode = request.blockCode
      guard diagnostic.code == .deniedCall else { return diagnostic }
      diagnostic.location = request.blockCodeValue.location
      diagnostic.label = "drawn by `\(plugin.identity)`"
      return diagnostic
    }
  }
}
