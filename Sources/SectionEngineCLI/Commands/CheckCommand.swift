import ArgumentParser
import Diagnostics
import FeedDocument
import Glibc
import LayoutCore
import LayoutReview
import Renderers
import SectionEngine

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

  enum Format: String, ExpressibleByArgument, CaseIterable { case full, json, sarif }

  @OptionGroup var feed: FeedOptions
  @OptionGroup var environment: EnvironmentOptions

  @Option(help: "full, json or sarif.")
  var format: Format = .full

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
    if rules { return try Output.write(Array(Self.list.utf8), to: output) }
    let configuration = try config.map(Self.configuration)
    let known = try baseline.map {
      try Self.read($0, as: "baseline", .invalidBaseline, Baseline.read)
    }
    if let writeBaseline { try Self.checkReplaceable(writeBaseline) }
    var inputs = PageInputs()
    let opened = try OpenedFeed(feed, metrics: environment.metrics, inputs: &inputs)
    let drawn = try pages(of: opened)
    var report = PageCheck(configuration ?? CheckConfiguration()).report(of: drawn.pages)
    known?.apply(to: &report)
    let remarks =
      opened.providers.found.filter { $0.severity > .note } + drawn.keeping + report.remarks
    if let writeBaseline {
      guard drawn.losses.isEmpty else {
        throw Ending(status: 1, diagnostics: drawn.losses + [Self.unfit(writeBaseline)])
      }
      let baseline = Baseline(report.findings)
      try Output.write(baseline.bytes, to: writeBaseline)
      Output.report(remarks, color: color)
      let count = counted(baseline.count, "known finding")
      return Output.remark(["wrote `\(writeBaseline)` with \(count)"])
    }
    try Output.write(bytes(of: report), to: output)
    Output.report(remarks, color: color)
    if report.hasFindings { throw Ending(status: 1, diagnostics: []) }
  }

  static func configuration(at path: String) throws -> CheckConfiguration {
    try read(path, as: "configuration", .invalidCheckConfiguration, CheckConfiguration.read)
  }

  /// Refuses to overwrite a file that is not a baseline, such as a mistyped feed.
  private static func checkReplaceable(_ path: String) throws {
    var status = stat()
    // An empty file, as `mktemp` makes it, may be overwritten.
    guard isFile(path), stat(path, &status) == 0, status.st_size > 0 else { return }
    do {
      _ = try read(path, as: "baseline", .invalidBaseline, Baseline.read)
    } catch is Ending {
      throw Ending.couldNotRun(
        Diagnostic(
          .invalidBaseline, .error, "`\(shown(path, limit: 200))` exists and is no baseline",
          notes: ["it is left as it is"], helps: ["name another file, or remove that one"]))
    }
  }

  private static func unfit(_ baseline: String) -> Diagnostic {
    Diagnostic(
      .invalidBaseline, .error, "the baseline was not written: the page lost sections",
      notes: ["`\(shown(baseline, limit: 200))` is left as it was"],
      helps: ["repair or remove the plugin, then write the baseline again"])
  }

  /// Draws the page and those that rules compare it with. `keeping` are diagnostics about the
  /// cache, not about the page; `losses` are the reasons why one of the pages lacks sections.
  private func pages(
    of opened: OpenedFeed
  ) throws -> (pages: CheckPages, keeping: [Diagnostic], losses: [Diagnostic]) {
    let asked = try environment.resolved(for: opened.layout, library: opened.library)
    var base = opened.page(in: asked)
    let isKeeping = { (found: Diagnostic) in
      found.code == .cachedReply || found.code == .unusableCache
    }
    let keeping = base.page.diagnostics.filter(isKeeping)
    base.page.diagnostics.removeAll(where: isKeeping)
    var found = base.page.diagnostics
    let pages = CheckPages(
      base, of: opened.blocks, in: asked, bothAppearances: environment.appearance == nil
    ) { environment in
      let built = opened.page(in: environment)
      found += built.page.diagnostics.filter { !found.contains($0) }
      return built
    }
    return (pages, keeping, opened.losses(among: found))
  }

  private func bytes(of report: CheckReport) -> [UInt8] {
    switch format {
    case .full:
      report.text(
        color: output == nil ? StandardStream.output.usesColor(color) : color == .always)
    case .json: report.json
    case .sarif: report.sarif
    }
  }

  private static func read<T>(
    _ path: String, as word: String, _ code: DiagnosticCode,
    _ reading: (FeedDocument) -> Diagnosed<T?>
  ) throws -> T {
    let parsed: Diagnosed<FeedDocument?>
    do throws(ReadFailure) {
      parsed = FeedDocument.parse(try readSource(path), name: path)
    } catch {
      throw Ending.couldNotRun(
        Diagnostic(
          code, .error, "cannot read the \(word) `\(path)`", label: error.reason,
          helps: ["check the name: `ls -l \(path)`"]))
    }
    return try parsed.flatMap(reading).required()
  }

  private static var list: String {
    let widest = CheckRule.all.map(\.id.count).max() ?? 0
    return CheckRule.all.map { rule in
      let id = rule.id + String(repeating: " ", count: widest - rule.id.count)
      let limits = rule.limits.map { "\($0.name) \(points($0.standard))" }
      return "\(id)  \(rule.code.rawValue)  \(rule.severity.rawValue)  \(rule.summary)"
        + (limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))") + "\n"
    }.joined()
  }
}
