import ArgumentParser

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what is wrong with a feed and its layout.",
    discussion: """
      Every rule looks at the page that `render` draws; some at the same feed in the other appearance, \
      at the largest text size and in the other direction. What drawing reports as a warning or an error \
      is a finding too. `--rules` lists the rules.

      Exit status: 0 nothing is a warning or more; 1 findings; 2 could not run; 64 usage.
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var environment: EnvironmentOptions

  @Option(help: "full, json or sarif.")
  var format = CheckJob.Format.full

  @Option(
    help: ArgumentHelp("Severities, thresholds and what is left alone.", valueName: "file"),
    completion: .file())
  var config: String?

  @Option(help: ArgumentHelp("Findings that are known: they are counted.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp("Write what is found as known, and end with 0.", valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  @Flag(help: "List the rules.")
  var rules = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  func validate() throws {
    if baseline != nil, writeBaseline != nil {
      throw ValidationError("--baseline reads and --write-baseline writes: give one of them")
    }
    if rules, format != .full {
      throw ValidationError("--rules lists the rules as text: leave --format away")
    }
  }

  func run() throws {
    if rules { return try Output.write(Array(CheckJob.rules.utf8), to: output) }
    try CheckJob(
      feed: feed.selection, environment: environment.settings, configuration: config,
      baseline: baseline, newBaseline: writeBaseline, format: format, file: output, color: color
    ).run()
  }
}

extension CheckJob.Format: ExpressibleByArgument {}
