/// How lines of shaped texts break.
package enum LineBreakStyle: String, Sendable, CaseIterable {
  /// The rules of UAX #14 of Unicode 17, with the properties of Unicode 15.
  case uax14
  /// As in Blink: spaces always end a line, characters of ASCII follow a table of their own, small
  /// kana begin lines, a soft hyphen ends none.
  case blink
}

/// The line break opportunities of a whole text.
package enum LineBreaks {
  /// Whether a line may (1) or must (2) end before a byte; otherwise 0.
  ///
  /// Runs of Thai, Lao, Khmer and Burmese have the breaks of ICU's dictionaries, if it is installed.
  /// - Returns: An element for each byte; those inside of scalars are 0.
  ///
  /// Complexity: O(bytes).
  package static func opportunities(
    _ text: UnsafeBufferPointer<UInt8>, style: LineBreakStyle, locale: String? = nil
  ) -> (breaks: [UInt8], dictionary: DictionaryUse) {
    var breaks = [UInt8](repeating: 0, count: text.count + 1)
    let isChinese = locale.map { $0 == "zh" || $0.hasPrefix("zh-") } ?? false
    let scan = LineBreakScan(text, style: style, isChinese: isChinese)
    scan.write(to: &breaks)
    if style == .blink { BlinkLineBreaks(text).write(to: &breaks) }
    let use = DictionaryBreaks.add(to: &breaks, of: text)
    return (breaks, use)
  }
}

/// The rules of UAX #14 of Unicode 17 over a whole text, with any context.
private struct LineBreakScan {
  /// A character with the combining marks that LB9 joins to it.
  struct Unit {
    var start: Int32
    var value: LineBreakClass
    var part = Part.none
    var flags: Flags = []
    /// Whether the last of its marks is ZERO WIDTH JOINER.
    var endsWithJoiner = false

    struct Flags: OptionSet {
      let rawValue: UInt8
      static let isEastAsian = Flags(rawValue: 1)
      static let isInitialQuote = Flags(rawValue: 2)
      static let isFinalQuote = Flags(rawValue: 4)
    }
  }

  /// A distinction inside of a class, which Unicode 16 and 17 made.
  enum Part {
    case none
    /// HH, the hyphens.
    case hyphen
    /// AK and AS, and U+25CC for LB28a.
    case aksara, dottedCircle
    /// VF, VI.
    case finalVirama, virama
  }

  private var units: [Unit] = []
  private let rules = LineBreakRules.unicode

  init(_ text: UnsafeBufferPointer<UInt8>, style: LineBreakStyle, isChinese: Bool) {
    units.reserveCapacity(text.count)
    var offset = 0
    while offset < text.count {
      let scalar = text.scalar(at: offset)
      var unit = Self.unit(scalar.value, at: offset)
      if style == .blink {
        if Self.isConditionalStarter(scalar.value) { unit.value = .id }
        if isChinese { Self.adapt(&unit, to: scalar.value) }
      }
      offset += scalar.count
      // LB9.
      if unit.value == .cm || unit.value == .zwj, let last = units.last, !last.value.endsLines {
        units[units.count - 1].endsWithJoiner = unit.value == .zwj
      } else {
        units.append(unit)
        // LB10.
        if unit.value == .cm || unit.value == .zwj {
          units[units.count - 1].value = .al
          units[units.count - 1].endsWithJoiner = unit.value == .zwj
        }
      }
    }
  }

  /// ICU's rules for Chinese: quotation marks are brackets.
  private static func adapt(_ unit: inout Unit, to scalar: UInt32) {
    switch scalar {
    case 0x201C: unit.value = .op
    case 0x201D: unit.value = .cl
    case 0x301C, 0x30A0: unit.value = .id
    default: break
    }
  }

  private static func unit(_ scalar: UInt32, at offset: Int) -> Unit {
    var unit = Unit(start: Int32(offset), value: CharacterProperties(scalar).lineBreak)
    guard scalar >= 0x80 else { return unit }
    switch unit.value {
    case .qu:
      if initialQuotes.contains(scalar) { unit.flags.insert(.isInitialQuote) }
      if finalQuotes.contains(scalar) { unit.flags.insert(.isFinalQuote) }
    case .ba: if isHyphen(scalar) { unit.part = .hyphen }
    case .al, .cm:
      unit.part = part(scalar)
      if unit.part == .virama || unit.part == .finalVirama { unit.value = .al }
    default: break
    }
    if scalar >= 0x1100, Unicode.Scalar(scalar).map({ CellClass($0) }) == .wide {
      unit.flags.insert(.isEastAsian)
    }
    return unit
  }

