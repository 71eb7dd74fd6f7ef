import LayoutCore

/// The lines of a node's text in its frame.
struct NodeText {
  var lineCount: Int
  /// The maximum number of lines; 0 is unlimited.
  var lineLimit: Int
  var isTruncated: Bool
  var lines: [TextLine]

  /// Creates the lines; `nil` for a node without running text. An icon's symbol is scaled to its
  /// box instead.
  init?(_ node: LayoutNode, measurer: any TextMeasurer) {
    guard node.kind == .text || node.kind == .button || node.kind == .badge,
      let fitted = node.fittedText(measurer)
    else { return nil }
    lines = fitted.lines
    lineCount = fitted.lines.count
    lineLimit = Int(node.content.maxLines)
    isTruncated = fitted.isTruncated
  }
}
