package import FeedDocument

/// The probable paths of the title and the items of a block of unknown shape, for the settings of
/// the generic section.
package struct FieldHints {
  package private(set) var title: String?
  /// `nil` if the block is its own list, or has none.
  package private(set) var items: String?
  package private(set) var hasItems = false
  private(set) var hasImages = false
  /// Paths from an item, by name of the setting: "title", "detail", "image", "action".
  package private(set) var item: [(name: String, path: String)] = []

  /// Reads the first block that has items, or else the first one. The blocks have one code.
  package init(of blocks: [FeedValue]) {
    let block = blocks.first { Self.list(in: $0) != nil } ?? blocks.first
    guard let block else { return }
    guard let list = Self.list(in: block) else {
      if block.kind == .object { readItem(block) }
      return
    }
    hasItems = true
    items = list.path.isEmpty ? nil : list.path
    if block.kind == .object { title = Self.text(in: block)?.path }
    if let first = list.value.children.first(where: { $0.kind == .object }) { readItem(first) }
  }

  private mutating func readItem(_ item: FeedValue) {
    let title = Self.text(in: item)
    if let title { self.item.append(("title", title.path)) }
    if let detail = Self.member(
      of: item, named: Self.detailWords, where: { Self.isProse($0.value) }),
      detail.path != title?.path
    {
      self.item.append(("detail", detail.path))
    }
    if let image = Self.picture(of: item) {
      self.item.append(("image", image.path))
      hasImages = true
    }
    let action = Self.member(of: item, named: Self.actionWords) {
      Self.isAddress($0.value) && Self.pictureCertainty($0) == 0
    }
    if let action { self.item.append(("action", action.path)) }
  }

  // MARK: Places

  private typealias Place = (path: String, value: FeedValue)

  private static let depth = 3

  private static let titleWords = [
    "title", "headline", "heading", "name", "header", "caption", "label", "text",
  ]
  private static let detailWords = [
    "subtitle", "description", "desc", "summary", "author", "artist", "detail",
  ]
  private static let actionWords = ["action", "url", "link", "href", "scheme", "target"]

  /// Returns the first list of objects, outer ones before inner ones; the block itself if it is a
  /// list.
  private static func list(in block: FeedValue) -> Place? {
    if isList(block) { return ("", block) }
    for level in levels(of: block) {
      for place in level {
        if let list = members(of: place).first(where: { isList($0.value) }) { return list }
      }
    }
    return nil
  }

  private static func isList(_ value: FeedValue) -> Bool {
    value.kind == .array && value.children.prefix(8).contains { $0.kind == .object }
  }

  /// Returns the title: outer texts before inner ones, within a level the text whose key is closest
  /// to a title word, else the first text that looks like one.
  private static func text(in block: FeedValue) -> Place? {
    let levels = levels(of: block).map { level in
      level.flatMap { members(of: $0) }.filter { isProse($0.value) }
    }
    for texts in levels {
      for word in titleWords {
        if let exact = texts.first(where: { $0.value.key.lowercased() == word }) { return exact }
      }
      for word in titleWords {
        let similar = texts.first { $0.value.key.lowercased().contains(word) }
        if let found = similar, !isDetail(found.value.key) { return found }
      }
    }
    let texts = levels.joined()
    return texts.first { looksWritten($0.value) } ?? texts.first { looksLikeWord($0.value) }
  }

  private static func isDetail(_ key: String) -> Bool {
    detailWords.contains { key.lowercased().contains($0) }
  }

  /// Returns a member whose key contains one of the words, outer ones before inner ones.
  private static func member(
    of block: FeedValue, named words: [String], where isFit: (Place) -> Bool
  ) -> Place? {
    for level in levels(of: block) {
      let places = level.flatMap { members(of: $0) }.filter(isFit)
      for word in words {
        let found = places.first { $0.value.key.lowercased().contains(word) }
        if let found { return found }
      }
    }
    return nil
  }

  /// Returns the most likely address of a picture; of equally likely ones the outermost.
  private static func picture(of item: FeedValue) -> Place? {
    var best: (place: Place, certainty: Int)?
    for place in levels(of: item).flatMap({ $0 }).flatMap(members)
    where isAddress(place.value) || isFileName(place.value) {
      let certainty = pictureCertainty(place)
      if certainty > best?.certainty ?? 0 { best = (place, certainty) }
    }
    return best?.place
  }

  private static func pictureCertainty(_ place: Place) -> Int {
    pictureCertainty(path: place.path, address: place.value.string ?? "")
  }

  private static func levels(of block: FeedValue) -> [[Place]] {
    guard block.kind == .object else { return [] }
    var levels: [[Place]] = [[("", block)]]
    while levels.count < depth, let last = levels.last {
      let next = last.flatMap { members(of: $0) }.filter { $0.value.kind == .object }
      if next.isEmpty { break }
      levels.append(next)
    }
    return levels
  }

  /// Returns the members whose key can be part of a path in the settings.
  private static func members(of place: Place) -> [Place] {
    place.value.children.filter { ConfigurationReader.isName($0.key) && !$0.key.contains(".") }
      .map { (place.path.isEmpty ? $0.key : "\(place.path).\($0.key)", $0) }
  }

  // MARK: Texts

  private static func isProse(_ value: FeedValue) -> Bool {
    guard let text = value.string, !text.isEmpty else { return false }
    return !text.contains("://") && !text.hasPrefix("#")
  }

  /// Whether the text has a space or a character beyond ASCII, which identifiers do not have.
  private static func looksWritten(_ value: FeedValue) -> Bool {
    value.string?.unicodeScalars.contains { $0 == " " || $0.value > 0x7F } == true
  }

  /// Whether the text consists of letters and hyphens, under a key that does not name a kind.
  private static func looksLikeWord(_ value: FeedValue) -> Bool {
    let key = value.key.lowercased()
    let kinds = ["type", "kind", "code", "style", "id", "template", "status"]
    return !kinds.contains { key.hasSuffix($0) }
      && value.string?.allSatisfy { $0.isLetter || $0 == "-" } == true
  }

  /// Whether the text is a file name, such as "cover.png", which some feeds send in place of an
  /// address.
  private static func isFileName(_ value: FeedValue) -> Bool {
    guard let text = value.string else { return false }
    return text.contains(".") && !text.contains(" ")
  }

  private static func isAddress(_ value: FeedValue) -> Bool {
    guard let text = value.string else { return false }
    return text.contains("://") || text.hasPrefix("/")
  }
}

extension FieldHints {
  /// The members of `generic` that give the paths of the fields.
  var paths: [(key: String, value: JSONText)] {
    var members: [(key: String, value: JSONText)] = []
    if let title { members.append(("title", .text(title))) }
    if let items { members.append(("items", .text(items))) }
    if !item.isEmpty {
      members.append(("item", .object(item.map { ($0.name, .text($0.path)) })))
    }
    return members
  }
}
