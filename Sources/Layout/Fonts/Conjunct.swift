/// Detects Indic conjuncts: consonants that a virama joins into one grapheme cluster (Unicode 16,
/// UAX #29, GB9c).
struct Conjunct {
  private var hasConsonant: Bool
  private var isLinked = false

  init(_ first: UInt32) { hasConsonant = Self.isConsonant(first) }

  /// Updates the state with the next mark of the cluster.
  mutating func follow(with mark: UInt32) {
    if Self.block(mark), mark & 0x7F == 0x4D { isLinked = true }
    if mark == 0x200C { isLinked = false }
  }

  /// Returns whether a character that usually begins a cluster continues the current cluster.
  mutating func takes(_ scalar: UInt32) -> Bool {
    defer { isLinked = false }
    return hasConsonant && isLinked && Self.isConsonant(scalar)
  }

  private static func isConsonant(_ scalar: UInt32) -> Bool {
    let place = scalar & 0x7F
    return block(scalar) && (0x15...0x39 ~= place || 0x58...0x5F ~= place || place >= 0x78)
  }

  /// Returns whether a character is Devanagari, Bengali, Gujarati, Oriya, Telugu or Malayalam.
  private static func block(_ scalar: UInt32) -> Bool {
    switch scalar >> 7 {
    case 0x12, 0x13, 0x15, 0x16, 0x18, 0x1A: true
    default: false
    }
  }
}
