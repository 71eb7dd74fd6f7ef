import LayoutCore
import Renderers

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
      let value = after.attributes[attribute.key]
      if value != attribute.value { add(attribute.key, attribute.value, value) }
    }
    for attribute in after.attributes where before.attributes[attribute.key] == nil {
      add(attribute.key, nil, attribute.value)
    }
    let isTruncated = (before.flags.contains("truncated"), after.flags.contains("truncated"))
    if isTruncated.0 != isTruncated.1 {
      values.append(
        PageDiff.ValueChange(
          key: "truncated", old: isTruncated.0 ? "true" : nil, new: isTruncated.1 ? "true" : nil))
      kinds.insert(.restyled)
    }
    if before.codes != after.codes {
      func words(_ codes: [String]) -> String? {
        codes.isEmpty ? nil : codes.joined(separator: " ")
      }
      values.append(
        PageDiff.ValueChange(key: "codes", old: words(before.codes), new: words(after.codes)))
      kinds.insert(.restyled)
    }
    // One count is enough if pages hold several items.
    if let first = derived.firstIndex(where: { $0.key == "pages" }), count == nil {
      count = derived.remove(at: first)
    }
  }

  private mutating func add(_ key: String, _ old: String?, _ new: String?) {
    let change = PageDiff.ValueChange(key: key, old: old, new: new)
    switch key {
    case "action":
      kinds.insert(.action)
      values.append(change)
    case "badge", "title":
      kinds.insert(.text)
      values.append(change)
    case "items": count = change
    case "via" where Self.id(old) == Self.id(new): provider = change
    case _ where Self.derivedKeys.contains(key): derived.append(change)
    default:
      kinds.insert(.restyled)
      values.append(change)
      if Self.arrangingKeys.contains(key) { isRearranged = true }
    }
  }

  private static func id(_ provider: String?) -> Substring? { provider?.prefix { $0 != "@" } }

  /// Drops the changes that follow from different content.
  mutating func dropContent() {
    kinds.subtract([.text, .action])
    values.removeAll { ["action", "badge", "lines", "truncated"].contains($0.key) }
    if values.isEmpty { kinds.remove(.restyled) }
  }

  /// Drops the change of an attribute that follows from another change.
  mutating func drop(_ key: String) {
    values.removeAll { $0.key == key }
    if !values.contains(where: { !["action", "badge", "title"].contains($0.key) }) {
      kinds.remove(.restyled)
    }
  }
}
