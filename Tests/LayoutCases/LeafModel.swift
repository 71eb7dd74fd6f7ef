internal import SectionEngine

/// The simulated content of a node in a case: its size, baseline and smallest size.
struct LeafModel {
  /// Returns the size of content in points for constraints of width and height.
  typealias Measure = (SizeConstraint, SizeConstraint) -> Size

  /// Measures the content; `nil` if the node has no own content.
  var measure: Measure?
  /// Returns the y of the baseline in the border box, given its height and top padding + border.
  var baseline: ((_ height: Float, _ top: Float) -> Float)?
  /// Returns the smallest size of the content; if `nil`, `measure` is used.
  var smallest: Measure?
  /// The node's smallest size in points. It overrides that of the content and the children.
  var minContentWidth, minContentHeight: Float?
  /// Whether the node is a text, whose size is never rounded down.
  var isText: Bool

  /// - Parameter breaksWords: Whether `intrinsic-text` can break lines within its longest word.
  init?(_ node: FeedValue, breaksWords: Bool) throws(CaseIssue) {
    func optionalMeasure(_ key: String) throws(CaseIssue) -> Measure? {
      node[key].exists ? try Self.measure(node[key], breaksWords: breaksWords) : nil
    }
    measure = try optionalMeasure("measure")
    smallest = try optionalMeasure("minContentMeasure")
    minContentWidth = try node["minContentWidth"].optionalNumber()
    minContentHeight = try node["minContentHeight"].optionalNumber()
    if node["baseline"].exists {
      let json = node["baseline"]
      let kind = try json.required("kind")
      let model: (Float, Float, Float) -> Float = try kind.requireWord(among: [
        "height-fraction": { height, _, fraction in height * fraction },
        "fixed": { _, _, value in value }, "content": { _, top, value in top + value },
      ])
      let key = kind.string == "height-fraction" ? "fraction" : "value"
      let value = try json.required(key).requireNumber()
      baseline = { model($0, $1, value) }
    }
    var isDefaultType = false
    if node["nodeType"].exists {
      isDefaultType = try node["nodeType"].requireWord(among: ["default": true, "text": false])
    }
    isText = measure != nil && !isDefaultType
    if measure == nil && baseline == nil && minContentWidth == nil && minContentHeight == nil {
      return nil
    }
  }

  /// The measure functions by kind. Each returns a size for the natural size and the constraints.
  private static var answersOfNaturalSize:
    [String: (_ natural: Size, _ width: SizeConstraint, _ height: SizeConstraint) -> Size]
  {
    [
      "fixed": { natural, _, _ in natural },
      "clamped": { Size(width: $1.clamped($0.width), height: $2.clamped($0.height)) },
      "exact-or-natural": { Size(width: $1.exact ?? $0.width, height: $2.exact ?? $0.height) },
      "fill-or-natural": { Size(width: $1.value ?? $0.width, height: $2.value ?? $0.height) },
      "fill-or-natural-width-for-height": {
        let filled = $1.value ?? $0.width
        return Size(width: filled, height: $2.value == nil ? $0.height : filled)
      },
      "width-at-most-clamped": { natural, width, _ in
        Size(
          width: width.exact == nil ? width.clamped(natural.width) : natural.width,
          height: natural.height)
      },
    ]
  }

  private static func measure(
    _ json: FeedValue, breaksWords: Bool
  ) throws(CaseIssue) -> Measure {
    func number(_ key: String) throws(CaseIssue) -> Double {
      Double(try json.required(key).requireNumber())
    }
    func size(
      _ width: String = "width", _ height: String = "height"
    ) throws(CaseIssue) -> Size { Size(width: try number(width), height: try number(height)) }
    let kind = try json.requireObject().required("kind")
    let name = try kind.requireString()
    if let answer = answersOfNaturalSize[name] {
      let natural = try size()
      return { answer(natural, $0, $1) }
    }
    switch name {
    case "scaled-constraint":
      let factor = try number("factor")
      return { Size(width: ($0.value ?? 0) * factor, height: ($1.value ?? 0) * factor) }
    case "wrap-step":
      let natural = try size("naturalWidth", "naturalHeight")
      let wrapped = try size("wrappedWidth", "wrappedHeight")
      return { width, _ in width.value ?? .infinity < natural.width ? wrapped : natural }
    case "word-wrap-model":
      let word = try number("wordWidth")
      let natural = try number("naturalWidth")
      let line = try number("lineHeight")
      return { width, _ in
        guard let limit = width.value, limit < natural else {
          return Size(width: natural, height: line)
        }
        return limit < word
          ? Size(width: word, height: 3 * line) : Size(width: limit, height: 2 * line)
      }
    case "intrinsic-text":
      let words = try json.required("text").requireString()
        .split(separator: " ", omittingEmptySubsequences: false)
      let advance = Float(try number("widthPerChar"))
      let text = TextModel(
        words, advance: advance, space: advance, line: Float(try number("heightPerChar")))
      return { text.intrinsicSize($0, $1, breaksWords: breaksWords) }
    case "ahem-text":
      let advance = try json["charWidth"].optionalNumber() ?? 10
      let line = try json["charHeight"].optionalNumber() ?? 10
      let words = try json.required("text").requireString().split(separator: "\u{200B}")
      let text = TextModel(words, advance: advance, space: 0, line: line)
      let isVertical = json["writingMode"].string?.hasPrefix("vertical") ?? false
      return { text.ahemSize($0, $1, isVertical: isVertical) }
    case "table":
      var calls: [RecordedCall] = []
      for call in try json.required("calls").requireArray().children {
        calls.append(try RecordedCall(call))
      }
      return { [calls] in RecordedCall.answer($0, $1, from: calls) }
    default:
      throw kind.malformed("the kind of measure function is unknown", expected: "a known kind")
    }
  }
}

/// The leaf models of a case's nodes, as the layout engine's source of measurements.
final class LeafModels: LeafMeasuring {
  private let models: [LeafModel?]
  let statesSmallestSizes: Bool

  init(_ models: [LeafModel?]) {
    self.models = models
    statesSmallestSizes = models.contains {
      $0?.minContentWidth != nil || $0?.minContentHeight != nil
    }
  }

  func smallestSize(of node: Int) -> (width: Float, height: Float) {
    guard let model = models[node] else { return (.nan, .nan) }
    return (model.minContentWidth ?? .nan, model.minContentHeight ?? .nan)
  }

  func hasContent(_ node: Int) -> Bool { models[node]?.measure != nil }

  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float? {
    models[node]?.baseline?(height, top)
  }

  func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size {
    guard let model = models[node], let measure = model.measure else { return .zero }
    if case .atMost(0) = width, let smallest = model.smallest { return smallest(width, height) }
    return measure(width, height)
  }
}
