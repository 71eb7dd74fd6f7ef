package import Support

/// A text with its file name and line index, from which locations and excerpts are made.
struct SourceText {
  /// The maximum width of a line in an excerpt, in Unicode scalars, without the ellipses.
  private static let width = 72
  /// The part of `width` that is reserved for the marked text and the text after it.
  private static let widthAfter = 48

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
      path: path, excerpt: excerpt(marking: range))
  }

  /// Returns the line at the start of a range, and up to two lines before it. O(width + log lines).
  func excerpt(marking range: Range<Int>) -> Excerpt {
    let line = index.line(at: range.lowerBound)
    var lines: [Excerpt.Line] = []
    for number in max(line - 2, 0)..<line {
      let shown = scalars(from: index.start(ofLine: number))
      lines.append(
        Excerpt.Line(number: number + 1, text: Self.string(shown.scalars, cutAfter: shown.isCut)))
    }
    let (last, marked) = markedLine(range, from: index.start(ofLine: line))
    lines.append(Excerpt.Line(number: line + 1, text: last))
    return Excerpt(lines: lines, marked: marked)
  }

  private func markedLine(_ range: Range<Int>, from lineStart: Int) -> (String, Range<Int>) {
    var before = scalars(upTo: range.lowerBound, from: lineStart)
    var after = scalars(from: range.lowerBound)
    let room = max(Self.widthAfter, Self.width - before.scalars.count)
    if after.scalars.count > room { after = (Array(after.scalars.prefix(room)), true) }
    let left = Self.width - after.scalars.count
    if before.scalars.count > left { before = (Array(before.scalars.suffix(left)), true) }
    let string = Self.string(
      before.scalars + after.scalars, cutBefore: before.isCut, cutAfter: after.isCut)
    let start = before.scalars.count + (before.isCut ? 1 : 0)
    let length = scalars(from: range.lowerBound, to: range.upperBound)
    return (string, start..<start + min(length.scalars.count, after.scalars.count))
  }

  private static func string(
    _ scalars: [Unicode.Scalar], cutBefore: Bool = false, cutAfter: Bool
  ) -> String {
    var view = String.UnicodeScalarView()
    if cutBefore { view.append("…") }
    view.append(contentsOf: scalars.map(printable))
    if cutAfter { view.append("…") }
    return String(view)
  }

  /// Returns at most 24 scalars of a text, for a message.
  static func clipped(_ text: some Collection<UInt8>) -> String {
    let limit = 24
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    return string(Array(scalars.prefix(limit)), cutAfter: scalars.count > limit)
  }

  /// Returns the scalar itself, or a visible replacement for a control character.
  private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09: " "
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: "\u{FFFD}"
    default: scalar
    }
  }

  /// At most `width` scalars of a line; `isCut` means that the line has more of them.
  private typealias Part = (scalars: [Unicode.Scalar], isCut: Bool)

  /// Returns the scalars from a byte to the end of its line or to `end`, without the line break.
  private func scalars(from start: Int, to end: Int? = nil) -> Part {
    var result: [Unicode.Scalar] = []
    // A scalar has at most four bytes, so these bytes have at least `width` + 1 scalars.
    let end = min(end ?? text.count, text.count, start + 4 * (Self.width + 1))
    guard start < end else { return ([], false) }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = text[start..<end].makeIterator()
    while true {
      let scalar: Unicode.Scalar
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded): scalar = Unicode.UTF8.decode(encoded)
      case .error: scalar = "\u{FFFD}"
      case .emptyInput: return (result, false)
      }
      if scalar == "\n" {
        if result.last == "\r" { result.removeLast() }
        return (result, false)
      }
      if result.count == Self.width { return (result, true) }
      result.append(scalar)
    }
  }

  /// Returns the last scalars of a line before a byte.
  private func scalars(upTo end: Int, from lineStart: Int) -> Part {
    var start = end
    var count = 0
    while start > lineStart, count < Self.width {
      start -= 1
      while start > lineStart, LineIndex.isContinuation(text[start]) { start -= 1 }
      count += 1
    }
    return (scalars(from: start, to: end).scalars, start > lineStart)
  }
}

extension SourceLocation {
  /// Creates the location of a range of bytes in a text, with an excerpt. O(bytes).
  package init(of range: Range<Int>, in text: UnsafeBufferPointer<UInt8>, named name: String) {
    self = SourceText(name: name, text: text, index: LineIndex(text)).location(of: range, path: "")
  }
}
