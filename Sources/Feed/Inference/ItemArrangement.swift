internal import FeedDocument
internal import Support

/// How the generic section arranges the items of a list.
enum ItemArrangement {
  /// Cards side by side that scroll.
  case rail
  /// Rows below each other.
  case list

  private static let words: [(word: String, arrangement: ItemArrangement)] = [
    ("h_list", .rail), ("hlist", .rail), ("carousel", .rail), ("rail", .rail), ("slider", .rail),
    ("horizontal", .rail), ("swiper", .rail), ("shelf", .rail), ("vertical", .list),
    ("list", .list), ("table", .list), ("rows", .list), ("stack", .list), ("message", .list),
    ("chat", .list), ("comment", .list),
  ]
  private static let keys = ["orientation", "direction", "axis", "display", "scrollDirection"]

  /// Reads the words of the code and of the members that name a kind or a direction. Without such a
  /// word, items without pictures are a list, and items with pictures are a rail.
  init(of blocks: [FeedValue], code: String, _ elements: [FeedValue], hasPictures: Bool) {
    self = hasPictures || elements.isEmpty ? .rail : .list
    guard let block = blocks.first else { return }
    let members = block.children.filter { member in
      member.kind == .string && member.count <= 32
        && (FeedValue.isKindWord(member.key) || Self.keys.contains(member.key)
          || member.key.lowercased().hasSuffix("layout"))
    }
    for word in [code] + members.map({ $0.string ?? "" }) {
      let word = word.lowercased()
      if let found = Self.words.first(where: { word.hasBytes(of: $0.word) }) {
        self = found.arrangement
        return
      }
    }
  }
}
