import PluginShared
import SectionKit

/// The displayed content of one article. Every field of the feed is optional.
struct Article {
  /// The title, or else the description.
  let title: Phrase?
  /// The author, or else the user who shared the article.
  let author: Phrase?
  /// The parent chapter and the chapter: "Jetpack/LiveData"; one name if both are equal or one
  /// is missing.
  let chapter: Phrase?
  let date: Phrase?
  /// The number of likes; `nil` if there are none.
  let likes: Int64?
  let isPinned: Bool
  let picture, id: String?
  let tap: Tap?

  /// Reads an article; `nil`, with a warning, for anything but an object.
  init?(_ value: Value) {
    guard value.kind == .object else {
      value.warn("the row is empty: expected an object, found \(value.found)")
      return nil
    }
    title = Phrase("title", "desc", in: value)
    author = Phrase("author", "shareUser", in: value)
    chapter = Self.chapter(of: value)
    date = Phrase("niceDate", "niceShareDate", in: value)
    likes = value.tally("zan").flatMap { $0 > 0 ? $0 : nil }
    isPinned = value.tally("type") == 1
    picture = value.text("envelopePic")
    id = value.id("id")
    tap = value.text("link").map { Tap(type: "web", target: $0) }
  }

  /// Whether the line below the title has any content.
  var hasMeta: Bool {
    isPinned || author != nil || chapter != nil || date != nil || likes != nil
  }

  private static func chapter(of value: Value) -> Phrase? {
    let outer = Phrase("superChapterName", in: value)
    let inner = Phrase("chapterName", in: value)
    guard let outer, let inner, outer.text != inner.text else { return inner ?? outer }
    return Phrase("\(outer.text)/\(inner.text)", source: inner.source)
  }
}
