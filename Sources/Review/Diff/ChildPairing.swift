import Renderers

/// Pairs the children of a node with those of its partner on the other page.
///
/// Children without a number are paired by name. Items are paired, regardless of their position, by
/// name, action and text; then by action alone or, without an action, by text, if it is unique;
/// then by number. So an inserted item does not rename those after it.
/// - Complexity: O(children) on average.
struct ChildPairing {
  /// The lines of the children, without elided ones.
  let olds: [Int]
  let news: [Int]
  /// The index of the old child, or -1, by new child.
  private(set) var origins: [Int32]
  private(set) var destinations: [Int32]
  /// Whether the child keeps its order, by new child.
  private(set) var isUnmoved: [Bool]
  /// Whether the child was paired by its number alone, by new child.
  private(set) var isByNumber: [Bool]
  /// Whether children are elided and cannot be compared.
  let oldIsPartial: Bool
  let newIsPartial: Bool

  private let old: FlatPage
  private let new: FlatPage

  init(_ old: FlatPage, _ oldParent: Int, _ new: FlatPage, _ newParent: Int) {
    self.old = old
    self.new = new
    (olds, oldIsPartial) = Self.children(of: oldParent, in: old)
    (news, newIsPartial) = Self.children(of: newParent, in: new)
    isByNumber = [Bool](repeating: false, count: news.count)
    let (olds, news) = (olds, news)
    if olds.count == news.count,
      olds.indices.allSatisfy({ Self.isSame(old, olds[$0], new, news[$0]) })
    {
      origins = Array(0..<Int32(news.count))
      destinations = origins
      isUnmoved = [Bool](repeating: true, count: news.count)
      return
    }
    origins = [Int32](repeating: -1, count: news.count)
    destinations = [Int32](repeating: -1, count: olds.count)
    isUnmoved = []
    pair()
    isUnmoved = SectionPairing.unmoved(origins, destinations) { a, b in
      Int(old.lines[olds[a]].end) - olds[a] + Int(new.lines[news[b]].end) - news[b]
    }
  }

  private static func children(of parent: Int, in page: FlatPage) -> ([Int], isPartial: Bool) {
    var children: [Int] = []
    var isPartial = false
    var line = parent + 1
    while line < Int(page.lines[parent].end) {
      if page.lines[line].kind == .elided {
        if page.lines[line].number > 0 { isPartial = true }
      } else {
        children.append(line)
      }
      line = Int(page.lines[line].end)
    }
    return (children, isPartial)
  }

  /// Returns whether lines have the same name and number and, for an item, the same text and
  /// action.
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

  /// The properties that identify an item.
  private struct Words: Hashable {
    var name: String
    var action = ""
    var string = ""
    var number = -1
  }

  private mutating func pair() {
    func words(_ page: FlatPage, _ lines: [Int]) -> [Words] {
      lines.map { index in
        let line = page.lines[index]
        return Words(
          name: page.text(line.name), action: page.text(page.attribute("action", of: line)),
          string: page.text(line.string), number: line.number)
      }
    }
    let oldWords = words(old, olds)
    let newWords = words(new, news)
    pair(oldWords, newWords) { $0.number >= 0 ? nil : Words(name: $0.name) }
    pair(oldWords, newWords) { words in
      guard words.number >= 0, !words.action.isEmpty || !words.string.isEmpty else { return nil }
      return Words(name: words.name, action: words.action, string: words.string)
    }
    pair(oldWords, newWords, onlyUnique: true) { words in
      words.number < 0 || words.action.isEmpty ? nil : Words(name: words.name, action: words.action)
    }
    pair(oldWords, newWords, onlyUnique: true) { words in
      // Items that lead to different targets are not the same just because they have the same text.
      guard words.number >= 0, words.action.isEmpty, !words.string.isEmpty else { return nil }
      return Words(name: words.name, string: words.string)
    }
    let before = origins
    pair(oldWords, newWords) { $0.number < 0 ? nil : Words(name: $0.name, number: $0.number) }
    for index in origins.indices where before[index] < 0 && origins[index] >= 0 {
      isByNumber[index] = true
    }
    // A single child that became one of several, or the other way round.
    let oldNames = Set(oldWords.filter { $0.number < 0 }.map(\.name))
    let newNames = Set(newWords.filter { $0.number < 0 }.map(\.name))
    pair(oldWords, newWords) { words in
      oldNames.contains(words.name) != newNames.contains(words.name) ? Words(name: words.name) : nil
    }
  }

  /// Pairs remaining children with the same key, in order.
  private mutating func pair(
    _ oldWords: [Words], _ newWords: [Words], onlyUnique: Bool = false, key: (Words) -> Words?
  ) {
    var waiting: [Words: [Int32]] = [:]
    for index in newWords.indices.reversed() where origins[index] < 0 {
      if let key = key(newWords[index]) { waiting[key, default: []].append(Int32(index)) }
    }
    guard !waiting.isEmpty else { return }
    var counts: [Words: Int] = [:]
    if onlyUnique {
      for index in oldWords.indices where destinations[index] < 0 {
        if let key = key(oldWords[index]) { counts[key, default: 0] += 1 }
      }
    }
    for index in oldWords.indices where destinations[index] < 0 {
      guard let key = key(oldWords[index]) else { continue }
      if onlyUnique, counts[key] != 1 || waiting[key]?.count != 1 { continue }
      guard let partner = waiting[key]?.popLast() else { continue }
      destinations[index] = partner
      origins[Int(partner)] = Int32(index)
    }
  }
}
