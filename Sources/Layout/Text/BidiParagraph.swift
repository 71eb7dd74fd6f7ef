/// Computes the embedding levels of a paragraph.
struct BidiParagraph {
  private(set) var levels: [UInt8]
  /// The levels after X1–X8, before letters and numbers change them.
  private var explicit: [UInt8] = []
  private let classes: [BidiClass]
  private let base: UInt8
  /// The classes after overrides (X4–X6), which are the input of W1–W7.
  private var types: [BidiClass]
  /// The matching PDI of each isolate initiator, and the reverse (BD9); -1 without a match.
  private let matches: [Int]
  /// For each position, the direction of the first letter from there to the end of the isolate,
  /// skipping inner isolates: L, R, or `nil` without a letter (P2, X5c).
  private let letters: [BidiClass?]

  /// The maximum explicit level (BD2).
  private static let deepest: UInt8 = 125

  init(_ classes: [BidiClass], base: BaseDirection) {
    self.classes = classes
    types = classes
    matches = Self.matches(classes)
    letters = Self.letters(classes, matches)
    self.base =
      switch base {
      case .leftToRight: 0
      case .rightToLeft: 1
      case .automatic: letters[0] == .r ? 1 : 0
      }
    levels = [UInt8](repeating: self.base, count: classes.count)
  }

  /// - Parameter bracket: Returns the bracket at an index; `nil` for other characters.
  mutating func resolve(bracket: (Int) -> BidiBrackets.Bracket?) {
    setExplicitLevels()
    explicit = levels
    resolveSequences(bracket)
    // X9: removed characters get the level of the character before them.
    for index in classes.indices where classes[index].isRemoved {
      levels[index] = index > 0 ? levels[index - 1] : base
    }
    // L1: separators, and spaces before them or at the end, get the base level.
    var isBlank = true
    for index in classes.indices.reversed() {
      switch classes[index] {
      case .b, .s: isBlank = true
      case .ws, .lri, .rli, .fsi, .pdi: break
      default: if !classes[index].isRemoved { isBlank = false }
      }
      if isBlank { levels[index] = base }
    }
  }

  private static func matches(_ classes: [BidiClass]) -> [Int] {
    var matches = [Int](repeating: -1, count: classes.count)
    var open: [Int] = []
    for (index, value) in classes.enumerated() {
      if value.isIsolate {
        open.append(index)
      } else if value == .pdi, let start = open.popLast() {
        matches[start] = index
        matches[index] = start
      }
    }
    return matches
  }

  private static func letters(_ classes: [BidiClass], _ matches: [Int]) -> [BidiClass?] {
    var letters = [BidiClass?](repeating: nil, count: classes.count + 1)
    for index in classes.indices.reversed() {
      let match = matches[index]
      switch classes[index] {
      case .l: letters[index] = .l
      case .r, .al: letters[index] = .r
      case .lri, .rli, .fsi: letters[index] = match >= 0 ? letters[match + 1] : nil
      case .pdi where match >= 0: letters[index] = nil
      default: letters[index] = letters[index + 1]
      }
    }
    return letters
  }

  // MARK: X1–X8

  private mutating func setExplicitLevels() {
    struct Status {
      var level: UInt8
      var override: BidiClass?
      var isIsolate: Bool
    }
    var stack = [Status(level: base, override: nil, isIsolate: false)]
    var overflowIsolates = 0
    var overflowEmbeddings = 0
    var validIsolates = 0
    for index in classes.indices {
      let last = stack[stack.count - 1]
      levels[index] = last.level
      let value = classes[index]
      switch value {
      case .rle, .lre, .rlo, .lro, .rli, .lri, .fsi:
        if value.isIsolate, let override = last.override { types[index] = override }
        let isRight =
          value == .rle || value == .rlo || value == .rli
          || value == .fsi && letters[index + 1] == .r
        let level = isRight ? (last.level + 1) | 1 : (last.level + 2) & ~1
        if level <= Self.deepest, overflowIsolates == 0, overflowEmbeddings == 0 {
          if value.isIsolate { validIsolates += 1 }
          stack.append(
            Status(
              level: level, override: value == .rlo ? .r : value == .lro ? .l : nil,
              isIsolate: value.isIsolate))
        } else if value.isIsolate {
          overflowIsolates += 1
        } else if overflowIsolates == 0 {
          overflowEmbeddings += 1
        }
      case .pdi:
        if overflowIsolates > 0 {
          overflowIsolates -= 1
        } else if validIsolates > 0 {
          overflowEmbeddings = 0
          while let top = stack.last, !top.isIsolate { stack.removeLast() }
          stack.removeLast()
          validIsolates -= 1
        }
        let last = stack[stack.count - 1]
        levels[index] = last.level
        if let override = last.override { types[index] = override }
      case .pdf:
        if overflowIsolates > 0 { continue }
        if overflowEmbeddings > 0 {
          overflowEmbeddings -= 1
        } else if !last.isIsolate, stack.count > 1 {
          stack.removeLast()
        }
      case .b: levels[index] = base
      case .bn: break
      default: if let override = last.override { types[index] = override }
      }
    }
  }

  // MARK: X10

  private mutating func resolveSequences(_ bracket: (Int) -> BidiBrackets.Bracket?) {
    let kept = classes.indices.filter { !classes[$0].isRemoved }
    // Isolating run sequences as positions in `kept`.
    var sequences: [[Int]] = []
    var sequenceOf = [Int](repeating: 0, count: classes.count)
    var current = 0
    for (position, index) in kept.enumerated() {
      if position == 0 || explicit[kept[position - 1]] != explicit[index] {
        // A level run that begins with a matching PDI continues the sequence of its initiator.
        if classes[index] == .pdi, matches[index] >= 0 {
          current = sequenceOf[matches[index]]
        } else {
          current = sequences.count
          sequences.append([])
        }
      }
      sequences[current].append(position)
      sequenceOf[index] = current
    }
    for positions in sequences {
      let (first, last) = (positions[0], positions[positions.count - 1])
      let level = explicit[kept[first]]
      // An initiator without a PDI extends to the end of the paragraph.
      let isOpen = classes[kept[last]].isIsolate && matches[kept[last]] < 0
      let before = first > 0 ? explicit[kept[first - 1]] : base
      let after = isOpen || last + 1 == kept.count ? base : explicit[kept[last + 1]]
      var sequence = BidiSequence(
        positions.map { types[kept[$0]] }, level: level, start: max(level, before),
        end: max(level, after))
      sequence.resolve { bracket(kept[positions[$0]]) }
      for (place, position) in positions.enumerated() {
        levels[kept[position]] = sequence.levels[place]
      }
    }
  }
}

extension BidiClass {
  var isIsolate: Bool { self == .lri || self == .rli || self == .fsi }

  /// Whether rule X9 removes the character.
  var isRemoved: Bool {
    switch self {
    case .rle, .lre, .rlo, .lro, .pdf, .bn: true
    default: false
    }
  }
}
