internal import FeedDocument
internal import Support

/// Distinguishes texts for people from identifiers, dates, colours, addresses and numbers.
package enum HumanText {
  /// Returns whether a string is a text for people, according to its form and its key.
  package static func isText(_ value: FeedValue) -> Bool {
    value.beginning.map { isText($0, key: value.key) } ?? false
  }

  static func isText(_ text: String, key: String) -> Bool {
    guard text.unicodeScalars.contains(where: \.properties.isAlphabetic),
      !isAddress(text), !isColor(text), !isMachineKey(key)
    else { return false }
    if text.utf8.contains(where: { $0 >= 0x80 }) { return true }
    if hasSeveralWords(text) { return !isDate(text) && !isMeasure(text) && !isCode(text) }
    return isWord(text, key: key)
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
  private static func isWord(_ text: String, key: String) -> Bool {
    if isDate(text) || isMeasure(text) { return false }
    // The word is a hashtag.
    if text.hasPrefix("#") { return true }
    let letters = text.utf8.count(where: isLetter)
    if namesText(key) {
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
  static func isAmount(_ value: FeedValue) -> Bool {
    guard value.kind == .string, value.count > 0, value.count <= 24 else { return false }
    let text = String(decoding: value.utf8, as: UTF8.self)
    guard text.utf8.contains(where: isDigit), !isAddress(text), !isColor(text),
      !isMachineKey(value.key), text.utf8.count(where: { $0 == UInt8(ascii: "-") }) < 2
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
    let key = value.key.lowercased()
    return amountWords.contains { key.hasBytes(of: $0) }
  }

  private static let amountWords = [
    "price", "fare", "amount", "cost", "fee", "total", "eta", "time", "duration", "distance",
    "rating", "score", "views", "likes", "sales", "count", "discount", "balance",
  ]

  // MARK: Keys

  private static let textWords = [
    "title", "headline", "heading", "name", "header", "caption", "label", "text", "subtitle",
    "desc", "summary", "content", "message", "body", "author", "artist", "string", "tag", "value",
  ]
  private static let machineKeys: Set<String> = [
    "id", "uuid", "guid", "type", "kind", "code", "style", "align", "alignment", "fit", "size",
    "variant", "template", "gravity", "mode", "locale", "lang", "language",
    "version", "schema", "format", "weight", "color", "colour", "appearance", "layout",
    "orientation", "direction", "axis", "slug", "scm", "spm", "alg", "trace", "cursor", "token",
    "key", "icon", "symbol", "ref", "hash", "etag", "mime", "encoding", "currency", "stat",
    "intent", "priority", "visibility", "theme", "spacing", "usagehint", "contenttype", "view",
    "widget", "component", "module", "class", "action",
  ]
  private static let machineEndings = [
    "Id", "Ids", "Code", "Type", "Url", "URL", "Uri", "Color", "Style", "Align", "Alignment", "Key",
    "Mode", "Size", "Variant", "Format", "Event", "Stat", "Template", "Token", "Gravity",
    "_id", "_ids", "_code", "_type", "_url", "_uri", "_color", "_style", "_align", "_key", "_mode",
    "_size", "_variant", "_format", "_event", "_stat", "_template", "_token",
  ]

  static func namesText(_ key: String) -> Bool {
    let key = key.lowercased()
    return textWords.contains { key.hasSuffix($0) }
  }

  /// Returns whether a key has values for programs: alignments, kinds, sizes, identifiers.
  static func isMachineKey(_ key: String) -> Bool {
    if machineKeys.contains(key.lowercased()) || key.hasPrefix("$") || key.hasPrefix("@") {
      return true
    }
    // Each ending begins with an uppercase letter or "_", so most keys have none.
    guard key.utf8.contains(where: { isUppercase($0) || $0 == UInt8(ascii: "_") }) else {
      return false
    }
    return machineEndings.contains { key.hasSuffix($0) } || key.hasPrefix("__")
  }

  private static let asides: Set<String> = [
    "templates", "template", "styles", "style", "stylesheet", "theme", "themes", "background",
    "backgrounds", "tracking", "track", "analytics", "logging", "log", "logs", "experiments",
    "abtest", "abtests", "debug", "schema", "definitions", "strings", "config", "configuration",
    "palette", "colors", "variables",
  ]

  private static let actions: Set<String> = ["action", "ontap", "onclick", "onpress", "events"]

  /// Returns whether a member describes styles, tracking or events of a page, and no content.
  static func isAside(_ member: FeedValue) -> Bool {
    let name = String(member.key.lowercased().filter { $0 != "_" && $0 != "-" })
    if actions.contains(name) {
      return !["title", "text", "label"].contains { member[$0].kind == .string }
    }
    return asides.contains(name)
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

  /// Whether the text is a date or time, such as "2026-04-09T08:00:00Z" or "08:00:00.5+02:00".
  private static func isDate(_ text: String) -> Bool {
    let digits = text.utf8.count(where: isDigit)
    let letters = text.utf8.count(where: isLetter)
    let separators = text.utf8.count { "-/:.+".utf8.contains($0) }
    return digits >= 4 && separators >= 2 && letters <= 4
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

/// The human-readable texts of a document, indexed so that `count(in:)` is O(1) for each value.
/// Objects and lists for styles, tracking and events are excluded. Creating the index is O(values).
struct TextIndex {
  /// For each index of the document's values: the number of texts before it.
  private let counts: [UInt32]
  /// The texts, in document order.
  let texts: [FeedValue]
  /// Keys whose values are kinds of components: "tag" in `{"tag": "HStack", "children": […]}`.
  let kinds: Set<String>

  init(of document: FeedDocument) {
    var texts: [FeedValue] = []
    /// For each key: the number of short values that are components, and of all short values.
    var words: [String: (components: Int, all: Int)] = [:]
    var stack = [document.root]
    while let value = stack.popLast() {
      if value.kind == .string {
        if !HumanText.isMachineKey(value.key), value.count > 0, value.count <= 16 {
          let isComponent = FieldHints.components.contains(value.string?.lowercased() ?? "")
          words[value.key, default: (0, 0)].all += 1
          words[value.key]?.components += isComponent ? 1 : 0
        }
        if HumanText.isText(value) { texts.append(value) }
        continue
      }
      let below = value.children.filter {
        $0.kind == .string || ($0.isContainer && !HumanText.isAside($0))
      }
      stack += below.reversed()
    }
    let kinds = Set(words.filter { $0.value.components * 2 > $0.value.all }.keys)
    if !kinds.isEmpty { texts.removeAll { kinds.contains($0.key) } }
    (self.texts, self.kinds) = (texts, kinds)
    var counts = [UInt32](repeating: 0, count: Int(document.root.end) + 1)
    for text in texts { counts[Int(text.index) + 1] += 1 }
    for index in counts.indices.dropFirst() { counts[index] += counts[index - 1] }
    self.counts = counts
  }

  var total: Int { texts.count }

  /// The distinct texts, in document order.
  var distinct: [String] { texts.compactMap(\.string).uniqued }

  /// Returns the number of texts in a value. O(1).
  func count(in value: FeedValue) -> Int {
    guard value.exists, Int(value.end) < counts.count else { return 0 }
    return Int(counts[Int(value.end)] - counts[Int(value.index)])
  }
}
