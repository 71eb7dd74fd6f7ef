internal import Diagnostics
internal import Providers

/// Makes the diagnostics of a plugin that do not belong to a section.
struct PluginRemarks {
  let file: PluginDiscovery.File

  func diagnostics(of loading: WorkerProcess.Result) -> [Diagnostic] {
    var seen: Set<Denial> = []
    var remarks = loading.denials.filter { seen.insert($0).inserted }.map { denial in
      Diagnostic(
        .deniedCall, .warning, "\(file.shownPath) tried to \(denial.words)",
        notes: ["it did so while it was loaded; it had no effect"],
        helps: ["use the plugin only if you know why it does this"], plugin: file.shownPath)
    }
    if !loading.output.isEmpty {
      remarks.append(
        Diagnostic(
          .pluginOutput, .note, "\(file.shownPath) printed something while it was loaded",
          notes: [shown(loading.output, limit: 300)],
          helps: ["a plugin reports through `warn` and `fail`"], plugin: file.shownPath))
    }
    if !loading.trace.isEmpty {
      var remark = Diagnostic(
        .pluginBroke, .note, "\(file.shownPath) broke while it was loaded", plugin: file.shownPath)
      remark.trace = loading.trace
      remarks.append(remark)
    }
    return remarks
  }

  static func diagnostic(of failure: DigestFolder.Failure) -> Diagnostic {
    Diagnostic(
      .cannotRemember, .warning, "cannot write `\(shown(failure.path, limit: 200))`",
      label: failure.reason, notes: ["the next run does not know of it"],
      helps: ["check the folder, its permissions and the room on the disk"])
  }
}
