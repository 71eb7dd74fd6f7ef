import ArgumentParser
import Diagnostics
import LayoutReview
import Renderers

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a diagnostic code, or why a node has its frame.",
    discussion: """
      A node is named by its path, as the lines of a dump lead to it: \
      HOMEPAGE_BANNER/pager/image[0]. A block code alone is the section; top and bottom are the bars.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(
    help: ArgumentHelp(
      "The path of a node or a section, or the code of a diagnostic, such as SE1004.",
      valueName: "node|code"))
  var subject: String

  @OptionGroup var feed: FeedOptions
  @OptionGroup var environment: EnvironmentOptions

  @Option(
    help: ArgumentHelp(
      "A state of the layout instead of a feed: loading, empty or failed.", valueName: "name"))
  var state: ShownState?

  @Option(help: "text or json.")
  var format: Format = .text

  @Flag(help: "Every step up to the width of the page.")
  var chain = false

  func run() throws {
    if isCode { return try explainCode() }
    var inputs = PageInputs()
    let opened = try OpenedFeed(
      feed, state: state, metrics: environment.metrics, inputs: &inputs)
    let page = opened.page(
      in: try environment.resolved(for: opened.layout, library: opened.library))
    let tree = page.page.tree
    guard let place = tree.place(at: subject) else {
      throw Ending.couldNotRun(UnknownNode(subject, in: tree).diagnostic)
    }
    guard
      let explanation = NodeExplanation(
        of: place, on: page, blocks: opened.blocks, layout: opened.layout, showsChain: chain)
    else {
      throw Ending.couldNotRun(
        Diagnostic(.internalError, .error, "`\(subject)` cannot be explained"))
    }
    switch format {
    case .text: try Output.write(explanation.text)
    case .json: try Output.write(explanation.json, to: nil)
    }
    Output.report(opened.absentSources(), color: .auto)
  }

  /// Whether the subject has the form of a code, such as "SE1004", even if the code does not exist.
  private var isCode: Bool {
    subject.lowercased().hasPrefix("se") && subject.count > 2
      && subject.dropFirst(2).allSatisfy { $0.isASCII && $0.isNumber }
  }

  private func explainCode() throws {
    if let known = DiagnosticCode(rawValue: subject.uppercased()) {
      return try Output.write(known.page)
    }
    let codes = DiagnosticCode.allCases.map(\.rawValue)
    throw Ending.couldNotRun(
      Diagnostic(
        .invalidOption, .error, "there is no diagnostic code `\(subject)`",
        helps: Suggestion.helps(
          for: subject, among: codes, else: "codes: \(codes.joined(separator: ", "))")))
  }
}
