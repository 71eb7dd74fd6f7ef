import PluginShared
import SectionKit

/// What a row shows of one article. Every field of the feed is optional.
struct Article {
  /// The description where there is no title.
  let title: Phrase?
  /// Whoever shared it where no author is named.
  let author: Phrase?
  /// "Jetpack/LiveData"; one name where both are the same or only one is there.
  let chapter: Phrase?
  let date: Phrase?
  /// `nil`: nobody likes it.
  let likes: Int64?
  let isPinned, hasPicture: Bool
  let tap: Tap?

  /// `nil`, and reported, for anything but an object.
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
    hasPicture = value.text("envelopePic") != nil
    tap = value.text("link").map { Tap(type: "web", target: $0) }
  }

  /// Whether anything stands in the line below the title.
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
