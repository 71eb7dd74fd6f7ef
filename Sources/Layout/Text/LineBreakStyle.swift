/// The rules by which lines of shaped texts break.
package enum LineBreakStyle: String, Sendable, CaseIterable {
  /// The rules of UAX #14 of Unicode 17, with the properties of Unicode 15.
  case uax14
  /// The rules of Blink: a line may end after any space, ASCII characters follow a table of their
  /// own, small kana may begin a line, and no line ends after a soft hyphen.
  case blink
}

/// The line break opportunities of a whole text.
package enum LineBreaks {
  /// Returns for each byte whether a line may (1) or must (2) end before it; otherwise 0.
  ///
  /// Runs of Thai, Lao, Khmer and Burmese have the breaks of ICU's dictionaries, if ICU is
  /// installed.
  /// - Returns: An element for each byte and the end; 0 for bytes inside of scalars.
  ///
  /// Complexity: O(bytes).
  package static func opportunities(
    _ text: UnsafeBufferPointer<UInt8>, style: LineBreakStyle, locale: String? = nil
  ) -> (breaks: [UInt8], dictionary: DictionaryUse) {
    var breaks = [UInt8](repeating: 0, count: text.count + 1)
    let isChinese = locale.map { $0 == "zh" || $0.hasPrefix("zh-") } ?? false
    LineBreakScan(text, style: style, isChinese: isChinese).write(to: &breaks)
    if style == .blink { BlinkLineBreaks.write(to: &breaks, of: text) }
    let use = DictionaryBreaks.add(to: &breaks, of: text)
    return (breaks, use)
  }
}

/// The rules of UAX #14 of Unicode 17, applied to a whole text, because some rules depend on
/// characters before and after the pair at a boundary.
private struct LineBreakScan {
  /// A character with the combining marks that LB9 joins to it.
  struct Unit {
    var start: Int32
    var value: LineBreakClass
    var part = Part.none
    var isEastAsian = false
    /// Whether the last mark of the unit is ZERO WIDTH JOINER.
    var endsWithJoiner = false

    var isAksara: Bool { part == .aksara || part == .dottedCircle }
  }

