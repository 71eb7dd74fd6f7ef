import SectionEngine

/// Rules about the items of a block's lists, as the feed has them. An identifier and an emptied
/// address need not be visible on the page, so these rules read the blocks.
extension CheckRule {
  static let emptyPicture = CheckRule(
    id: "empty-picture", code: .emptyPicture,
    summary: "the address of an item's picture is empty, unlike those of its siblings",
    limits: [
      .init(
        "share", 0.5, in: 0...1, "share of the items with a picture, above which others need one")
    ],
    isAboutData: true, owner: .feed
  ) { run in
    let pictures = Set(run.page.tree.pictureAddresses)
    guard !pictures.isEmpty else { return }
    for block in run.pages.blocks {
      for list in ItemList.all(in: block.value) {
        for (path, texts) in list.texts {
          let empty = texts.filter(\.utf8.isEmpty)
          let filled = texts.count { !$0.utf8.isEmpty && $0.string.map(pictures.contains) == true }
          guard let first = empty.first,
            Double(filled) > run.limit("share") * Double(list.items.count)
          else { continue }
          run.report(
            "\(empty.count) of \(counted(list.items.count, "item")) "
              + "\(empty.count == 1 ? "has" : "have") an empty `\(shown(String(path.dropFirst())))`",
            at: first, of: block, aspect: list.path + path,
            label: "expected the address of a picture",
            helps: ["send the address, or leave the item out"])
        }
      }
    }
  }

  static let changedID = CheckRule(
    id: "changed-id", code: .changedIdentity,
    summary: "an item has another identifier than at the revision of --base", isAboutData: true,
    owner: .feed
  ) { run in
    let earlier = run.pages.earlierBlocks.grouped(by: \.blockCode)
    let old = Dictionary(
      earlier.map { ($0[0].blockCode, ItemList.joined(in: $0.map(\.value))) }
    ) { first, _ in first }
    for block in run.pages.blocks {
      guard let old = old[block.blockCode] else { continue }
      for (path, list) in ItemList.joined(in: [block.value]).sorted(by: { $0.key < $1.key }) {
        guard let other = old[path], let key = list.identifier, other.identifier == key
        else { continue }
        run.reportChanges(of: key, in: list, since: other, of: block)
      }
    }
  }
}

extension RuleRun {
  /// Reports items with one identifier and different contents. `duplicate-id` reports items with
  /// equal contents where they are drawn.
  mutating func reportRepeatedIdentifiers() {
    for block in pages.blocks {
      // A list can be too short to tell an identifier: two items with one value, for example.
      let joined = ItemList.joined(in: [block.value])
      for list in ItemList.all(in: block.value) {
        guard let key = list.identifier ?? joined[list.path]?.identifier else { continue }
        for group in list.items.grouped(by: { $0[key].identityText ?? "" })
        where group.count > 1 && Set(group.map { ItemList.content(of: $0, without: "") }).count > 1
        {
          report(
            "\(counted(group.count, "item")) of a list have one `\(key)`", at: group[1][key],
            of: block, aspect: "id " + list.path,
            label: "`\(shown(group[0][key].identityText ?? ""))` is that of another item, too",
            helps: ["send each item with its own: an app that updates items by it mixes them up"])
        }
      }
    }
  }

  /// Reports items whose content was in the earlier list with another identifier. If most items
  /// have others, the key is not an identifier.
  fileprivate mutating func reportChanges(
    of key: String, in list: ItemList, since earlier: ItemList, of block: Block
  ) {
    var old: [[String]: String] = [:]
    for item in earlier.items {
      old[ItemList.content(of: item, without: key)] = item[key].identityText
    }
    let known = Set(earlier.items.compactMap { $0[key].identityText })
    let same = list.items.filter { old[ItemList.content(of: $0, without: key)] != nil }
    let changed = same.filter { item in
      item[key].identityText.map { !known.contains($0) } ?? true
    }
    guard let first = changed.first, changed.count * 2 <= same.count else { return }
    let before = old[ItemList.content(of: first, without: key)] ?? ""
    report(
      "`\(key)` of \(changed.count) of \(counted(list.items.count, "item")) changed, and no other content",
      at: first[key], of: block, aspect: list.path,
      label: "it was `\(shown(before))`",
      helps: ["keep the identifier of an item: an app takes another one for a new item"])
  }

  /// Reports a value of a block.
  fileprivate mutating func report(
    _ message: String, at value: FeedValue, of block: Block, aspect: String, label: String,
    helps: [String]
  ) {
    let section = page.sections.first { $0.block?.isDrawnAs(block) == true }
    report(
      message, at: value.location, of: section, path: section?.path(of: nil), aspect: aspect,
      label: label, notes: [], helps: helps, blockCode: block.blockCode)
  }
}

/// A list of at least two objects in a block.
private struct ItemList {
  /// The path in the block, without numbers.
  let path: String
  let items: [FeedValue]

  /// The keys that identify an item, whatever the feed. Other keys that end with "id" are often
  /// those of something that items share, such as a category.
  private static let identifiers = ["id", "_id", "uuid", "guid"]

  /// The key that identifies the items: all have it, and most values are different.
  var identifier: String? {
    Self.identifiers.first { key in
      let values = items.compactMap { $0[key].identityText }
      return values.count == items.count && Set(values).count * 2 > items.count
    }
  }

  /// The texts of the items by path, without those in lists of their own, in the order of the feed.
  var texts: [(path: String, values: [FeedValue])] {
    items.flatMap { Self.scalars(of: $0) }.filter { $0.value.kind == .string }
      .grouped { $0.path }.map { (path: $0[0].path, values: $0.map(\.value)) }
  }

  /// Returns the lists in a value, in the order of the document.
  static func all(in root: FeedValue) -> [ItemList] {
    var lists: [ItemList] = []
    var open = [(value: root, path: "")]
    while let (value, path) = open.popLast() {
      let isList = value.kind == .array
      let children = Array(value.children)
      if isList, children.count > 1, children.allSatisfy({ $0.kind == .object }) {
        lists.append(ItemList(path: path, items: children))
      }
      for child in children.reversed() where child.kind == .object || child.kind == .array {
        open.append((child, isList ? path + "[*]" : "\(path).\(child.key)"))
      }
    }
    return lists
  }

  /// Returns the items of all lists with one path, by path.
  static func joined(in blocks: [FeedValue]) -> [String: ItemList] {
    Dictionary(blocks.flatMap { all(in: $0) }.map { ($0.path, $0) }) {
      .init(path: $0.path, items: $0.items + $1.items)
    }
  }

  /// Returns the texts of all scalars in an item with their paths, except the member `key`.
  static func content(of item: FeedValue, without key: String) -> [String] {
    scalars(of: item, inLists: true).filter { $0.path != "." + key }
      .map { "\($0.path)=\($0.value.identityText ?? "")" }
  }

  private static func scalars(
    of item: FeedValue, inLists: Bool = false
  ) -> [(path: String, value: FeedValue)] {
    var found: [(path: String, value: FeedValue)] = []
    var open = [(value: item, path: "")]
    while let (value, path) = open.popLast() {
      switch value.kind {
      case .array where !inLists: break
      case .array, .object:
        for child in Array(value.children).reversed() {
          open.append((child, value.kind == .array ? path + "[*]" : "\(path).\(child.key)"))
        }
      default: found.append((path, value))
      }
    }
    return found
  }
}
