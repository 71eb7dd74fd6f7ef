internal import FeedDocument
internal import LayoutCore

/// How the content of a node of a case is measured: its `measure`, its `baseline` and its smallest
/// size.
struct LeafModel {
  /// `nil` if the node has no content of its own.
  var measure: Measure?
  var baseline: Baseline?
  /// Replaces `measure` when the smallest size is measured.
  var smallest: Measure?
  /// The smallest size of the node, whatever the smallest size of its content and children is.
  var minContentWidth, minContentHeight: Float?
  /// Whether the node's size is never rounded down.
  var isText: Bool
  /// Whether `intrinsic-text` breaks lines at a width that is smaller than its longest word.
  var wrapsInColumn = true

  enum Baseline {
    case fraction(Float)
    case fixed(Float)
  }

  /// Sizes in points.
  enum Measure {
    case fixed(Size)
    case clamped(Size)
    case exactOrNatural(Size)
    case fillOrNatural(Size)
    case fillOrNaturalWidthForHeight(Size)
    case widthAtMostClamped(Size)
    case scaledConstraint(factor: Double)
    case wrapStep(natural: Size, wrapped: Size)
    case wordWrapModel(word: Double, natural: Double, line: Double)
    case text(TextModel)
    case table([RecordedCall])
  }

  init?(_ node: FeedValue) throws(CaseIssue) {
    measure = node["measure"].exists ? try Measure(node["measure"]) : nil
    smallest = node["minContentMeasure"].exists ? try Measure(node["minContentMeasure"]) : nil
    minContentWidth = try node["minContentWidth"].optionalNumber()
    minContentHeight = try node["minContentHeight"].optionalNumber()
    if node["baseline"].exists {
      let json = node["baseline"]
      switch try json.required("kind").requireWord(among: ["height-fraction": true, "fixed": false])
      {
      case true: baseline = .fraction(try json.required("fraction").requireNumber())
      case false: baseline = .fixed(try json.required("value").requireNumber())
      }
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
}

/// One recorded call of a measure function, and its result.
struct RecordedCall {
  var width, height: SizeConstraint
  var result: Size

  init(_ json: FeedValue) throws(CaseIssue) {
    width = try Self.constraint(json, "width", "widthMode")
    height = try Self.constraint(json, "height", "heightMode")
    let result = try json.required("result").requireArray()
    guard result.count == 2 else {
      throw result.malformed("a result is a width and a height", expected: "two numbers")
    }
    self.result = Size(
      width: Double(try result[0].requireNumber()), height: Double(try result[1].requireNumber()))
  }

  private static func constraint(
    _ json: FeedValue, _ key: String, _ mode: String
  ) throws(CaseIssue) -> SizeConstraint {
    let value = try json[key].optionalNumber() ?? 0
    return try json.required(mode).requireWord(among: [
      "undefined": .undefined, "at-most": .atMost(value), "exactly": .exactly(value),
    ])
  }
}

extension LeafModel.Measure {
  fileprivate init(_ json: FeedValue) throws(CaseIssue) {
    func size(
      _ width: String = "width", _ height: String = "height"
    ) throws(CaseIssue) -> Size {
      Size(
        width: Double(try json.required(width).requireNumber()),
        height: Double(try json.required(height).requireNumber()))
    }
    func number(_ key: String) throws(CaseIssue) -> Double {
      Double(try json.required(key).requireNumber())
    }
    let kind = try json.requireObject().required("kind")
    switch try kind.requireString() {
    case "fixed": self = .fixed(try size())
    case "clamped": self = .clamped(try size())
    case "exact-or-natural": self = .exactOrNatural(try size())
    case "fill-or-natural": self = .fillOrNatural(try size())
    case "fill-or-natural-width-for-height": self = .fillOrNaturalWidthForHeight(try size())
    case "width-at-most-clamped": self = .widthAtMostClamped(try size())
    case "scaled-constraint": self = .scaledConstraint(factor: try number("factor"))
    case "wrap-step":
      self = .wrapStep(
        natural: try size("naturalWidth", "naturalHeight"),
        wrapped: try size("wrappedWidth", "wrappedHeight"))
    case "word-wrap-model":
      self = .wordWrapModel(
        word: try number("wordWidth"), natural: try number("naturalWidth"),
        line: try number("lineHeight"))
    case "intrinsic-text":
      self = .text(
        TextModel(
          spaced: try json.required("text").requireString(),
          advance: Float(try number("widthPerChar")), line: Float(try number("heightPerChar"))))
    case "ahem-text":
      let advance = try json["charWidth"].optionalNumber() ?? 10
      let line = try json["charHeight"].optionalNumber() ?? 10
      self = .text(
        TextModel(
          joined: try json.required("text").requireString(), advance: advance, line: line,
          isVertical: json["writingMode"].string?.hasPrefix("vertical") ?? false))
    case "table":
      var calls: [RecordedCall] = []
      for call in try json.required("calls").requireArray().children {
        calls.append(try RecordedCall(call))
      }
      self = .table(calls)
    default:
      throw kind.malformed("the kind of measure function is unknown", expected: "a known kind")
    }
  }
}
