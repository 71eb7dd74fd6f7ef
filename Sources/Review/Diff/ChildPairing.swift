import SectionEngine

/// Pairs the children of a node with the children of its partner on the other page. Unnumbered
/// children pair by name; items like the sections of a page, by content before order. Inserting an
/// item therefore changes no other pair.
struct ChildPairing {
  /// The line indices of the children, without elided lines.
  let olds: [Int]
  let news: [Int]
  let pairing: Pairing
  /// The new items that have only the place in common with their partner.
  private(set) var byPlace: Set<Int> = []
  /// Whether some children are elided and cannot be compared.
  let oldIsPartial: Bool
  let newIsPartial: Bool

  init(_ old: Page.Lines, _ oldParent: Int, _ new: Page.Lines, _ newParent: Int) {
    (olds, oldIsPartial) = Self.children(of: oldParent, in: old)
    (news, newIsPartial) = Self.children(of: newParent, in: new)
    let (olds, news) = (olds, news)
    if olds.count == news.count, zip(olds, news).allSatisfy({ Self.isSame(old, $0, new, $1) }) {
      pairing = Pairing(identical: news.count)
      return
    }
    func weight(_ i: Int, _ j: Int) -> Int { old.lineCount(olds[i]) + new.lineCount(news[j]) }
    let names = [(old, olds), (new, news)].map { page, children in
      children.map { (name: page.text(page[$0].name), isItem: page[$0].number >= 0) }
    }
    guard names.contains(where: { $0.contains(where: \.isItem) }) else {
      var pairing = Pairing(old: olds.count, new: news.count)
      pairing.pair(old: { names[0][$0].name }, new: { names[1][$0].name })
      pairing.findUnmoved(weight: weight)
      self.pairing = pairing
      return
    }
    var items = ItemLikeness(old, olds, new, news)
    let before = olds.map { Self.element(old, $0) }
    let after = news.map { Self.element(new, $0) }
    pairing = Pairing(before, after, likeness: { items.likeness($0, $1) }, weight: weight)
    for (place, origin) in pairing.origins.enumerated() {
      guard origin >= 0, names[1][place].isItem,
        before[Int(origin)].content != after[place].content
      else { continue }
      if items.likeness(Int(origin), place) < Pairing.leastLikeness { byPlace.insert(place) }
    }
  }

  private static func children(of parent: Int, in page: Page.Lines) -> ([Int], isPartial: Bool) {
    var children: [Int] = []
    var isPartial = false
    var index = parent + 1
    while index < Int(page[parent].end) {
      let line = page[index]
      if line.kind != .elided {
        children.append(index)
      } else if line.number > 0 {
        isPartial = true
      }
      index = Int(line.end)
    }
    return (children, isPartial)
  }

  /// Returns whether lines have the same name and number; for items, also the same text and action.
  private static func isSame(
    _ old: Page.Lines, _ oldLine: Int, _ new: Page.Lines, _ newLine: Int
  ) -> Bool {
    let (a, b) = (old[oldLine], new[newLine])
    guard a.number == b.number, old.hasSameBytes(a.name, as: b.name, of: new) else { return false }
    guard a.number >= 0 else { return true }
    if !old.hasSameBytes(a.string, as: b.string, of: new) { return false }
    return old.hasSameBytes(a.tail, as: b.tail, of: new)
      || old.hasSameBytes(
        old.attribute("action", of: a), as: new.attribute("action", of: b), of: new)
  }

  private static func element(_ page: Page.Lines, _ child: Int) -> Pairing.Element {
    // Nested items are read again on each level, so the number of lines is limited.
    Pairing.Element(key: page.nameHash(child), content: page.contentHash(child, most: 256))
  }
}

/// Measures how alike two items are: by their identity, else by their texts.
private struct ItemLikeness {
  private var sketches: PageSketches
  /// For each page and item, the identity or else the action as written; empty if it has neither.
  private let identities: [[String]]
  private let counts: [[String: Int]]

  init(_ old: Page.Lines, _ olds: [Int], _ new: Page.Lines, _ news: [Int]) {
    sketches = PageSketches(old, olds, new, news)
    identities = [(old, olds), (new, news)].map { page, items in
      items.map { item in
        let line = page[item]
        let identity = page.attribute("item", of: line)
        return page.text(identity.isEmpty ? page.attribute("action", of: line) : identity)
      }
    }
    counts = identities.map { Dictionary($0.map { ($0, 1) }, uniquingKeysWith: +) }
  }

  mutating func likeness(_ old: Int, _ new: Int) -> Double {
    let (a, b) = (identities[0][old], identities[1][new])
    if a == b, !a.isEmpty, counts[0][a] == 1, counts[1][a] == 1 { return 1 }
    let likeness = sketches.likeness(old, new)
    // Items with different actions are different, even if their texts are equal.
    return a.isEmpty || b.isEmpty || a == b ? likeness : min(likeness, 0.4)
  }
}
