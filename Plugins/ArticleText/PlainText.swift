/// The visible text of a text with HTML markup.
///
/// ```
/// "&ldquo;<em class='highlight'>View</em>&rdquo; &amp;lt; List<String>"   “View” &lt; List<String>
/// ```
///
/// 1. Character references are replaced by their characters, once: the result is not parsed again.
/// 2. Tags are removed; a tag that begins a new line is replaced by a line feed, except at the
///    start and the end of the text.
/// 3. All other text stays as it is written.
package struct PlainText {
  private let bytes: [UInt8]
  private var plain: [UInt8] = []
  private var breaksLine = false

  /// Returns the plain text of a markup. Complexity: O(bytes of the text).
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
