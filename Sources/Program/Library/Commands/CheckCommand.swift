internal import ArgumentParser
internal import LayoutReview
internal import Support

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report faults of a page, such as overlapping or truncated texts.",
    discussion: """
      Rules examine the page that `render` draws; some also examine the feed in the other appearance, at \
      the largest text size and in the other direction. In a project, all devices of the feed are \
      checked. Warnings and errors of drawing are findings, \
      too. `--rules` lists the rules.

      Exit status: 0 no warnings or errors; 1 findings; 2 could not run; 64 usage.
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  @Option(
    help: .value("Devices on which to check. By default those of the project.", "name,name|all"))
  var devices: String?

  @Option(help: "Output format: full, json, markdown, github, gitlab, junit or sarif.")
  var format = CheckJob.Format.full

  @Option(
    help: .value("Severities, thresholds and suppressed findings.", "file"),
    completion: .file())
  var config: String?

  @Option(help: .value("File with known findings, which are only counted.", "file"))
  var baseline: String?

  @Option(help: .value("Report only findings that the feed did not have at a revision.", "rev"))
  var base: String?

  @Option(
    help: .value("Write the findings as known ones, and exit with 0.", "file"), completion: .file())
  var writeBaseline: String?

  @Option(help: .value("Clients whose losses are findings: names, files or all.", "name,name|all"))
  var client: String?

  @Option(
    help: .value(
      "A dump of the app, or a design: its differences are findings; repeated for screens.", "file"),
    completion: .file())
  var app: [String] = []

  @Option(
    help: .value("File with expectations of the page's geometry; repeatable.", "file"),
    completion: .file())
  var expect: [String] = []

  @Option(
    help: .value("Write the page as it is as expectations, and exit with 0.", "file"),
    completion: .file())
  var writeExpect: String?

  @Flag(help: "List the members of blocks that no provider reads, instead of findings.")
  var unused = false

  @Flag(help: "List the rules.")
  var rules = false

  @Option(help: .value("Report the findings of one rule only, in full; repeatable.", "rule"))
  var rule: [String] = []

  @Option(
    help: .value(
      "Number of findings that are listed, one line each, if there are many; 0: all in full.",
      "count"))
  var limit = 40

  @Option(name: .shortAndLong, help: .outputFile, completion: .file())
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  func validate() throws {
    try require(
      baseline == nil || writeBaseline == nil,
      "--baseline reads and --write-baseline writes: give one of them")
    try require(
      writeExpect == nil || (writeBaseline == nil && expect.isEmpty),
      "--write-expect goes with neither --expect nor --write-baseline")
    try require(
      base == nil || writeBaseline == nil,
      "--base leaves out the findings that --write-baseline is to write")
    try require(base.isRevision, "--base takes a revision such as main or HEAD~1")
    try require(
      devices == nil || environment.settings.namesNoScreen,
      "--devices and the size of one screen exclude each other")
    try require(limit, in: 0..., "--limit takes a number from 0")
    for name in rule where CheckRule.named(name) == nil && DiagnosticCode(rawValue: name) == nil {
      let meant = Suggestion.closest(to: name, among: CheckRule.all.map(\.id))
      throw ValidationError(
        "no rule is called `\(shown(name))`"
          + (meant.map { "; did you mean `\($0)`?" } ?? "; `--rules` lists them"))
    }
    try require(
      !unused || format == .full, "--unused lists members as text: leave --format out")
    try require(
      !rules || format == .full, "--rules lists the rules as text: leave --format out")
  }

  func run() throws {
    if rules { return try Output.write(Array(CheckJob.rules.utf8), to: output) }
    var selection = feed.selection
    let stresses = selection.stresses
    // The feed itself is checked, and then what changes.
    selection.stresses = []
    let chosen = try selection.chosen(in: environment.settings)
    if unused { return try UnusedJob(feed: chosen.feed, file: output).run() }
    let known = chosen.file(baseline, else: chosen.settings.baseline)
    let own = environment.settings.namesNoScreen ? chosen.settings.devices : []
    var notes: [Diagnostic] = []
    let earlier = try base.flatMap {
      try RevisionDiff(
        base: $0, drawing: selection, environment: environment.settings, tolerance: 0
      ).earlier(chosen, named: selection.feed, &notes)
    }
    Output.report(notes, color: color)
    try CheckJob(
      name: selection.feed, feed: chosen.feed, environment: chosen.environment,
      devices: devices.map(try Installation.required().library.deviceNames) ?? own,
      configuration: chosen.file(config, else: chosen.settings.configuration), stresses: stresses,
      clients: try ClientFile.selected(by: client.map { [$0] } ?? [], among: chosen.clients),
      apps: app, expectations: expect.isEmpty ? chosen.settings.expectations : expect,
      newExpectations: writeExpect, baseline: writeBaseline == nil ? known : nil, base: earlier,
      newBaseline: writeBaseline, format: format,
      rules: rule.map { CheckRule.named($0)?.id ?? $0 }, limit: rule.isEmpty ? limit : 0,
      file: output, color: color
    ).run()
  }
}

extension CheckJob.Format: ExpressibleByArgument {}
