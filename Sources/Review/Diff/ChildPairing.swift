import Renderers

/// Pairs the children of a node with the children of its partner on the other page. Unnumbered
/// children pair by name. Items pair by name, action and text; the rest by a unique action, or by a
/// unique text without an action; the rest by number. So inserting an item changes no other pair.
struct ChildPairing {
  /// The line indices of the children, without elided lines.
  let olds: [Int]
  let news: [Int]
  let pairing: Pairing
  /// The new children that were paired only by their number.
  private(set) var byNumber: Set<Int> = []
  /// Whether some children are elided and cannot be compared.
  let oldIsPartial: Bool
  let newIsPartial: Bool

  init(_ old: FlatPage, _ oldParent: Int, _ new: FlatPage, _ newParent: Int) {
    (olds, oldIsPartial) = Self.children(of: oldParent, in: old)
    (news, newIsPartial) = Self.children(of: newParent, in: new)
    let (olds, news) = (olds, news)
    if olds.count == news.count, zip(olds, news).allSatisfy({ Self.isSame(old, $0, new, $1) }) {
      pairing = Pairing(identical: news.count)
      return
    }
    var pairing = Self.pairing(
      olds.map { .of($0, old) }, news.map { .of($0, new) }, byNumber: &byNumber)
    pairing.findUnmoved { old.lineCount(olds[$0]) + new.lineCount(news[$1]) }
    self.pairing = pairing
  }

  private static func children(of parent: Int, in page: FlatPage) -> ([Int], isPartial: Bool) {
    var children: [Int] = []
    var isPartial = false
    var index = parent + 1
    while index < Int(page.lines[parent].end) {
      let line = page.lines[index]
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
    _ old: FlatPage, _ oldLine: Int, _ new: FlatPage, _ newLine: Int
  ) -> Bool {
    let (a, b) = (old.lines[oldLine], new.lines[newLine])
    guard a.number == b.number, old.hasSameBytes(a.name, as: b.name, of: new) else { return false }
    guard a.number >= 0 else { return true }
    if !old.hasSameBytes(a.string, as: b.string, of: new) { return false }
    return old.hasSameBytes(a.tail, as: b.tail, of: new)
      || old.hasSameBytes(
        old.attribute("action", of: a), as: new.attribute("action", of: b), of: new)
  }

  /// The properties by which children are paired; each step uses some of them.
  private struct Words: Hashable {
    var name: String
    var action = ""
    var string = ""
    var number = -1

    static func of(_ index: Int, _ page: FlatPage) -> Words {
      let line = page.lines[index]
      return Words(
        name: page.text(line.name), action: page.text(page.attribute("action", of: line)),
        string: page.text(line.string), number: line.number)
    }
  }

  private static func pairing(
    _ old: [Words], _ new: [Words], byNumber: inout Set<Int>
  ) -> Pairing {
    var pairing = Pairing(old: old.count, new: new.count)
    func pair(onlyUnique: Bool = false, key: (Words) -> Words?) {
      pairing.pair(onlyUnique: onlyUnique, old: { key(old[$0]) }, new: { key(new[$0]) })
    }
    pair { $0.number >= 0 ? nil : Words(name: $0.name) }
    pair { words in
      guard words.number >= 0, !words.action.isEmpty || !words.string.isEmpty else { return nil }
      return Words(name: words.name, action: words.action, string: words.string)
    }
    pair(onlyUnique: true) { words in
      words.number < 0 || words.action.isEmpty ? nil : Words(name: words.name, action: words.action)
    }
    pair(onlyUnique: true) { words in
      // Items with different actions are different, even if their texts are equal.
      guard words.number >= 0, words.action.isEmpty, !words.string.isEmpty else { return nil }
      return Words(name: words.name, string: words.string)
    }
    let before = pairing.origins
    pair { $0.number < 0 ? nil : Words(name: $0.name, number: $0.number) }
    byNumber = Set(before.indices.filter { before[$0] < 0 && pairing.origins[$0] >= 0 })
    // Pairs a single, unnumbered child that became one of several numbered ones, or the reverse.
    let oldNames = Set(old.filter { $0.number < 0 }.map(\.name))
    let newNames = Set(new.filter { $0.number < 0 }.map(\.name))
    pair { words in
      oldNames.contains(words.name) != newNames.contains(words.name) ? Words(name: words.name) : nil
    }
    return pairing
  }
}
