/// Whether a line may, must or must not end before a character. Arrays of opportunities contain the
/// raw values.
enum LineBreakOpportunity: UInt8, Sendable, Hashable {
  case prohibited, allowed, mandatory
}

/// The part of a number that ends at a boundary (LB25).
enum LineBreakNumber: Sendable {
  /// No number ends here.
  case none
  /// NU (NU | SY | IS)*: digits and separators.
  case open
  /// NU (NU | SY | IS)* (CL | CP): digits and separators, and a closing bracket.
  case closed

  /// Updates the state with the next character.
  @inline(__always) mutating func take(_ next: LineBreakClass) {
    switch next {
    case .nu: self = .open
    case .sy, .is: if self == .closed { self = .none }
    case .cl, .cp, .cpWide: self = self == .open ? .closed : .none
    default: self = .none
    }
  }
}

/// Incremental detection of line break opportunities by UAX #14 (Unicode 15, LB2–LB31),
/// character by character.
///
/// Numbers are kept together by the tailoring of LB13 and LB25 in section 8.2, example 7, which the
/// Unicode test file expects: "$(12.50)" does not break. Thai, Lao, Khmer and other text of class
/// SA is treated as letters (LB1), because there is no dictionary.
struct LineBreaker: Sendable {
  /// The class before the boundary; for a combining mark, the class of its base (LB9). `nil` at the
  /// start.
  private var previous: LineBreakClass?
  /// The class before the run of spaces that ends at the boundary.
  private var beforeSpaces = LineBreakClass.sp
  private var number = LineBreakNumber.none
  private var isAfterZWJ = false
  /// LB21a: whether HL (HY | BA) precedes the boundary.
  private var isAfterHebrewHyphen = false
  /// LB30a: whether an odd number of regional indicators precedes the boundary.
  private var isHalfFlag = false

  /// Returns whether `opportunity(before:isNumberAhead:)` depends on what follows the character:
  /// LB25 joins (PR | PO) to (OP | HY) only before NU.
  @inline(__always)
  func needsNumberAhead(_ next: LineBreakClass) -> Bool {
    (previous == .pr || previous == .po) && (next == .op || next == .opWide || next == .hy)
  }

  /// Returns the opportunity before the next character, and advances to it.
  /// - Parameter isNumberAhead: Whether NU follows the character and its combining marks.
  @inline(__always)
  mutating func opportunity(
    before next: LineBreakClass, isNumberAhead: Bool, rules: LineBreakRules
  ) -> LineBreakOpportunity {
    // LB28 for the common case, inside a word; only the state of LB8a can change.
    if next == .al, previous == .al {
      isAfterZWJ = false
      return .prohibited
    }
    return ruled(before: next, isNumberAhead: isNumberAhead, rules: rules)
  }

  private mutating func ruled(
    before next: LineBreakClass, isNumberAhead: Bool, rules: LineBreakRules
  ) -> LineBreakOpportunity {
    let isMark = next == .cm || next == .zwj
    // LB9: a mark joins its base. This includes LB7 and LB8a as far as they concern marks.
    if isMark, let previous, !previous.endsLines {
      isAfterZWJ = next == .zwj
      return .prohibited
    }
    // LB10: a mark without a base is treated as a letter.
    let effective = isMark ? .al : next
    defer { take(effective, isZWJ: next == .zwj) }
    switch previous {
    // LB2: the start of the text.
    case nil: return .prohibited
    // LB4, LB5: after a line break.
    case .cr: return next == .lf ? .prohibited : .mandatory
    case .bk, .lf, .nl: return .mandatory
    case let previous?:
      return pair(previous, effective, isNumberAhead: isNumberAhead, rules: rules)
    }
  }

  @inline(__always)
  private func pair(
    _ previous: LineBreakClass, _ next: LineBreakClass, isNumberAhead: Bool, rules: LineBreakRules
  ) -> LineBreakOpportunity {
    // LB6, LB7: before a line break, a space or a zero width space.
    if next.endsLines { return .prohibited }
    // LB8: after a zero width space.
    if previous == .zw || (previous == .sp && beforeSpaces == .zw) { return .allowed }
    // LB8a: after a zero width joiner.
    if isAfterZWJ { return .prohibited }
    // LB11–LB18: after spaces.
    if previous == .sp {
      return rules.acrossSpaces[Int(beforeSpaces.rawValue)].contains(next)
        ? .prohibited : .allowed
    }
    if rules.adjacent[Int(previous.rawValue)].contains(next) { return .prohibited }
    // LB20: before a contingent break (CB).
    if next == .cb { return .allowed }
    // LB21a: after a Hebrew letter and a hyphen.
    if isAfterHebrewHyphen { return .prohibited }
    // LB25: numbers.
    switch next {
    case .nu:
      switch previous {
      case .pr, .po, .hy: return .prohibited
      default: if number == .open { return .prohibited }
      }
    case .pr, .po: if number != .none { return .prohibited }
    case .op, .opWide, .hy:
      if isNumberAhead, previous == .pr || previous == .po { return .prohibited }
    // LB30a: regional indicators.
    case .ri: if previous == .ri, isHalfFlag { return .prohibited }
    default: break
    }
    // LB31: everywhere else.
    return .allowed
  }

  @inline(__always)
  private mutating func take(_ next: LineBreakClass, isZWJ: Bool) {
    if next == .sp, previous != .sp { beforeSpaces = previous ?? .sp }
    isAfterZWJ = isZWJ
    isAfterHebrewHyphen = previous == .hl && (next == .hy || next == .ba)
    isHalfFlag = next == .ri && !(previous == .ri && isHalfFlag)
    number.take(next)
    previous = next
  }
}

extension LineBreakClass {
  /// Whether the character is a line break.
  var isBreak: Bool { self == .bk || self == .cr || self == .lf || self == .nl }

  /// Whether no line ends before the character (LB6, LB7), and no mark joins it (LB9).
  @inline(__always) var endsLines: Bool {
    switch self {
    case .bk, .cr, .lf, .nl, .sp, .zw: true
    default: false
    }
  }
}
