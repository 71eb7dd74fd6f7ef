internal import FeedDocument
internal import LayoutCore

/// Turns the tree of a case into an arena, and collects the data for the measure functions and the
/// rounding.
struct FlexTreeReader {
  let config: FlexCaseConfig
  let isRightToLeft: Bool
  let isContentBox: Bool
  private(set) var arena = NodeArena()
  /// The leaf models by node; `nil` for boxes.
  private(set) var models: [LeafModel?] = []
  /// Pixels per point, by node.
  private(set) var scales: [Double] = []

  init(_ config: FlexCaseConfig, isRightToLeft: Bool, isContentBox: Bool) {
    self.config = config
    self.isRightToLeft = isRightToLeft
    self.isContentBox = isContentBox
  }

  /// Adds a node with its subtree below the open node.
  mutating func add(_ node: FeedValue) throws(CaseIssue) {
    _ = try node.requireObject()
    var style = initialStyle
    var model = try LeafModel(node)
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
    model?.wrapsInColumn =
      style.flexDirection == .column || style.flexDirection == .columnReverse
    if config.isCSS { model?.isText = false }
    arena.begin(.box, style: style)
    models.append(model)
    scales.append(try node["pointScaleFactor"].optionalScale() ?? config.scale)
    if node["children"].exists {
      for child in try node["children"].requireArray().children { try add(child) }
    }
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
