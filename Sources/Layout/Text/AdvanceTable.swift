/// Advances by character: one page for each block of 64 characters with a recorded one, and a
/// shared page for all others.
package struct AdvanceTable: Sendable, Hashable {
  /// The widest advance that can be recorded, in font units.
  package static var widest: UInt16 { .max - 1 }
  /// The entry for characters without a glyph in the font.
  static var absent: UInt16 { .max }
  private static var blocks: Int { 0x110000 / 64 }

  /// The page number for every 64 characters of Unicode, followed by the pages with 64 entries
  /// each. Page numbers are relative to the start of the array.
  ///
  /// Invariant: The array contains the whole page of every scalar.
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
