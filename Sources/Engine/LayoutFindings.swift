internal import Support
internal import LayoutCore

extension PlacedSection {
  var layoutFindings: [Diagnostic] {
    [tooDeep, frameDifference, scrolledBeyondEnd, missingGroup].compactMap { $0 }
  }

  /// Whether `layoutFindings` can be nonempty. This check is fast; most sections have no findings.
  var hasLayoutFindings: Bool {
    !arena.tooDeepNodes.isEmpty || abs(frame.height - contentHeight) > 0.01
      || section.scroll != nil || section.currentGroup > 0
  }

  private var plugin: String { section.provider.identity }

  private var tooDeep: Diagnostic? {
    let count = arena.tooDeepNodes.count
    guard count > 0 else { return nil }
    return Diagnostic(
      .treeTooDeep, .warning, "\(counted(count, "node")) are nested too deep to lay out",
      notes: ["nodes below them have no size"], helps: ["flatten the body of the section"],
      blockCode: section.blockCode, plugin: plugin)
  }

  /// The error if the layout of the section exceeded a budget.
  var budgetSpent: Diagnostic? {
    guard let limit = cost.exceeded else { return nil }
    let nodes = arena.count
    let budget = LayoutBudget.section(nodes: nodes)
    return Diagnostic(
      .layoutBudgetSpent, .error,
      limit == .section
        ? "the section takes more than \(budget) visits to lay out"
        : "earlier sections used up the \(LayoutBudget.page) visits of the page",
      label: "drawn by `\(plugin)`",
      notes: [
        "it has \(counted(nodes, "node")) and \(arena.text.count) bytes of text",
        "the section is drawn as a placeholder",
      ],
      helps: ["nest fewer boxes, and give them sizes in points", "shorten the texts"],
      blockCode: section.blockCode, plugin: plugin)
  }

  private var scrolledBeyondEnd: Diagnostic? {
    guard let scroll = section.scroll, contentOffset < scroll - 0.01 else { return nil }
    return Diagnostic(
      .scrolledBeyondEnd, .note, "the section ends before the offset \(points(scroll))",
      notes: ["it is scrolled to \(points(contentOffset)), its end"],
      blockCode: section.blockCode)
  }

  /// The note if the section is scrolled to a group that it does not have.
  private var missingGroup: Diagnostic? {
    guard section.scrollsAlongX, section.scroll == nil else { return nil }
    let lanes = max(1, section.lanes)
    let groups = (section.rows.count + lanes - 1) / lanes
    guard section.currentGroup >= max(1, groups) else { return nil }
    return Diagnostic(
      .scrolledBeyondEnd, .note, "the section has no group \(section.currentGroup)",
      notes: [
        groups == 0
          ? "it has no groups" : "it is scrolled to group \(groups - 1), its last, counted from 0"
      ], blockCode: section.blockCode)
  }

  /// The warning if frame and content heights differ by more than the precision of dumps.
  private var frameDifference: Diagnostic? {
    guard abs(frame.height - contentHeight) > 0.01 else { return nil }
    return Diagnostic(
      .frameHeightDiffers, .warning,
      "frame is \(points(frame.height)) pt high, content is \(points(contentHeight)) pt",
      notes: ["the section keeps the frame's height"],
      helps: ["leave the height of the frame automatic, or correct the row heights"],
      blockCode: section.blockCode, plugin: plugin)
  }
}

extension Section {
  /// Adds the code of a diagnostic about the section, unless the section already has that code.
  mutating func addDiagnosticCode(_ code: DiagnosticCode) {
    guard !diagnosticCodes.contains(code.rawValue) else { return }
    diagnosticCodes = (diagnosticCodes + [code.rawValue]).sorted()
  }
}
