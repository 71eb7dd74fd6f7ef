/// A place in a source. It is resolved when the diagnostic is made, so that the diagnostic is a
/// value that outlives the document.
public struct SourceLocation: Sendable, Hashable {
  /// The name given by the user; "-" for standard input.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
  /// The JSON path, such as "$.data.blocks[4].creatives"; empty if there is none.
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

  /// At most three lines; the carets are below the last one.
  package var lines: [Line]
  /// The marked part of the last line, in Unicode scalars of its text.
  package var marked: Range<Int>

  package init(lines: [Line], marked: Range<Int>) {
    self.lines = lines
    self.marked = marked
  }
}
