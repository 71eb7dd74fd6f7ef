/// The levels of a paragraph.
struct BidiParagraph {
  private(set) var levels: [UInt8]
  /// The levels before those of letters and numbers are resolved.
  private var explicit: [UInt8] = []
  private let classes: [BidiClass]
  private let base: UInt8
  /// The classes after overrides (X4–X6), which W1–W7 begin with.
  private var types: [BidiClass]
  /// The matching PDI of each isolate initiator, and the reverse (BD9); -1 without one.
  private let matches: [Int]

  /// BD2.
  private static let deepest: UInt8 = 125

  init(_ classes: [BidiClass], base: BaseDirection) {
    self.classes = classes
    types = classes
    matches = Self.matches(classes)
    switch base {
    case .leftToRight: self.base = 0
    case .rightToLeft: self.base = 1
    case .automatic:
      self.base = Self.level(classes, matches)
    }
    levels = [UInt8](repeating: self.base, count: classes.count)
  }

  mutating func resolve(bracket: (Int) -> BidiBrackets.Bracket?) {
    setExplicitLevels()
    explicit = levels
    resolveSequences(bracket)
    // X9: removed characters have the level before them.
    for index in classes.indices where classes[index].isRemoved {
      levels[index] = index > 0 ? levels[index - 1] : base
    }
    // L1.
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

  /// Returns the level of the first letter outside of isolates (P2, P3).
  private static func level(_ classes: [BidiClass], _ matches: [Int]) -> UInt8 {
    var index = 0
    while index < classes.count {
      switch classes[index] {
      case .l: return 0
      case .r, .al: return 1
      case .lri, .rli, .fsi:
        guard matches[index] >= 0 else { return 0 }
        index = matches[index]
      default: break
      }
      index += 1
    }
    return 0
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
    // Nested FSI look for a letter each; a letter that was found serves those around it.
    let directions = FirstLetters(classes, matches)
    for index in classes.indices {
      let last = stack[stack.count - 1]
      levels[index] = last.level
      let value = classes[index]
      switch value {
      case .rle, .lre, .rlo, .lro:
        let isRight = value == .rle || value == .rlo
        let level = isRight ? (last.level + 1) | 1 : (last.level + 2) & ~1
        guard level <= Self.deepest, overflowIsolates == 0, overflowEmbeddings == 0 else {
          if overflowIsolates == 0 { overflowEmbeddings += 1 }
          continue
        }
        let override: BidiClass? = value == .rlo ? .r : value == .lro ? .l : nil
        stack.append(Status(level: level, override: override, isIsolate: false))
      case .rli, .lri, .fsi:
        if let override = last.override { types[index] = override }
        let isRight = value == .rli || (value == .fsi && directions.isRight(after: index))
        let level = isRight ? (last.level + 1) | 1 : (last.level + 2) & ~1
        guard level <= Self.deepest, overflowIsolates == 0, overflowEmbeddings == 0 else {
          overflowIsolates += 1
          continue
        }
        validIsolates += 1
        stack.append(Status(level: level, override: nil, isIsolate: true))
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

  /// The directions of isolates whose first letter decides (X5c), in O(characters) together.
  private struct FirstLetters {
    /// The class of the first letter outside of inner isolates, from each position to the end of its
    /// isolate: 0 or 1; 2 without one.
    private var found: [UInt8]

    init(_ classes: [BidiClass], _ matches: [Int]) {
      found = [UInt8](repeating: 2, count: classes.count + 1)
      guard classes.contains(.fsi) else { return }
      for index in classes.indices.reversed() {
        switch classes[index] {
        case .l: found[index] = 0
        case .r, .al: found[index] = 1
        case .lri, .rli, .fsi:
          found[index] = matches[index] >= 0 ? found[matches[index] + 1] : 2
        case .pdi: found[index] = matches[index] >= 0 ? 2 : found[index + 1]
        default: found[index] = found[index + 1]
        }
      }
    }

    func isRight(after index: Int) -> Bool { found[index + 1] == 1 }
  }

  // MARK: X10

  private mutating func resolveSequences(_ bracket: (Int) -> BidiBrackets.Bracket?) {
    let kept = classes.indices.filter { !classes[$0].isRemoved }
    // Level runs as ranges of `kept`.
    var runs: [Range<Int>] = []
    var runOfStart: [Int: Int] = [:]
    for (position, index) in kept.enumerated() {
      if let last = runs.last, explicit[kept[last.lowerBound]] == explicit[index] {
        runs[runs.count - 1] = last.lowerBound..<position + 1
      } else {
        runOfStart[index] = runs.count
        runs.append(position..<position + 1)
      }
    }
    for run in runs {
      let first = kept[run.lowerBound]
      // A run that begins with a matching PDI belongs to the sequence of its initiator.
      if classes[first] == .pdi, matches[first] >= 0 { continue }
      var indices: [Int] = []
      var next: Range<Int>? = run
      while let part = next {
        indices += kept[part]
        let last = kept[part.upperBound - 1]
        let match = classes[last].isIsolate ? matches[last] : -1
        next = match >= 0 ? runOfStart[match].map { runs[$0] } : nil
      }
      resolve(indices, in: kept, run, bracket)
    }
  }

  private mutating func resolve(
    _ indices: [Int], in kept: [Int], _ run: Range<Int>,
    _ bracket: (Int) -> BidiBrackets.Bracket?
  ) {
    let level = explicit[indices[0]]
    let before = run.lowerBound > 0 ? explicit[kept[run.lowerBound - 1]] : base
    let last = indices[indices.count - 1]
    var after = base
    // An initiator without its PDI is followed by the end of the paragraph.
    if !(classes[last].isIsolate && matches[last] < 0) {
      after = next(last).map { explicit[$0] } ?? base
    }
    var sequence = BidiSequence(
      indices.map { types[$0] }, level: level, start: max(level, before), end: max(level, after))
    sequence.resolve(
      bracket: { bracket(indices[$0]) }, isMark: { classes[indices[$0]] == .nsm })
    for (position, index) in indices.enumerated() { levels[index] = sequence.levels[position] }
  }

  /// Returns the next character that rule X9 keeps.
  private func next(_ index: Int) -> Int? {
    var index = index + 1
    while index < classes.count, classes[index].isRemoved { index += 1 }
    return index < classes.count ? index : nil
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
