internal import SectionEngine
internal import Glibc
internal import LayoutReview
internal import PluginCalls

/// The work of `doctor`: what is installed, which protections work, and where state is kept.
struct DoctorJob {
  /// Writes the report to standard output, and remedies to standard error.
  /// - Throws: `ExitError` with status 1 if a protection is missing or the project file is invalid.
  func run() throws {
    let installation = try Installation.required()
    let probe = Result { () throws(WorkerFault) in
      try PluginHost.probe(PluginIsolation(worker: installation.worker))
    }
    let inForce = try? probe.get()
    var lines: [String] = []
    func add(_ name: String, _ value: String) { lines.append("\(name) ".padded(to: 22) + value) }
    add("version", Generator.version)
    add("plugin contract", PluginHost.features.joined(separator: ", "))
    add("layouts", installation.layouts)
    add("guide", Installation.guide ?? "not installed")
    add(
      "libcurl",
      Self.state(for: "URLs, --url") { () throws(PluginRefusal) in try Transport.load() })
    add(
      "libmicrohttpd",
      Self.state(for: "serve") { () throws(PluginRefusal) in try PreviewServer.load() })
    add(
      "cairo",
      Self.state(for: "png, pdf") { () throws(PluginRefusal) in try PictureOutput.open() })
    add("HarfBuzz", Self.state(TextShaper.version, for: "--font, png, pdf"))
    add("Expat", Self.state(XMLReader.version, for: "XML of apps"))
    add(
      "ICU",
      DictionaryBreaks.name == "dict-none"
        ? "not usable, for lines of Thai, Lao, Khmer and Burmese" : "usable")
    for (tool, use) in Self.tools {
      add(tool, findProgram(tool) == nil ? "not installed, for \(use)" : "installed")
    }
    for protection in Protections.each {
      add(
        protection.names.joined(),
        inForce.map { $0.contains(protection) ? "in force" : "missing" } ?? "unknown")
    }
    add("worker", installation.worker)
    if case .failure(let fault) = probe { add("", fault.reason) }
    add("cache", PluginMemory.userFolder("XDG_CACHE_HOME", else: ".cache") ?? Self.noHome)
    let plugins = PluginMemory.userFolder("XDG_DATA_HOME", else: ".local/share")
    add("your plugins", plugins.map { "\($0)/plugins" } ?? Self.noHome)
    add("trusted", description(of: PluginMemory.trusted))
    add("quarantine", description(of: PluginMemory.quarantine))
    add(
      "dropped-in plugins",
      inForce == nil
        ? "refused: there is no worker"
        : inForce == .all
          ? "run in the worker" : "refused, unless --allow-unconfined is given")
    var faults: [Diagnostic] = []
    if let folder = Project.nearestFolder() {
      let project = try Project.read(in: folder)
      let names = project.value?.feeds.map { shown($0.name) }
      add(
        "project",
        "\(shown(realPath(folder + Project.fileName) ?? "", limit: 200)), "
          + (names.map { "\(counted($0.count, "feed")): \(listed($0, atMost: 12))" } ?? "invalid"))
      faults = project.diagnostics
    } else {
      add("project", "no \(Project.fileName) in this folder or above")
    }
    try Output.write(lines.joined(separator: "\n") + "\n")
    if let inForce, inForce != .all { Output.remark(Self.remedies(for: inForce)) }
    Output.report(faults, color: .auto)
    Output.report(PluginMemory.ignoredFolders, color: .auto)
    if inForce != .all || !faults.isEmpty { throw ExitError(status: 1, diagnostics: []) }
  }

  private static let noHome = "nowhere: HOME is not set"

  /// Programs that some commands run, each with its purpose.
  private static let tools = [
    ("git", "diff against a revision"), ("swift", "plugins in Swift"), ("cc", "plugins in C"),
    ("gdb", "plugin debug"),
  ]

  /// Returns lines with the causes of missing protections of workers, and the remedies.
  private static func remedies(for inForce: Protections) -> [String] {
    let isContained = isFile("/.dockerenv") || isFile("/run/.containerenv")
    var lines: [String] = []
    if !inForce.contains(.landlock) {
      lines.append(
        "landlock: Linux 5.13 or later has it; `cat /sys/kernel/security/lsm` must list landlock")
    }
    if !inForce.contains(.seccomp) {
      lines.append("seccomp: a kernel with CONFIG_SECCOMP_FILTER has it")
    }
    if isContained {
      lines.append(
        "in a container: use Docker 23 or later, whose default profile permits both, or add"
          + " `--security-opt seccomp=unconfined` if you trust the container")
    }
    return lines
  }

  private static func state<T>(
    for use: String, _ load: () throws(PluginRefusal) -> T
  ) -> String {
    state(Result(catching: load).mapError { FontFault($0.reason) }, for: use)
  }

  private static func state<T>(_ library: Result<T, FontFault>, for use: String) -> String {
    switch library {
    case .success: "usable"
    case .failure(let fault): "not usable, for \(use): \(shown(fault.reason, limit: 200))"
    }
  }

  private func description(of folder: DigestFolder?) -> String {
    folder.map { "\($0.path), \(counted($0.digests().count, "file"))" }
      ?? (PluginMemory.ignoredFolders.isEmpty
        ? Self.noHome : "not used: another user can write to the folder")
  }
}
