/// The changes from one list of sections and items to another, found in linear time.
///
/// After Paul Heckel, "A technique for isolating differences between files", 1978, with a table of
/// identities in place of lines:
///
/// 1. Sections with equal identities are paired. If an identity is repeated, sections of equal
///    versions that kept their order are paired first (`Pairing`). Unpaired sections are deleted or
///    inserted.
/// 2. Items with equal identities in paired sections are paired in the same way.
/// 3. The remaining items are paired across sections, in order: an item can leave a deleted
///    section, and enter an inserted one. Unpaired items are deleted or inserted; they are not
///    listed if their section is deleted or inserted as well.
/// 4. Among paired sections, and among the paired items of two paired sections, a longest
///    increasing subsequence stays and the others move, so that the number of moves is minimal.
///    Elements that only shift, because elements before them were inserted or deleted, do not move.
///    An item that changes its section moves.
/// 5. Pairs whose versions differ are updated, whether they move or not.
///
/// O(n) for n sections and items in both lists, plus O(log n) for each element that moved or whose
/// identity is repeated.
package struct SectionedDiff {
  package private(set) var changes = FeedChanges()
  private let old: SectionedList
  private let new: SectionedList
  private var sections: IdentityPairing
  private var items: IdentityPairing

  package init(from old: SectionedList, to new: SectionedList) {
    self.old = old
    self.new = new
    sections = IdentityPairing(old.sections, new.sections)
    sections.pairByVersion(old.sections.indices, with: new.sections.indices)
    items = IdentityPairing(old.items, new.items)
    for (section, origin) in sections.origins.enumerated() where origin >= 0 {
      items.pairByVersion(
        old.range(ofSection: Int(origin)), with: new.range(ofSection: section))
    }
    if items.isKept.contains(false) { items.pair(old.items.indices, with: new.items.indices) }
    addSections()
    addItems()
  }

  private mutating func addSections() {
    var unmoved = UnmovedElements(origins: sections.origins)
    unmoved.mark(sections.origins.indices) { $0 >= 0 }
    changes.deletedSections = sections.isKept.indices.filter { !sections.isKept[$0] }
    for (section, origin) in sections.origins.enumerated() {
      guard origin >= 0 else {
        changes.insertedSections.append(section)
        continue
      }
      let move = FeedChanges.Move(from: Int(origin), to: section)
      if !unmoved.isUnmoved[section] { changes.movedSections.append(move) }
      if old.sections[move.from].version != new.sections[section].version {
        changes.updatedSections.append(move)
      }
    }
  }

  private mutating func addItems() {
    for section in old.sections.indices where sections.isKept[section] {
      let range = old.range(ofSection: section)
      for item in range where !items.isKept[item] {
        changes.deletedItems.append(ItemPath(section: section, item: item - range.lowerBound))
      }
    }
    var unmoved = UnmovedElements(origins: items.origins)
    for (section, sectionOrigin) in sections.origins.enumerated() {
      let range = new.range(ofSection: section)
      let oldRange = sectionOrigin < 0 ? 0..<0 : old.range(ofSection: Int(sectionOrigin))
      unmoved.mark(range) { oldRange.contains(Int($0)) }
      for item in range {
        let path = ItemPath(section: section, item: item - range.lowerBound)
        let origin = Int(items.origins[item])
        guard origin >= 0 else {
          if sectionOrigin >= 0 { changes.insertedItems.append(path) }
          continue
        }
        let isUpdated = old.items[origin].version != new.items[item].version
        guard isUpdated || !unmoved.isUnmoved[item] else { continue }
        let oldSection = Int(old.sectionOfItem[origin])
        let start = old.range(ofSection: oldSection).lowerBound
        let from = ItemPath(section: oldSection, item: origin - start)
        let move = FeedChanges.Move(from: from, to: path)
        if !unmoved.isUnmoved[item] { changes.movedItems.append(move) }
        if isUpdated { changes.updatedItems.append(move) }
      }
    }
  }
}
