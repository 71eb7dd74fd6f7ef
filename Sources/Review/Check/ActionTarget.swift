import Support

/// The target of a tap: a URL with a scheme (RFC 3986 §3), a path, or a word that the app defines.
enum ActionTarget {
  /// Returns the fault of a target, as a clause; `nil` if the target is valid.
  static func fault(of target: String) -> String? {
    guard !target.isEmpty else { return "it has a type and no target" }
    let scalars = target.unicodeScalars
    if scalars.contains(where: { $0.properties.isWhitespace }) {
      return "white space in an address"
    }
    if scalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      return "a control character in an address"
    }
    if ["null", "(null)", "nil", "undefined", "NaN", "[object", "<null>"].contains(target) {
      return "a program's word for no value"
    }
    if target == "#" { return "`#` leads nowhere" }
    if hasBrokenEscape(target) { return "% without two hexadecimal digits" }
    // The text has a scheme if the first of these characters is a colon.
    guard let end = target.firstIndex(where: { ":/?#".contains($0) }), target[end] == ":" else {
      return nil
    }
    let scheme = target[..<end]
    guard scheme.first?.isLetter == true, scheme.allSatisfy(isOfScheme) else {
      return "`\(shown(String(scheme), limit: 20))` is not a scheme"
    }
    let rest = target[target.index(after: end)...]
    if rest.isEmpty || rest == "//" { return "a scheme without an address" }
    guard ["http", "https"].contains(scheme.lowercased()) else { return nil }
    guard rest.hasPrefix("//") else { return "`//` is missing after the scheme" }
    let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    let isMissing = host.isEmpty || host.hasPrefix(":") || host.hasSuffix("@")
    return isMissing ? "a web address without a host" : nil
  }

  /// Whether a target has a scheme or is a path, and is not a word of the app.
  static func isAddress(_ target: String) -> Bool {
    if target.hasPrefix("/") { return true }
    let end = target.firstIndex { ":/?#".contains($0) }
    return end.map { target[$0] == ":" && $0 > target.startIndex } ?? false
  }

  /// Accepts the characters of a scheme. Also accepts the underscore, which some apps use.
  private static func isOfScheme(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || "0123456789+-._".contains(character))
  }

  private static func hasBrokenEscape(_ target: String) -> Bool {
    let parts = target.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    return parts.dropFirst().contains { part in
      part.count < 2 || !part.prefix(2).allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }
  }
}
