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

  /// The code of the blocks, which is no title.
  private let code: String?

  /// Reads the first block that has items, or else the first one. The blocks have one code.
  package init(of blocks: [FeedValue], code: String? = nil) {
    self.code = code
    let block = blocks.first { Self.list(in: $0) != nil } ?? blocks.first
    guard let block else { return }
    guard let list = Self.list(in: block) else {
      if block.kind == .object { readItem(block) }
      return
    }
    hasItems = true
    items = list.path.isEmpty ? nil : list.path
    if block.kind == .object { title = text(in: block)?.path }
    if let first = list.value.children.first(where: { $0.kind == .object }) { readItem(first) }
  }

  private mutating func readItem(_ item: FeedValue) {
    let title = text(in: item)
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
    let action =
      Self.member(of: item, named: Self.actionWords) {
        Self.isAddress($0.value) && Self.pictureCertainty($0) == 0
      }
      ?? Self.levels(of: item).joined().flatMap(Self.members).first {
        Self.isAppLink($0.value) && Self.pictureCertainty($0) == 0
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

  /// Returns the first list of objects, outer ones first; the block itself if it is a list.
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
  private func text(in block: FeedValue) -> Place? {
    let levels = Self.levels(of: block).map { level in
      level.flatMap { Self.members(of: $0) }.filter {
        Self.isProse($0.value) && $0.value.string != code
      }
    }
    for texts in levels {
      for word in Self.titleWords {
        if let exact = texts.first(where: { $0.value.key.lowercased() == word }) { return exact }
      }
      for word in Self.titleWords {
        guard let similar = texts.first(where: { $0.value.key.lowercased().contains(word) })
        else { continue }
        if !Self.detailWords.contains(where: similar.value.key.lowercased().contains) {
          return similar
        }
      }
    }
    let texts = levels.joined()
    return texts.first { Self.looksWritten($0.value) }
      ?? texts.first { Self.looksLikeWord($0.value) }
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
    levels(of: item).joined().flatMap(members)
      .filter { (isAddress($0.value) || isFileName($0.value)) && pictureCertainty($0) > 0 }
      .max { pictureCertainty($0) < pictureCertainty($1) }
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

  /// Whether the text is a file name, "cover.png", which some feeds send in place of an address.
  private static func isFileName(_ value: FeedValue) -> Bool {
    value.string.map { $0.contains(".") && !$0.contains(" ") } ?? false
  }

  private static func isAddress(_ value: FeedValue) -> Bool {
    value.string.map { $0.contains("://") || $0.hasPrefix("/") } ?? false
  }

  /// Whether the text is a link into an app, "shop://cart", which needs no telling key.
  private static func isAppLink(_ value: FeedValue) -> Bool {
    guard let text = value.string, let end = text.firstRange(of: "://")?.lowerBound else {
      return false
    }
    return URLReference.isScheme(text[..<end])
      && !["http", "https", "file", "data"].contains(text[..<end].lowercased())
  }

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

  // MARK: Pictures

  private static let words = ["image", "img", "thumb", "avatar", "poster", "photo"]
  /// Words that also occur inside other words: "topic", "discover", "lexicon".
  private static let beginnings = ["cover", "pic", "icon"]
  private static let suffixes = [
    ".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".heic", ".svg", ".bmp",
  ]
  /// Words in the keys of links inside a picture object.
  private static let leads = ["link", "href", "scheme", "target", "action", "jump"]

  /// Returns how likely the address at a place of an item is a picture; 0 if it is not.
  ///
  /// 3 if its own key names a picture, 2 if the key of an object around it does, 1 if only the file
  /// extension does. So `{"image": {"url": …}}` and `{"url": "….jpg"}` are pictures, while
  /// `{"topic": {"url": …}}` is not, although "topic" ends in "pic".
  private static func pictureCertainty(_ place: Place) -> Int {
    let keys = place.path.split(separator: ".").map(String.init)
    guard let own = keys.last else { return 0 }
    if namesPicture(own) { return 3 }
    let isLead = leads.contains { own.lowercased().contains($0) }
    if !isLead, keys.dropLast().contains(where: namesPicture) { return 2 }
    let file = (place.value.string ?? "").prefix { $0 != "?" && $0 != "#" }.lowercased()
    return suffixes.contains { file.hasSuffix($0) } ? 1 : 0
  }

  private static func namesPicture(_ key: String) -> Bool {
    let lowercased = key.lowercased()
    if words.contains(where: { lowercased.contains($0) }) { return true }
    return Self.parts(of: key).contains { part in beginnings.contains { part.hasPrefix($0) } }
  }

  /// Splits "coverImgUrl" into "cover", "img" and "url", "pic_url" into "pic" and "url".
  private static func parts(of key: String) -> [String] {
    var parts = [""]
    for character in key {
      if character == "_" || character == "-" {
        parts.append("")
      } else if character.isUppercase {
        parts.append(character.lowercased())
      } else {
        parts[parts.count - 1] += character.lowercased()
      }
    }
    return parts
  }
}
