import SectionEngine

/// The differences between two lines of a pair.
struct LineChange {
  var kinds: PageDiff.Kinds = []
  var values: [PageDiff.ValueChange] = []
  /// Values that follow from other changes. They are reported only if there are none.
  var derived: [PageDiff.ValueChange] = []
  /// The number of items, or of pages with one item each.
  var count: PageDiff.ValueChange?
  /// The provider's id and version.
  var provider: PageDiff.ValueChange?
  var isRearranged = false

  /// Attributes that follow from the frames of children.
  private static let derivedKeys: Set<String> = ["rows", "content", "content-height", "pages"]
  /// The kinds of changes of attributes that are content; others are style.
  private static let contentKinds: [String: PageDiff.Kinds] = [
    "action": .action, "action-type": .action, "badge": .text, "title": .text,
  ]
  /// Attributes that are texts of the feed.
  static let contentKeys: Set<String> = [
    "action", "action-type", "badge", "item", "picture", "runs", "title",
  ]
  /// Attributes that determine the positions of children.
  private static let arrangingKeys: Set<String> = [
    "layout", "columns", "lanes", "align", "align-items", "scrolling", "peek", "group", "gap",
    "inset", "margin", "axis", "page", "place", "gap-above",
  ]
}

extension LineChange {
  /// Compares texts, attributes, flags and codes. Decodes only parts whose bytes differ.
  init(_ old: FlatPage, _ a: FlatPage.Line, _ new: FlatPage, _ b: FlatPage.Line) {
    if !old.hasSameBytes(a.string, as: b.string, of: new), old.text(a.string) != new.text(b.string)
    {
      kinds.insert(.text)
    }
    guard !old.hasSameBytes(a.tail, as: b.tail, of: new) else { return }
    let before = old.tail(of: a)
    let after = new.tail(of: b)
    for attribute in before.attributes {
      add(attribute.key, attribute.value, after.attributes[attribute.key])
    }
    for attribute in after.attributes where before.attributes[attribute.key] == nil {
      add(attribute.key, nil, attribute.value)
    }
    let truncated = [before, after].map { $0.flags.contains("truncated") ? "true" : nil }
    add("truncated", truncated[0], truncated[1])
    let codes = [before, after].map { $0.codes.isEmpty ? nil : $0.codes.joined(separator: " ") }
    add("codes", codes[0], codes[1])
    // One count is enough if pages hold several items.
    if let first = derived.firstIndex(where: { $0.key == "pages" }), count == nil {
      count = derived.remove(at: first)
    }
  }

  private mutating func add(_ key: String, _ old: String?, _ new: String?) {
    guard old != new else { return }
    let change = PageDiff.ValueChange(key: key, old: old, new: new)
    switch key {
    case "items": count = change
    // Dumps of earlier versions have no types of actions.
    case "action-type" where old == nil || new == nil: break
    case "via" where Self.id(old) == Self.id(new): provider = change
    case _ where Self.derivedKeys.contains(key): derived.append(change)
    default:
      kinds.insert(Self.contentKinds[key] ?? .restyled)
      values.append(change)
      if Self.arrangingKeys.contains(key) { isRearranged = true }
    }
  }

  private static func id(_ provider: String?) -> Substring? { provider?.prefix { $0 != "@" } }

  /// Drops the changes that follow from different content.
  mutating func dropContent() {
    kinds.subtract([.text, .action])
    let keys = Self.contentKeys.subtracting(["title"]).union(["lines", "text-lines", "truncated"])
    values.removeAll { keys.contains($0.key) }
    if values.isEmpty { kinds.remove(.restyled) }
  }

  /// Drops the change of an attribute that follows from another change.
  mutating func drop(_ key: String) {
    values.removeAll { $0.key == key }
    if values.allSatisfy({ Self.contentKinds[$0.key] != nil }) { kinds.remove(.restyled) }
  }
}

/// A pair of nodes to compare, or a node that only one page has.
struct NodeRecord {
  /// Lines; -1 if the page does not have the node.
  let old: Int
  let new: Int
  /// Index of the parent's record; -1 for the section.
  var parent = -1
  var level = 0
  var change = LineChange()
  /// Whether other changes explain its position, along each axis.
  var isExplained = (x: false, y: false)
  var isByNumber = false
  var isBelowReplaced = false
  /// Whether a page elides its children.
  var isCut = false
  /// Whether it is a spacer beside a change.
  var isYielding = false
  var places: (old: Int, new: Int)?
  /// The texts that it reports.
  var words: (String, String)?

  // Computed after all nodes are compared.
  var hasChange = false
  /// Whether its subtree has a change of text or order, so that it is not folded with siblings.
  var isUnique = false
  var signature = 0
  /// The number of added children minus that of removed ones.
  var balance = 0
  /// Whether it or a record below it is reported.
  var isShown = false
  /// The number of siblings that changed in the same way and are not shown.
  var alike = 0
  /// The first texts that changed in them.
  var alikeTexts: [(old: String, new: String)] = []

  /// Whether another item took its place, so that its content is not comparable.
  var isReplaced: Bool { isByNumber && change.kinds.contains(.text) }
}