  /// A distinction within a line break class. Unicode 16 and 17 introduced most of them.
  enum Part {
    case none
    /// A hyphen of class HH.
    case hyphen
    case initialQuote, finalQuote
    /// The classes AK and AS, and U+25CC, which rule LB28a treats in the same way.
    case aksara, dottedCircle
    /// The classes VF and VI.
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
      // LB9, LB10: a mark joins the character before it, or else is treated as a letter.
      let isMark = unit.value == .cm || unit.value == .zwj
      let endsWithJoiner = unit.value == .zwj
      if !isMark || units.isEmpty || units[units.count - 1].value.endsLines {
        if isMark { unit.value = .al }
        units.append(unit)
      }
      units[units.count - 1].endsWithJoiner = endsWithJoiner
    }
  }

  /// Applies ICU's rules for Chinese: “ and ” act as brackets, U+301C and U+30A0 as ideographs.
  private static func adapt(_ unit: inout Unit, to scalar: UInt32) {
    switch scalar {
    case 0x201C: (unit.value, unit.part) = (.op, .none)
    case 0x201D: (unit.value, unit.part) = (.cl, .none)
    case 0x301C, 0x30A0: unit.value = .id
    default: break
    }
  }

  private static func unit(_ scalar: UInt32, at offset: Int) -> Unit {
    var unit = Unit(start: Int32(offset), value: CharacterProperties(scalar).lineBreak)
    guard scalar >= 0x80 else { return unit }
    switch unit.value {
    case .qu: unit.part = part(ofQuote: scalar)
    case .ba: if isHyphen(scalar) { unit.part = .hyphen }
    case .al, .cm:
      unit.part = part(scalar)
      if unit.part == .virama || unit.part == .finalVirama { unit.value = .al }
    default: break
    }
    if scalar >= 0x1100, Unicode.Scalar(scalar).map({ CellClass($0) }) == .wide {
      unit.isEastAsian = true
    }
    return unit
  }

  /// Returns whether a quotation mark is initial (category Pi) or final (category Pf).
  private static func part(ofQuote scalar: UInt32) -> Part {
    switch scalar {
    case 0xAB, 0x2018, 0x201B, 0x201C, 0x201F, 0x2039, 0x2E02, 0x2E04, 0x2E09, 0x2E0C, 0x2E1C,
      0x2E20:
      .initialQuote
    case 0xBB, 0x2019, 0x201D, 0x203A, 0x2E03, 0x2E05, 0x2E0A, 0x2E0D, 0x2E1D, 0x2E21: .finalQuote
    default: .none
    }
  }

  /// Returns whether a character is a hyphen of class HH.
  private static func isHyphen(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x058A, 0x05BE, 0x1400, 0x2010, 0x2012, 0x2013: true
    default: false
    }
  }

  /// Returns whether a character is of class CJ: small kana or the prolonged sound mark.
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
    var number = LineBreakNumber.none
    var isHalfFlag = false
    for (index, unit) in units.enumerated() {
      if index > 0 {
        breaks[Int(unit.start)] = opportunity(before: index, number, isHalfFlag).rawValue
      }
      number.take(unit.value)
      isHalfFlag = unit.value == .ri && !isHalfFlag
    }
  }

  /// Returns the unit at an index; `nil` before the start and after the end of the text.
  private func unit(_ index: Int) -> Unit? { units.indices.contains(index) ? units[index] : nil }

  private func unit(_ index: Int, isIn set: LineBreakSet) -> Bool {
    unit(index).map { set.contains($0.value) } ?? false
  }

  private func opportunity(
    before index: Int, _ number: LineBreakNumber, _ isHalfFlag: Bool
  ) -> LineBreakOpportunity {
    let (previous, next) = (units[index - 1], units[index])
    // LB4–LB7: line breaks, and the characters before which no line ends.
    switch previous.value {
    case .bk, .lf, .nl: return .mandatory
    case .cr: return next.value == .lf ? .prohibited : .mandatory
    default: break
    }
    if next.value.endsLines { return .prohibited }
    var base = index - 1
    while base >= 0, units[base].value == .sp { base -= 1 }
    // LB8, LB8a: ZERO WIDTH SPACE and ZERO WIDTH JOINER.
    if unit(base)?.value == .zw { return .allowed }
    if previous.endsWithJoiner { return .prohibited }
    let isJoined =
      previous.value == .sp
      ? joinsAcrossSpaces(base, index) : joins(previous, next, index, number, isHalfFlag)
    return isJoined ? .prohibited : .allowed
  }

  /// Returns whether no line may end between spaces and the next character (LB11, LB13–LB18).
  private func joinsAcrossSpaces(_ base: Int, _ index: Int) -> Bool {
    let next = units[index].value
    if next == .wj { return true }
    if let before = unit(base) {
      switch before.value {
      case .op, .opWide: return true
      case .qu: if before.part == .initialQuote, opensQuote(at: base) { return true }
      case .cl, .cp, .cpWide: if next == .ns { return true }
      case .b2: if next == .b2 { return true }
      default: break
      }
    }
    switch next {
    case .cl, .cp, .cpWide, .ex, .sy: return true
    case .is: return unit(index + 1)?.value != .nu
    default: return isFinalQuoteAtEnd(index)
    }
  }

  /// LB15a: returns whether the context before a quotation mark lets it open a quotation.
  private func opensQuote(at index: Int) -> Bool {
    index == 0 || unit(index - 1, isIn: Self.beforeQuotes)
  }

  private static let beforeQuotes: LineBreakSet = [
    .bk, .cr, .lf, .nl, .op, .opWide, .qu, .gl, .sp, .zw,
  ]

  /// LB15b: returns whether a final quotation mark closes a quotation.
  private func isFinalQuoteAtEnd(_ index: Int) -> Bool {
    units[index].part == .finalQuote
      && (index + 1 == units.count || unit(index + 1, isIn: Self.afterQuotes))
  }

  private static let afterQuotes: LineBreakSet = [
    .sp, .gl, .wj, .cl, .qu, .cp, .cpWide, .ex, .is, .sy, .bk, .cr, .lf, .nl, .zw,
  ]

  /// Returns whether no line may end between two adjacent characters (LB11–LB30b).
  private func joins(
    _ previous: Unit, _ next: Unit, _ index: Int, _ number: LineBreakNumber, _ isHalfFlag: Bool
  ) -> Bool {
    // LB19, LB19a: quotation marks.
    if next.value == .qu {
      return unit(index - 1, isIn: Self.joiningQuotes) || next.part != .initialQuote
        || !previous.isEastAsian || unit(index + 1)?.isEastAsian != true
    }
    if previous.value == .qu {
      return unit(index, isIn: Self.joinedByQuotes) || previous.part != .finalQuote
        || !next.isEastAsian || unit(index - 2)?.isEastAsian != true
    }
    // Aksaras are excluded from LB28, which joins letters.
    if previous.part != .none, next.isAksara { return joinsAksaras(previous, next, index) }
    if rules.adjacent[Int(previous.value.rawValue)].contains(next.value) { return true }
    if previous.value == .cb || next.value == .cb { return false }
    return joinsInContext(previous, next, index, number, isHalfFlag)
  }

  private static let joiningQuotes: LineBreakSet = [.op, .opWide, .wj, .gl, .bb]
  private static let joinedByQuotes: LineBreakSet = [
    .cl, .cp, .cpWide, .ex, .sy, .is, .wj, .gl, .ba, .hy, .ns, .in,
  ]

  private func joinsInContext(
    _ previous: Unit, _ next: Unit, _ index: Int, _ number: LineBreakNumber, _ isHalfFlag: Bool
  ) -> Bool {
    // LB20a, LB21a: hyphens.
    if previous.value == .hy || previous.part == .hyphen {
      let isLetter = next.value == .al || next.value == .hl
      if isLetter, index < 2 || unit(index - 2, isIn: Self.beforeWords) { return true }
      if unit(index - 2)?.value == .hl, next.value != .hl { return true }
    }
    let isPrefix = previous.value == .pr || previous.value == .po
    switch next.value {
    // LB25: numbers.
    case .nu:
      if number == .open || isPrefix || previous.value == .hy || previous.value == .is {
        return true
      }
    case .pr, .po: if number != .none { return true }
    case .op, .opWide:
      let ahead = unit(index + 1)?.value == .is ? index + 2 : index + 1
      if isPrefix, unit(ahead)?.value == .nu { return true }
    // LB30a: regional indicators.
    case .ri: if previous.value == .ri, isHalfFlag { return true }
    default: break
    }
    return joinsAksaras(previous, next, index)
  }

  /// LB20a: the classes after which a hyphen begins a word.
  private static let beforeWords: LineBreakSet = [.bk, .cr, .lf, .nl, .sp, .zw, .cb, .gl]

  /// LB28a: returns whether no line may end between the parts of an orthographic syllable.
  private func joinsAksaras(_ previous: Unit, _ next: Unit, _ index: Int) -> Bool {
    if previous.part == .virama { return unit(index - 2)?.isAksara == true && next.isAksara }
    guard previous.isAksara else { return false }
    return next.part == .virama || next.part == .finalVirama
      || next.isAksara && unit(index + 1)?.part == .finalVirama
  }
}
