/// Incremental detection of extended grapheme clusters (UAX #29 of Unicode 15, GB3–GB13), scalar by
/// scalar.
struct GraphemeBreaker: Sendable {
  private var previous: GraphemeClass
  /// Whether the cluster ends with an odd number of regional indicators.
  private var isHalfFlag: Bool
  /// GB11: whether the cluster is Extended_Pictographic Extend*, possibly followed by ZWJ.
  private var isPictographic: Bool

  /// Creates a cluster with its first scalar.
  @inline(__always)
  init(_ first: GraphemeClass) {
    previous = first
    isHalfFlag = first == .regionalIndicator
    isPictographic = first == .extendedPictographic
  }

  /// Adds the next scalar to the cluster, or returns false if it begins a new cluster.
  @inline(__always)
  mutating func takes(_ next: GraphemeClass) -> Bool {
    // GB999 for the usual case: two characters that no other rule concerns.
    if previous == .other, next == .other { return false }
    guard joins(next) else { return false }
    isHalfFlag = next == .regionalIndicator && !isHalfFlag
    isPictographic =
      next == .extendedPictographic
      || (isPictographic && previous != .zwj && (next == .extend || next == .zwj))
    previous = next
    return true
  }

  private func joins(_ next: GraphemeClass) -> Bool {
    // GB3, GB4, GB5: line breaks and controls.
    if previous == .cr { return next == .lf }
    if previous == .control || previous == .lf { return false }
    switch next {
    case .control, .cr, .lf: return false
    // GB9, GB9a: extending characters and spacing marks.
    case .extend, .zwj, .spacingMark: return true
    default: break
    }
    switch previous {
    // GB6, GB7, GB8: Hangul syllables.
    case .l: return next == .l || next == .v || next == .lv || next == .lvt
    case .lv, .v: return next == .v || next == .t
    case .lvt, .t: return next == .t
    // GB9b: prepended characters.
    case .prepend: return true
    // GB11: emoji joined by ZWJ.
    case .zwj: return isPictographic && next == .extendedPictographic
    // GB12, GB13: flags.
    case .regionalIndicator: return isHalfFlag && next == .regionalIndicator
    default: return false
    }
  }
}
