/// A place in a source, resolved when the diagnostic is made, so that a diagnostic is a value that
/// outlives the document.
public struct SourceLocation: Sendable, Hashable {
  /// As the user named it; "-" for standard input.
  public var file: String
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int
  /// JSON path: "$.data.blocks[4].creatives". Empty when there is none.
  public var path: String
  package var excerpt: Excerpt?

  package init(
    file: String, line: Int, column: Int, path: String = "", excerpt: Excerpt? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.path = path
    self.excerpt = excerpt
  }
}

/// The lines of a source around a place, cut to a readable width.
package struct Excerpt: Sendable, Hashable {
  package struct Line: Sendable, Hashable {
    package var number: Int
    package var text: String
    package init(number: Int, text: String) {
      self.number = number
      self.text = text
    }
  }

  /// At most three; the last is the one that the carets stand under.
  package var lines: [Line]
  /// The part of the last line that is meant, in Unicode scalars of its text.
  package var marked: Range<Int>

  package init(lines: [Line], marked: Range<Int>) {
    self.lines = lines
    self.marked = marked
  }
}
