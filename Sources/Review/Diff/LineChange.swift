import SectionEngine

/// The differences between two paired lines.
struct LineChange {
  var kinds: PageDiff.Kinds = []
  var values: [PageDiff.ValueChange] = []
  /// Changes of values that depend on frames of children; reported only if nothing else changed.
  var derived: [PageDiff.ValueChange] = []
  /// The change of the number of items, or of pages that have one item each.
  var count: PageDiff.ValueChange?
  /// The change of the provider, if only its version changed.
  var provider: PageDiff.ValueChange?
  var isRearranged = false

  /// The attributes whose values depend on the frames of children.
  private static let derivedKeys: Set<String> = ["rows", "content", "content-height", "pages"]
  /// The attributes that are content, with the kind of their change. Other attributes are style.
  private static let contentKinds: [String: PageDiff.Kinds] = [
    "action": .action, "action-type": .action, "badge": .text, "title": .text,
  ]
  /// The attributes whose values come from the feed.
  static let contentKeys: Set<String> = [
    "action", "action-type", "badge", "item", "picture", "runs", "title",
  ]
  /// The attributes that affect the positions of children.
  private static let arrangingKeys: Set<String> = [
    "layout", "columns", "lanes", "align", "align-items", "scrolling", "peek", "group", "gap",
    "inset", "margin", "axis", "page", "place", "gap-above",
  ]
}

extension LineChange {
  /// Compares texts, attributes, flags and codes. Decodes only the parts whose bytes differ.
  /// - Parameter slack: The tolerance in points for lengths that only one page rounds; else `nil`.
  init(
    _ old: FlatPage, _ a: FlatPage.Line, _ new: FlatPage, _ b: FlatPage.Line, slack: Double? = nil
  ) {
    if !old.hasSameBytes(a.string, as: b.string, of: new), old.text(a.string) != new.text(b.string)
    {
      kinds.insert(.text)
    }
    guard !old.hasSameBytes(a.tail, as: b.tail, of: new) else { return }
    let before = old.tail(of: a)
    let after = new.tail(of: b)
    for attribute in before.attributes {
      let other = after.attributes[attribute.key]
      if let slack, let other, let lengths = RoundedLengths(attribute.key, attribute.value),
        RoundedLengths(attribute.key, other)?.isEqual(to: lengths, within: slack) == true
      {
        continue
      }
      add(attribute.key, attribute.value, other)
    }
    for attribute in after.attributes where before.attributes[attribute.key] == nil {
      add(attribute.key, nil, attribute.value)
    }
    let truncated = [before, after].map { $0.flags.contains("truncated") ? "true" : nil }
    add("truncated", truncated[0], truncated[1])
    let codes = [before, after].map { $0.codes.isEmpty ? nil : $0.codes.joined(separator: " ") }
    add("codes", codes[0], codes[1])
    // If the line has no item count, the page count is compared in its place.
    if let first = derived.firstIndex(where: { $0.key == "pages" }), count == nil {
      count = derived.remove(at: first)
    }
  }

  private mutating func add(_ key: String, _ old: String?, _ new: String?) {
    guard old != new else { return }
    let change = PageDiff.ValueChange(key: key, old: old, new: new)
    switch key {
    case "items": count = change
    // Dumps of earlier versions do not have the action type, so its absence is not a change.
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

  /// Removes the changes that only result from comparing different content.
  mutating func dropContent() {
    kinds.subtract([.text, .action])
    let keys = Self.contentKeys.subtracting(["title"]).union(["lines", "text-lines", "truncated"])
    values.removeAll { keys.contains($0.key) }
    if values.isEmpty { kinds.remove(.restyled) }
  }

  /// Removes the change of an attribute, because another change explains it.
  mutating func drop(_ key: String) {
    values.removeAll { $0.key == key }
    if values.allSatisfy({ Self.contentKinds[$0.key] != nil }) { kinds.remove(.restyled) }
  }
}

/// A pair of nodes to compare, or a node that exists on only one page.
struct NodeRecord {
  /// The line indices; -1 if the page does not have the node.
  let old: Int
  let new: Int
  /// The index of the parent's record; -1 for the section.
  var parent = -1
  var level = 0
  var change = LineChange()
  /// Whether other changes explain the position of the node, along each axis.
  var isExplained = (x: false, y: false)
  var isByPlace = false
  var isBelowReplaced = false
  /// Whether one of the pages elides all descendants because of `--depth`.
  var isCut = false
  /// Whether the node is a spacer whose size depends on a change of its siblings.
  var isYielding = false
  var places: (old: Int, new: Int)?
  /// The old and the new text, if the record reports a change of text.
  var words: (String, String)?

  // These are computed after all nodes are compared.
  var hasChange = false
  /// Whether a text or an order changed in the subtree. Siblings never share its line.
  var isUnique = false
  var signature = 0
  /// The number of added children minus the number of removed children.
  var balance = 0
  /// Whether the record or one of its descendants is reported.
  var isShown = false
  /// The number of omitted siblings that changed in the same way.
  var alike = 0
  /// The first changed texts of the omitted siblings, at most three.
  var alikeTexts: [(old: String, new: String?)] = []

  /// Whether the pair has only the place in common, so its contents are not comparable.
  var isReplaced: Bool { isByPlace && change.kinds.contains(.text) }
}
