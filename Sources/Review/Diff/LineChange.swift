import Page
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
}

extension LineChange {
  /// Compares texts, attributes, flags and codes. Decodes only the parts whose bytes differ.
  /// - Parameters:
  ///   - slack: The tolerance in points for lengths that the pages round differently; else `nil`.
  ///   - placeSlack: The tolerance for such positions on the page.
  init(
    _ old: Page.Lines, _ a: Page.Line, _ new: Page.Lines, _ b: Page.Line,
    slack: Double? = nil, placeSlack: Double = 0
  ) {
    if !old.hasSameBytes(a.string, as: b.string, of: new), old.text(a.string) != new.text(b.string)
    {
      kinds.insert(.text)
    }
    guard !old.hasSameBytes(a.tail, as: b.tail, of: new) else { return }
    let before = old.tail(of: a)
    let after = new.tail(of: b)
    let scope: Attribute.Scope = a.kind == .node ? .node : .section
    for attribute in before.attributes {
      let other = after.attributes[attribute.key]
      let known = Attribute(key: attribute.key, of: scope)
      if let slack, let other, let known,
        let lengths = RoundedLengths(known, attribute.value),
        RoundedLengths(known, other)?.isEqual(
          to: lengths, within: known == .target ? max(slack, placeSlack) : slack) == true
      {
        continue
      }
      add(attribute.key, known, attribute.value, other)
    }
    for attribute in after.attributes where before.attributes[attribute.key] == nil {
      let known = Attribute(key: attribute.key, of: scope)
      add(attribute.key, known, nil, attribute.value)
    }
    let truncated = [before, after].map { $0.flags.contains("truncated") ? "true" : nil }
    add("truncated", .truncated, truncated[0], truncated[1])
    let codes = [before, after].map { $0.codes.isEmpty ? nil : $0.codes.joined(separator: " ") }
    add("codes", nil, codes[0], codes[1])
    // If the line has no item count, the page count is compared in its place.
    if let first = derived.firstIndex(where: { $0.key == "pages" }), count == nil {
      count = derived.remove(at: first)
    }
  }

  private mutating func add(
    _ key: String, _ attribute: Attribute?, _ old: String?, _ new: String?
  ) {
    guard old != new else { return }
    let change = PageDiff.ValueChange(key: key, old: old, new: new)
    // Dumps of earlier versions do not have the action type, so its absence is not a change.
    if attribute == .actionType, old == nil || new == nil { return }
    let entry = attribute?.entry
    switch entry?.change ?? .style {
    case .count: count = change
    case .derived: derived.append(change)
    case .provider where Self.id(old) == Self.id(new): provider = change
    case .action: add(change, .action, entry)
    case .text: add(change, .text, entry)
    case .style, .provider, .none: add(change, .restyled, entry)
    }
  }

  private mutating func add(
    _ change: PageDiff.ValueChange, _ kind: PageDiff.Kinds, _ entry: Attribute.Entry?
  ) {
    kinds.insert(kind)
    values.append(change)
    if entry?.arranges == true { isRearranged = true }
  }

  /// Whether a change of an attribute is a change of text or action, not of style.
  private static func isContent(_ key: String) -> Bool {
    [Attribute.Scope.section, .node].contains { scope in
      switch Attribute(key: key, of: scope)?.entry.change {
      case .text, .action: true
      default: false
      }
    }
  }

  private static func id(_ provider: String?) -> Substring? { provider?.prefix { $0 != "@" } }

  /// Removes the changes that only result from comparing different content.
  mutating func dropContent() {
    kinds.subtract([.text, .action])
    let others: [Attribute] = [.lines, .textLines, .truncated]
    values.removeAll { value in
      guard let attribute = Attribute(key: value.key, of: .node) else { return false }
      return attribute.entry.isFromFeed || others.contains(attribute)
    }
    if values.isEmpty { kinds.remove(.restyled) }
  }

  /// Removes the change of an attribute, because another change explains it.
  mutating func drop(_ key: String) {
    values.removeAll { $0.key == key }
    if values.allSatisfy({ Self.isContent($0.key) }) { kinds.remove(.restyled) }
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
