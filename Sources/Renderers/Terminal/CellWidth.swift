/// Widths of text in terminal cells, by grapheme cluster.
///
/// East Asian wide and fullwidth scalars take two cells (UAX #11), symbols with emoji presentation
/// two (UTS #51), combining and other invisible scalars none. Conjuncts of Indic scripts and
/// spacing vowel signs are counted as in terminals and wcwidth.
package struct CellWidth: Sendable, Hashable {
  /// The contribution of a scalar to its cluster. The generated table contains the raw values.
  enum Class: UInt32 {
    case narrow, wide, zero, ambiguous, spacingMark, virama
    /// Narrow, but wide if U+FE0F follows.
    case emoji, ambiguousEmoji
    case control
    /// A line break or tab, drawn as a space.
    case lineBreak
    /// A bidirectional control, which would reorder the surrounding text.
    case direction
    /// A skin tone: part of the preceding emoji, else a wide symbol.
    case modifier
    case regionalIndicator
  }

  package let ambiguous: Int

  /// - Parameter ambiguous: 1 or 2; other values are clamped to that range.
  package init(ambiguous: Int = 1) { self.ambiguous = min(max(ambiguous, 1), 2) }

  package func width(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns the width of a cluster; 0 for a control character and a mark without a base.
  package func width(of cluster: Character) -> Int {
    var scalars = cluster.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return 0 }
    if first.value < 0x7F, cluster.isASCII { return first.value >= 0x20 ? 1 : 0 }
    let base = Self.class(of: first)
    var sum = Sum(class: base, cells: cells(of: base))
    while let scalar = scalars.next() { add(scalar, to: &sum) }
    return sum.cells
  }

  private struct Sum {
    /// The class of the last scalar that takes cells.
    var `class`: Class
    var cells: Int
    /// Whether the last scalar was U+200D, which joins the next symbol to the previous one.
    var isJoining = false
    var isAfterVirama = false
    /// Whether a conjunct has been counted, which takes one cell whatever its length.
    var hasConjunct = false
  }

  private func add(_ scalar: Unicode.Scalar, to sum: inout Sum) {
    let kind = Self.class(of: scalar)
    let isJoined = sum.isJoining
    let isConjunct = sum.isAfterVirama
    sum.isJoining = scalar.value == 0x200D && !isConjunct
    sum.isAfterVirama = kind == .virama || (isConjunct && scalar.value == 0x200D)
    if isJoined { return }
    switch kind {
    case .zero where scalar.value == 0xFE0F:
      if sum.class == .emoji || sum.class == .ambiguousEmoji { sum.cells = max(2, sum.cells) }
    case .modifier, .regionalIndicator:
      sum.cells = max(2, sum.cells)
    case .zero, .virama, .control, .lineBreak, .direction:
      break
    case .spacingMark:
      // A conjunct, or an earlier mark, has already taken the cell.
      if !sum.hasConjunct, sum.class != .spacingMark { sum.cells += 1 }
      sum.hasConjunct = false
      sum.class = .spacingMark
    case .narrow where isConjunct:
      if !sum.hasConjunct { sum.cells += 1 }
      sum.hasConjunct = true
    case .narrow, .wide, .ambiguous, .emoji, .ambiguousEmoji:
      sum.cells += cells(of: kind)
      sum.class = kind
    }
  }

  private func cells(of kind: Class) -> Int {
    switch kind {
    case .narrow, .emoji, .spacingMark: 1
    case .wide, .modifier, .regionalIndicator: 2
    case .ambiguous, .ambiguousEmoji: ambiguous
    // A mark without a base is not drawn.
    case .zero, .virama, .control, .lineBreak, .direction: 0
    }
  }

  /// - Complexity: O(log n) in the runs of the table; O(1) for Latin letters and common ideographs.
  static func `class`(of scalar: Unicode.Scalar) -> Class {
    let value = scalar.value
    if (0x3A..<0x7F).contains(value) { return .narrow }
    if (0x4E00...0x9FFF).contains(value) { return .wide }
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] >> 4 <= value { low = middle } else { high = middle }
    }
    return Class(rawValue: runs[low] & 15) ?? .narrow
  }
}
