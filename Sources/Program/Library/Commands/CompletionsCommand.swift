internal import ArgumentParser

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", _superCommandName: CommandGuide.program,
    abstract: "Print a shell's completion script.",
    discussion: """
      `make install` puts the scripts where shells find them. To load one in the current shell only:

        bash  source <(sectionengine completions bash)
        zsh   source <(sectionengine completions zsh)
        fish  sectionengine completions fish | source
      """)

  enum Shell: String, ExpressibleByArgument, CaseIterable { case bash, zsh, fish }

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell.rawValue) else { return }
    try Output.write(
      Array((SectionEngineCommand.completionScript(for: shell) + "\n").utf8), to: nil)
  }
}
