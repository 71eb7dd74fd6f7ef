import SectionEngine

extension Page {
  /// The lines of the page's sections, with frames relative to parents. O(lines).
  var linesOfSections: Page.Lines {
    var lines = lines ?? projected(RenderOptions(all: true)).lines ?? Page.Lines()
    lines.makeParentRelative()
    return lines.withoutBarsAndElided
  }
}

/// Facts about lines for the comparison with an app.
extension Page.Lines {
  func name(of line: Int) -> String { text(self[line].name) }

  /// Returns the text or label of a line; empty if it has none.
  func string(of line: Int) -> String { text(self[line].string) }

  /// Whether a line has a text or label that is more than its quotes.
  func hasString(_ line: Int) -> Bool { self[line].string.count > 2 }

  func isLeaf(_ line: Int) -> Bool { end(of: line) == line + 1 }

  /// Whether a line has a text and no children. The text of an icon, an image or the dots of a pager
  /// is only a description.
  func isText(_ line: Int) -> Bool {
    isLeaf(line) && hasString(line)
      && !["icon", "image", "page-control"].contains(name(of: line))
  }

  /// Whether a view can show the line. False for spacers and for lines without a size.
  func isDrawn(_ line: Int) -> Bool {
    self[line].frame.width > 0 && self[line].frame.height > 0 && name(of: line) != "spacer"
  }

  /// Whether the content of a line scrolls horizontally.
  func scrolls(_ line: Int) -> Bool {
    let axis = attribute(parent(of: line) < 0 ? "layout" : "axis", of: self[line])
    return ["x", "carousel", "pager"].contains(text(axis))
  }
}
