import SectionEngine

extension CheckPages {
  /// A draft of an expectations file that the page meets, for the user to edit: one line each for
  /// the height and position of a section, and for the common size and distance of items.
  /// - Complexity: O(nodes).
  package var draftedExpectations: String {
    var out = """
      # Expectations of \(base.feedID), \(points(base.environment.width)) points wide.
      # Keep the lines that are meant, and add why: `… because the design says so`.

      """
    var above: (name: String, maxY: Double)?
    for section in sections {
      let frame = section.section.frame
      let name = NodePattern.quoted(section.path(of: nil))
      var claims = ["height \(points(frame.height))"]
      if let above { claims.append("below \(above.name) by \(points(frame.y - above.maxY))") }
      out += "\nsection \(name): \(claims.joined(separator: ", "))\n"
      above = (name, frame.maxY)
      for (path, nodes) in section.alike where nodes.count > 1 {
        let claims = section.claims(of: nodes)
        if !claims.isEmpty { out += "\(path): \(claims.joined(separator: ", "))\n" }
      }
    }
    return out
  }
}

extension CheckedSection {
  /// The outermost numbered nodes, grouped by their path with "[*]" in place of the last number.
  fileprivate var alike: [(path: String, nodes: [Int])] {
    var numbered: [Int] = []
    var node = 1
    while node < count {
      let isNumbered = number(of: node) != nil
      if isNumbered { numbered.append(node) }
      node = isNumbered ? subtree(node).upperBound : node + 1
    }
    func pattern(_ node: Int) -> String {
      let path = path(of: node)
      return path[..<(path.lastIndex(of: "[") ?? path.endIndex)].split(separator: "/")
        .map { NodePattern.quoted(String($0)) }.joined(separator: "/") + "[*]"
    }
    return numbered.grouped(by: pattern).map { (pattern($0[0]), $0) }
  }

  /// Returns the claims that are true for all nodes: a common width, height or distance.
  fileprivate func claims(of nodes: [Int]) -> [String] {
    let frames: [Rect] = nodes.map { self.frames[$0] }
    let pairs = Array(zip(frames, frames.dropFirst()))
    func common(_ word: String, _ numbers: [Double]) -> [String] {
      guard let first = numbers.first, numbers.allSatisfy({ abs($0 - first) < 0.005 })
      else { return [] }
      return ["\(word) \(points(first))"]
    }
    var claims = common("width", frames.map { $0.width })
    claims += common("height", frames.map { $0.height })
    if pairs.allSatisfy({ $0.0.y == $0.1.y }) || pairs.allSatisfy({ $0.0.x == $0.1.x }) {
      claims += common("apart", pairs.map { $0.0.distance(to: $0.1) })
    }
    return claims
  }
}

extension NodePattern {
  /// Returns a name, quoted if it has whitespace or punctuation of the language.
  static func quoted(_ name: String) -> String {
    name.contains { $0.isWhitespace || ",()/#\"".contains($0) } || name.hasSuffix(":")
      || name.isEmpty
      ? "\"\(name.filter { $0 != "\"" })\"" : name
  }
}
