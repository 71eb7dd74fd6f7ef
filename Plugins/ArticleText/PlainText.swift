/// The visible text of a string with HTML markup.
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
  /// A part of the text that is emphasized as a whole or not at all.
  package struct Part: Sendable, Hashable {
    package var text: String
    /// Whether the part is inside of `em`, `strong`, `b` or `mark`.
    package var isEmphasized: Bool

    package init(text: String, isEmphasized: Bool) {
      self.text = text
      self.isEmphasized = isEmphasized
    }
  }

  private let bytes: [UInt8]
  private var plain: [UInt8] = []
  private var breaksLine = false
  /// The number of open elements that emphasize their text.
  private var depth = 0
  /// The parts that have ended. The current part begins at the index `start` of `plain`.
  private var parts: [Part] = []
  private var start = 0

  /// Returns the visible text of HTML markup. Complexity: O(bytes of the text).
  package static func of(_ markup: String) -> String { parts(of: markup).map(\.text).joined() }

  /// Returns the visible text of HTML markup in parts that alternate between emphasized and not.
  /// Complexity: O(bytes of the text).
  package static func parts(of markup: String) -> [Part] {
    let isMarkedUp = markup.utf8.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }
    guard isMarkedUp else {
      return markup.isEmpty ? [] : [Part(text: markup, isEmphasized: false)]
    }
    var text = PlainText(bytes: Array(markup.utf8))
    text.read()
    text.endPart()
    return text.parts
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
        let depth = max(0, self.depth + tag.emphasis)
        if (depth > 0) != (self.depth > 0) { endPart() }
        self.depth = depth
        position = tag.end
      } else {
        append(CollectionOfOne(byte))
        position += 1
      }
    }
  }

  private mutating func endPart() {
    guard start < plain.count else { return }
    let text = String(decoding: plain[start...], as: UTF8.self)
    if let last = parts.indices.last, parts[last].isEmphasized == (depth > 0) {
      parts[last].text += text
    } else {
      parts.append(Part(text: text, isEmphasized: depth > 0))
    }
    start = plain.count
  }

  private mutating func append(_ utf8: some Collection<UInt8>) {
    let lineFeed = UInt8(ascii: "\n")
    if breaksLine, plain.last != lineFeed, utf8.first != lineFeed { plain.append(lineFeed) }
    breaksLine = false
    plain += utf8
  }
}
