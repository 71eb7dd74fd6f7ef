/// Pairs the sections and items of an old and a new list: steps 1 to 3 of ``SectionedDiff``. O(n).
struct ElementPairing {
  let old: SectionedList
  let new: SectionedList
  /// For each new section: the old one, or -1.
  private(set) var sectionOrigins: [Int32]
  /// For each old section: the new one, or -1.
  private(set) var sectionDestinations: [Int32]
  /// For each new item: the old one, as an index into all items, or -1.
  private(set) var itemOrigins: [Int32]
  /// For each old item: whether it has no partner.
  private(set) var isLeft: [Bool]

  init(from old: SectionedList, to new: SectionedList) {
    self.old = old
    self.new = new
    sectionOrigins = [Int32](repeating: -1, count: new.sections.count)
    sectionDestinations = [Int32](repeating: -1, count: old.sections.count)
    itemOrigins = [Int32](repeating: -1, count: new.items.count)
    isLeft = [Bool](repeating: true, count: old.items.count)
    pairSections()
    let leftover = pairItemsWithinSections()
    if leftover > 0 { pairItemsAcrossSections() }
  }

  private mutating func pairSections() {
    var table = OccurrenceTable(count: new.sections.count)
    for section in new.sections.indices.reversed() {
      let key = OccurrenceTable.Key(
        identity: new.sections[section].identity, scope: OccurrenceTable.Key.anywhere)
      table.addBefore(section, key)
    }
    for section in old.sections.indices {
      let key = OccurrenceTable.Key(
        identity: old.sections[section].identity, scope: OccurrenceTable.Key.anywhere)
      guard let partner = table.takeFirst(key) else { continue }
      sectionOrigins[partner] = Int32(section)
      sectionDestinations[section] = Int32(partner)
    }
  }

  /// Pairs items in the scope of their section. Returns the number of old items without a partner.
  private mutating func pairItemsWithinSections() -> Int {
    var table = OccurrenceTable(count: new.items.count)
    for section in new.sections.indices.reversed() {
      for item in new.range(ofSection: section).reversed() {
        let key = OccurrenceTable.Key(
          identity: new.items[item].identity, scope: Int32(section))
        table.addBefore(item, key)
      }
    }
    var leftover = 0
    for section in old.sections.indices {
      let range = old.range(ofSection: section)
      guard sectionDestinations[section] >= 0 else {
        leftover += range.count
        continue
      }
      for item in range {
        let key = OccurrenceTable.Key(
          identity: old.items[item].identity, scope: sectionDestinations[section])
        if let partner = table.takeFirst(key) {
          pair(item, partner)
        } else {
          leftover += 1
        }
      }
    }
    return leftover
  }

  private mutating func pairItemsAcrossSections() {
    var table = OccurrenceTable(count: new.items.count)
    for item in new.items.indices.reversed() where itemOrigins[item] < 0 {
      let key = OccurrenceTable.Key(
        identity: new.items[item].identity, scope: OccurrenceTable.Key.anywhere)
      table.addBefore(item, key)
    }
    for item in old.items.indices where isLeft[item] {
      let key = OccurrenceTable.Key(
        identity: old.items[item].identity, scope: OccurrenceTable.Key.anywhere)
      if let partner = table.takeFirst(key) { pair(item, partner) }
    }
  }

  private mutating func pair(_ oldItem: Int, _ newItem: Int) {
    itemOrigins[newItem] = Int32(oldItem)
    isLeft[oldItem] = false
  }
}
