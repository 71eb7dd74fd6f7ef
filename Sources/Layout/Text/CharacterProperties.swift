/// The properties of a scalar that breaking and measuring need, from one table. The Unicode data
/// and the rules that use them have the same version, independently of the standard library's.
struct CharacterProperties: Sendable, Hashable {
  /// The packed properties: bits 0–5 line break, 6–9 grapheme, 10–11 advance, 12 space.
  var bits: UInt16

  init(bits: UInt16) {
    self.bits = bits
  }

  var lineBreak: LineBreakClass { LineBreakClass(rawValue: UInt8(truncatingIfNeeded: bits & 0x3f)) }
  var grapheme: GraphemeClass {
    GraphemeClass(rawValue: UInt8(truncatingIfNeeded: bits >> 6 & 0xf))
  }
  var advance: AdvanceClass { AdvanceClass(rawValue: UInt8(truncatingIfNeeded: bits >> 10 & 3)) }
  /// Whether it is a space after which a line may end, or a line break; it is dropped at the end of
  /// a line.
  var isSpace: Bool { bits & 0x1000 != 0 }
}

extension CharacterProperties {
  /// Looks up a scalar. Complexity: O(1); one load for ASCII, none for the common ideographs.
  @inline(__always)
  init(_ scalar: UInt32) {
    if scalar < 0x80 {
      bits = Self.ascii[Int(scalar)]
    } else if scalar >= 0x4E00, scalar < 0xA000 {
      self = .ideograph
    } else {
      self = Self.tabulated(scalar)
    }
  }

  private static func tabulated(_ scalar: UInt32) -> Self {
    let entry: Int
    if scalar < 0x20000 {
      entry = Int(scalar)
    } else if scalar < 0x40000 {
      return .ideograph
    } else if scalar >= 0xE0000, scalar < 0xE1000 {
      entry = Int(scalar) - 0xE0000 + 0x20000
    } else {
      return scalar >= 0xF0000 ? .privateUse : .unassigned
    }
    // The generator writes two digits of `index` for every 64 entries, and 64 digits of `blocks`
    // for every number in `index`, so both offsets are within their literals for every entry.
    let number = Self.index.utf8Start + entry / 64 * 2
    let block = Int(number[0] - firstDigit) * radix + Int(number[1] - firstDigit)
    let record = Self.blocks.utf8Start[block * 64 + entry % 64] - firstDigit
    return Self(bits: Self.records[Int(record)])
  }

  private static var firstDigit: UInt8 { 0x24 }
  private static var radix: Int { 91 }
}
