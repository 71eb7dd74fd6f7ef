import LayoutCore

/// How a node's text stands in its frame.
struct NodeText {
  var lineCount: Int
  /// 0: unlimited.
  var lineLimit: Int
  var isTruncated: Bool
  var lines: [TextLine]

  /// `nil` for a node that shows no running text; an icon's symbol is drawn to its box.
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
