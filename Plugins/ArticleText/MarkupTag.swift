/// A tag of HTML: `<em class='highlight'>`, `</em>`, `<br/>`.
struct MarkupTag {
  /// Whether the text after the tag begins a new line.
  var breaksLine: Bool
  /// The change that the tag makes to the number of open emphasizing elements: 1, -1 or 0.
  var emphasis: Int
  /// The index after the tag.
  var end: Int

  /// Reads a tag at the start of bytes that begin with `<`; `nil` for anything else: `a < b`,
  /// `List<String>`, a tag that does not end.
  ///
  /// A second `<` before the `>` means that the first tag is not closed, and ends the search. So a
  /// text is read in linear time, regardless of the number of unclosed tags.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes.dropFirst()
    let isEnd = rest.first == UInt8(ascii: "/")
    if isEnd { rest = rest.dropFirst() }
    let name = rest.prefix(Self.longestName + 1).prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(byte)
    }
    let element = String(decoding: name.map { $0 | 0x20 }, as: UTF8.self)
    guard let breaksLine = Self.elements[element],
      let close = Self.close(of: rest[name.endIndex...])
    else { return nil }
    self.breaksLine = breaksLine
    emphasis = !Self.emphasizing.contains(element) ? 0 : isEnd ? -1 : 1
    end = close + 1
  }

  /// Returns the index of the `>` that ends a tag, from the bytes after its name; `nil` if the name
  /// continues, or if another tag begins or the text ends before the `>`.
  private static func close(of attributes: ArraySlice<UInt8>) -> Int? {
    switch attributes.first {
    case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: " "), 9, 10, 13: break
    default: return nil
    }
    var quote: UInt8?
    for (index, byte) in zip(attributes.indices, attributes) {
      switch byte {
      case UInt8(ascii: "<"): return nil
      case _ where byte == quote: quote = nil
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = quote ?? byte
      case UInt8(ascii: ">") where quote == nil: return index
      default: break
      }
    }
    return nil
  }

  private static let longestName = 10
  private static let emphasizing: Set<String> = ["b", "em", "mark", "strong"]

  /// The names that are read as tags, and whether the tag begins a new line. A tag with any other
  /// name stays in the text: in a text about programming, `List<String>` is more likely a type.
  private static let elements: [String: Bool] = [
    "a": false, "abbr": false, "b": false, "big": false, "cite": false, "code": false,
    "del": false, "em": false, "font": false, "i": false, "img": false, "ins": false, "kbd": false,
    "mark": false, "q": false, "s": false, "small": false, "span": false, "strike": false,
    "strong": false, "sub": false, "sup": false, "u": false,
    "blockquote": true, "br": true, "dd": true, "div": true, "dl": true, "dt": true, "h1": true,
    "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "hr": true, "li": true, "ol": true,
    "p": true, "pre": true, "section": true, "table": true, "tr": true, "td": false, "ul": true,
  ]
}
