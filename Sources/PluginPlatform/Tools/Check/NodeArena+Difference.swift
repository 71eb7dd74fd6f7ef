internal import LayoutCore
internal import Support

extension NodeArena {
  /// Returns the first difference as a phrase, such as "has the text `2` instead of `1`"; `nil` if both
  /// are equal. O(nodes).
  func difference(to other: NodeArena) -> String? {
    guard count == other.count else { return "has \(other.count) nodes instead of \(count)" }
    for node in 0..<count {
      let (first, second) = (records[node], other.records[node])
      if first.kind != second.kind || first.subtreeEnd != second.subtreeEnd {
        return "has another node \(node)"
      }
      if styles[Int(first.style)] != other.styles[Int(second.style)] {
        return "has another style of node \(node)"
      }
      if let difference = contentDifference(of: node, to: other) { return difference }
    }
    if attributes != other.attributes || runs != other.runs {
      return "describes its nodes differently by section.content/1"
    }
    return text == other.text ? nil : "has other texts"
  }

  private func contentDifference(of node: Int, to other: NodeArena) -> String? {
    guard let own = content(of: node), let others = other.content(of: node) else {
      return content(of: node) == other.content(of: node)
        ? nil : "has another content of node \(node)"
    }
    let texts: [(String, TextRange, TextRange)] = [
      ("text", own.text, others.text), ("label", own.label, others.label),
      ("badge", own.badge, others.badge), ("name", own.name, others.name),
      ("action", own.actionTarget, others.actionTarget), ("colour", own.color, others.color),
      ("background", own.background, others.background),
    ]
    for (word, first, second) in texts {
      let (first, second) = (string(first), other.string(second))
      guard first != second else { continue }
      return "has the \(word) `\(shown(second, limit: 40))` instead of `\(shown(first, limit: 40))`"
    }
    if own.source != others.source { return "shows another value of the feed in node \(node)" }
    return own == others ? nil : "has another content of node \(node)"
  }
}
