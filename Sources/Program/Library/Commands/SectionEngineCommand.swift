internal import ArgumentParser
internal import SectionEngine
internal import Glibc

package enum CommandLineProgram {
  /// Runs the command in the process's arguments, and exits with its documented status.
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
      SnapshotCommand.self, ReportCommand.self, ServeCommand.self, SessionCommand.self,
      BatchCommand.self, InitCommand.self, PluginCommand.self,
      LayoutsCommand.self, ImagesCommand.self, DevicesCommand.self, SchemaCommand.self,
      ExplainCommand.self, MeasureCommand.self, DoctorCommand.self, CompletionsCommand.self,
    ])

  func run() throws { try Self.writeOverview() }

  private static func writeOverview() throws {
    let commands = CommandGuide.groups.flatMap { group in
      ["", group.title + ":"]
        + group.commands.map { command in
          let configuration = command.configuration
          return "  \((configuration.commandName ?? "").padded(to: 13))\(configuration.abstract)"
        }
    }
    try Output.write(
      """
      \(configuration.abstract)

        sectionengine render                       the bundled home feed as text
        sectionengine render feed.json             a feed of your own
        sectionengine dump feed.json --width 390   every frame, exact and diffable
        sectionengine plugin list                  which plugin draws which block
      \(commands.joined(separator: "\n"))

      `sectionengine COMMAND -h` lists its options, --help explains them; `sectionengine help agents` is
      a guide for coding agents.
      Exit status: 0 done, 1 something was found, 2 could not run, 64 usage.
      \(Installation.guide.map { "The user's guide: \(escaped($0))" } ?? "")

      """)
  }

  /// Unblocks the signals that end the program; many runtimes start programs with them blocked.
  private static func unblockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let error = unknownCommand(in: arguments) {
      _ = StandardStream.error.write(Array(error.utf8))
      Glibc.exit(64)
    }
    unblockSignals()
    PluginHost.reportCrashes()
    // With SIGXFSZ ignored, exceeding the file size limit is a write error, like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    do {
      if arguments == ["help"] || arguments == ["-h"] { return try writeOverview() }
      if arguments == ["help", AgentSkill.topic] {
        return try Output.write(PackageResources.SKILL_md, to: nil)
      }
      if [["--version"], ["-V"], ["version"]].contains(arguments) {
        return try Output.write(Generator.version + "\n")
      }
      if let help = ShortHelp(of: Self.self, for: arguments) { return try Output.write(help.text) }
      var command = try command(for: arguments)
      try command.run()
    } catch let error as ExitError {
      Output.report(error.diagnostics, color: .auto)
      Glibc.exit(error.status)
    } catch let error as UsageError {
      end(with: ValidationError(error.message), arguments)
    } catch {
      end(with: error, arguments)
    }
  }

  /// Returns the command that the arguments name, with its options.
  ///
  /// The named command parses its own arguments: the root would first describe the arguments of
  /// other commands, which takes longer than rendering a feed. What the command does not accept
  /// alone, such as `--help` or an unknown option, is parsed from the root for the same message.
  private static func command(for arguments: [String]) throws -> any ParsableCommand {
    let (type, path) = CommandGuide.command(for: arguments, in: Self.self)
    if !path.isEmpty, type.configuration.subcommands.isEmpty,
      let command = try? type.parseAsRoot(Array(arguments.dropFirst(path.count))),
      Swift.type(of: command) == type
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Ends the program with the message of an error, or with the requested help. Messages repeat
  /// arguments, so escaped arguments are parsed again for a message without control characters.
  private static func end(with error: any Error, _ arguments: [String]) -> Never {
    let status = exitCode(for: error)
    guard status != .success else {
      var text = fullMessage(for: error) + "\n"
      let examples = CommandGuide.exampleLines(
        of: CommandGuide.path(of: arguments, in: Self.self), in: Self.self)
      if text.hasPrefix("OVERVIEW:"), !examples.isEmpty {
        text += (["EXAMPLES:"] + examples).map { $0 + "\n" }.joined()
      }
      if text.hasPrefix("OVERVIEW:"), let guide = Installation.guide {
        text += "\nGUIDE: \(escaped(guide))\n"
      }
      _ = StandardStream.output.write(WorkflowCommands.broken(Array(text.utf8)))
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

  /// The current names of renamed commands, by former name.
  private static let renamed = ["allow": "trust", "forget": "untrust"]

  /// Returns the error for an unknown command; the parser would report an unexpected argument.
  private static func unknownCommand(in arguments: [String]) -> String? {
    let (command, path) = CommandGuide.command(for: arguments, in: Self.self)
    let known = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let word = arguments.dropFirst(path.count).first, !known.isEmpty,
      !word.hasPrefix("-"), word != "help", arguments != ["version"]
    else { return nil }
    if word == "layout", path.isEmpty {
      return "error: the layout cases have a program of their own: "
        + "`\(shellWord(Installation.layoutCases)) layout`\n"
    }
    var text = "error: unknown command `\(escaped(word))`\n"
    let current = renamed[word].flatMap { known.contains($0) ? $0 : nil }
    if let meant = current ?? Suggestion.closest(to: word, among: known) {
      let words = (["sectionengine"] + path + [meant]).joined(separator: " ")
      text += "  = help: did you mean `\(words)`?\n"
    }
    return text + "  = help: commands: \(known.joined(separator: ", "))\n"
  }
}
