internal import SectionEngine
internal import LayoutReview

/// Explains the frame of a node, or a diagnostic code; used by `explain`.
struct ExplainJob {
  /// A path, a diagnostic's code, the JSON path or FILE:LINE of a value, or a text on the page.
  let subject: String
  let feed: FeedSelection
  let environment: EnvironmentSettings
  let state: ContentState?
  /// The name or the file of a client.
  let client: String?
  let format: ReportFormat
  /// Whether every step up to the width of the page is listed.
  let showsChain: Bool

  func run() throws {
    if isCode { return try explainCode() }
    var chosen = try feed.chosen(in: environment)
    chosen.feed.client = try client.map {
      try ClientFile.selected(by: [$0], among: chosen.clients, count: 1)[0]
    }
    var inputs = PageInputs()
    let opened = try OpenedFeed(
      chosen.feed, state: state, texts: chosen.environment.texts, inputs: &inputs)
    let page = try opened.page(in: chosen.environment)
    let tree = page.rendered.tree
    let search = NodeSearch(subject, on: page)
    let found = tree.place(at: subject) == nil ? search.paths() : [subject]
    guard let path = found.first, let place = tree.place(at: path) else {
      throw Ending.couldNotRun(search.absence() ?? UnknownNode.diagnostic(subject, in: tree))
    }
    guard let explanation = NodeExplanation(of: place, on: page, showsChain: showsChain) else {
      throw Ending.couldNotRun(.internalError, "`\(subject)` cannot be explained")
    }
    try Output.write(as: format, text: explanation.text, json: explanation.json)
    if let others = NodeSearch.others(found) { Output.remark([others]) }
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
      .invalidOption, "there is no diagnostic code `\(subject)`",
      helps: Suggestion.helps(
        for: subject, among: codes, else: "codes: \(codes.joined(separator: ", "))"))
  }
}
