import Support
import LayoutCore

/// XML markup with interpolated values: `"<text x=\"\(x)\">\(name)</text>"`.
///
/// Only literals are markup. Interpolated texts are escaped, and numbers are formatted as in dumps.
/// A rectangle becomes the attributes x, y, width and height; a negative size becomes 0.
package struct XML: ExpressibleByStringInterpolation, Hashable {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var out = ByteWriter()

    package init(literalCapacity: Int, interpolationCount: Int) {
      out.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { out.write(literal) }
    package mutating func appendInterpolation(_ text: some StringProtocol) {
      out.write(xml: String(text))
    }
    /// Appends a name of the markup itself, such as that of an attribute.
    mutating func appendInterpolation(literal name: StaticString) { out.write(name) }
    package mutating func appendInterpolation(_ number: Double) { out.write(number: number) }
    package mutating func appendInterpolation(_ number: Int) { out.write(integer: number) }
    package mutating func appendInterpolation(_ rect: Rect) {
      out.write(
        markup: """
           x="\(rect.x)" y="\(rect.y)" width="\(max(0, rect.width))" \
          height="\(max(0, rect.height))"
          """)
    }
    /// Appends bytes as base64 (RFC 4648), with padding.
    mutating func appendInterpolation(base64 bytes: [UInt8]) {
      let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
        for place in 0..<4 {
          let digit = digits[value >> (18 - 6 * place) & 63]
          out.write(byte: place <= group.count ? digit : UInt8(ascii: "="))
        }
      }
    }
    package mutating func appendInterpolation(_ markup: XML?) {
      if let markup { out.write(markup.bytes) }
    }
    package mutating func appendInterpolation(_ parts: [XML]) {
      for part in parts { out.write(part.bytes) }
    }
  }

  fileprivate var bytes: [UInt8]

  /// Takes markup that was written before.
  init(_ written: ByteWriter) { bytes = written.bytes }

  package init(stringLiteral literal: String) { bytes = Array(literal.utf8) }
  package init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.out.bytes }

  package static func += (xml: inout XML, end: XML) { xml.bytes += end.bytes }
}

extension ByteWriter {
  package mutating func write(markup: XML) { write(markup.bytes) }
}
