internal import ArgumentParser

/// The order and the examples of commands in the program's help.
enum CommandGuide {
  /// The name of the program. A command without subcommands gives it as the command above it, so
  /// that parsing the command alone does not search for options of completion scripts first.
  static let program = "sectionengine"

  struct Group {
    let title: String
    let commands: [any ParsableCommand.Type]
  }

  /// The groups of commands in the overview, without `images`, which is for users of `--images`.
  static let groups = [
    Group(
      title: "Look at a page",
      commands: [
        RenderCommand.self, DumpCommand.self, ServeCommand.self, SessionCommand.self,
        ExplainCommand.self, MeasureCommand.self,
      ]),
    Group(title: "Compare pages", commands: [DiffCommand.self, ReportCommand.self]),
    Group(
      title: "Gate changes",
      commands: [CheckCommand.self, SnapshotCommand.self, BatchCommand.self]),
    Group(
      title: "Write projects, layouts and plugins",
      commands: [InitCommand.self, LayoutsCommand.self, PluginCommand.self]),
    Group(
      title: "Tools",
      commands: [
        DevicesCommand.self, SchemaCommand.self, DoctorCommand.self, CompletionsCommand.self,
      ]),
  ]

  /// Returns the words of the command in the arguments, such as ["plugin", "check"].
  static func path(
    of arguments: [String], in root: any ParsableCommand.Type
  ) -> [String] {
    command(for: arguments.filter { $0 != "help" }, in: root).path
  }

  /// Returns the command at the start of the arguments, and its words.
  static func command(
    for arguments: [String], in root: any ParsableCommand.Type
  ) -> (command: any ParsableCommand.Type, path: [String]) {
    var command = root
    var path: [String] = []
    for word in arguments {
      let children = command.configuration.subcommands
      guard let child = children.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      command = child
      path.append(word)
    }
    return (command, path)
  }

  /// Returns the examples of a command. The file of examples has lines "COMMAND | EFFECT".
  static func exampleLines(of path: [String], in root: any ParsableCommand.Type) -> [String] {
    let examples = String(decoding: PackageResources.examples_txt, as: UTF8.self)
      .split(separator: "\n").map { $0.split(separator: " | ") }
      .filter { command(for: $0[0].split(separator: " ").map(String.init), in: root).path == path }
    let commands = examples.map { "sectionengine \($0[0])" }
    let column = min(commands.map(\.count).max() ?? 0, 48)
    return zip(commands, examples).flatMap { command, example in
      command.count > column
        ? ["  \(command)", "  \("".padded(to: column))  \(example[1])"]
        : ["  \(command.padded(to: column))  \(example[1])"]
    }
  }
}
