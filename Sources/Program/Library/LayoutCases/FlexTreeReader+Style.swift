internal import SectionEngine

extension FlexTreeReader {
  func read(_ json: FeedValue, into style: inout Style) throws(CaseIssue) {
    for member in try json.requireObject().children {
      if try readWord(member, into: &style) { continue }
      if try readLength(member, into: &style) { continue }
      let key = member.key
      if Self.keysOfOtherContainers.contains(key) { continue }
      if Self.unsupportedKeys.contains(key) { throw .unsupported(feature: key) }
      throw member.malformed(
        "`\(key.prefix(30))` is no property of a style", expected: "a known property")
    }
    if json["flex"].exists { try readFlex(json, into: &style) }
  }

  /// Properties without an effect in flexible containers.
  private static let keysOfOtherContainers: Set<String> = [
    "justifyItems", "justifySelf", "gridTemplateRows", "gridTemplateColumns", "gridAutoRows",
    "gridAutoColumns", "gridAutoFlow", "gridRowStart", "gridRowEnd", "gridColumnStart",
    "gridColumnEnd", "float", "clear", "textAlign",
    // Only lines that are balanced have a number.
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

  /// Returns whether the property is a keyword, which is then read.
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
}
