internal import ArgumentParser

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", _superCommandName: CommandGuide.program,
    abstract: "Write a project file with the feeds of this folder.",
    discussion: """
      sectionengine.json names feeds with their layouts, devices and plugins. Commands find it in the \
      working folder or above, and take the names of its feeds. Without --add, each JSON file with \
      blocks below this folder becomes a feed. A feed that no bundled layout fits gets a drafted layout. \
      Each feed gets a client, the description of the present plugins, and if it has findings, a \
      baseline. review.sh is the script for CI. No existing file is replaced.

      --agents writes .agents/skills/sectionengine/SKILL.md beside the project file, or below the working \
      folder.
      """)

  @Option(
    help: .value(
      "Add this feed to the project file: a file, a folder with replies, or a URL. Repeatable.",
      "feed"), completion: .file())
  var add: [String] = []

  @Option(
    help: .value("Feed layout of the added feeds: a bundled name or a file.", "name|file"),
    completion: .layout)
  var layout: String?

  @Flag(help: "Add feeds outside the folder of the project file, too.")
  var allowOutside = false

  @Flag(help: "Only write the guide of `help agents` as a skill for coding agents.")
  var agents = false

  func validate() throws {
    try require(
      !agents || (add.isEmpty && layout == nil && !allowOutside),
      "--agents writes no feeds; leave out --add, --layout and --allow-outside")
    try require(layout == nil || !add.isEmpty, "--layout needs --add")
    try require(!allowOutside || !add.isEmpty, "--allow-outside needs --add")
  }

  func run() throws {
    if agents { return try AgentSkill.write() }
    try InitJob(added: add, layout: layout, allowsOutside: allowOutside).run()
  }
}
