internal import Glibc
internal import SectionEngine

/// The guide for coding agents, in the format of Agent Skills (agentskills.io).
enum AgentSkill {
  /// The word after `help` that prints the guide.
  static let topic = "agents"

  private static let file = ".agents/skills/sectionengine/SKILL.md"

  /// Writes the guide below the folder of the project file or, without one, the working folder.
  /// - Throws: `ExitError` if another file is there, or the file cannot be written.
  static func write() throws {
    let folder = Project.nearestFolder() ?? ""
    let path = folder + file
    if access(path, F_OK) == 0 || target(ofLink: path) != nil {
      let known = try? readSource(path, onlyFiles: true)
      let isSame = withExtendedLifetime(known) {
        known?.text.elementsEqual(PackageResources.SKILL_md)
      }
      guard isSame == true else {
        throw ExitError.couldNotRun(
          .cannotWrite, "`\(shown(path))` exists, and is not the present guide",
          helps: ["remove it, or compare it with `sectionengine help \(topic)`"])
      }
      return try Output.write("\(shown(path)) is up to date\n")
    }
    let parts = file.split(separator: "/").dropLast()
    for end in parts.indices.map({ $0 + 1 }) {
      let parent = folder + parts[..<end].joined(separator: "/")
      if let reason = makeFolder(parent) {
        throw ExitError.cannotWrite("to `\(shown(parent))`", reason, at: parent)
      }
    }
    try Output.write(PackageResources.SKILL_md, to: path)
    try Output.write("wrote \(shown(path))\n")
  }
}
