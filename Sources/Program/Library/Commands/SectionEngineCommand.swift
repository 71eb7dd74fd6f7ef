internal import ArgumentParser
internal import Support
internal import Glibc
internal import PluginHost
internal import Renderers

/// The command-line program.
package enum CommandLineProgram {
  /// Runs the command that the arguments of the process name, and exits with the status that
  /// `--help` documents.
  package static func run() { SectionEngineCommand.main() }
}

struct SectionEngineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sectionengine",
    abstract: "Renders server-composed home feeds without a phone.",
    discussion: """
      Exit status: 0 clean; 1 findings, or a section lost under --strict; 2 could not run; 64 usage.
      """,
    version: Generator.version,
    subcommands: [
      RenderCommand.self, DumpCommand.self, DiffCommand.self, CheckCommand.self,
      SnapshotCommand.self, ServeCommand.self, SessionCommand.self, BatchCommand.self,
      LayoutCommand.self, PluginCommand.self, LayoutsCommand.self,
      DevicesCommand.self, SchemaCommand.self, ExplainCommand.self, DoctorCommand.self,
      CompletionsCommand.self,
    ])

  func run() throws {
    let commands = CommandGuide.groups.flatMap { group in
      ["", group.title + ":"]
        + group.commands.map { command in
          let name = command.configuration.commandName ?? ""
          return "  \(name)\(String(repeating: " ", count: 13 - name.count))"
            + command.configuration.abstract
        }
    }
    try Output.write(
      """
      \(Self.configuration.abstract)

        sectionengine render                       the bundled home feed as text
        sectionengine render feed.json             a feed of your own
        sectionengine dump feed.json --width 390   every frame, exact and diffable
        sectionengine plugin list                  which plugin draws which block
      \(commands.joined(separator: "\n"))

      `sectionengine COMMAND -h` lists its options, --help explains them.

      """)
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let unknown = UnknownCommand(arguments, of: Self.self) {
      unknown.report()
      Glibc.exit(64)
    }
    StopSignals.unblock()
    PluginHost.reportCrashes()
    // A file that grows beyond the shell's limit is an error, like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    do {
      if let help = ShortHelp(of: Self.self, for: arguments) { return try Output.write(help.text) }
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch let end as Ending {
      end.report()
      Glibc.exit(end.status)
    } catch let misuse as Misuse {
      end(with: ValidationError(misuse.message), arguments)
    } catch {
      end(with: error, arguments)
    }
  }

  /// Ends the program with the message of an error, or with the requested help. Messages repeat
  /// arguments, which can contain control characters; parsing escaped arguments again gives the
  /// same error without line breaks from them.
  private static func end(with error: any Error, _ arguments: [String]) -> Never {
    let status = exitCode(for: error)
    guard status != .success else {
      var text = fullMessage(for: error) + "\n"
      let examples = CommandGuide.exampleLines(of: CommandGuide.path(of: arguments, in: Self.self))
      if text.hasPrefix("OVERVIEW:"), !examples.isEmpty {
        text += (["EXAMPLES:"] + examples).map { $0 + "\n" }.joined()
      }
      _ = StandardStream.output.write(Array(text.utf8))
      Glibc.exit(0)
    }
    var error = error
    do { _ = try parseAsRoot(arguments.map { escaped($0) }) } catch let other
      where exitCode(for: other) == status
    { error = other } catch {}
    let text = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
    if text != [""] { Output.remark(text.map { escaped(String($0)) }) }
    Glibc.exit(status.rawValue)
  }
}

/// An unknown word in the place of a command, which ArgumentParser would report as an unexpected
/// argument.
struct UnknownCommand {
  let word: String
  /// For example "sectionengine" or "sectionengine plugin".
  let parent: String
  let known: [String]
  /// Current names of commands, by their former names.
  private static let renamed = ["allow": "trust", "forget": "untrust"]

  init?(_ arguments: [String], of root: any ParsableCommand.Type) {
    var command = root
    var path = [root.configuration.commandName ?? ""]
    for word in arguments {
      let children = command.configuration.subcommands
      if children.isEmpty || word.hasPrefix("-") || word == "help" { return nil }
      if let child = children.first(where: { $0.configuration.commandName == word }) {
        command = child
        path.append(word)
        continue
      }
      self.word = word
      parent = path.joined(separator: " ")
      known = children.compactMap { $0.configuration.commandName }
      return
    }
    return nil
  }

  func report() {
    var text = "error: unknown command `\(escaped(word))`\n"
    let renamed = Self.renamed[word].flatMap { known.contains($0) ? $0 : nil }
    if let meant = renamed ?? Suggestion.closest(to: word, among: known) {
      text += "  = help: did you mean `\(parent) \(meant)`?\n"
    }
    text += "  = help: commands: \(known.joined(separator: ", "))\n"
    _ = StandardStream.error.write(Array(text.utf8))
  }
}
