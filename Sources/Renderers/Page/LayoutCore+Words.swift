import LayoutCore

extension NodeKind {
  var impliedRole: AccessibilityRole {
    switch self {
    case .button: .button
    case .image: .image
    default: .none
    }
  }
}

/// The physical side of a box with which a text is aligned.
enum Side { case left, center, right }

extension TextAlign {
  func side(isRightToLeft: Bool) -> Side {
    switch self {
    case .start: isRightToLeft ? .right : .left
    case .center: .center
    case .end: isRightToLeft ? .left : .right
    }
  }
}

extension Section.Provider {
  var words: String { version.isEmpty ? id : "\(id)@\(version)" }
}

extension Section.Fallback {
  var words: String { "\(step.rawValue): \(reason)" }
}

extension LayoutNode {
  /// Returns the part of this node's text that is on a line, without an ellipsis.
  func text(of line: TextLine) -> String { text(in: line.range) }

  /// Returns the part of this node's text at a byte range.
  func text(in bytes: Range<Int>) -> String {
    let start = Int(content.text.start)
    let range = (start + bytes.lowerBound)..<(start + bytes.upperBound)
    return String(decoding: arena.text[range], as: UTF8.self)
  }

  /// Returns the displayed text of a line, with its ellipsis if it is truncated.
  func shownText(of line: TextLine) -> String {
    line.isTruncated ? text(of: line) + "…" + text(in: line.suffix) : text(of: line)
  }
}

extension NodeArena {
  /// The indices of a node's children. Iterating does not allocate an array.
  package struct Children: Sequence, IteratorProtocol {
    fileprivate let records: [NodeArena.Record]
    fileprivate var child: Int
    fileprivate let end: Int

    package mutating func next() -> Int? {
      guard child < end else { return nil }
      defer { child = Int(records[child].subtreeEnd) }
      return child
    }
  }

  package func children(of node: Int) -> Children {
    Children(records: records, child: node + 1, end: Int(records[node].subtreeEnd))
  }

  /// Returns the node's name or, if it has none, the word of its kind.
  func name(of node: Int) -> String {
    let content = records[node].content
    guard content != .max, contents[Int(content)].name.count > 0 else {
      return records[node].kind.word
    }
    return string(contents[Int(content)].name)
  }
}
