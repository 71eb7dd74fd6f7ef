internal import ArgumentParser
internal import Support
internal import PluginHost

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Report which plugin protections this machine has, and what is remembered.")

  func run() throws {
    let installation = try Installation.required()
    let probe = PluginHost.probe(PluginIsolation(worker: installation.worker))
    let memory = PluginMemory()
    var lines: [String] = []
    func add(_ name: String, _ value: String) {
      lines.append(name + String(repeating: " ", count: max(1, 22 - name.count)) + value)
    }
    for protection in Protections.each {
      add(
        protection.names.joined(),
        probe.failure != nil
          ? "unknown" : probe.inForce.contains(protection) ? "in force" : "missing")
    }
    add("worker", installation.worker)
    if let failure = probe.failure { add("", failure) }
    add("trusted", description(of: memory.trusted))
    add("quarantine", description(of: memory.quarantine))
    add(
      "dropped-in plugins",
      probe.failure != nil
        ? "refused: there is no worker"
        : probe.missing.isEmpty
          ? "run in the worker" : "refused, unless --allow-unconfined is given")
    try Output.write(lines.joined(separator: "\n") + "\n")
    if probe.failure != nil || !probe.missing.isEmpty { throw Ending(status: 1, diagnostics: []) }
  }

  private func description(of folder: DigestFolder?) -> String {
    guard let folder else { return "nowhere: HOME is not set" }
    let count = folder.digests().count
    return "\(folder.path), \(counted(count, "file"))"
  }
}
