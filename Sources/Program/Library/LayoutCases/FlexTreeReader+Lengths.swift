internal import SectionEngine

extension FlexTreeReader {
  /// Returns whether the property is a length or a number, which is then read.
  func readLength(_ value: FeedValue, into style: inout Style) throws(CaseIssue) -> Bool {
    switch value.key {
    case "flexGrow": style.flexGrow = try value.requireNumber()
    case "flexShrink": style.flexShrink = try value.requireNumber()
    // `read(_:into:)` reads its parts when the whole style is known.
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

  /// Returns points, a percentage or a keyword; `auto` if the value is absent.
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

  /// Reads edges. The more specific name of an edge wins.
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
