import LayoutCore

/// Markup with values: `"<text x=\"\(x)\">\(name)</text>"`.
///
/// Only literals are markup: texts are escaped, so that no text of a feed can become markup, and
/// numbers are written as in dumps. A rectangle is written as the attributes x, y, width and height;
/// a negative size is written as 0.
package struct XML: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var out = ByteWriter()

    package init(literalCapacity: Int, interpolationCount: Int) {
      out.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { out.write(literal) }
    package mutating func appendInterpolation(_ text: some StringProtocol) {
      out.write(xml: String(text))
    }
    package mutating func appendInterpolation(_ number: Double) { out.write(number: number) }
    package mutating func appendInterpolation(_ number: Int) { out.write(integer: number) }
    package mutating func appendInterpolation(_ rect: Rect) {
      out.write(
        markup: """
           x="\(rect.x)" y="\(rect.y)" width="\(max(0, rect.width))" \
          height="\(max(0, rect.height))"
          """)
    }
    package mutating func appendInterpolation(_ markup: XML) { out.write(markup.bytes) }
  }

  fileprivate let bytes: [UInt8]

  package init(stringLiteral literal: String) { bytes = Array(literal.utf8) }
  package init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.out.bytes }
}

extension ByteWriter {
  package mutating func write(markup: XML) { write(markup.bytes) }
}
