/// The properties of a scalar for line breaking, measuring and terminals, from one generated table.
/// The table and the rules that use it have the same Unicode version, independently of the standard
/// library's version.
struct CharacterProperties: Sendable, Hashable {
  /// The packed properties: bits 0–5 line break, 6–9 grapheme, 10–11 advance, 12 space,
  /// 13–15 cells.
  var bits: UInt16

  // Only the generator packs the bits, so the raw values are valid.
  var lineBreak: LineBreakClass {
    unsafeBitCast(UInt8(truncatingIfNeeded: bits & 0x3f), to: LineBreakClass.self)
  }
  var grapheme: GraphemeClass {
    unsafeBitCast(UInt8(truncatingIfNeeded: bits >> 6 & 0xf), to: GraphemeClass.self)
  }
  var advance: AdvanceClass {
    unsafeBitCast(UInt8(truncatingIfNeeded: bits >> 10 & 3), to: AdvanceClass.self)
  }
  /// Whether the scalar is a breaking space or a line break, which takes no width at the end of a
  /// line.
  var isSpace: Bool { bits & 0x1000 != 0 }
  /// Whether the scalar alone is shown as an emoji: a wide pictograph or a regional indicator.
  var isEmoji: Bool {
    grapheme == .regionalIndicator || (grapheme == .extendedPictographic && cells == .wide)
  }
  fileprivate var cells: CellClass { unsafeBitCast(UInt8(bits >> 13), to: CellClass.self) }
}

extension CharacterProperties {
  /// Looks up a scalar. Complexity: O(1); one memory access for ASCII, none for common ideographs.
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
    if scalar < 0x20000 { return Self(bits: table[Int(scalar) - 0x80]) }
    if scalar < 0x40000 { return .ideograph }
    if scalar >= 0xE0000, scalar < 0xE1000 { return Self(bits: table[Int(scalar) - 0xC0080]) }
    return scalar >= 0xF0000 ? .privateUse : .unassigned
  }

  /// The bits of U+0080 … U+1FFFF, then those of U+E0000 … U+E0FFF.
  private static let table: [UInt16] = {
    var table: [UInt16] = []
    table.reserveCapacity(0x21000 - 0x80)
    var digits = TableDigits(runs)
    while let record = digits.next(), let digit = digits.next() {
      let count = digit > 0 ? digit : digits.nextNumber() ?? 0
      table.append(contentsOf: repeatElement(records[record], count: count))
    }
    return table
  }()
}

extension CellClass {
  package init(_ scalar: Unicode.Scalar) {
    // The last two scalars of a plane are not characters, and the table does not exclude them.
    let isCharacter = scalar.value & 0xFFFE != 0xFFFE
    self = isCharacter ? CharacterProperties(scalar.value).cells : .narrow
  }
}

/// The digits of a generated table: base 95, as printable ASCII from " " (0) to "~" (94).
struct TableDigits: IteratorProtocol {
  private var bytes: UnsafeBufferPointer<UInt8>.Iterator

  init(_ text: StaticString) {
    bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      .makeIterator()
  }

  mutating func next() -> Int? { bytes.next().map { Int($0) - 0x20 } }

  /// Returns the number that the next two digits represent; `nil` at the end.
  mutating func nextNumber() -> Int? {
    guard let high = next(), let low = next() else { return nil }
    return high * 95 + low
  }
}
