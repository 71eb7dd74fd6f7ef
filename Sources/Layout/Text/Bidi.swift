/// The direction of a paragraph (UAX #9, rules P2 and P3).
package enum BaseDirection: UInt8, Sendable, Hashable {
  case leftToRight, rightToLeft
  /// The direction of the first letter outside of isolates; left to right without such a letter.
  case automatic
}

/// The Unicode Bidirectional Algorithm (UAX #9 of Unicode 15).
///
/// | type | rules |
/// |---|---|
/// | `BidiParagraph` | P2, P3: the paragraph's level; X1–X9: explicit levels |
/// | `BidiSequence` | W1–W7, N0–N2, I1, I2: the levels of an isolating run sequence |
package enum Bidi {
  /// Returns the level of every byte of a text, or `nil` if all levels are 0, the usual case.
  ///
  /// If `base` is automatic, each paragraph has its own direction. Characters that rule X9 removes
  /// get the level of the character before them, so they do not divide a run.
  ///
  /// Complexity: O(bytes); a text without right-to-left characters is only scanned.
  package static func levels(
    _ text: UnsafeBufferPointer<UInt8>, base: BaseDirection
  ) -> [UInt8]? {
    guard base == .rightToLeft || needsLevels(text) else { return nil }
    var scalars: [DecodedScalar] = []
    var offset = 0
    while offset < text.count {
      scalars.append(text.scalar(at: offset))
      offset += scalars[scalars.count - 1].count
    }
    let classes = scalars.map { BidiClass($0.value) }
    let levels = levels(classes, base: base) { BidiBrackets.brackets[scalars[$0].value] }
    return zip(levels, scalars).flatMap { repeatElement($0, count: $1.count) }
  }

  /// Returns the indices of a line's parts, ordered from left to right (UAX #9, rule L2).
  /// - Parameter levels: The embedding level of each part.
  package static func visualOrder(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0 else { return order }
    for level in stride(from: highest, through: 1, by: -1) {
      var start = 0
      while start < order.count {
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = max(end, start) + 1
      }
    }
    return order
  }

  /// Returns a character's mirrored form, for right-to-left text (rule L4), or else the character.
  package static func mirrored(_ cluster: Character) -> Character {
    guard let scalar = cluster.unicodeScalars.first, cluster.unicodeScalars.count == 1,
      let mirrored = BidiBrackets.mirrors[scalar.value].flatMap(Unicode.Scalar.init)
    else { return cluster }
    return Character(mirrored)
  }

  /// Returns the embedding levels of characters with the given classes.
  /// - Parameter bracket: Returns the bracket at an index; `nil` for other characters.
  static func levels(
    _ classes: [BidiClass], base: BaseDirection, bracket: (Int) -> BidiBrackets.Bracket?
  ) -> [UInt8] {
    var levels = [UInt8](repeating: 0, count: classes.count)
    var start = 0
    while start < classes.count {
      var end = start
      while end < classes.count, classes[end] != .b { end += 1 }
      end = min(end + 1, classes.count)
      var paragraph = BidiParagraph(Array(classes[start..<end]), base: base)
      paragraph.resolve { bracket(start + $0) }
      for (index, level) in paragraph.levels.enumerated() { levels[start + index] = level }
      start = end
    }
    return levels
  }

  private static func needsLevels(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var offset = 0
    while offset < text.count {
      // No character below U+0590 is right-to-left; the first byte of U+0590 is D6.
      if text[offset] < 0xD6 {
        offset += 1
        continue
      }
      let scalar = text.scalar(at: offset)
      switch BidiClass(scalar.value) {
      case .r, .al, .an, .lre, .lro, .rle, .rlo, .lri, .rli, .fsi: return true
      default: offset += scalar.count
      }
    }
    return false
  }
}

extension BidiClass {
  init(_ scalar: UInt32) {
    // A fast path for ideographs: most characters that need a lookup are ideographs.
    if scalar >= 0x3400, scalar < 0xA000 {
      self = .l
      return
    }
    self = Self.runs.classes[Self.runs.starts.partitioningIndex { $0 > scalar } - 1]
  }

  /// The runs of characters of equal class: their first characters, and their classes.
  private static let runs: (starts: [UInt32], classes: [BidiClass]) = {
    var runs: (starts: [UInt32], classes: [BidiClass]) = ([], [])
    var digits = TableDigits(table)
    var start: UInt32 = 0
    while let digit = digits.next(), let count = digits.nextNumber() {
      // Only the generator writes the digits, so the raw values are valid.
      let value = BidiClass(rawValue: UInt8(digit)) ?? .l
      if runs.classes.last != value {
        runs.starts.append(start)
        runs.classes.append(value)
      }
      start += UInt32(count)
    }
    return runs
  }()
}

/// The paired brackets (Bidi_Paired_Bracket).
enum BidiBrackets {
  struct Bracket: Hashable {
    /// The opening bracket of the pair, in its canonical form.
    var opening: UInt32
    var isOpening: Bool
  }

  /// The mirrored form of each paired bracket, and of some common characters such as "<".
  static let mirrors: [UInt32: UInt32] = {
    let others: [UInt32] = [0x3C, 0x3E, 0xAB, 0xBB, 0x2039, 0x203A, 0x2264, 0x2265]
    let all = pairs + others
    var mirrors: [UInt32: UInt32] = [:]
    for index in stride(from: 0, to: all.count, by: 2) {
      mirrors[all[index]] = all[index + 1]
      mirrors[all[index + 1]] = all[index]
    }
    return mirrors
  }()

  static let brackets: [UInt32: Bracket] = {
    var brackets: [UInt32: Bracket] = [:]
    for index in stride(from: 0, to: pairs.count, by: 2) {
      // U+2329 and U+232A are canonically equivalent to U+3008 and U+3009.
      let opening = pairs[index] == 0x2329 ? 0x3008 : pairs[index]
      brackets[pairs[index]] = Bracket(opening: opening, isOpening: true)
      brackets[pairs[index + 1]] = Bracket(opening: opening, isOpening: false)
    }
    return brackets
  }()
}
