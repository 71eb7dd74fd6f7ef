/// What a reader sees of a text that is marked up in HTML.
///
/// ```
/// "&ldquo;<em class='highlight'>View</em>&rdquo; &amp;lt; List<String>"   “View” &lt; List<String>
/// ```
///
/// 1. References to characters become these characters, once: what comes out is not read again.
/// 2. Tags go away; where one stands for a line of its own, a line feed takes its place, unless
///    nothing stands before or behind it.
/// 3. Whatever is neither stays as it is written.
package struct PlainText {
  private let bytes: [UInt8]
  private var plain: [UInt8] = []
  private var breaksLine = false

  /// O(bytes of the text).
  package static func of(_ markup: String) -> String {
    let isMarkedUp = markup.utf8.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }
    guard isMarkedUp else { return markup }
    var text = PlainText(bytes: Array(markup.utf8))
    text.read()
    return String(decoding: text.plain, as: UTF8.self)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    plain.reserveCapacity(bytes.count)
  }

  private mutating func read() {
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "&"), let found = CharacterReference.read(bytes[position...]) {
        append(String(found.scalar).utf8)
        position = found.end
      } else if byte == UInt8(ascii: "<"), let tag = MarkupTag(bytes[position...]) {
        breaksLine = (breaksLine || tag.breaksLine) && !plain.isEmpty
        position = tag.end
      } else {
        append(CollectionOfOne(byte))
        position += 1
      }
    }
  }

  private mutating func append(_ utf8: some Collection<UInt8>) {
    let lineFeed = UInt8(ascii: "\n")
    if breaksLine, plain.last != lineFeed, utf8.first != lineFeed { plain.append(lineFeed) }
    breaksLine = false
    plain += utf8
  }
}
