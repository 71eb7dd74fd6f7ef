internal import SectionEngine

/// Reads the tree of a case into an arena, with the data for measuring and rounding.
struct FlexTreeReader {
  let config: FlexCaseConfig
  let isRightToLeft: Bool
  let isContentBox: Bool
  private(set) var arena = NodeArena()
  /// The leaf model of each node; `nil` for a node without own content.
  private(set) var models: [LeafModel?] = []
  /// The scale of each node, in pixels per point.
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
    // In CSS cases, a run sets the direction of each node instead of inheriting it.
    if config.isCSS { style.direction = isRightToLeft ? .rtl : .ltr }
    return style
  }

  // MARK: Keywords

  private func read(_ json: FeedValue, into style: inout Style) throws(CaseIssue) {
    for member in try json.requireObject().children {
      if try readWord(member, into: &style) { continue }
      if try readLength(member, into: &style) { continue }
      let key = member.key
      if Self.keysOfOtherContainers.contains(key) { continue }
      if Self.unsupportedKeys.contains(key) { throw .unsupported(feature: key) }
      throw member.malformed(
        "`\(key.prefix(30))` is not a property of a style", expected: "a known property")
    }
    if json["flex"].exists { try readFlex(json, into: &style) }
  }

  /// Properties of grid and block containers, which have no effect in flexible containers.
  private static let keysOfOtherContainers: Set<String> = [
    "justifyItems", "justifySelf", "gridTemplateRows", "gridTemplateColumns", "gridAutoRows",
    "gridAutoColumns", "gridAutoFlow", "gridRowStart", "gridRowEnd", "gridColumnStart",
    "gridColumnEnd", "float", "clear", "textAlign",
    // A line count only affects balanced lines, which the engine does not support.
    "flexLineCount",
  ]
  private static let unsupportedKeys: Set<String> = ["contain"]

  /// Reads `flex: n`. The properties `flexGrow`, `flexShrink` and `flexBasis` override its parts.
  private func readFlex(_ json: FeedValue, into style: inout Style) throws(CaseIssue) {
    let flex = try json["flex"].requireNumber()
    if flex > 0 {
      if !json["flexGrow"].exists { style.flexGrow = flex }
      let hasBasis = json["flexBasis"].exists && json["flexBasis"].string != "auto"
      if !hasBasis && config.isCSS { style.flexBasis = .percent(0) }
      if !hasBasis && !config.usesWebDefaults { style.flexBasis = .points(0) }
    } else if flex < 0, !json["flexShrink"].exists {
      style.flexShrink = -flex
    }
  }

  /// Reads the property if its value is a keyword. Returns whether it was read.
  private func readWord(_ value: FeedValue, into style: inout Style) throws(CaseIssue) -> Bool {
    switch value.key {
    case "display": style.display = try display(value)
    case "flexDirection":
      style.flexDirection = try value.requireWord(among: [
        "row": .row, "column": .column, "row-reverse": .rowReverse,
        "column-reverse": .columnReverse,
      ])
    case "flexWrap":
      if let word = value.string, word.hasSuffix("balance") {
        throw .unsupported(feature: "flex-wrap balance")
      }
      style.flexWrap = try value.requireWord(among: [
        "nowrap": .noWrap, "no-wrap": .noWrap, "wrap": .wrap, "wrap-reverse": .wrapReverse,
      ])
    case "justifyContent":
      try align(value, \.justifyContent, .justifyContent, Self.justifications, &style)
    case "alignItems": try align(value, \.alignItems, .alignItems, Self.alignments, &style)
    case "alignSelf": try align(value, \.alignSelf, .alignSelf, Self.alignments, &style)
    case "alignContent": try align(value, \.alignContent, .alignContent, Self.alignments, &style)
    case "position":
      style.position = try value.requireWord(among: [
        "static": .static, "relative": .relative, "absolute": .absolute,
      ])
    case "direction":
      style.direction = try value.requireWord(among: [
        "inherit": .inherit, "ltr": .ltr, "rtl": .rtl,
      ])
    case "boxSizing":
      style.boxSizing = try value.requireWord(among: [
        "border-box": .borderBox, "content-box": .contentBox,
      ])
    case "overflow": style.overflow = try overflow(value)
    case "overflowX": style.overflowX = try overflow(value)
    case "overflowY": style.overflowY = try overflow(value)
    default: return false
    }
    return true
  }

  private func display(_ value: FeedValue) throws(CaseIssue) -> Style.Display {
    let word = try value.requireString()
    if ["block", "grid", "flow-root", "inline", "inline-block"].contains(word) {
      throw .unsupported(feature: "display \(word)")
    }
    return try value.requireWord(among: ["flex": .flex, "none": .none, "contents": .contents])
  }

  private func overflow(_ value: FeedValue) throws(CaseIssue) -> Style.Overflow {
    try value.requireWord(among: [
      "visible": .visible, "hidden": .hidden, "scroll": .scroll, "clip": .clip,
    ])
  }

  /// Reads an alignment, which may begin with `safe` or `unsafe`.
  private func align<Meaning>(
    _ value: FeedValue, _ property: WritableKeyPath<Style, Meaning>, _ safe: SafeAlignment,
    _ words: KeyValuePairs<String, Meaning>, _ style: inout Style
  ) throws(CaseIssue) {
    var word = Substring(try value.requireString())
    if word.hasPrefix("safe ") { style.safeAlignment.insert(safe) }
    if let space = word.firstIndex(of: " "), word.hasPrefix("safe ") || word.hasPrefix("unsafe ") {
      word = word[word.index(after: space)...]
    }
    style[keyPath: property] = try value.meaning(of: word, among: words)
  }

  private static var justifications: KeyValuePairs<String, Style.Justify> {
    [
      "flex-start": .start, "center": .center, "flex-end": .end, "space-between": .spaceBetween,
      "space-around": .spaceAround, "space-evenly": .spaceEvenly, "start": .textStart,
      "end": .textEnd, "stretch": .start, "normal": .start, "auto": .start, "left": .left,
      "right": .right,
    ]
  }

  private static var alignments: KeyValuePairs<String, Style.Align> {
    [
      "flex-start": .start, "center": .center, "flex-end": .end, "stretch": .stretch,
      "baseline": .baseline, "start": .textStart, "end": .textEnd, "self-start": .selfStart,
      "self-end": .selfEnd, "space-between": .spaceBetween, "space-around": .spaceAround,
      "space-evenly": .spaceEvenly, "normal": .stretch, "auto": .auto,
    ]
  }

  // MARK: Lengths

  /// Reads the property if its value is a length or a number. Returns whether it was read.
  private func readLength(_ value: FeedValue, into style: inout Style) throws(CaseIssue) -> Bool {
    switch value.key {
    case "flexGrow": style.flexGrow = try value.requireNumber()
    case "flexShrink": style.flexShrink = try value.requireNumber()
    // The value is only validated here; `read(_:into:)` applies it after all other properties.
    case "flex": _ = try value.requireNumber()
    case "flexBasis":
      style.flexBasis = value.string == "content" ? .content : try length(value)
    case "width": style.width = try length(value)
    case "height": style.height = try length(value)
    case "minWidth": style.minWidth = try length(value)
    case "minHeight": style.minHeight = try length(value)
    case "maxWidth": style.maxWidth = try length(value)
    case "maxHeight": style.maxHeight = try length(value)
    case "aspectRatio": style.aspectRatio = try value.requireNumber()
    case "scrollbarWidth": style.scrollbarWidth = try value.requireNumber()
    case "margin":
      style.margin = try edges(value)
      for edge in value.children where edge.string == "auto" {
        style.autoMargins.formUnion(try edge.meaning(of: edge.key[...], among: Self.edgeSets))
      }
    case "padding": style.padding = try edges(value)
    case "border": style.border = try edges(value)
    case "inset": style.inset = try edges(value)
    case "gap":
      let all = value["all"]
      style.columnGap = try length(value["column"].exists ? value["column"] : all)
      style.rowGap = try length(value["row"].exists ? value["row"] : all)
    default: return false
    }
    return true
  }

  private static var edgeSets: KeyValuePairs<String, EdgeSet> {
    [
      "left": .left, "right": .right, "top": .top, "bottom": .bottom, "start": .start,
      "end": .end, "horizontal": [.left, .right], "vertical": [.top, .bottom],
      "all": [.left, .right, .top, .bottom],
    ]
  }

  /// Reads points, a percentage or a keyword. Returns `auto` if the value is absent.
  private func length(_ value: FeedValue) throws(CaseIssue) -> Length {
    guard value.exists, value.kind != .null else { return .auto }
    if value.kind == .number { return .points(try value.requireNumber()) }
    let word = try value.requireString()
    if word.hasSuffix("%"), let percent = Float(word.dropLast()), percent.isFinite {
      return .percent(percent)
    }
    return try value.requireWord(among: [
      "auto": .auto, "max-content": .maxContent, "min-content": .minContent,
      "fit-content": .fitContent, "stretch": .stretch,
    ])
  }

  /// Reads lengths of edges. A more specific key, such as "top", overrides "vertical" and "all".
  private func edges(_ value: FeedValue) throws(CaseIssue) -> Edges {
    for member in try value.requireObject().children {
      _ = try member.meaning(of: member.key[...], among: Self.edgeSets)
    }
    func edge(_ names: String...) throws(CaseIssue) -> Length {
      for name in names where value[name].exists { return try length(value[name]) }
      return .auto
    }
    return Edges(
      top: try edge("top", "vertical", "all"), right: try edge("right", "horizontal", "all"),
      bottom: try edge("bottom", "vertical", "all"), left: try edge("left", "horizontal", "all"),
      start: try edge("start"), end: try edge("end"))
  }
}
