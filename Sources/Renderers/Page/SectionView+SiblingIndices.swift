import LayoutCore

extension SectionView {
  /// Numbers siblings, by node index; -1 is unnumbered. Items are numbered within their collection,
  /// so that the number of an item does not depend on its name. Elsewhere, siblings that share a
  /// name are numbered.
  static func siblingIndices(of section: PlacedSection) -> [Int32] {
    let arena = section.arena
    var result = [Int32](repeating: -1, count: arena.count)
    var seen: [String: (first: Int, count: Int32)] = [:]
    for parent in 0..<arena.count {
      let end = Int(arena.records[parent].subtreeEnd)
      guard parent + 1 < end else { continue }
      let isCollection =
        arena.records[parent].kind.isCollection && (parent > 0 || !section.isRootOfParts)
      // A single child that is not an item needs no number.
      if !isCollection, Int(arena.records[parent + 1].subtreeEnd) == end { continue }

      let children = arena.children(of: parent)
      var items: Int32 = 0
      if isCollection {
        for child in children where arena.isItem(child) {
          result[child] = items
          items += 1
        }
      }
      // The numbers of other children continue after those of the items, so that each is unique.
      seen.removeAll(keepingCapacity: true)
      for child in children where result[child] < 0 {
        let name = arena.name(of: child)
        if let known = seen[name] {
          result[known.first] = items
          result[child] = items + known.count
          seen[name] = (known.first, known.count + 1)
        } else {
          seen[name] = (child, 1)
        }
      }
    }
    return result
  }
}
