/// How a value stands in a path, a query or a form.
package enum PercentEncoding {
  /// Encodes, as UTF-8, all but the unreserved characters of RFC 3986, 2.3, which mean themselves
  /// everywhere.
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

  /// Encodes as above, and dots that stand alone as well: as a segment of a path they would lead out of
  /// it.
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
