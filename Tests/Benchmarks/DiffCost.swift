import Feeds

/// Cost of computing the difference between two lists: a tenth of the old items is removed, the
/// same number of new items is inserted, and some old items are moved.
struct DiffCost {
  private let old: SectionedList
  private let new: SectionedList

  /// Creates an old and a new list of `elements` items in sections of `sectionSize` items. `moved`
  /// is the number of items that change places.
  init(elements: Int, sectionSize: Int, moved: Int) {
    var random = SystemRandomNumberGenerator()
    var count = 0
    func element() -> SectionedList.Element {
      count += 1
      return .init(identity: count, version: 0)
    }
    let before = (0..<elements).map { _ in element() }
    var after = before
    for _ in 0..<moved {
      after.swapAt(
        Int.random(in: 0..<elements, using: &random), Int.random(in: 0..<elements, using: &random))
    }
    let removed = Set((0..<elements).shuffled(using: &random).prefix(elements / 10))
    let inserted = Set((0..<elements).shuffled(using: &random).prefix(elements / 10))
    var edited: [SectionedList.Element] = []
    for index in after.indices {
      if inserted.contains(index) { edited.append(element()) }
      if !removed.contains(index) { edited.append(after[index]) }
    }
    old = Self.list(before, sectionSize: sectionSize)
    new = Self.list(edited, sectionSize: sectionSize)
  }

  private static func list(
    _ elements: [SectionedList.Element], sectionSize: Int
  ) -> SectionedList {
    var list = SectionedList()
    for (index, element) in elements.enumerated() {
      if index % sectionSize == 0 {
        list.addSection(.init(identity: index / sectionSize, version: 0))
      }
      list.addItem(element)
    }
    return list
  }

  /// Returns the time to compute one difference, in nanoseconds.
  func nanoseconds(rounds: Int = 20) -> Double {
    var found = 0
    let time = fastest(
      rounds: rounds, [{ found += SectionedDiff(from: old, to: new).changes.deletedItems.count }])[
        0]
    precondition(found > 0, "nothing is removed")
    return time
  }

  @MainActor static func measure(_ report: inout Report) {
    func cost(_ elements: Int, _ sectionSize: Int, moved: Int) -> Double {
      DiffCost(elements: elements, sectionSize: sectionSize, moved: moved).nanoseconds()
    }
    for (elements, limit) in [(5_000, 1.0), (100_000, 50.0)] {
      report.line(
        "difference of \(elements) items, one section",
        cost(elements, elements, moved: elements / 50) / 1e6, unit: "ms", limit: limit)
      report.line(
        "difference of \(elements) items, sections of 50",
        cost(elements, 50, moved: elements / 50) / 1e6, unit: "ms", limit: limit)
      report.line(
        "difference of \(elements) items, in any order",
        cost(elements, elements, moved: elements) / 1e6, unit: "ms", limit: limit)
    }
    let sizes = [1_000, 10_000, 100_000]
    let perElement = sizes.map { cost($0, 50, moved: $0 / 50) / Double($0) }
    for (size, cost) in zip(sizes, perElement) {
      report.line("difference, \(size) items", cost, unit: "ns/item")
    }
    if let small = perElement.first, let large = perElement.last {
      // Linear time gives a ratio of 1 apart from cache effects: the tables of 1 000 items fit into
      // the fastest cache, those of 100 000 items only into a cache that other processes use too.
      // Quadratic time gives 100.
      report.line("an item of 100 000 / an item of 1 000", large / small, unit: "", limit: 10)
    }
  }
}
