/// Resolves the levels of an isolating run sequence (BD13).
struct BidiSequence {
  private(set) var levels: [UInt8]
  private var types: [BidiClass]
  /// The types before W1.
  private let classes: [BidiClass]
  private let level: UInt8
  private let start: BidiClass
  private let end: BidiClass

  /// - Parameters:
  ///   - start: The higher of the levels before and after the start of the sequence.
  ///   - end: The higher of the levels before and after the end of the sequence.
  init(_ types: [BidiClass], level: UInt8, start: UInt8, end: UInt8) {
    self.types = types
    classes = types
    self.level = level
    self.start = Self.direction(start)
    self.end = Self.direction(end)
    levels = [UInt8](repeating: level, count: types.count)
  }

  private static func direction(_ level: UInt8) -> BidiClass { level % 2 == 1 ? .r : .l }
  private var embedding: BidiClass { Self.direction(level) }

  /// - Parameter bracket: Returns the bracket at a position; `nil` for other characters.
  mutating func resolve(bracket: (Int) -> BidiBrackets.Bracket?) {
    resolveWeak()
    resolveBrackets(bracket)
    resolveNeutral()
    for index in types.indices {
      // I1, I2: implicit levels.
      switch (types[index], level % 2) {
      case (.r, 0), (.l, 1), (.an, 1), (.en, 1): levels[index] = level + 1
      case (.an, 0), (.en, 0): levels[index] = level + 2
      default: break
      }
    }
  }

  // MARK: W1–W7

  private mutating func resolveWeak() {
    // W1–W3. A mark gets the type that W1–W3 gave to the character before it.
    var previous = start
    var strong = start
    for index in types.indices {
      switch types[index] {
      case .nsm: types[index] = previous.isIsolate || previous == .pdi ? .on : previous
      case .l, .r: strong = types[index]
      case .al: (strong, types[index]) = (.al, .r)
      case .en where strong == .al: types[index] = .an
      default: break
      }
      previous = types[index]
    }
    // W4, and W6 for separators (ES, CS).
    for index in types.indices where types[index] == .es || types[index] == .cs {
      let before = index > 0 ? types[index - 1] : .on
      let after = index + 1 < types.count ? types[index + 1] : .on
      let isJoined = before == .en || before == .an && types[index] == .cs
      types[index] = isJoined && before == after ? before : .on
    }
    // W5, and W6 for terminators (ET).
    var index = 0
    while index < types.count {
      guard types[index] == .et else {
        index += 1
        continue
      }
      let first = index
      while index < types.count, types[index] == .et { index += 1 }
      let isNumber =
        (first > 0 && types[first - 1] == .en) || (index < types.count && types[index] == .en)
      for position in first..<index { types[position] = isNumber ? .en : .on }
    }
    // W7: European numbers after L become L.
    strong = start
    for index in types.indices {
      switch types[index] {
      case .l, .r: strong = types[index]
      case .en: if strong == .l { types[index] = .l }
      default: break
      }
    }
  }

  // MARK: N0

  private static let deepestBrackets = 63

  private mutating func resolveBrackets(_ bracket: (Int) -> BidiBrackets.Bracket?) {
    // The last strong direction before the opening bracket of `pair`.
    var context = start
    var seen = 0
    for pair in bracketPairs(bracket) {
      while seen < pair.opening {
        context = types[seen].strength ?? context
        seen += 1
      }
      var inside: BidiClass?
      for index in pair.opening + 1..<pair.closing {
        guard let strength = types[index].strength else { continue }
        inside = strength
        if strength == embedding { break }
      }
      guard let inside else { continue }
      // N0 b, c: the direction opposite to `embedding` applies only if `context` has it.
      let direction = inside == embedding || context == inside ? inside : embedding
      for position in [pair.opening, pair.closing] {
        types[position] = direction
        var next = position + 1
        while next < types.count, classes[next] == .nsm {
          types[next] = direction
          next += 1
        }
      }
    }
  }

  /// Returns the bracket pairs, sorted by their opening brackets (BD16).
  private func bracketPairs(
    _ bracket: (Int) -> BidiBrackets.Bracket?
  ) -> [(opening: Int, closing: Int)] {
    var open: [(bracket: UInt32, position: Int)] = []
    var closings: [Int: Int] = [:]
    for index in types.indices where types[index] == .on {
      guard let bracket = bracket(index) else { continue }
      if bracket.isOpening {
        guard open.count < Self.deepestBrackets else { break }
        open.append((bracket.opening, index))
      } else if let match = open.lastIndex(where: { $0.bracket == bracket.opening }) {
        closings[open[match].position] = index
        open.removeSubrange(match...)
      }
    }
    return closings.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  // MARK: N1, N2

  private mutating func resolveNeutral() {
    var before = start
    var index = 0
    while index < types.count {
      if let strength = types[index].strength {
        before = strength
        index += 1
        continue
      }
      let first = index
      while index < types.count, types[index].strength == nil { index += 1 }
      let after = index < types.count ? types[index].strength ?? end : end
      for position in first..<index { types[position] = before == after ? before : embedding }
    }
  }
}

extension BidiClass {
  /// The direction for N0 and N1, where numbers are treated as right-to-left; `nil` if neutral.
  fileprivate var strength: BidiClass? {
    switch self {
    case .l: .l
    case .r, .al, .en, .an: .r
    default: nil
    }
  }
}
