import SectionKit

/// The size of a component and the style of its text, as the component states them in words that
/// several dialects of component trees share. All lengths are in points.
struct ComponentStyle {
  var fontSize, width, height, gap: Double?
  var padding = EdgeInsets(0)
  /// The share of the free space of a row or a column.
  var weight: Double?
  var isBold = false
  /// Whether the text is as large and bold as a heading.
  var isHeading = false
  var alignment: Alignment?

  init() {}

  /// Reads the members of an object and of its `style`; any other kind of value has no style.
  init(of value: Value, kind: Value.Kind) {
    guard kind == .object else { return }
    var isLarge = false
    read(value, &isLarge)
    isHeading = isBold && (isLarge || (fontSize ?? 0) >= 18)
  }

  private mutating func read(_ value: Value, _ isLarge: inout Bool) {
    for (key, member) in value.dictionary {
      switch key {
      case "style", "textStyle": read(member, &isLarge)
      case "fontSize", "font_size", "textSize": fontSize = length(member, upTo: 96)
      case "width": readWidth(member)
      case "height": height = length(member, upTo: 2_000)
      case "gap", "spacing", "itemSpacing": gap = length(member, upTo: 200)
      case "padding": padding = edges(member)
      case "flex", "layout_weight", "layoutWeight": weight = length(member, upTo: 100)
      case "weight", "fontWeight", "font_weight": isBold = isBold || Self.isBold(member)
      case "size":
        isLarge = isLarge || member.string.map { Self.largeWords.contains($0.lowercased()) } == true
      case "alignItems", "crossAxisAlignment", "alignment", "align": alignment = alignment(member)
      default: continue
      }
    }
  }

  /// Reads a width in points, or a share of the row: "stretch", or a small number of shares.
  private mutating func readWidth(_ value: Value) {
    if let word = value.string?.lowercased() {
      if ["stretch", "fill", "match_parent"].contains(word) { weight = 1 }
    } else if let number = length(value, upTo: 2_000) {
      if number <= 12 { weight = number } else { width = number }
    }
  }

  private static let largeWords: Set<String> = ["medium", "large", "extralarge", "lg", "xl", "xxl"]

  private static func isBold(_ value: Value) -> Bool {
    if let number = value.double { return number >= 600 && number <= 1_000 }
    let word = value.string?.lowercased() ?? ""
    return word.hasPrefix("bold") || word.hasSuffix("bold")
      || ["w600", "w700", "w800", "w900", "600", "700", "800", "900"].contains(word)
  }

  private func length(_ value: Value, upTo most: Double) -> Double? {
    value.double.flatMap { $0 > 0 && $0 <= most ? $0 : nil }
  }

  private func edges(_ value: Value) -> EdgeInsets {
    if let all = length(value, upTo: 200) { return EdgeInsets(all) }
    func side(_ keys: String...) -> Double {
      keys.lazy.compactMap { length(value[$0], upTo: 200) }.first ?? 0
    }
    return EdgeInsets(
      top: side("top", "vertical", "all"), end: side("end", "right", "horizontal", "all"),
      bottom: side("bottom", "vertical", "all"), start: side("start", "left", "horizontal", "all"))
  }

  private func alignment(_ value: Value) -> Alignment? {
    switch value.string?.lowercased() {
    case "center": .center
    case "end", "flex-end", "right": .end
    case "start", "flex-start", "left": .start
    default: nil
    }
  }
}
