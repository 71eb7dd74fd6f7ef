internal import LayoutCore

/// The measure functions of a case, by node.
struct LeafModels: LeafMeasuring {
  private let models: [LeafModel?]

  private let hasSmallestSizes: Bool

  init(_ models: [LeafModel?]) {
    self.models = models
    hasSmallestSizes = models.contains {
      $0?.minContentWidth != nil || $0?.minContentHeight != nil
    }
  }

  var statesSmallestSizes: Bool { hasSmallestSizes }

  func smallestSize(of node: Int) -> (width: Float, height: Float) {
    guard let model = models[node] else { return (.nan, .nan) }
    return (model.minContentWidth ?? .nan, model.minContentHeight ?? .nan)
  }

  func hasContent(_ node: Int) -> Bool { models[node]?.measure != nil }

  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float? {
    switch models[node]?.baseline {
    case .fraction(let fraction): height * fraction
    case .fixed(let value): value
    case nil: nil
    }
  }

  func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size {
    guard let model = models[node], let measure = model.measure else { return .zero }
    if case .atMost(0) = width {
      if let smallest = model.smallest {
        return smallest.size(width, height, breaksWords: model.wrapsInColumn)
      }
    }
    return measure.size(width, height, breaksWords: model.wrapsInColumn)
  }
}

extension LeafModel.Measure {
  /// Measures the content.
  /// - Parameter breaksWords: whether a text keeps the given width even if it is smaller than its
  ///   longest word.
  func size(_ width: SizeConstraint, _ height: SizeConstraint, breaksWords: Bool) -> Size {
    switch self {
    case .fixed(let size): return size
    case .clamped(let natural):
      return Size(
        width: width.clamped(natural.width), height: height.clamped(natural.height))
    case .exactOrNatural(let natural):
      return Size(
        width: width.exact ?? natural.width, height: height.exact ?? natural.height)
    case .fillOrNatural(let natural):
      return Size(
        width: width.value ?? natural.width, height: height.value ?? natural.height)
    case .fillOrNaturalWidthForHeight(let natural):
      let filled = width.value ?? natural.width
      return Size(width: filled, height: height.value == nil ? natural.height : filled)
    case .widthAtMostClamped(let natural):
      guard case .atMost(let most) = width else { return natural }
      return Size(width: min(Double(most), natural.width), height: natural.height)
    case .scaledConstraint(let factor):
      return Size(width: (width.value ?? 0) * factor, height: (height.value ?? 0) * factor)
    case .wrapStep(let natural, let wrapped):
      guard let limit = width.value, limit < natural.width else { return natural }
      return wrapped
    case .wordWrapModel(let word, let natural, let line):
      guard let limit = width.value, limit < natural else {
        return Size(width: natural, height: line)
      }
      return limit < word
        ? Size(width: word, height: 3 * line) : Size(width: limit, height: 2 * line)
    case .text(let text): return text.size(width, height, breaksWords: breaksWords)
    case .table(let calls): return Self.answer(width, height, from: calls)
    }
  }

  /// Returns the recorded result of the same call; else that of the call with the same kinds of
  /// constraints and the nearest width; else the last one.
  private static func answer(
    _ width: SizeConstraint, _ height: SizeConstraint, from calls: [RecordedCall]
  ) -> Size {
    func distance(_ call: RecordedCall) -> Double? {
      guard call.width.isSameKind(as: width), call.height.isSameKind(as: height) else {
        return nil
      }
      let (a, b) = (call.width.value ?? 0, width.value ?? 0)
      return abs(a - b)
    }
    if let same = calls.first(where: { $0.width == width && $0.height == height }) {
      return same.result
    }
    var nearest: (distance: Double, result: Size)?
    for call in calls {
      guard let distance = distance(call) else { continue }
      if distance < nearest?.distance ?? .infinity { nearest = (distance, call.result) }
    }
    return nearest?.result ?? calls.last?.result ?? .zero
  }
}

extension SizeConstraint {
  /// The constraint in points; `nil` if it is undefined.
  var value: Double? {
    switch self {
    case .undefined: nil
    case .atMost(let value), .exactly(let value): Double(value)
    }
  }

  var exact: Double? { if case .exactly(let value) = self { Double(value) } else { nil } }

  func clamped(_ natural: Double) -> Double {
    switch self {
    case .undefined: natural
    case .atMost(let most): min(Double(most), natural)
    case .exactly(let exact): Double(exact)
    }
  }

  fileprivate func isSameKind(as other: SizeConstraint) -> Bool {
    switch (self, other) {
    case (.undefined, .undefined), (.atMost, .atMost), (.exactly, .exactly): true
    default: false
    }
  }
}
