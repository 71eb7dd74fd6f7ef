/// The widths of grapheme clusters, in whole units chosen by the measurer, so that sums are exact
/// and do not depend on the order of addition.
protocol ClusterAdvances {
  func advance(of scalar: UInt32, _ properties: CharacterProperties) -> Int
  /// The advance of a cluster whose characters together form an emoji, such as a keycap.
  var emoji: Int { get }
  /// The advance of "…".
  var ellipsis: Int { get }
}

/// Advances in font units: recorded from a font, or else defined by the character's class.
///
/// | characters | advance |
/// |---|---|
/// | combining marks, controls, default ignorable characters | 0, whatever is recorded |
/// | tab | 4 spaces |
/// | characters in the font | recorded |
/// | emoji | `emoji` |
/// | other East Asian wide, fullwidth and ambiguous; pictographs | `wide` |
/// | halfwidth forms | half of `wide` |
/// | every other character | `narrow` |
struct RecordedAdvances: ClusterAdvances {
  /// The entries of an `AdvanceTable`.
  private let entries: UnsafeBufferPointer<UInt16>
  let emoji: Int
  private let wide: UInt16
  private let narrow: UInt16

  /// Calls `body` with advances that are valid only during the call.
  static func of<Result>(
    _ weight: FontMetrics.Weight, _ body: (RecordedAdvances) -> Result
  ) -> Result {
    weight.advances.entries.withUnsafeBufferPointer {
      body(
        RecordedAdvances(
          entries: $0, emoji: weight.unscaledEmoji, wide: weight.wide, narrow: weight.narrow))
    }
  }

  var ellipsis: Int { advance(of: 0x2026, CharacterProperties(0x2026)) }

  @inline(__always)
  func advance(of scalar: UInt32, _ properties: CharacterProperties) -> Int {
    if properties.advance == .zero { return scalar == 0x09 ? 4 * space : 0 }
    let recorded = recorded(scalar)
    if recorded != AdvanceTable.absent { return Int(recorded) }
    switch properties.advance {
    case .wide: return properties.isEmoji ? emoji : Int(wide)
    case .half: return Int(wide) / 2
    default: return Int(narrow)
    }
  }

  private var space: Int {
    let recorded = recorded(0x20)
    return Int(recorded == AdvanceTable.absent ? narrow : recorded)
  }

  /// Returns the recorded advance. The table's invariant keeps both indices in bounds, because a
  /// scalar is below 0x110000.
  @inline(__always)
  private func recorded(_ scalar: UInt32) -> UInt16 {
    entries[Int(entries[Int(scalar / 64)]) * 64 + Int(scalar % 64)]
  }
}

/// Advances of one unit per cluster, and 0 for a line break.
struct FixedAdvances: ClusterAdvances {
  var emoji: Int { 1 }
  var ellipsis: Int { 1 }

  func advance(of scalar: UInt32, _ properties: CharacterProperties) -> Int {
    properties.lineBreak.isBreak ? 0 : 1
  }
}
