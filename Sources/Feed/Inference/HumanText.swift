internal import FeedDocument
internal import Support

/// Distinguishes texts for people from identifiers, dates, colours, addresses and numbers.
package enum HumanText {
  /// Returns whether a string is a text for people, according to its form and its key.
  package static func isText(_ value: FeedValue) -> Bool {
    value.beginning.map { isText($0, key: value.key) } ?? false
  }

  static func isText(_ text: String, key: String) -> Bool {
    isText(text, KeyTraits(of: key))
  }

  static func isText(_ text: String, _ key: KeyTraits) -> Bool {
    guard text.unicodeScalars.contains(where: \.properties.isAlphabetic),
      !isAddress(text), !isColor(text), !isData(text)
    else { return false }
    // `{"action": "Add it now"}` labels a button; other values of the key are words for programs.
    if key.isMachine { return key.namesAction && hasSeveralWords(text) && !isCode(text) }
    if text.utf8.contains(where: { $0 >= 0x80 }) { return true }
    if hasSeveralWords(text) { return !isDate(text) && !isMeasure(text) && !isCode(text) }
    return isWord(text, key)
  }

  /// Whether an ASCII text has words between spaces, tabs and single line feeds.
  private static func hasSeveralWords(_ text: String) -> Bool {
    var (words, isInWord, last) = (0, false, UInt8(0))
    for byte in text.utf8 {
      let isSeparator =
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        || (byte == UInt8(ascii: "\n") && last != UInt8(ascii: "\r"))
      if !isSeparator, !isInWord { words += 1 }
      if words > 1 { return true }
      (isInWord, last) = (!isSeparator, byte)
    }
    return false
  }

  /// Returns whether a single ASCII word is a text: under a key for texts almost any word;
  /// elsewhere a capitalized word such as "Tools", or a word with punctuation such as "Hello!".
  private static func isWord(_ text: String, _ key: KeyTraits) -> Bool {
    if isDate(text) || isMeasure(text) { return false }
    // The word is a hashtag, or the address of a person.
    if text.hasPrefix("#") || isMailAddress(text) { return true }
    let letters = text.utf8.count(where: isLetter)
    if key.namesText {
      // Even under a key for texts, "EUR_4411" is an identifier; "SALE" and "buy" are texts.
      return letters * 2 >= text.utf8.count && !text.hasBytes(of: "_") && !isFileName(text)
    }
    guard let first = text.utf8.first, text.utf8.count > 1,
      isUppercase(first) || text.last.map("!?.".contains) == true,
      !text.utf8.contains(where: { isDigit($0) || $0 == UInt8(ascii: "_") }), !isFileName(text)
    else { return false }
    // "Tools" is a text; "TOOLS" and "toolBar" are names of constants and fields.
    return !text.utf8.dropFirst().contains(where: isUppercase)
  }

  /// Returns whether a string is a price, a time or a number with a unit, shown beside texts.
  static func isAmount(_ value: FeedValue) -> Bool { isAmount(value, KeyTraits(of: value.key)) }

  static func isAmount(_ value: FeedValue, _ key: KeyTraits) -> Bool {
    if value.kind == .number {
      // A time in seconds or milliseconds since 1970 is no amount, whatever its key is.
      return key.namesNumber && (value.double.map { abs($0) < 100_000_000 } ?? false)
    }
    guard value.kind == .string, value.count > 0, value.count <= 24, !key.isMachine
    else { return false }
    let text = String(decoding: value.utf8, as: UTF8.self)
    guard text.utf8.contains(where: isDigit), !isAddress(text), !isColor(text), !isDate(text),
      text.utf8.count(where: { $0 == UInt8(ascii: "-") }) < 2
    else { return false }
    let hasSign = text.unicodeScalars.contains {
      $0.properties.generalCategory == .currencySymbol || $0 == "%"
    }
    let isTime = text.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ":") }
    if hasSign || (isTime && text.hasBytes(of: ":")) || text.hasBytes(of: " ")
      || (isMeasure(text) && !text.hasSuffix("px"))
    {
      return true
    }
    return key.namesAmount
  }

  // MARK: Keys

  static func namesText(_ key: String) -> Bool { KeyTraits(of: key).namesText }

  /// Returns whether a key has values for programs: alignments, kinds, sizes, identifiers.
  static func isMachineKey(_ key: String) -> Bool { KeyTraits(of: key).isMachine }

  /// Returns whether a member describes styles, tracking or events of a page, and no content.
  package static func isAside(_ member: FeedValue) -> Bool {
    isAside(member, KeyTraits(of: member.key))
  }

  static func isAside(_ member: FeedValue, _ key: KeyTraits) -> Bool {
    switch key.aside {
    case .never: false
    case .always: true
    // A list under `template` has the parts of a page.
    case .unlessList: member.kind != .array
    case .unlessLabelled: !["title", "text", "label"].contains { member[$0].kind == .string }
    }
  }

  // MARK: Forms

  static func isAddress(_ text: String) -> Bool {
    if text.hasBytes(of: "://") { return !text.hasBytes(of: " ") || text.hasPrefix("http") }
    return !text.hasBytes(of: " ")
      && (text.hasPrefix("/") || text.hasPrefix("www.") || text.hasPrefix("data:")
        || text.hasPrefix("mailto:") || text.hasPrefix("tel:"))
  }

  /// Whether the text is a colour, such as "#ff8800", "rgba(0, 0, 0, 0.5)" or "0xFF8800".
  static func isColor(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "#") {
      return [4, 5, 7, 9].contains(bytes.count) && bytes.dropFirst().allSatisfy(isHexadecimal)
    }
    if text.hasPrefix("0x") { return bytes.dropFirst(2).allSatisfy(isHexadecimal) }
    return ["rgb(", "rgba(", "hsl(", "hsla(", "linear-gradient("].contains { text.hasPrefix($0) }
  }

  /// Whether the text is a date or a time as programs write it, such as "2026-04-09T08:00:00Z",
  /// "08:00:00.5+02:00" or "Tue Jun 09 2020 15:35:07 GMT+0800 (CST)". "10:00 - 23:00" is none.
  private static func isDate(_ text: String) -> Bool {
    let digits = text.utf8.count(where: isDigit)
    guard digits >= 4 else { return false }
    let letters = text.utf8.count(where: isLetter)
    let separators = text.utf8.count { "-/:.+".utf8.contains($0) }
    let hasSeconds = text.utf8.count { $0 == UInt8(ascii: ":") } >= 2
    if letters > 4 { return hasSeconds && (text.hasBytes(of: "GMT") || text.hasBytes(of: "UTC")) }
    return separators >= 2 && !text.hasBytes(of: " - ") && !text.hasBytes(of: " – ")
  }

  /// Whether the text is only for programs: an unexpanded expression such as
  /// "${title}" or "{{title}}", a document, or markup without a text.
  private static func isData(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return true }
    switch first {
    case UInt8(ascii: "{"): return last == UInt8(ascii: "}")
    case UInt8(ascii: "["): return last == UInt8(ascii: "]") && text.hasBytes(of: "\"")
    case UInt8(ascii: "$"), UInt8(ascii: "@"):
      return text.utf8.dropFirst().first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
    case UInt8(ascii: "<"): return !showsMarkup(text)
    default: return false
    }
  }

  /// Returns the first expression such as "${name}" or "{{name}}" in a text; `nil` without one.
  package static func expression(in text: String) -> String? {
    for (begin, end) in [("${", "}"), ("{{", "}}")] {
      guard let first = text.firstRange(of: begin) else { continue }
      let rest = text[first.upperBound...]
      guard let last = rest.firstRange(of: end), last.lowerBound > rest.startIndex else { continue }
      return String(text[first.lowerBound..<last.upperBound])
    }
    return nil
  }

  /// Whether a text has characters outside of its tags.
  private static func showsMarkup(_ text: String) -> Bool {
    var isInTag = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "<") {
        isInTag = true
      } else if byte == UInt8(ascii: ">") {
        isInTag = false
      } else if !isInTag, byte > 0x20 {
        return true
      }
    }
    return false
  }

  /// Whether the text is a single word in lower case, as programs name the choices of a list.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        ("a"..."z" ~= Unicode.Scalar(byte)) || isDigit(byte) || "-_.".utf8.contains(byte)
      }
  }

  /// Whether the text is a number with a short unit, such as "12px", "1.5em", "100%" or "3 km".
  private static func isMeasure(_ text: String) -> Bool {
    let number = text.utf8.prefix { isDigit($0) || ".,+- ".utf8.contains($0) }
    let unit = text.utf8.dropFirst(number.count)
    return number.contains(where: isDigit) && unit.count <= 3
      && unit.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "%") }
  }

  /// Whether the text is a list of identifiers, such as "match_parent wrap_content".
  private static func isCode(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: " ")).allSatisfy { word in
      word.contains { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "=") }
    }
  }

  private static func isMailAddress(_ text: String) -> Bool {
    guard let at = text.firstIndex(of: "@"), at != text.startIndex else { return false }
    return text[at...].dropFirst(2).contains(".") && !text.hasBytes(of: " ")
  }

  /// Whether a word in lower case has letters beside digits or separators: "question1", "item-2".
  static func isIdentifier(_ text: String) -> Bool {
    isToken(text) && text.utf8.contains(where: isLetter)
      && text.utf8.contains { isDigit($0) || "-_.".utf8.contains($0) }
  }

  private static func isFileName(_ text: String) -> Bool {
    guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return false }
    let ending = text[text.index(after: dot)...].utf8
    return (2...5).contains(ending.count) && ending.allSatisfy { isLetter($0) || isDigit($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { "0"..."9" ~= Unicode.Scalar(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { "a"..."z" ~= Unicode.Scalar(byte | 0x20) }

  private static func isUppercase(_ byte: UInt8) -> Bool { "A"..."Z" ~= Unicode.Scalar(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || "a"..."f" ~= Unicode.Scalar(byte | 0x20)
  }
}
