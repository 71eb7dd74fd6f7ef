import LayoutCore

/// Widths of text in terminal cells, by grapheme cluster.
///
/// A wide or fullwidth East Asian scalar has two cells (UAX #11), and so does a symbol with emoji
/// presentation (UTS #51). Combining and other invisible scalars have none. Conjuncts of Indic
/// scripts and spacing vowel signs have the widths that terminals and wcwidth use.
package struct CellWidth: Sendable, Hashable {
  package let ambiguous: Int

  /// - Parameter ambiguous: The cells of an ambiguous character: 1 or 2; other values are clamped.
  package init(ambiguous: Int = 1) { self.ambiguous = min(max(ambiguous, 1), 2) }

  /// Returns the width of a text in cells.
  package func width(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns the width of a cluster in cells; 0 for a control character or a mark without a base.
  package func width(of cluster: Character) -> Int {
    var scalars = cluster.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return 0 }
    if first.value < 0x7F, cluster.isASCII { return first.value >= 0x20 ? 1 : 0 }
    var sum = Sum(last: first, cells: cells(of: CellClass(first)))
    while let scalar = scalars.next() { add(scalar, to: &sum) }
    return sum.cells
  }

  private struct Sum {
    /// The last scalar with a width; at first, the first scalar.
    var last: Unicode.Scalar
    var cells: Int
    /// Whether the last scalar was U+200D, which joins the next symbol to the previous symbol.
    var isJoining = false
    var isAfterVirama = false
    /// Whether the cell of a conjunct is already counted. Every conjunct has exactly one cell.
    var hasConjunct = false
  }

  private func add(_ scalar: Unicode.Scalar, to sum: inout Sum) {
    let kind = CellClass(scalar)
    let isJoined = sum.isJoining
    let isConjunct = sum.isAfterVirama
    let isVirama = kind == .zero && scalar.properties.canonicalCombiningClass == .virama
    sum.isJoining = scalar.value == 0x200D && !isConjunct
    sum.isAfterVirama = isVirama || (isConjunct && scalar.value == 0x200D)
    if isJoined { return }
    switch kind {
    case .zero where scalar.value == 0xFE0F:
      if sum.last.properties.isEmoji { sum.cells = max(2, sum.cells) }
    case .modifier:
      sum.cells = max(2, sum.cells)
    case .zero, .control, .lineBreak:
      break
    case .spacingMark:
      // Adds one cell, unless a conjunct or an earlier spacing mark has already added it.
      if !sum.hasConjunct, CellClass(sum.last) != .spacingMark { sum.cells += 1 }
      sum.hasConjunct = false
      sum.last = scalar
    case .narrow where isConjunct && !scalar.properties.isEmoji:
      if !sum.hasConjunct { sum.cells += 1 }
      sum.hasConjunct = true
    case .narrow, .wide, .ambiguous:
      sum.cells += cells(of: kind)
      sum.last = scalar
    }
  }

  private func cells(of kind: CellClass) -> Int {
    switch kind {
    case .narrow, .spacingMark: 1
    case .wide, .modifier: 2
    case .ambiguous: ambiguous
    // Terminals do not show a mark without a base.
    case .zero, .control, .lineBreak: 0
    }
  }
}
