/// Percent-encodes values for a path, a query or a form.
package enum PercentEncoding {
  /// Encodes the UTF-8 bytes of a text, except for the unreserved characters of RFC 3986, 2.3.
  package static func encode(_ text: String) -> String {
    text.utf8.map { byte in
      isUnreserved(byte)
        ? String(Unicode.Scalar(byte)) : "%\(hexadecimal(byte, digits: 2, uppercase: true))"
    }.joined()
  }

  /// Encodes a path segment, even one of dots alone, which would refer to another folder.
  package static func encodeSegment(_ text: String) -> String {
    text.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
      ? String(repeating: "%2E", count: text.utf8.count) : encode(text)
  }

  /// Encodes a path as a relative reference (RFC 3986, 4.2).
  package static func encodePath(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { encode(String($0)) }
      .joined(separator: "/")
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return character.isASCII
      && (character.isLetter || character.isNumber || "-._~".contains(character))
  }
}
