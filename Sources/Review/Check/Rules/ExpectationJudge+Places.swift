import LayoutCore

/// The nodes of a page that the patterns of an expectations file match.
extension ExpectationJudge {
  /// A node. A section if `node` is -1; the page if `section` is -1.
  struct Place: Hashable {
    var section: Int
    var node = -1

    static let page = Place(section: -1)
  }

  /// Returns the nodes that a pattern matches, in document order. O(nodes) for each pattern.
  mutating func places(of pattern: NodePattern) -> [Place] {
    if let known = found[pattern] { return known }
    let places = matches(of: pattern)
    found[pattern] = places
    return places
  }

  private func matches(of pattern: NodePattern) -> [Place] {
    if let kind = pattern.kind { return sections.flatMap { $0.places(ofKind: kind) } }
    let named = sections.filter {
      [$0.path(of: nil), $0.section.blockCode, "*"].contains(pattern.section)
    }
    if pattern.parts.isEmpty {
      if named.isEmpty, pattern.section == "page" { return [.page] }
      return named.map { Place(section: $0.index) }
    }
    return named.flatMap { section in
      section.nodes.dropFirst().map { Place(section: section.index, node: $0) }
        .filter { matches($0, pattern) }
    }
  }

  /// Returns whether the last part matches the node, and the others match ancestors in order.
  private func matches(_ place: Place, _ pattern: NodePattern) -> Bool {
    let components = components[place.section]
    var parts = pattern.parts[...]
    guard let last = parts.popLast(), last.matches(components[place.node]) else { return false }
    for node in sections[place.section].ancestors(of: place.node) where node > 0 {
      if parts.last?.matches(components[node]) == true { parts.removeLast() }
    }
    return parts.isEmpty
  }

  /// Returns the node that a pattern in a claim means for `place`: the match with the nearest
  /// common ancestor; else the match in the nearest section above; else the first match.
  /// - Complexity: O(depth · log nodes).
  mutating func reference(_ pattern: NodePattern, for place: Place) -> Place? {
    let candidates = places(of: pattern)
    guard place.section >= 0 else { return candidates.first { $0 != place } }
    if place.node >= 0, pattern.parts.isEmpty,
      candidates.contains(Place(section: place.section))
    {
      return Place(section: place.section)
    }
    if let near = relative(of: place, among: candidates) { return near }
    let others = candidates.filter { $0.section != place.section }
    return others.last { $0.section < place.section } ?? others.first
  }

  private func relative(of place: Place, among candidates: [Place]) -> Place? {
    guard place.node >= 0 else { return nil }
    let section = sections[place.section]
    for ancestor in [place.node] + section.ancestors(of: place.node) {
      let range = section.subtree(ancestor)
      var index = candidates.partitioningIndex {
        ($0.section, $0.node) >= (place.section, range.lowerBound)
      }
      if index < candidates.count, candidates[index] == place { index += 1 }
      if index < candidates.count, candidates[index].section == place.section,
        candidates[index].node < range.upperBound
      {
        return candidates[index]
      }
    }
    return nil
  }

  /// Returns the frame on the page, in points and not rounded.
  func frame(of place: Place) -> Rect {
    guard place.section >= 0 else {
      return Rect(x: 0, y: 0, width: page.environment.width, height: page.height)
    }
    let section = sections[place.section]
    let frame = section.section.frame
    return place.node < 0 ? frame : section.frames[place.node].moved(by: frame.x, frame.y)
  }

  func path(of place: Place) -> String {
    place.section < 0
      ? "page" : sections[place.section].path(of: place.node < 0 ? nil : place.node)
  }

  /// The unique paths of all nodes, without numbers, for suggestions.
  var paths: [String] {
    var seen: Set<String> = []
    return sections.flatMap { section in
      section.nodes.map { Finding.withoutNumbers(section.path(of: $0)) }
    }.filter { seen.insert($0).inserted }
  }
}

extension CheckedSection {
  fileprivate func places(ofKind kind: String) -> [ExpectationJudge.Place] {
    nodes.filter { node in
      let view = self.node(node)
      return [view.kind.word, view.name].contains(kind)
        || (kind == "button" && view.content.role == .button)
        || (kind == "target" && targets[node] == Int32(node))
    }.map { ExpectationJudge.Place(section: index, node: $0) }
  }
}
