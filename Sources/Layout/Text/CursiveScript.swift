/// The scripts whose letters join. Letter spacing would break the joins, so it does not apply to them
/// (CSS Text 3 §8.2.1); Chromium leaves out the same scripts since version 138.
enum CursiveScript {
  /// The ISO 15924 tags: Arab, Mand, Mong, Nkoo, Phag, Rohg, Syrc.
  private static let tags: [UInt32] = [
    0x4172_6162, 0x4D61_6E64, 0x4D6F_6E67, 0x4E6B_6F6F, 0x5068_6167, 0x526F_6867, 0x5379_7263,
  ]

  static func contains(tag: UInt32) -> Bool { tags.contains(tag) }

  /// Whether a character is in a block of a cursive script.
  static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0600...0x077F, 0x07C0...0x07FF, 0x0840...0x08FF, 0x1800...0x18AF, 0xA840...0xA87F,
      0xFB50...0xFDFF, 0xFE70...0xFEFF, 0x1_0D00...0x1_0D3F:
      true
    default: false
    }
  }
}
