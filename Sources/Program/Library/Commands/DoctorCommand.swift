internal import ArgumentParser
internal import Support
internal import PluginHost

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Report which plugin protections this machine has, and what is remembered.")

  func run() throws {
    let installation = try Installation.required()
    let probe = Result { () throws(WorkerFault) in
      try PluginHost.probe(PluginIsolation(worker: installation.worker))
    }
    let inForce = try? probe.get()
    let memory = PluginMemory()
    var lines: [String] = []
    func add(_ name: String, _ value: String) { lines.append("\(name) ".padded(to: 22) + value) }
    for protection in Protections.each {
      add(
        protection.names.joined(),
        inForce.map { $0.contains(protection) ? "in force" : "missing" } ?? "unknown")
    }
    add("worker", installation.worker)
    if case .failure(let fault) = probe { add("", fault.reason) }
    add("trusted", description(of: memory.trusted))
    add("quarantine", description(of: memory.quarantine))
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
    Output.report(faults, color: .auto)
    if inForce != .all || !faults.isEmpty { throw Ending(status: 1, diagnostics: []) }
  }

  private func description(of folder: DigestFolder?) -> String {
    guard let folder else { return "nowhere: HOME is not set" }
    let count = folder.digests().count
    return "\(folder.path), \(counted(count, "file"))"
  }
}
