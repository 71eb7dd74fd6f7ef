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
/// O(n) for n sections and items in both lists, plus O(log distance) for each element that moved:
/// O(n log n) for two lists in unrelated orders.
package struct SectionedDiff: Sendable, Hashable {
  package private(set) var changes = FeedChanges()

  package init(from old: SectionedList, to new: SectionedList) {
    var pairing = ElementPairing(from: old, to: new)
    addSections(&pairing)
    addItems(&pairing)
  }

  // MARK: Sections

  private mutating func addSections(_ pairing: inout ElementPairing) {
    let origins = pairing.sectionOrigins
    var isUnmoved = [Bool](repeating: false, count: origins.count)
    var unmoved = UnmovedElements(count: origins.count)
    unmoved.mark(origins.indices, origins: origins, into: &isUnmoved) { $0 >= 0 }
    for (section, destination) in pairing.sectionDestinations.enumerated() where destination < 0 {
      changes.deletedSections.append(section)
    }
    for (section, origin) in origins.enumerated() {
      guard origin >= 0 else {
        changes.insertedSections.append(section)
        continue
      }
      let move = FeedChanges.Move(from: Int(origin), to: section)
      if !isUnmoved[section] { changes.movedSections.append(move) }
      if pairing.old.sections[move.from].version != pairing.new.sections[section].version {
        changes.updatedSections.append(move)
      }
    }
  }

  // MARK: Items

  private mutating func addItems(_ pairing: inout ElementPairing) {
    let (old, new, origins) = (pairing.old, pairing.new, pairing.itemOrigins)
    for (section, destination) in pairing.sectionDestinations.enumerated() where destination >= 0 {
      let range = old.range(ofSection: section)
      for item in range where pairing.isLeft[item] {
        changes.deletedItems.append(ItemPath(section: section, item: item - range.lowerBound))
      }
    }
    var isUnmoved = [Bool](repeating: false, count: origins.count)
    var unmoved = UnmovedElements(count: origins.count)
    for (section, sectionOrigin) in pairing.sectionOrigins.enumerated() {
      let range = new.range(ofSection: section)
      let oldRange = sectionOrigin < 0 ? 0..<0 : old.range(ofSection: Int(sectionOrigin))
      unmoved.mark(range, origins: origins, into: &isUnmoved) { oldRange.contains(Int($0)) }
      for item in range {
        let path = ItemPath(section: section, item: item - range.lowerBound)
        let origin = Int(origins[item])
        guard origin >= 0 else {
          if sectionOrigin >= 0 { changes.insertedItems.append(path) }
          continue
        }
        let isUpdated = old.items[origin].version != new.items[item].version
        guard isUpdated || !isUnmoved[item] else { continue }
        let oldSection = oldRange.contains(origin) ? Int(sectionOrigin) : old.section(of: origin)
        let start = old.range(ofSection: oldSection).lowerBound
        let from = ItemPath(section: oldSection, item: origin - start)
        let move = FeedChanges.Move(from: from, to: path)
        if !isUnmoved[item] { changes.movedItems.append(move) }
        if isUpdated { changes.updatedItems.append(move) }
      }
    }
  }
}
