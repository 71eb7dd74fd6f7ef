/// Encodes values for a path, a query or a form.
package enum PercentEncoding {
  /// Encodes a text as UTF-8. Only the unreserved characters of RFC 3986, 2.3, stay, because they
  /// have no special meaning anywhere.
  package static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Encodes a path segment like `encode`, and also the dots of a segment of dots alone, which
  /// would leave the folder.
  package static func encodeSegment(_ text: String) -> String {
    text.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
      ? String(repeating: "%2E", count: text.utf8.count) : encode(text)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
