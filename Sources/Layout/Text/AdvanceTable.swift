/// A table of advances by character. Each block of 64 characters with a recorded advance has a
/// page of its own; all other blocks share one page.
package struct AdvanceTable: Sendable, Hashable {
  /// The widest advance that can be recorded, in font units.
  package static var widest: UInt16 { .max - 1 }
  /// The entry for characters without a glyph in the font.
  static var absent: UInt16 { .max }
  private static var blocks: Int { 0x110000 / 64 }

  /// The page number of each block of 64 characters, followed by the pages with 64 entries each.
  /// Page n begins at index 64 * n of the array.
  ///
  /// Invariant: Every page number refers to a whole page in the array.
  package private(set) var entries: [UInt16]

  package init() {
    let empty = UInt16(Self.blocks / 64)
    entries = Array(repeating: empty, count: Self.blocks)
    entries += repeatElement(Self.absent, count: 64)
  }

  /// Creates a table from its entries; `nil` if they violate the invariant.
  package init?(entries: [UInt16]) {
    guard entries.count >= Self.blocks,
      entries.prefix(Self.blocks).allSatisfy({ (Int($0) + 1) * 64 <= entries.count })
    else { return nil }
    self.entries = entries
  }

  /// Records the advance of a character, in font units, limited to `widest`. Returns `false` if an
  /// advance is already recorded.
  ///
  /// Complexity: O(1) amortised.
  package mutating func record(_ advance: UInt16, of scalar: Unicode.Scalar) -> Bool {
    let block = Int(scalar.value / 64)
    if Int(entries[block]) * 64 == Self.blocks {
      entries[block] = UInt16(entries.count / 64)
      entries += repeatElement(Self.absent, count: 64)
    }
    let index = Int(entries[block]) * 64 + Int(scalar.value % 64)
    guard entries[index] == Self.absent else { return false }
    entries[index] = min(advance, Self.widest)
    return true
  }
}
