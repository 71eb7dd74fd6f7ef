package import SectionEngine

/// The layout of a tree in one run.
package struct FlexCaseRun {
  private let arena: NodeArena
  private let layout: NodeLayout
  private let width, height: Float?
  /// The frames in document order, rounded to pixels and relative to the parent's frame.
  package let frames: [Rect]

  /// For each node: the index after its last descendant.
  package var subtreeEnds: [Int] { arena.records.map { Int($0.subtreeEnd) } }

  init(_ tree: FeedValue, _ run: FeedValue, _ config: FlexCaseConfig) throws(CaseIssue) {
    let direction = try run.requireObject().required("direction").requireWord(
      among: ["ltr": false, "rtl": true])
    var isContentBox = false
    if run["boxSizing"].exists {
      isContentBox = try run["boxSizing"].requireWord(
        among: ["border-box": false, "content-box": true])
    }
    var reader = FlexTreeReader(
      config: config, isRightToLeft: direction, isContentBox: isContentBox)
    try reader.add(tree)
    var arena = reader.arena
    layout = NodeLayout(
      profile: config.profile, isRightToLeft: direction, leaves: LeafModels(reader.models))
    width = try run["availableWidth"].optionalNumber()
    height = try run["availableHeight"].optionalNumber()
    let budget = LayoutBudget.section(nodes: arena.count)
    let cost = layout.layOut(&arena, width: width, height: height, budget: budget)
    if cost.exceeded != nil {
      throw .malformed(
        Diagnostic(
          .layoutBudgetSpent, .error, "the tree takes more than \(budget) visits to lay out",
          at: tree.location, notes: ["it has \(arena.count) nodes", "the case is not run"],
          helps: ["nest fewer boxes, and give them sizes in points"]))
    }
    self.arena = arena
    frames = PixelGrid.relativeFrames(
      of: arena, scale: { reader.scales[$0] }, isText: { reader.models[$0]?.isText ?? false })
  }

  /// Lays out the tree once more from scratch, to measure the time.
  package func layOutAgain() {
    var arena = arena
    layout.layOut(&arena, width: width, height: height)
  }

  /// Compares a node and its subtree with the expected frames.
  /// - Parameter node: The node's index in document order; on return, the index after its subtree.
  func compare(
    _ expected: FeedValue, _ node: inout Int, path: String, tolerance: Double,
    _ report: (String) -> Void
  ) throws(CaseIssue) {
    let frame = frames[node]
    let found = [frame.x, frame.y, frame.width, frame.height]
    var wanted: [Double] = []
    for key in ["left", "top", "width", "height"] {
      wanted.append(Double(try expected.required(key).requireNumber()))
    }
    if zip(wanted, found).contains(where: { !(abs($0 - $1) <= tolerance) }) {
      report("\(path): expected \(Self.words(wanted)), found \(Self.words(found))")
    }
    let end = Int(arena.records[node].subtreeEnd)
    node += 1
    for (position, child) in expected["children"].children.enumerated() {
      guard node < end else {
        throw child.malformed(
          "the tree has no such node", expected: "as many children as in the tree")
      }
      try compare(child, &node, path: "\(path)/\(position)", tolerance: tolerance, report)
    }
    guard node == end else {
      throw expected.malformed(
        "children of the tree are missing", expected: "as many children as in the tree")
    }
  }

  private static func words(_ numbers: [Double]) -> String {
    numbers.map(CaseNumber.text).joined(separator: " ")
  }
}

/// Formats numbers of frames like JSON: the shortest text that is exact in single precision.
package enum CaseNumber {
  /// Returns the text of a number; "0" if it is not finite in single precision.
  package static func text(_ value: Double) -> String {
    let single = Float(value)
    guard single != 0, single.isFinite else { return "0" }
    let text = single.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
