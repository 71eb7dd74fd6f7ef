/// The name of a new plugin: of its folder and its id, and in other spellings of its type and its code.
package struct PluginName: Sendable, Hashable {
  package let text: String

  /// Longer ones make paths and symbols that some tools cut.
  private static let longest = 64

  /// `nil` where the text cannot be a name; `refusal(of:)` says why.
  package init?(_ text: String) {
    guard Self.refusal(of: text) == nil else { return nil }
    self.text = text
  }

  /// A name for the blocks of a code: "HOMEPAGE_BANNER" is "homepage-banner", "3" is "block-3". `nil`
  /// where the code has neither letters nor digits of ASCII.
  package init?(forCode code: String) {
    let words = Self.words(of: code).map { $0.lowercased() }
    guard let first = words.first else { return nil }
    let isNumber = first.first.map(\.isNumber) ?? false
    self.init(
      String(((isNumber ? ["block"] : []) + words).joined(separator: "-").prefix(Self.longest)))
  }

  /// What is wrong with a name, for "the name … ".
  package static func refusal(of text: String) -> String? {
    if text.isEmpty { return "is empty" }
    if text.utf8.count > longest { return "is longer than \(longest) characters" }
    if let odd = text.unicodeScalars.first(where: { !isAllowed($0) }) {
      if !odd.isASCII {
        return "has `\(odd)`: it names files, symbols and an id, which are of ASCII alone"
      }
      return odd.value < 0x20 || odd.value == 0x7F
        ? "has a control character" : "has `\(odd)`"
    }
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic else {
      return "begins with `\(text.prefix(1))`: a type cannot"
    }
    return text == "placeholder" ? "is what lost sections go by" : nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar == "-" || scalar == "_")
  }

  /// "my-ticker", "my_ticker" and "myTicker" are "my" and "ticker"; "HTMLPage" is "HTML" and "Page".
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(text.unicodeScalars)
    for (index, scalar) in characters.enumerated() {
      guard isAllowed(scalar), scalar != "-", scalar != "_" else {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if scalar.properties.isUppercase, let last = word.unicodeScalars.last {
        let follows = index + 1 < characters.count && characters[index + 1].properties.isLowercase
        if !last.properties.isUppercase || follows {
          words.append(word)
          word = ""
        }
      }
      word.unicodeScalars.append(scalar)
    }
    return word.isEmpty ? words : words + [word]
  }

  /// "my-ticker" is `MyTickerSection`. The ending keeps it apart from keywords and from what the kit
  /// exports, such as `Text`.
  package var type: String {
    let words = Self.words(of: text).map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return words.last == "Section" ? words.joined() : words.joined() + "Section"
  }

  /// "my-ticker" is "MY_TICKER".
  package var blockCode: String {
    Self.words(of: text).map { $0.uppercased() }.joined(separator: "_")
  }

  /// "my-ticker" is "my_ticker": what symbols in C begin with.
  var symbol: String { Self.words(of: text).map { $0.lowercased() }.joined(separator: "_") }
}
