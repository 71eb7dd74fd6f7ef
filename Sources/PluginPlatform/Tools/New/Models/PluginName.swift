/// The name of a new plugin, and the type name, block code and C symbol prefix made from it.
package struct PluginName: Sendable, Hashable {
  package let text: String

  /// The maximum length, in bytes, because some tools truncate longer paths and symbols.
  private static let longest = 64

  /// Returns `nil` if the text cannot be a name; `refusal(of:)` returns the reason.
  package init?(_ text: String) {
    guard Self.refusal(of: text) == nil else { return nil }
    self.text = text
  }

  /// Makes "homepage-banner" from "HOMEPAGE_BANNER", "block-3" from "3"; `nil` without ASCII words.
  package init?(forCode code: String) {
    let words = Self.words(of: code).map { $0.lowercased() }
    guard let first = words.first else { return nil }
    let isNumber = first.first.map(\.isNumber) ?? false
    self.init(
      String(((isNumber ? ["block"] : []) + words).joined(separator: "-").prefix(Self.longest)))
  }

  /// Returns why a text cannot be a name, as a predicate such as "is empty"; `nil` if it can.
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
    scalar == "-" || ModelNames.isWordCharacter(scalar)
  }

  /// Splits a text into words: two words for "my-ticker", "my_ticker", "myTicker" and "HTMLPage".
  static func words(of text: String) -> [String] {
    var words = [""]
    let characters = Array(text.unicodeScalars)
    for (index, scalar) in characters.enumerated() {
      guard isAllowed(scalar), scalar != "-", scalar != "_" else {
        words.append("")
        continue
      }
      if scalar.properties.isUppercase, let last = words.last?.unicodeScalars.last {
        let follows = index + 1 < characters.count && characters[index + 1].properties.isLowercase
        if !last.properties.isUppercase || follows { words.append("") }
      }
      words[words.count - 1].unicodeScalars.append(scalar)
    }
    return words.filter { !$0.isEmpty }
  }

  /// The type name, such as `MyTickerSection`. The suffix avoids keywords and names such as `Text`.
  package var type: String {
    let words = Self.words(of: text).map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return words.last == "Section" ? words.joined() : words.joined() + "Section"
  }

  package var blockCode: String {
    Self.words(of: text).map { $0.uppercased() }.joined(separator: "_")
  }

  var symbol: String { Self.symbol(of: text) }
  static func symbol(of text: String) -> String {
    words(of: text).map { $0.lowercased() }.joined(separator: "_")
  }
}
