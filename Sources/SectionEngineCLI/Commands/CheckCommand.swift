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
    abstract: "Report faults of a page, such as overlapping or truncated texts.",
    discussion: """
      Rules examine the page that `render` draws; some also examine the feed in the other appearance, at \
      the largest text size and in the other direction. Warnings and errors of drawing are findings, \
      too. `--rules` lists the rules.

      Exit status: 0 no warnings or errors; 1 findings; 2 could not run; 64 usage.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case full, json, sarif }

  @OptionGroup(title: "Feed") var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  @Option(help: "Output format: full, json or sarif.")
  var format: Format = .full

  @Option(
    help: ArgumentHelp(
      "Configuration: severities, thresholds and suppressed findings.", valueName: "file"),
    completion: .file())
  var config: String?

  @Option(
    help: ArgumentHelp("File with known findings, which are only counted.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp("Write the findings as known ones, and exit with 0.", valueName: "file"),
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
      try Self.read($0, as: "baseline", .invalidBaseline) {
        let read = Baseline.read($0)
        return (read.baseline, read.diagnostics)
      }
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
      let count = "\(baseline.count) known finding\(baseline.count == 1 ? "" : "s")"
      return Output.remark(["wrote `\(writeBaseline)` with \(count)"])
    }
    try Output.write(bytes(of: report), to: output)
    Output.report(remarks, color: color)
    if report.hasFindings { throw Ending(status: 1, diagnostics: []) }
  }

  static func configuration(at path: String) throws -> CheckConfiguration {
    try read(path, as: "configuration", .invalidCheckConfiguration) {
      let read = CheckConfiguration.read($0)
      return (read.configuration, read.diagnostics)
    }
  }

  /// Refuses to overwrite a file that is not a baseline, such as a mistyped feed.
  private static func checkReplaceable(_ path: String) throws {
    var status = stat()
    // An empty file, as `mktemp` makes it, may be overwritten.
    guard isFile(path), stat(path, &status) == 0, status.st_size > 0 else { return }
    do {
      _ = try read(path, as: "baseline", .invalidBaseline) { document in
        let read = Baseline.read(document)
        return (read.baseline, read.diagnostics)
      }
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
    _ reading: (FeedDocument) -> (T?, [Diagnostic])
  ) throws -> T {
    let parsed: (document: FeedDocument?, diagnostics: [Diagnostic])
    do throws(ReadFailure) {
      let document = FeedDocument.parse(try readSource(path), name: path)
      parsed = (document.document, document.diagnostics)
    } catch {
      throw Ending.couldNotRun(
        Diagnostic(
          code, .error, "cannot read the \(word) `\(path)`", label: error.reason,
          helps: ["check the name: `ls -l \(path)`"]))
    }
    let result: (value: T?, found: [Diagnostic]) = parsed.document.map(reading) ?? (nil, [])
    guard let value = result.value else {
      throw Ending(status: 2, diagnostics: parsed.diagnostics + result.found)
    }
    return value
  }

  private static var list: String {
    let widest = CheckRule.all.map(\.id.count).max() ?? 0
    return CheckRule.all.map { rule in
      let id = rule.id + String(repeating: " ", count: widest - rule.id.count)
      let limits = rule.limits.map { "\($0.name) \(numberText($0.standard))" }
      return "\(id)  \(rule.code.rawValue)  \(rule.severity.rawValue)  \(rule.summary)"
        + (limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))") + "\n"
    }.joined()
  }
}

/// Returns a number as dumps print it.
private func numberText(_ value: Double) -> String {
  var writer = ByteWriter()
  writer.write(number: value)
  return writer.string
}
