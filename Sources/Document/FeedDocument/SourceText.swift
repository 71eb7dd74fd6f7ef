internal import Support

/// A named text with its line index, for locations of bytes.
struct SourceText {
  let name: String
  let text: UnsafeBufferPointer<UInt8>
  let index: LineIndex

  /// Returns the line, column and excerpt of a range of bytes, clamped to the text.
  func location(of range: Range<Int>, path: String) -> SourceLocation {
    let lower = min(max(range.lowerBound, 0), text.count)
    let range = lower..<min(max(range.upperBound, lower), text.count)
    let line = index.line(at: lower)
    return SourceLocation(
      file: name, line: line + 1,
      column: index.scalars(from: index.start(ofLine: line), to: lower, in: text) + 1,
      path: path,
      excerpt: SourceExcerpt(text: text, index: index).excerpt(marking: range))
  }
}
