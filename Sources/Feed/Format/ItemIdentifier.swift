package import FeedDocument

/// The names of the members that identify the items of a list: "id", "uid", "uuid", "guid" and "skuId",
/// and the key of the list in the singular with "Id", such as "episodeId" in a list "episodes" or
/// "episodeList". Other keys that end with "id" can name something that items share, such as a category.
package struct ItemIdentifier: Sendable {
  private static let usual = ["id", "uid", "uuid", "guid", "skuid"]
  /// Keys of lists of any items. For these, the block code names the items.
  private static let plain: Set<String> = [
    "", "cards", "children", "content", "contents", "data", "datas", "elements", "entries", "items",
    "list", "objects", "records", "results", "rows", "values",
  ]

  /// Names in lower case without separators, the likeliest first.
  private let names: [String]

  /// - Parameter path: The path of the list in the block, such as ".head.episodes" or "[*].tags[*]".
  package init(ofItemsAt path: String, code: String) {
    let list = path.split { ".[*]".contains($0) }.last ?? ""
    self.init(ofItemsIn: String(list), code: code)
  }

  /// - Parameters:
  ///   - list: The key of the list; empty if the items are blocks.
  ///   - code: The block code.
  package init(ofItemsIn list: String, code: String) {
    let items = list.hasSuffix("List") ? String(list.dropLast(4)) : list
    let own = [items] + (Self.plain.contains(items.lowercased()) ? [code] : [])
    names = Self.usual + own.flatMap(Self.singulars).map { $0 + "id" }
  }

  /// Returns the keys of members that identify an item, the likeliest first.
  package func keys(in item: FeedValue) -> [String] {
    item.children.compactMap { member -> (key: String, rank: Int)? in
      let key = member.key
      guard key.utf8.suffix(2).elementsEqual("id".utf8, by: { $0 | 0x20 == $1 }) else { return nil }
      return names.firstIndex(of: Self.folded(key)).map { (key, $0) }
    }.sorted { $0.rank < $1.rank }.map(\.key)
  }

  /// Returns the key and the value that identify an item; `nil` if it has none.
  package func identity(of item: FeedValue) -> String? {
    keys(in: item).lazy.compactMap { key in item[key].identityText.map { "\(key)=\($0)" } }.first
  }

  /// Returns a key and its last word, each unchanged and in the singular: among them "episode" for
  /// "newEpisodes". The results are in lower case and have no separators.
  private static func singulars(of key: String) -> [String] {
    let start = key.indices.last { index in
      guard index > key.startIndex else { return false }
      let before = key[key.index(before: index)]
      return "_-".contains(before) || (key[index].isUppercase && before.isLowercase)
    }
    let words = [key, String(key[(start ?? key.startIndex)...])]
    // "movies" could be a plural of "movy" or of "movie".
    return words.flatMap { word in
      [word, EnglishPlural.singular(of: word)]
        + (word.hasSuffix("s") ? [String(word.dropLast())] : [])
    }.map(folded).filter { !$0.isEmpty }
  }

  private static func folded(_ key: String) -> String {
    key.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}

/// The items of a list on an earlier page.
package struct EarlierItems {
  private let items: [FeedValue]
  private let identifier: ItemIdentifier

  package init(_ items: [FeedValue], identifiedBy identifier: ItemIdentifier) {
    (self.items, self.identifier) = (items, identifier)
  }

  /// Returns the numbers of the items that lost a value. An item is compared with the earlier item
  /// that has the same identifier or, without an identifier, the same content apart from the value.
  /// Items without an identifier that equal no earlier item lost the value if fewer items than before
  /// have it and more lack it. O(values).
  /// - Parameters:
  ///   - lacking: The numbers of the items without the value.
  ///   - key: The member with the value.
  package func losses(
    among now: [FeedValue], lacking: [Int], in key: String, hasValue: (FeedValue) -> Bool
  ) -> Set<Int> {
    let hadValue = items.map(hasValue)
    guard !lacking.isEmpty, hadValue.contains(true) else { return [] }
    var known: [String: Bool] = [:]
    for (item, had) in zip(items, hadValue) {
      let identity = identity(of: item, without: key)
      known[identity] = had && known[identity] ?? true
    }
    var lost: Set<Int> = []
    var strangers: [Int] = []
    for number in lacking {
      if let had = known[identity(of: now[number], without: key)] {
        if had { lost.insert(number) }
      } else if identifier.identity(of: now[number]) == nil {
        strangers.append(number)
      }
    }
    let count = hadValue.count { $0 }
    guard lost.isEmpty, now.count - lacking.count < count, lacking.count > items.count - count
    else {
      return lost
    }
    let samePlace = now.count == items.count ? strangers.filter { hadValue[$0] } : []
    return Set(samePlace.isEmpty ? strangers : samePlace)
  }

  /// Returns the item's identifier, or else its content without a member.
  private func identity(of item: FeedValue, without key: String) -> String {
    if let identity = identifier.identity(of: item) { return identity }
    var text = ""
    var open = item.children.filter { $0.key != key }.map { (value: $0, path: $0.key) }
    while let (value, path) = open.popLast() {
      if let scalar = value.identityText { text += "\(path)=\(scalar)\n" }
      open += value.children.map { ($0, "\(path).\($0.key)") }
    }
    return text
  }
}
