/// A place in a source. Line, column and excerpt are determined when the diagnostic is created, so
/// the diagnostic does not refer to the document.
public struct SourceLocation: Sendable, Hashable {
  /// The name of the source as the user gave it; "-" for standard input.
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

/// The lines of a source around a place, shortened to a readable width.
package struct Excerpt: Sendable, Hashable {
  package struct Line: Sendable, Hashable {
    /// The number of the line in the source, from 1.
    package var number: Int
    package var text: String
    package init(number: Int, text: String) {
      self.number = number
      self.text = text
    }
  }

  /// At most three lines; carets (^) below the last line mark the place.
  package var lines: [Line]
  /// The marked part of the last line, as offsets in Unicode scalars.
  package var marked: Range<Int>

  package init(lines: [Line], marked: Range<Int>) {
    self.lines = lines
    self.marked = marked
  }
}