  /// General category Pi, and Pf, of class QU.
  private static let initialQuotes: Set<UInt32> = [
    0xAB, 0x2018, 0x201B, 0x201C, 0x201F, 0x2039, 0x2E02, 0x2E04, 0x2E09, 0x2E0C, 0x2E1C, 0x2E20,
  ]
  private static let finalQuotes: Set<UInt32> = [
    0xBB, 0x2019, 0x201D, 0x203A, 0x2E03, 0x2E05, 0x2E0A, 0x2E0D, 0x2E1D, 0x2E21,
  ]

  /// HH.
  private static func isHyphen(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x058A, 0x05BE, 0x1400, 0x2010, 0x2012, 0x2013: true
    default: false
    }
  }

  /// CJ: small kana and the prolonged sound mark.
  private static func isConditionalStarter(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095,
      0x3096, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE,
      0x30F5, 0x30F6, 0x30FC, 0x31F0...0x31FF, 0xFF67...0xFF70, 0x1B132, 0x1B150...0x1B152,
      0x1B155, 0x1B164...0x1B167:
      true
    default: false
    }
  }

  private static func part(_ scalar: UInt32) -> Part {
    switch scalar {
    case 0x25CC: .dottedCircle
    // Balinese, Batak, Javanese, Cham.
    case 0x1B05...0x1B33, 0x1B45...0x1B4C, 0x1BC0...0x1BE5, 0xA984...0xA9B2, 0xAA00...0xAA28:
      .aksara
    case 0x1B44, 0xA9C0: .virama
    case 0x1BF2, 0x1BF3: .finalVirama
    default: .none
    }
  }

  func write(to breaks: inout [UInt8]) {
    var number = NumberState.none
    var isHalfFlag = false
    for index in units.indices {
      let unit = units[index]
      if index > 0 {
        let opportunity = opportunity(before: index, number, isHalfFlag)
        breaks[Int(unit.start)] =
          opportunity == .mandatory ? 2 : opportunity == .allowed ? 1 : 0
      }
      switch unit.value {
      case .nu: number = .open
      case .sy, .is: if number == .closed { number = .none }
      case .cl, .cp, .cpWide: number = number == .open ? .closed : .none
      default: number = .none
      }
      isHalfFlag = unit.value == .ri && !isHalfFlag
    }
  }

  private enum NumberState {
    case none
    /// NU (SY | IS)*
    case open
    /// NU (SY | IS)* (CL | CP)
    case closed
  }

  private func opportunity(
    before index: Int, _ number: NumberState, _ isHalfFlag: Bool
  ) -> LineBreakOpportunity {
    let (previous, next) = (units[index - 1], units[index])
    // LB4–LB7.
    switch previous.value {
    case .bk, .lf, .nl: return .mandatory
    case .cr: return next.value == .lf ? .prohibited : .mandatory
    default: break
    }
    switch next.value {
    case .bk, .cr, .lf, .nl, .sp, .zw: return .prohibited
    default: break
    }
    var base = index - 1
    if previous.value == .sp {
      while base >= 0, units[base].value == .sp { base -= 1 }
    }
    let before = base >= 0 ? units[base] : nil
    // LB8, LB8a.
    if before?.value == .zw { return .allowed }
    if previous.endsWithJoiner { return .prohibited }
    if previous.value == .sp {
      return afterSpaces(before, base, next, index) ? .prohibited : .allowed
    }
    return joins(previous, next, index, number, isHalfFlag) ? .prohibited : .allowed
  }

  /// Returns whether a line does not end between spaces and a character (LB11, LB14–LB18).
  private func afterSpaces(_ before: Unit?, _ base: Int, _ next: Unit, _ index: Int) -> Bool {
    if next.value == .wj { return true }
    switch before?.value {
    case .op, .opWide: return true
    case .qu:
      if units[base].flags.contains(.isInitialQuote), opensQuote(at: base) { return true }
    case .cl, .cp, .cpWide: if next.value == .ns { return true }
    case .b2: if next.value == .b2 { return true }
    default: break
    }
    switch next.value {
    case .cl, .cp, .cpWide, .ex, .sy: return true
    case .is: return !(index + 1 < units.count && units[index + 1].value == .nu)
    default: return isFinalQuoteAtEnd(index)
    }
  }

  /// LB15a: whether nothing that a closing quote follows precedes a quote.
  private func opensQuote(at index: Int) -> Bool {
    guard index > 0 else { return true }
    switch units[index - 1].value {
    case .bk, .cr, .lf, .nl, .op, .opWide, .qu, .gl, .sp, .zw: return true
    default: return false
    }
  }

  /// LB15b.
  private func isFinalQuoteAtEnd(_ index: Int) -> Bool {
    guard units[index].value == .qu, units[index].flags.contains(.isFinalQuote) else {
      return false
    }
    guard index + 1 < units.count else { return true }
    switch units[index + 1].value {
    case .sp, .gl, .wj, .cl, .qu, .cp, .cpWide, .ex, .is, .sy, .bk, .cr, .lf, .nl, .zw: return true
    default: return false
    }
  }

  /// Returns whether a line does not end between two characters (LB11–LB30b).
  private func joins(
    _ previous: Unit, _ next: Unit, _ index: Int, _ number: NumberState, _ isHalfFlag: Bool
  ) -> Bool {
    // LB19, LB19a.
    if next.value == .qu {
      switch previous.value {
      case .op, .opWide, .wj, .gl, .bb: return true
      default: break
      }
      return !next.flags.contains(.isInitialQuote) || !previous.flags.contains(.isEastAsian)
        || index + 1 == units.count || !units[index + 1].flags.contains(.isEastAsian)
    }
    if previous.value == .qu {
      switch next.value {
      case .cl, .cp, .cpWide, .ex, .sy, .is, .wj, .gl, .ba, .hy, .ns, .in: return true
      default: break
      }
      return !previous.flags.contains(.isFinalQuote) || !next.flags.contains(.isEastAsian)
        || index < 2 || !units[index - 2].flags.contains(.isEastAsian)
    }
    // Aksaras are no letters of LB28.
    if previous.part != .none, next.part == .aksara || next.part == .dottedCircle {
      return joinsAksaras(previous, next, index)
    }
    if rules.adjacent[Int(previous.value.rawValue)].contains(next.value) { return true }
    if previous.value == .cb || next.value == .cb { return false }
    return joinsInContext(previous, next, index, number, isHalfFlag)
  }

  private func joinsInContext(
    _ previous: Unit, _ next: Unit, _ index: Int, _ number: NumberState, _ isHalfFlag: Bool
  ) -> Bool {
    let isHyphen = previous.value == .hy || previous.part == .hyphen
    // LB20a, LB21a.
    if isHyphen {
      let before = index >= 2 ? units[index - 2] : nil
      if next.value == .al || next.value == .hl, startsWord(before) { return true }
      if before?.value == .hl, next.value != .hl { return true }
    }
    // LB25.
    switch next.value {
    case .nu:
      switch previous.value {
      case .pr, .po, .hy, .is: return true
      default: if number == .open { return true }
      }
    case .pr, .po: if number != .none { return true }
    case .op, .opWide:
      if previous.value == .pr || previous.value == .po {
        var ahead = index + 1
        if ahead < units.count, units[ahead].value == .is { ahead += 1 }
        if ahead < units.count, units[ahead].value == .nu { return true }
      }
    // LB30a.
    case .ri: if previous.value == .ri, isHalfFlag { return true }
    default: break
    }
    return joinsAksaras(previous, next, index)
  }

  /// LB20a: whether a hyphen after this begins a word.
  private func startsWord(_ before: Unit?) -> Bool {
    switch before?.value {
    case nil, .bk, .cr, .lf, .nl, .sp, .zw, .cb, .gl: true
    default: false
    }
  }

  /// LB28a.
  private func joinsAksaras(_ previous: Unit, _ next: Unit, _ index: Int) -> Bool {
    func isAksara(_ unit: Unit) -> Bool { unit.part == .aksara || unit.part == .dottedCircle }
    if isAksara(previous), next.part == .virama || next.part == .finalVirama { return true }
    if previous.part == .virama, index >= 2, isAksara(units[index - 2]), isAksara(next) {
      return true
    }
    return isAksara(previous) && isAksara(next) && index + 1 < units.count
      && units[index + 1].part == .finalVirama
  }
}

extension LineBreakClass {
  /// Whether LB9 joins no mark to the character.
  fileprivate var endsLines: Bool {
    switch self {
    case .bk, .cr, .lf, .nl, .sp, .zw: true
    default: false
    }
  }
}
