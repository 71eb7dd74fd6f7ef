internal import ArgumentParser
internal import LayoutReview
internal import SectionEngine

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", _superCommandName: CommandGuide.program,
    abstract: "Report faults of a page, such as overlapping or truncated texts.",
    discussion: """
      Rules examine the page that `render` draws; some also examine the feed in the other appearance, at \
      the largest text size and in the other direction. In a project, all devices of the feed are \
      checked. Warnings and errors of drawing are findings, \
      too. `--rules` lists the rules.

      Exit status: 0 no warnings or errors; 1 findings; 2 could not run; 64 usage.
      """)

  @OptionGroup var feed: FeedOptions
  @Argument(help: .value("More feeds; their options are the same.", "feed"), completion: .file())
  var more: [String] = []
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  @Option(
    help: .value("Devices on which to check. By default those of the project.", "name,name|all"))
  var devices: String?

  @Option(
    help:
      "Output format: full, json, markdown, github, gitlab, junit or sarif; with --standard full, html or earl."
  )
  var format: CheckFormat?

  @Option(
    help: .value("Judge the page by the criteria of a standard: wcag22 or en301549.", "standard"))
  var standard: AccessibilityStandard?

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

  @Flag(help: "Remove findings that are gone from the baselines, and exit with 0. Adds none.")
  var updateBaseline = false

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
      "Report only what this owner has to change: feed, layout, section or setup; repeatable.",
      "owner"))
  var owner: [Finding.Owner] = []

  @Option(
    help: .value(
      "Number of findings that are listed, one line each, if there are many; 0: all in full.",
      "count"))
  var limit = 40

  @Option(name: .shortAndLong, help: .outputFile, completion: .file())
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  @OptionGroup var exit: ExitOptions

  private var named: [String] { [feed.primary.feed].compactMap { $0 } + more }

  func validate() throws {
    try validateStandard()
    try require(
      more.isEmpty || !named.contains("-"),
      "standard input is checked alone, without other feeds")
    try require(
      more.isEmpty || (app.isEmpty && !unused),
      "--app and --unused are about one feed")
    try require(
      baseline == nil || writeBaseline == nil,
      "--baseline reads and --write-baseline writes: give one of them")
    try require(
      writeExpect == nil || (writeBaseline == nil && expect.isEmpty),
      "--write-expect excludes --expect and --write-baseline")
    try require(
      base == nil || (writeBaseline == nil && !updateBaseline),
      "--base leaves out the findings that the baseline is to have")
    try require(
      !updateBaseline
        || (writeBaseline == nil && writeExpect == nil && rule.isEmpty && owner.isEmpty),
      "--update-baseline excludes --write-baseline, --write-expect, --rule and --owner")
    try require(base.isRevision, "--base takes a revision such as main or HEAD~1")
    try require(
      devices == nil || environment.namesNoScreen,
      "--devices and the size of one screen exclude each other")
    try require(limit, in: 0..., "--limit takes a number from 0")
    for name in rule where CheckRule.named(name) == nil && DiagnosticCode(rawValue: name) == nil {
      let meant = Suggestion.closest(to: name, among: CheckRule.all.map(\.id))
      throw ValidationError(
        "no rule is called `\(shown(name))`"
          + (meant.map { "; did you mean `\($0)`?" } ?? "; `--rules` lists them"))
    }
    try require(
      !unused || usedFormat == .full, "--unused lists members as text: leave --format out")
    try require(
      !rules || usedFormat == .full, "--rules lists the rules as text: leave --format out")
  }

  /// The chosen format; for a judgement by a standard, by default that of the ending of `-o`.
  private var usedFormat: CheckFormat {
    guard standard != nil, format == nil else { return format ?? .full }
    let ending = OutputEnding.named(by: output)
    return ["html", "htm"].contains(ending)
      ? .html : ["json", "jsonld"].contains(ending) ? .earl : .full
  }

  private func validateStandard() throws {
    let isOfStandard = standard != nil
    let formats = CheckFormat.allCases.filter { $0.fits(isOfStandard: isOfStandard) }.map(
      \.rawValue)
    if usedFormat == .full, let ending = OutputEnding.named(by: output) {
      try require(
        OutputEnding.fits(ending, formats), OutputEnding.refusal(of: ending, among: formats))
    }
    try require(
      usedFormat.fits(isOfStandard: isOfStandard),
      isOfStandard
        ? "--standard has the formats \(formats.joined(separator: ", "))"
        : "the format \(usedFormat.rawValue) needs --standard wcag22 or --standard en301549")
    guard isOfStandard else { return }
    let chosen: [(isUsed: Bool, option: String)] = [
      (baseline != nil, "--baseline"), (base != nil, "--base"),
      (writeBaseline != nil, "--write-baseline"), (updateBaseline, "--update-baseline"),
      (client != nil, "--client"), (!app.isEmpty, "--app"), (!expect.isEmpty, "--expect"),
      (writeExpect != nil, "--write-expect"), (unused, "--unused"), (rules, "--rules"),
      (!rule.isEmpty, "--rule"), (!owner.isEmpty, "--owner"), (config != nil, "--config"),
      (try !feed.settings.stresses.isEmpty, "--stress"),
    ]
    let excluded = chosen.filter(\.isUsed).map(\.option)
    try require(
      excluded.isEmpty,
      "--standard judges the page by the criteria alone: leave out \(excluded.joined(separator: ", "))"
    )
  }

  func run() throws {
    if rules { return try Output.write(Self.ruleList, to: output) }
    var settings = try feed.settings
    // Stresses are removed here, because the original feed is checked before its changed content.
    let stresses = settings.stresses
    settings.stresses = []
    if unused {
      let feed = try settings.chosen(in: environment.settings).feed
      return try UnusedMembersJob(feed: feed, output: output, color: color).run()
    }
    let names = named.isEmpty ? try settings.feedsOfProject : named.uniqued
    let job = CheckJob(
      settings: CheckSettings(
        drawing: settings, environment: environment.settings,
        devices: try devices.map(try Installation.required().library.deviceNames) ?? [],
        configuration: config, baseline: baseline,
        usesBaseline: writeBaseline == nil && !updateBaseline,
        base: base,
        clients: client.map { [$0] } ?? [], expectations: expect,
        apps: app.isEmpty ? nil : try DiffInput.screens(app, frames: [], feeds: []),
        owners: owner, stresses: stresses),
      feeds: names.isEmpty ? [nil] : names, format: usedFormat,
      rules: rule.map { CheckRule.named($0)?.id ?? $0 }, limit: limit, output: output, color: color,
      exitsZero: exit.exitZero)
    if let standard { return try job.judge(by: standard) }
    if let writeExpect { return try job.writeExpectations(to: writeExpect) }
    if let writeBaseline { return try job.writeBaseline(to: writeBaseline) }
    if updateBaseline { return try job.updateBaselines() }
    try job.run()
  }

  private static var ruleList: String {
    let widest = CheckRule.all.map(\.id.count).max() ?? 0
    return CheckRule.all.map { rule in
      let limits = rule.limits.map { "\($0.name) \(points($0.standard))" }
      return
        "\(rule.id.padded(to: widest))  \(rule.code.rawValue)  \(rule.severity.rawValue)  \(rule.summary)"
        + (limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))") + "\n"
    }.joined()
  }
}

extension CheckFormat: ArgumentWord {}
extension Finding.Owner: ArgumentWord {}
extension AccessibilityStandard: ArgumentWord {}
