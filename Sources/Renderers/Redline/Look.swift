import LayoutCore

/// The colours and lines of a shape, resolved from its paint, the style sheet of redlines, and the
/// groups around it.
struct Look {
  var fill: SRGBColor?
  var stroke: SRGBColor?
  /// The width of the outline in points.
  var width = 1.0
  var dashes: [Double] = []
  /// Whether the outline has round corners, and is below the fill.
  var isHalo = false
}

/// The style sheet of redlines in the colours of an appearance, for canvases that have no CSS.
struct LookSheet {
  private typealias Rules = [Substring: Substring]

  /// The class names of each rule, all of which an element must have, with its declarations.
  private let rules: [(names: [Substring], rules: Rules)]
  private var known: [String: Rules] = [:]

  init(_ appearance: LayoutEnvironment.Appearance) {
    let parts = RedlineStyle.sheet(of: appearance).split { $0 == "}" || $0.isNewline }
    rules = parts.compactMap { part in
      let halves = part.split(separator: "{", maxSplits: 1)
      guard halves.count == 2 else { return nil }
      let declarations = halves[1].split(separator: ";").compactMap { declaration in
        let pair = declaration.split(separator: ":", maxSplits: 1)
        return pair.count == 2 ? (pair[0], pair[1]) : nil
      }
      return (halves[0].split(separator: "."), Rules(declarations) { _, last in last })
    }
  }

  /// Returns the opacity of a group with a class.
  mutating func opacity(of name: String) -> Double {
    declarations(of: name)["opacity"].flatMap { Double($0) } ?? 1
  }

  /// - Parameter inherited: The fill of the groups around the shape; `nil` for black.
  mutating func look(of paint: Paint, in inherited: SRGBColor?) -> Look {
    let rules = declarations(of: paint.name)
    func color(_ word: Substring?, _ opacity: Substring?) -> SRGBColor? {
      guard let word, var color = SRGBColor(hex: String(word)) else { return nil }
      color.alpha *= opacity.flatMap { Double($0) } ?? 1
      return color
    }
    var look = Look()
    let fill = paint.fill.map { $0[...] } ?? rules["fill"]
    look.fill =
      fill == nil
      ? inherited ?? .black : color(fill, paint.isShadow ? "0.25" : rules["fill-opacity"])
    let stroke = paint.stroke.map { $0[...] } ?? rules["stroke"]
    look.stroke = color(stroke, rules["stroke-opacity"])
    let width = rules["stroke-width"]?.split(separator: "px").first.flatMap { Double($0) }
    look.width = paint.width ?? width ?? 1
    let dashes = (rules["stroke-dasharray"] ?? "").split(separator: " ").compactMap { Double($0) }
    look.dashes = paint.dashes.isEmpty ? dashes : paint.dashes
    look.isHalo = rules["paint-order"] == "stroke"
    return look
  }

  private mutating func declarations(of name: String) -> Rules {
    if let found = known[name] { return found }
    let classes = name.split(separator: " ")
    var found: Rules = [:]
    for rule in rules where rule.names.allSatisfy(classes.contains) {
      found.merge(rule.rules) { _, last in last }
    }
    known[name] = found
    return found
  }
}
