import SectionEngine

/// Parts of a feed that are alike: the items of all lists at one path in the blocks of one code, or
/// these blocks.
struct Siblings {
  /// An item, and the list that contains it; of a block, the block itself.
  struct Item {
    let value: FeedValue
    let block: Block
    let list: ListPlace
  }

  /// The place of a list: its document, and its index there.
  struct ListPlace: Hashable {
    private let document: ObjectIdentifier
    private let index: UInt32

    init(_ list: FeedValue) {
      document = ObjectIdentifier(list.document)
      index = list.index
    }
  }

  /// The path of the lists in a block, without numbers; "" if the items are blocks.
  let path: String
  private(set) var items: [Item]
  /// The items of the same lists on the page at the base revision.
  private(set) var earlier: [Item] = []

  /// The items of both pages, those of this one first.
  var all: [Item] { items + earlier }
  var noun: String { path.isEmpty ? "block" : "item" }

  /// Returns the siblings in blocks of one code, outer ones first. Hidden items are left out. An
  /// only item has siblings on the earlier page. O(values).
  static func all(in blocks: [Block], since earlier: [Block] = []) -> [Siblings] {
    var groups = groups(in: blocks)
    let old = Dictionary(uniqueKeysWithValues: Self.groups(in: earlier).map { ($0.path, $0.items) })
    for index in groups.indices { groups[index].earlier = old[groups[index].path] ?? [] }
    return groups.filter { $0.items.count > 1 || !$0.earlier.isEmpty }
  }

  private static func groups(in blocks: [Block]) -> [Siblings] {
    var groups: [Siblings] = []
    var places: [String: Int] = [:]
    func add(_ item: Item, at path: String) {
      guard item.value.kind == .object, !item.value.isHiddenItem else { return }
      if let place = places[path] { return groups[place].items.append(item) }
      places[path] = groups.count
      groups.append(Siblings(path: path, items: [item]))
    }
    for block in blocks {
      add(Item(value: block.value, block: block, list: ListPlace(block.value)), at: "")
    }
    for block in blocks {
      var open = [(value: block.value, path: "")]
      while let (value, path) = open.popLast() {
        let isList = value.kind == .array
        for child in Array(value.children).reversed()
        where child.isContainer && !child.isShadowed {
          open.append((child, isList ? path + "[*]" : "\(path).\(child.key)"))
        }
        guard isList else { continue }
        for item in value.children {
          add(Item(value: item, block: block, list: ListPlace(value)), at: path)
        }
      }
    }
    return groups
  }
}

/// The values at one path of siblings.
struct SiblingField {
  /// The keys that lead from an item to the value.
  let keys: [String]
  /// The items that have a value, in ascending order, and their values.
  private(set) var items: [Int] = []
  private(set) var values: [FeedValue] = []

  var path: String { keys.joined(separator: ".") }

  /// Returns the fields of siblings in the order of the feed, without those in lists. An empty text
  /// is no value.
  /// - Parameter isValue: Returns whether a value is one of a field.
  static func all(of siblings: [Siblings.Item], where isValue: (FeedValue) -> Bool)
    -> [SiblingField]
  {
    var fields: [SiblingField] = []
    var places: [String: Int] = [:]
    for (number, item) in siblings.enumerated() {
      var open = [(value: item.value, keys: [String]())]
      while let (value, keys) = open.popLast() {
        if isValue(value), !keys.isEmpty {
          let path = keys.joined(separator: ".")
          let place = places[path] ?? fields.count
          if place == fields.count {
            places[path] = place
            fields.append(SiblingField(keys: keys))
          }
          fields[place].items.append(number)
          fields[place].values.append(value)
        } else if value.kind == .object {
          for child in Array(value.children).reversed() where !child.isShadowed {
            open.append((child, keys + [child.key]))
          }
        }
      }
    }
    return fields
  }
}

/// The strings on a page, by their use.
struct ShownStrings {
  let pictures: Set<String>
  private(set) var targets: Set<String> = []
  private(set) var texts: Set<String> = []

  init(_ page: Page, _ sections: [CheckedSection]) {
    pictures = Set(page.pictureAddresses)
    for section in sections {
      for content in section.arena.contents {
        for part in [content.text, content.label, content.badge] where part.count > 0 {
          texts.insert(section.arena.string(part))
        }
        if content.actionTarget.count > 0 {
          targets.insert(section.arena.string(content.actionTarget))
        }
      }
    }
  }

  /// Whether the page shows a string below the value, also in a list.
  func hasPart(of value: FeedValue) -> Bool {
    var open = [value]
    while let value = open.popLast() {
      if let text = value.identityText, has(text) { return true }
      open += value.children
    }
    return false
  }

  func has(_ text: String) -> Bool {
    texts.contains(text) || pictures.contains(text) || targets.contains(text)
  }
}
