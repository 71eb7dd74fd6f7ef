import SectionEngine

extension ViewHierarchy {
  /// Returns the layers, matched with a page by their names instead of their texts.
  ///
  /// A layer gets the path and the text of the first unused box with its name, ignoring case: a box
  /// inside the box of the enclosing layer, or a section if no enclosing layer has a box. Several
  /// layers "card" get card[0], card[1] and so on. A text layer with another name gets the next
  /// unused text.
  ///
  /// - Complexity: O(n log n) for n layers and boxes, if no name is frequent.
  package func namedAlike(_ page: Page) -> ViewHierarchy {
    let page = page.linesOfSections
    let paths = page.paths
    let named = Dictionary(grouping: page.indices) {
      (page.parent(of: $0) < 0 ? paths[$0] : page.name(of: $0)).lowercased()
    }
    let texts = page.indices.filter(page.isText)
    var isFree = [Bool](repeating: true, count: page.count)
    var around = [Int](repeating: -1, count: views.count)
    var result = self
    for (index, view) in views.enumerated() {
      let parent = view.parent < 0 ? -1 : around[view.parent]
      let range = parent < 0 ? page.indices : parent + 1..<page.end(of: parent)
      func free(_ candidates: [Int]) -> Int? {
        let start = candidates.partitioningIndex { $0 >= range.lowerBound }
        return candidates[start...].prefix { $0 < range.upperBound }
          .first { isFree[$0] && (parent >= 0 || page.parent(of: $0) < 0) }
      }
      let found =
        free(named[view.name.lowercased()] ?? [])
        ?? (view.baseName == "TEXT" && parent >= 0 ? free(texts) : nil)
      let string = found.map(page.string) ?? ""
      result.views[index].text = string.isEmpty ? nil : string
      result.views[index].identifier = found.map { paths[$0] }
      around[index] = found ?? parent
      if let found { isFree[found] = false }
    }
    return result
  }
}
