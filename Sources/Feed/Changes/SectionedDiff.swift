/// The changes from one list of sections and items to another, found in linear time.
///
/// After Paul Heckel, "A technique for isolating differences between files", 1978, with a table of
/// identities in place of lines:
///
/// 1. Sections with equal identities are paired, the first occurrence with the first, the second
///    with the second. Those without a partner are deleted or inserted.
/// 2. Items with equal identities in paired sections are paired in the same way.
/// 3. The remaining items are paired across sections, in order: an item can leave a deleted
///    section, and enter an inserted one. Unpaired items are deleted or inserted; items that go or
///    come with their section are not listed.
/// 4. Among paired sections, and among the paired items of two paired sections, a longest
///    increasing subsequence stays and the others move. So as few as possible move, and elements
///    that only shift, because something before them came or went, do not move. An item that
///    changes its section moves.
/// 5. Pairs whose versions differ are updated, whether they move or not.
///
/// O(n) for n sections and items in both lists, plus O(log n) for each element that moved.
package struct SectionedDiff {
  package private(set) var changes = FeedChanges()
  private let old: SectionedList
  private let new: SectionedList
  /// For each new section: the old one, or -1.
  private var sectionOrigins: [Int32]
  private var isSectionKept: [Bool]
  /// For each new item: the old one, as an index into all items, or -1.
  private var itemOrigins: [Int32]
  private var isItemKept: [Bool]

  package init(from old: SectionedList, to new: SectionedList) {
    self.old = old
    self.new = new
    sectionOrigins = [Int32](repeating: -1, count: new.sections.count)
    isSectionKept = [Bool](repeating: false, count: old.sections.count)
    itemOrigins = [Int32](repeating: -1, count: new.items.count)
    isItemKept = [Bool](repeating: false, count: old.items.count)
    pairSections()
    pairItems()
    addSections()
    addItems()
  }

  private mutating func pairSections() {
    var waiting = Occurrences(of: new.sections, and: old.sections)
    for (index, section) in new.sections.enumerated().reversed() {
      waiting.addBefore(index, identity: section.identity)
    }
    for (index, section) in old.sections.enumerated() {
      guard let partner = waiting.takeFirst(identity: section.identity) else { continue }
      sectionOrigins[partner] = Int32(index)
      isSectionKept[index] = true
    }
  }

  /// Pairs items within paired sections, then the remaining ones across sections.
  private mutating func pairItems() {
    var waiting = Occurrences(of: new.items, and: old.items)
    for (section, origin) in sectionOrigins.enumerated() where origin >= 0 {
      let range = new.range(ofSection: section)
      for item in range.reversed() { waiting.addBefore(item, identity: new.items[item].identity) }
      for item in old.range(ofSection: Int(origin)) { pair(item, &waiting) }
      for item in range { waiting.clear(identity: new.items[item].identity) }
    }
    guard isItemKept.contains(false) else { return }
    for item in new.items.indices.reversed() where itemOrigins[item] < 0 {
      waiting.addBefore(item, identity: new.items[item].identity)
    }
    for item in old.items.indices where !isItemKept[item] { pair(item, &waiting) }
  }

  private mutating func pair(_ item: Int, _ waiting: inout Occurrences) {
    guard let partner = waiting.takeFirst(identity: old.items[item].identity) else { return }
    itemOrigins[partner] = Int32(item)
    isItemKept[item] = true
  }

  private mutating func addSections() {
    var isUnmoved = [Bool](repeating: false, count: sectionOrigins.count)
    var unmoved = UnmovedElements(count: sectionOrigins.count)
    unmoved.mark(sectionOrigins.indices, origins: sectionOrigins, into: &isUnmoved) { $0 >= 0 }
    changes.deletedSections = isSectionKept.indices.filter { !isSectionKept[$0] }
    for (section, origin) in sectionOrigins.enumerated() {
      guard origin >= 0 else {
        changes.insertedSections.append(section)
        continue
      }
      let move = FeedChanges.Move(from: Int(origin), to: section)
      if !isUnmoved[section] { changes.movedSections.append(move) }
      if old.sections[move.from].version != new.sections[section].version {
        changes.updatedSections.append(move)
      }
    }
  }

  private mutating func addItems() {
    for section in old.sections.indices where isSectionKept[section] {
      let range = old.range(ofSection: section)
      for item in range where !isItemKept[item] {
        changes.deletedItems.append(ItemPath(section: section, item: item - range.lowerBound))
      }
    }
    var isUnmoved = [Bool](repeating: false, count: itemOrigins.count)
    var unmoved = UnmovedElements(count: itemOrigins.count)
    for (section, sectionOrigin) in sectionOrigins.enumerated() {
      let range = new.range(ofSection: section)
      let oldRange = sectionOrigin < 0 ? 0..<0 : old.range(ofSection: Int(sectionOrigin))
      unmoved.mark(range, origins: itemOrigins, into: &isUnmoved) { oldRange.contains(Int($0)) }
      for item in range {
        let path = ItemPath(section: section, item: item - range.lowerBound)
        let origin = Int(itemOrigins[item])
        guard origin >= 0 else {
          if sectionOrigin >= 0 { changes.insertedItems.append(path) }
          continue
        }
        let isUpdated = old.items[origin].version != new.items[item].version
        guard isUpdated || !isUnmoved[item] else { continue }
        let oldSection = Int(old.sectionOfItem[origin])
        let start = old.range(ofSection: oldSection).lowerBound
        let from = ItemPath(section: oldSection, item: origin - start)
        let move = FeedChanges.Move(from: from, to: path)
        if !isUnmoved[item] { changes.movedItems.append(move) }
        if isUpdated { changes.updatedItems.append(move) }
      }
    }
  }
}
