internal import SectionEngine

struct RecordedCall {
  private let width, height: SizeConstraint
  private let result: Size

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

  /// Returns the recorded result for the same constraints; without one, the result for
  /// constraints of the same kinds and the closest width; without any, the last recorded result.
  static func answer(
    _ width: SizeConstraint, _ height: SizeConstraint, from calls: [RecordedCall]
  ) -> Size {
    if let same = calls.first(where: { $0.width == width && $0.height == height }) {
      return same.result
    }
    func distance(_ call: RecordedCall) -> Double {
      abs((call.width.value ?? 0) - (width.value ?? 0))
    }
    let similar = calls.filter {
      $0.width.isSameKind(as: width) && $0.height.isSameKind(as: height)
        && distance($0) < .infinity
    }
    return (similar.min { distance($0) < distance($1) } ?? calls.last)?.result ?? .zero
  }
}

extension SizeConstraint {
  /// The limit in points; `nil` without a limit.
  var value: Double? {
    switch self {
    case .undefined: nil
    case .atMost(let value), .exactly(let value): Double(value)
    }
  }

  var exact: Double? { if case .exactly(let value) = self { Double(value) } else { nil } }

  func clamped(_ natural: Double) -> Double { exact ?? min(value ?? .infinity, natural) }

  fileprivate func isSameKind(as other: SizeConstraint) -> Bool {
    (value == nil) == (other.value == nil) && (exact == nil) == (other.exact == nil)
  }
}
