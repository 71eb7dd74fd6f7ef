internal import SectionEngine

/// Turns the tree of a case into an arena, with the data for measuring and rounding.
struct FlexTreeReader {
  let config: FlexCaseConfig
  let isRightToLeft: Bool
  let isContentBox: Bool
  private(set) var arena = NodeArena()
  /// The leaf models by node; `nil` for boxes.
  private(set) var models: [LeafModel?] = []
  /// Pixels per point, by node.
  private(set) var scales: [Double] = []

  mutating func add(_ node: FeedValue) throws(CaseIssue) {
    _ = try node.requireObject()
    var style = initialStyle
    for member in node.children {
      switch member.key {
      case "style": try read(member, into: &style)
      case "isReferenceBaseline": style.isReferenceBaseline = try member.optionalBool(false)
      case "alwaysFormsContainingBlock":
        style.formsContainingBlock = try member.optionalBool(false)
      case "pointScaleFactor", "children", "measure", "baseline", "nodeType", "minContentMeasure",
        "minContentWidth", "minContentHeight":
        break
      default:
        throw member.malformed("a node has no `\(member.key.prefix(30))`", expected: "a known key")
      }
    }
    let isColumn = style.flexDirection == .column || style.flexDirection == .columnReverse
    var model = try LeafModel(node, breaksWords: isColumn)
    if config.isCSS { model?.isText = false }
    arena.begin(.box, style: style)
    models.append(model)
    scales.append(try node["pointScaleFactor"].optionalScale() ?? config.scale)
    for child in try node["children"].optionalArray() { try add(child) }
    arena.end()
  }

  private var initialStyle: Style {
    var style = Style()
    if config.usesWebDefaults {
      style.flexDirection = .row
      style.flexShrink = 1
      style.alignContent = .stretch
    }
    style.boxSizing = isContentBox ? .contentBox : .borderBox
    // A run of a browser's case sets the direction of each node, whatever its parent's is.
    if config.isCSS { style.direction = isRightToLeft ? .rtl : .ltr }
    return style
  }
}
