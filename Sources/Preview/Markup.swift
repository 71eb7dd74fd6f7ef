internal import Renderers

/// Writes HTML and SVG. Markup must be a literal, and all other text is escaped, so that no text of
/// a feed can become markup.
struct Markup {
  private(set) var out = ByteWriter()

  var bytes: [UInt8] { out.bytes }

  mutating func markup(_ literal: StaticString) {
    out.write(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Writes text, or the value of an attribute within double quotes.
  mutating func text(_ text: some StringProtocol) {
    out.write(xml: String(text))
  }

  mutating func number(_ value: Double) { out.write(number: value) }

  /// Writes ` name="value"`.
  mutating func attribute(_ name: StaticString, _ value: some StringProtocol) {
    beginAttribute(name)
    text(value)
    out.write("\"")
  }

  mutating func attribute(_ name: StaticString, _ value: Double) {
    beginAttribute(name)
    out.write(number: value)
    out.write("\"")
  }

  private mutating func beginAttribute(_ name: StaticString) {
    out.write(" ")
    markup(name)
    out.write("=\"")
  }

  /// Writes an element that contains only text.
  mutating func element(_ name: StaticString, _ text: some StringProtocol) {
    out.write("<")
    markup(name)
    out.write(">")
    self.text(text)
    out.write("</")
    markup(name)
    out.write(">")
  }

  mutating func link(_ address: String, _ text: some StringProtocol) {
    markup("<a")
    attribute("href", address)
    markup(">")
    self.text(text)
    markup("</a>")
  }

  /// Appends a drawing of the renderers, which escape text in the same way.
  mutating func draw(_ write: (inout ByteWriter) -> Void) { write(&out) }

  mutating func append(_ other: Markup) { out.write(other.bytes) }
}
