@testable import Feeds

extension SectionedList {
  /// Applies changes to this list. Inserted and updated elements are taken from their new position
  /// in `content`, all others from this list.
  ///
  /// The inverse of ``SectionedDiff``: with the changes from this list to another and that other
  /// list as `content`, the result is the other list. `nil` if the changes name a position that
  /// does not exist, or one position twice. O(n).
  func applying(_ changes: FeedChanges, contentOf content: SectionedList) -> SectionedList? {
    var arrangement = Arrangement<Int>()
    arrangement.removed = changes.deletedSections
    for section in changes.insertedSections { arrangement.places.append((section, nil)) }
    for move in changes.movedSections { arrangement.move(move.from, to: move.to) }
    guard let origins = arrangement.origins(staying: Array(sections.indices)) else { return nil }

    // Items by the section that they leave (its old index) and that they enter (its new index).
    var leaving: [Int: [ItemPath]] = [:]
    var entering: [Int: [(Int, ItemPath?)]] = [:]
    for path in changes.deletedItems { leaving[path.section, default: []].append(path) }
    for path in changes.insertedItems {
      entering[path.section, default: []].append((path.item, nil))
    }
    for move in changes.movedItems {
      leaving[move.from.section, default: []].append(move.from)
      entering[move.to.section, default: []].append((move.to.item, move.from))
    }
    let updatedSections = Set(changes.updatedSections.map(\.to))
    let updatedItems = Set(changes.updatedItems.map(\.to))

    var result = SectionedList()
    for (section, origin) in origins.enumerated() {
      let isNew = origin == nil || updatedSections.contains(section)
      guard let element = isNew ? content.section(at: section) : origin.flatMap(self.section)
      else { return nil }
      result.addSection(element)
      var arrangement = Arrangement<ItemPath>()
      arrangement.places = entering[section] ?? []
      if let origin {
        arrangement.removed = leaving[origin] ?? []
      } else {
        // All items of a new section that did not move into it are new.
        let entered = Set(arrangement.places.map(\.0))
        for item in content.paths(ofSection: section).map(\.item) where !entered.contains(item) {
          arrangement.places.append((item, nil))
        }
      }
      let staying = origin.map { paths(ofSection: $0) } ?? []
      guard let itemOrigins = arrangement.origins(staying: staying) else { return nil }
      for (item, origin) in itemOrigins.enumerated() {
        let path = ItemPath(section: section, item: item)
        let isNew = origin == nil || updatedItems.contains(path)
        guard let element = isNew ? content.item(at: path) : origin.flatMap(self.item) else {
          return nil
        }
        result.addItem(element)
      }
    }
    return result
  }

  private func section(at index: Int) -> Element? {
    sections.indices.contains(index) ? sections[index] : nil
  }

  private func item(at path: ItemPath) -> Element? {
    guard section(at: path.section) != nil else { return nil }
    let range = range(ofSection: path.section)
    return path.item >= 0 && path.item < range.count ? items[range.lowerBound + path.item] : nil
  }

  private func paths(ofSection section: Int) -> [ItemPath] {
    guard self.section(at: section) != nil else { return [] }
    return (0..<range(ofSection: section).count).map { ItemPath(section: section, item: $0) }
  }
}

/// The contents of one list after some elements leave it and others enter it.
private struct Arrangement<Position: Hashable> {
  /// Old positions of the elements that leave.
  var removed: [Position] = []
  /// New indices of moved or new elements; `origin` is the old position, `nil` for a new element.
  var places: [(index: Int, origin: Position?)] = []

  mutating func move(_ origin: Position, to index: Int) {
    removed.append(origin)
    places.append((index, origin))
  }

  /// Returns the old position for each new index, `nil` for a new element. The elements of
  /// `staying` that are not removed fill the free indices. The whole result is `nil` if two
  /// positions contradict each other.
  func origins(staying: [Position]) -> [Position?]? {
    let gone = Set(removed)
    let rest = staying.filter { !gone.contains($0) }
    guard gone.count == removed.count, rest.count == staying.count - gone.count else { return nil }
    var origins = [Position?](repeating: nil, count: rest.count + places.count)
    var isTaken = [Bool](repeating: false, count: origins.count)
    for place in places {
      guard isTaken.indices.contains(place.index), !isTaken[place.index] else { return nil }
      isTaken[place.index] = true
      origins[place.index] = place.origin
    }
    var next = rest.makeIterator()
    for index in origins.indices where !isTaken[index] { origins[index] = next.next() }
    return origins
  }
}
