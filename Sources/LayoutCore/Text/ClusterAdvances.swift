/// How wide grapheme clusters are, in whole units of a measurer's own: sums of them are exact and do
/// not depend on their order.
protocol ClusterAdvances: Sendable {
  func advance(of scalar: UInt32, _ properties: CharacterProperties) -> Int
  /// The advance of a cluster that shows an emoji though its characters alone need not.
  var emoji: Int { get }
  /// The advance of "…".
  var ellipsis: Int { get }
}

/// Thousandths of an em, recorded from a font where it has the character and else by class.
///
/// | characters | advance |
/// |---|---|
/// | combining marks, controls, default ignorable characters | 0 |
/// | tab | 4 spaces |
/// | Latin, Greek, Cyrillic, punctuation, currency, symbols | recorded |
/// | East Asian wide, fullwidth and ambiguous; pictographs | 1000 |
/// | halfwidth forms | 500 |
/// | every other script (Arabic, Hebrew, Thai, Devanagari …) | the mean of the recorded a … z |
struct RecordedAdvances: ClusterAdvances {
  static var perEm: Int { 1000 }

  var emoji: Int { Self.perEm }
  var ellipsis: Int { InterAdvances.ellipsis }

  @inline(__always)
  func advance(of scalar: UInt32, _ properties: CharacterProperties) -> Int {
    if properties.advance == .zero { return scalar == 0x09 ? 4 * recorded(0x20) : 0 }
    let recorded = recorded(scalar)
    if recorded > 0 { return recorded }
    switch properties.advance {
    case .wide: return Self.perEm
    case .half: return Self.perEm / 2
    default: return InterAdvances.meanLetter
    }
  }

  /// 0 where the font has no glyph.
  @inline(__always)
  private func recorded(_ scalar: UInt32) -> Int {
    switch scalar {
    case 0x20..<0x530: Int(InterAdvances.from0020[Int(scalar) - 0x20])
    case 0x1E00..<0x1F00: Int(InterAdvances.from1E00[Int(scalar) - 0x1E00])
    case 0x2000..<0x2300: Int(InterAdvances.from2000[Int(scalar) - 0x2000])
    default: 0
    }
  }
}

/// Every cluster is one unit wide, a line break nothing.
struct FixedAdvances: ClusterAdvances {
  var emoji: Int { 1 }
  var ellipsis: Int { 1 }

  func advance(of scalar: UInt32, _ properties: CharacterProperties) -> Int {
    switch properties.lineBreak {
    case .bk, .cr, .lf, .nl: 0
    default: 1
    }
  }
}
