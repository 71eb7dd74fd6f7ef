@testable import Feeds
import TestTools
import Testing

@Suite("Applying a difference") struct DiffPropertyTests {
  @Test("the difference gives the new list for 50 000 random pairs with duplicates")
  func random() {
    for seed: UInt64 in 0..<50_000 {
      var random = SplitMix64(seed: seed)
      let old = list(&random)
      // Half of the pairs are related, like two states of one feed.
      let new = Bool.random(using: &random) ? list(&random) : edited(old, &random)
      guard check(old, new, "seed \(seed)") else { return }
    }
  }

  @Test(
    "the difference gives the new list for all pairs of small lists",
    arguments: [(3, 3, 130), (4, 2, 171)])
  func exhaustive(length: Int, letters: Int, count: Int) {
    var lists: [SectionedList] = []
    func extend(_ list: SectionedList, by length: Int) {
      lists.append(list)
      guard length > 0 else { return }
      for letter in 1...letters {
        // The third letter has the identity of the second letter, but a different version.
        let identity = min(letter, 2)
        let version: UInt64 = letter == 3 ? 1 : 0
        var longer = list
        longer.addSection(.init(identity: identity, version: version))
        extend(longer, by: length - 1)
        guard !list.sections.isEmpty else { continue }
        longer = list
        longer.addItem(.init(identity: identity, version: version))
        extend(longer, by: length - 1)
      }
    }
    extend(SectionedList(), by: length)
    #expect(lists.count == count)
    for (a, old) in lists.enumerated() {
      for (b, new) in lists.enumerated() {
        guard check(old, new, "lists \(a) and \(b)") else { return }
      }
    }
  }

  @Test("as few sections as possible move, for every order of six")
  func minimal() {
    let old = (0..<6).map { $0 }
    for order in permutations(old) {
      let longest = longestAscending(order)
      var (a, b, c, d) = (SectionedList(), SectionedList(), SectionedList(), SectionedList())
      c.addSection(.init(identity: 9, version: 0))
      d.addSection(.init(identity: 9, version: 0))
      for index in old {
        a.addSection(.init(identity: index, version: 0))
        b.addSection(.init(identity: order[index], version: 0))
        c.addItem(.init(identity: index, version: 0))
        d.addItem(.init(identity: order[index], version: 0))
      }
      var sections = SectionedDiff(from: a, to: b).changes
      #expect(sections.movedSections.count == 6 - longest, "\(order)")
      sections.movedSections = []
      #expect(sections.isEmpty)
      var items = SectionedDiff(from: c, to: d).changes
      #expect(items.movedItems.count == 6 - longest, "\(order)")
      items.movedItems = []
      #expect(items.isEmpty)
    }
  }

  /// Returns the length of the longest ascending subsequence, found by checking all subsequences.
  private func longestAscending(_ order: [Int]) -> Int {
    var longest = 0
    for mask in 0..<(1 << order.count) {
      let chosen = order.indices.filter { mask & (1 << $0) != 0 }.map { order[$0] }
      if chosen == chosen.sorted() { longest = max(longest, chosen.count) }
    }
    return longest
  }

  /// Returns whether the changes turn the old list into the new one, are empty exactly for equal
  /// lists, and contain no element twice, such as a deleted item of a deleted section.
  private func check(_ old: SectionedList, _ new: SectionedList, _ label: String) -> Bool {
    let changes = SectionedDiff(from: old, to: new).changes
    let isRight = old.applying(changes, contentOf: new) == new
    #expect(isRight, "\(label): \(changes)")
    let isEmptyWhenEqual = (old == new) == changes.isEmpty
    #expect(isEmptyWhenEqual, "\(label): \(changes)")
    let destinations = changes.movedItems.map(\.to) + changes.insertedItems
    let origins = changes.movedItems.map(\.from) + changes.deletedItems
    let isExclusive =
      Set(destinations).count == destinations.count && Set(origins).count == origins.count
      && changes.deletedItems.allSatisfy { !changes.deletedSections.contains($0.section) }
      && changes.insertedItems.allSatisfy { !changes.insertedSections.contains($0.section) }
    #expect(isExclusive, "\(label): \(changes)")
    return isRight && isEmptyWhenEqual && isExclusive
  }

  /// Returns up to seven sections of up to seven items. They share few identities, so many repeat.
  private func list(_ random: inout SplitMix64) -> SectionedList {
    var list = SectionedList()
    let letters = Int.random(in: 1...12, using: &random)
    for _ in 0..<Int.random(in: 0...7, using: &random) {
      list.addSection(
        .init(
          identity: Int.random(in: 0..<letters, using: &random),
          version: UInt64.random(in: 0...1, using: &random)))
      for _ in 0..<Int.random(in: 0...7, using: &random) {
        list.addItem(
          .init(
            identity: Int.random(in: 0..<letters, using: &random),
            version: UInt64.random(in: 0...1, using: &random)))
      }
    }
    return list
  }

  /// Returns the list with some sections and items removed, inserted, moved and changed.
  private func edited(_ list: SectionedList, _ random: inout SplitMix64) -> SectionedList {
    var sections = list.sections.indices.map { section in
      (list.sections[section], Array(list.items[list.range(ofSection: section)]))
    }
    for _ in 0..<Int.random(in: 0...5, using: &random) where !sections.isEmpty {
      let section = Int.random(in: 0..<sections.count, using: &random)
      let other = Int.random(in: 0..<sections.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: sections.remove(at: section)
      case 1: sections.insert(sections.remove(at: section), at: other)
      case 2: sections[section].0.version += 1
      case 3:
        sections.insert((SectionedList.Element(identity: 99, version: 0), []), at: other)
      case 4 where !sections[section].1.isEmpty:
        let item = sections[section].1.removeFirst()
        let place = Int.random(in: 0...sections[other].1.count, using: &random)
        sections[other].1.insert(item, at: place)
      default:
        sections[section].1.indices.randomElement(using: &random).map {
          sections[section].1[$0].version += 1
        }
      }
    }
    var edited = SectionedList()
    for (section, items) in sections {
      edited.addSection(section)
      for item in items { edited.addItem(item) }
    }
    return edited
  }
}
