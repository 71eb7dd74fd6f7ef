import ArgumentParser
import Diagnostics
import PluginHost
import PluginTemplates

struct PluginAllowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow",
    abstract: "Trust a plugin file as it is now: run it in the program itself.")

  @Argument(
    help: ArgumentHelp("The plugin's .so file or manifest.", valueName: "file"), completion: .plugin
  )
  var file: String

  func run() throws {
    let digests = try PluginMemory.digests(of: file)
    guard let folder = PluginMemory().trusted else { throw noHome }
    let path = PluginHost.absolutePath(file)
    for digest in digests {
      do {
        try folder.remember(digest, ["file \(path)"])
      } catch { throw PluginMemory.ending(error) }
    }
    let others = digests.count - 1
    // A wrong signature cannot be told from a right one, whoever wrote it.
    let remark =
      file.hasSuffix(PluginManifest.suffix)
      ? "    it runs in the worker all the same, as every library that is called by a manifest\n"
      : ""
    try Output.write(
      "trusted \(shown(path, limit: 4096))\(others > 0 ? " and \(others) beside it" : "")\n"
        + "    until it changes; `sectionengine plugin forget \(SourceLiteral.shell(file))` takes it back\n"
        + remark)
  }
}

struct PluginForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Forget that a plugin file is trusted, or that it broke.")

  @Argument(
    help: ArgumentHelp("The plugin's .so file, also one that is gone.", valueName: "file"),
    completion: .plugin)
  var file: String

  func run() throws {
    let memory = PluginMemory()
    let path = PluginHost.absolutePath(file)
    let contents = (try? PluginHost.digests(ofPluginAt: file)) ?? []
    var lines: [String] = []
    for (folder, was) in [(memory.trusted, "trusted"), (memory.quarantine, "quarantined")] {
      guard let folder else { continue }
      let known = folder.digests(ofFileAt: path).union(contents)
      if try forget(known, in: folder) {
        lines.append("forgot that \(shown(path, limit: 4096)) was \(was)")
      }
    }
    if lines.isEmpty { lines.append("nothing was remembered of \(shown(path, limit: 4096))") }
    try Output.write(lines.joined(separator: "\n") + "\n")
  }

  /// Whether one of them was remembered.
  private func forget(_ digests: Set<FileDigest>, in folder: DigestFolder) throws -> Bool {
    var isForgotten = false
    for digest in digests {
      do {
        if try folder.forget(digest) { isForgotten = true }
      } catch { throw PluginMemory.ending(error) }
    }
    return isForgotten
  }
}

private var noHome: Ending {
  .couldNotRun(
    .init(
      .cannotRemember, .error, "no folder to remember it in: HOME is not set",
      helps: ["set HOME or XDG_CONFIG_HOME, or give --trust FILE to each run"]))
}
