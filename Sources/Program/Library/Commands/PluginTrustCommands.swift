internal import ArgumentParser
internal import SectionEngine

struct PluginTrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", _superCommandName: CommandGuide.program,
    abstract: "Trust a plugin file: its present version runs in the program.",
    discussion: """
      Trust covers the contents of the file and of every library that the loader would load with it. \
      A library in a folder that only root may write counts by its path. Libraries that the plugin \
      opens itself while it runs are not covered.
      """)

  @Argument(help: .value("The plugin's .so file or manifest.", "file"), completion: .plugin)
  var file: String

  func run() throws {
    let record = try PluginMemory.trust(in: file)
    guard let folder = PluginMemory.trusted else {
      let ignored = PluginMemory.ignoredFolders
      throw ignored.isEmpty ? noHome : ExitError.couldNotRun(ignored)
    }
    let path = PluginHost.absolutePath(file)
    if let obstacle = record.obstacle {
      throw ExitError.couldNotRun(
        .unreadablePlugin, "`\(shown(file))` cannot be trusted: \(obstacle)",
        notes: ["trust covers a plugin and every library that is loaded with it"],
        helps: [record.help])
    }
    do {
      try folder.remember(record.digest, record.lines(path: path))
    } catch { throw PluginMemory.exitError(error) }
    try Output.write(text(of: record, path: path))
  }

  private func text(of record: TrustRecord, path: String) -> String {
    var lines = ["trusted \(shown(path, limit: 4096))"]
    for library in record.libraries {
      lines.append(
        "    with \(shown(library.name)), \(library.digest == nil ? "by its path" : "by its contents"): "
          + shown(library.path, limit: 4096))
    }
    lines.append(
      "    until \(record.libraries.isEmpty ? "it changes" : "one of them changes"); "
        + "`sectionengine plugin untrust \(shellWord(file))` takes it back")
    lines.append(
      // Whether a manifest describes its library's functions correctly cannot be checked.
      file.hasSuffix(PluginManifest.suffix)
        ? "    it runs in the worker all the same, as every library that is called by a manifest"
        : "    libraries that it opens itself while it runs (dlopen) are not covered")
    return lines.joined(separator: "\n") + "\n"
  }
}

struct PluginUntrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "untrust", _superCommandName: CommandGuide.program,
    abstract: "Remove a plugin file's trust, or its quarantine.")

  @Argument(
    help: .value("The plugin's .so file, which may be deleted already.", "file"),
    completion: .plugin)
  var file: String

  func run() throws {
    Output.report(PluginMemory.ignoredFolders, color: .auto)
    let path = PluginHost.absolutePath(file)
    let contents = (try? PluginMemory.trust(in: file).digest).map { [$0] } ?? []
    var lines: [String] = []
    for (folder, was) in [
      (PluginMemory.trusted, "trusted"), (PluginMemory.quarantine, "quarantined"),
    ] {
      guard let folder else { continue }
      let known = folder.digests(ofFileAt: path).union(contents)
      do throws(DigestFolder.Failure) {
        var isForgotten = false
        for digest in known where try folder.forget(digest) { isForgotten = true }
        if isForgotten { lines.append("\(shown(path, limit: 4096)) is not \(was) any more") }
      } catch { throw PluginMemory.exitError(error) }
    }
    if lines.isEmpty {
      lines.append("\(shown(path, limit: 4096)) was neither trusted nor quarantined")
    }
    try Output.write(lines.joined(separator: "\n") + "\n")
  }
}

private var noHome: ExitError {
  .couldNotRun(
    .cannotRemember, "no folder to remember it in: HOME is not set",
    helps: ["set HOME or XDG_CONFIG_HOME, or give --trust FILE to each run"])
}
