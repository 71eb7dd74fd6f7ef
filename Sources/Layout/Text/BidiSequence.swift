/// The levels of an isolating run sequence (BD13).
struct BidiSequence {
  private(set) var levels: [UInt8]
  private var types: [BidiClass]
  private let level: UInt8
  private let start: BidiClass
  private let end: BidiClass

  /// - Parameters:
  ///   - start: The higher one of the levels on both sides of the sequence's start.
  ///   - end: The higher one of the levels on both sides of its end.
  init(_ types: [BidiClass], level: UInt8, start: UInt8, end: UInt8) {
    self.types = types
    self.level = level
    self.start = Self.direction(start)
    self.end = Self.direction(end)
    levels = [UInt8](repeating: level, count: types.count)
  }

  private static func direction(_ level: UInt8) -> BidiClass { level % 2 == 1 ? .r : .l }
  private var embedding: BidiClass { Self.direction(level) }

  /// - Parameters:
  ///   - bracket: Returns the bracket at a position.
  ///   - isMark: Returns whether the character at a position is a nonspacing mark.
  mutating func resolve(
    bracket: (Int) -> BidiBrackets.Bracket?, isMark: (Int) -> Bool
  ) {
    resolveWeak()
    resolveBrackets(bracket, isMark)
    resolveNeutral()
    for index in types.indices {
      // I1, I2.
      switch (types[index], level % 2) {
      case (.r, 0), (.l, 1), (.an, 1), (.en, 1): levels[index] = level + 1
      case (.an, 0), (.en, 0): levels[index] = level + 2
      default: break
      }
    }
  }

  // MARK: W1–W7

  private mutating func resolveWeak() {
    // W1.
    var previous = start
    for index in types.indices {
      if types[index] == .nsm {
        types[index] = previous.isIsolate || previous == .pdi ? .on : previous
      }
      previous = types[index]
    }
    // W2, W3.
    var strong = start
    for index in types.indices {
      switch types[index] {
      case .l, .r, .al: strong = types[index]
      case .en: if strong == .al { types[index] = .an }
      default: break
      }
    }
    for index in types.indices where types[index] == .al { types[index] = .r }
    // W4.
    for index in types.indices.dropFirst().dropLast() {
      let (before, after) = (types[index - 1], types[index + 1])
      guard before == after else { continue }
      switch types[index] {
      case .es: if before == .en { types[index] = .en }
      case .cs: if before == .en || before == .an { types[index] = before }
      default: break
      }
    }
    // W5, W6.
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
    for index in types.indices where types[index] == .es || types[index] == .cs {
      types[index] = .on
    }
    // W7.
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

  private mutating func resolveBrackets(
    _ bracket: (Int) -> BidiBrackets.Bracket?, _ isMark: (Int) -> Bool
  ) {
    // The direction of what precedes the next opening bracket.
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
      // N0 b, and c: the opposite direction only if the context has it, too.
      let direction = inside == embedding || context == inside ? inside : embedding
      for position in [pair.opening, pair.closing] {
        types[position] = direction
        var next = position + 1
        while next < types.count, isMark(next) {
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
  /// The direction for N0 and N1, in which numbers are from right to left; `nil` for neutral types.
  fileprivate var strength: BidiClass? {
    switch self {
    case .l: .l
    case .r, .al, .en, .an: .r
    default: nil
    }
  }
}
