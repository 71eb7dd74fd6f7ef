/// Advances by character: a page for every 64 characters of which one is recorded, and one page for
/// all others.
package struct AdvanceTable: Sendable, Hashable {
  /// Widest advance that can be recorded, in font units.
  package static var widest: UInt16 { .max - 1 }
  /// Stands where the font has no glyph.
  static var absent: UInt16 { .max }
  private static var blocks: Int { 0x110000 / 64 }

  /// The number of its page for every 64 characters of Unicode, then the pages, 64 entries each;
  /// pages are counted from the start of the array.
  ///
  /// Invariant: the whole page of every scalar is in the array.
  package private(set) var entries: [UInt16]

  package init() {
    let empty = UInt16(Self.blocks / 64)
    entries = Array(repeating: empty, count: Self.blocks)
    entries += repeatElement(Self.absent, count: 64)
  }

  /// The table of these entries; `nil` where they break the invariant.
  package init?(entries: [UInt16]) {
    guard entries.count >= Self.blocks,
      entries.prefix(Self.blocks).allSatisfy({ (Int($0) + 1) * 64 <= entries.count })
    else { return nil }
    self.entries = entries
  }

  /// Records the advance of a character, in font units and at most `widest`; `false` when it has one
  /// already.
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
