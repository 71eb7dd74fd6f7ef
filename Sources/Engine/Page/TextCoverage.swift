internal import Feeds
internal import LayoutCore
internal import Support

/// Counts the texts of a document that are on its page, because an inferred layout can miss some.
enum TextCoverage {
  /// Returns the note for a page of an inferred layout; `nil` for other pages. O(bytes of text).
  static func note(of layout: FeedLayout, sections: some Sequence<PlacedSection>) -> Diagnostic? {
    guard layout.isInferred, !layout.texts.isEmpty else { return nil }
    var shown: Set<[UInt8]> = []
    for section in sections {
      shown.insert(letters(of: section.title, isMarkup: false))
      for content in section.arena.contents {
        shown.insert(letters(of: section.arena.string(content.text), isMarkup: false))
      }
    }
    let count = layout.texts.count { text in
      shown.contains(letters(of: text, isMarkup: false))
        || shown.contains(letters(of: text, isMarkup: true))
    }
    return Diagnostic(
      .inferredStructure, .note,
      "\(count) of \(counted(layout.texts.count, "text")) of the document "
        + "\(count == 1 ? "is" : "are") on this page")
  }

  /// Returns the letters and digits of a text; of markup without tags and character references,
  /// which the page does not show.
  private static func letters(of text: String, isMarkup: Bool) -> [UInt8] {
    var letters: [UInt8] = []
    var end: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case _ where end != 0: if byte == end { end = 0 }
      case UInt8(ascii: "<") where isMarkup: end = UInt8(ascii: ">")
      case UInt8(ascii: "&") where isMarkup: end = UInt8(ascii: ";")
      case 0x80..., UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        letters.append(byte)
      default: break
      }
    }
    return letters
  }
}
