import ArgumentParser
import Diagnostics
import LayoutReview
import Renderers

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Say what moved, resized or appeared between two pages.",
    discussion: """
      A and B are feeds (a file, an http(s) URL, or - for standard input), dumps, layout JSON, any of \
      these at a revision (git:HEAD~1:feed.json), folders of dumps, or the views of a real app as \
      recursiveDescription prints them. Feeds are drawn as the dump on the other side was, unless options \
      say otherwise.

      Exit status: 0 no difference; 1 differences; 2 could not run; 64 usage.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, markdown, json }

  @Argument(help: ArgumentHelp("What it was.", valueName: "a"))
  var old: String

  @Argument(help: ArgumentHelp("What it is.", valueName: "b"))
  var new: String

  @Option(help: "Output format: text, markdown or json.")
  var format: Format = .text

  @Option(
    help: ArgumentHelp(
      "Points up to which frames are the same; by default 0, and 0.5 beside an app.",
      valueName: "pt"))
  var tolerance: Double?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  @OptionGroup var drawing: DrawingOptions
  @OptionGroup var environment: EnvironmentOptions

  func validate() throws {
    if let tolerance, !(tolerance >= 0 && tolerance <= 1_000) {
      throw ValidationError("--tolerance takes points from 0 to 1000, found \(tolerance)")
    }
    if old == "-", new == "-" {
      throw ValidationError("standard input is given twice; write one side to a file")
    }
  }

  func run() throws {
    let sides = try [old, new].map { try DiffInput($0) }
    var pages = DiffPages(drawing: drawing, environment: environment)
    let tables = [
      try pages.table(of: sides[0], beside: sides[1]),
      try pages.table(of: sides[1], beside: sides[0]),
    ]
    let diff = PageDiff(from: tables[0], to: tables[1], tolerance: tolerance ?? 0)
    try finish(bytes(of: diff), isEmpty: diff.isEmpty, notes: pages.notes)
  }

  private func bytes(of diff: PageDiff) -> [UInt8] {
    switch format {
    case .text: Array(DiffText(color: usesColor).text(of: diff).utf8)
    case .markdown: Array(DiffMarkdown().text(of: diff).utf8)
    case .json: DiffJSON().bytes(of: diff)
    }
  }

  private var usesColor: Bool {
    output == nil ? StandardStream.output.usesColor(color) : color == .always
  }

  private func finish(_ bytes: [UInt8], isEmpty: Bool, notes: [Diagnostic]) throws {
    try Output.write(bytes, to: output)
    Output.report(notes, color: color)
    if !isEmpty { throw Ending(status: 1, diagnostics: []) }
  }
}
