import SectionEngine

struct TextFit {
  /// The size available for the text in points, without padding and border.
  var width, height: Double
  var lineHeight: Double
  /// The number of lines of the text, at most its line limit.
  var lineCount: Int
  /// The width of the widest line, in points.
  var naturalWidth: Double
  /// Whether the text needs more lines than its limit.
  var isTruncated: Bool
  /// The height in points by which the lines exceed the available height, at least 0.
  var missingHeight: Double { max(0, Double(lineCount) * lineHeight - height) }
  var missingWidth: Double { max(0, naturalWidth - width) }

  func isClipped(least: Double) -> Bool {
    max(missingHeight, missingWidth) >= max(least, Rect.slack)
  }
}

extension NodeKind {
  var isRunningText: Bool { self == .text || self == .button || self == .badge }
}

extension CheckedSection {
  /// Returns the fit of a text; `nil` for a node without running text.
  func fit(of index: Int) -> TextFit? {
    let node = node(index)
    guard shows[index], node.kind.isRunningText else { return nil }
    let content = node.content
    let insets = node.style.pointInsets
    let room = (
      width: node.frame.width - insets.start - insets.end,
      height: node.frame.height - insets.top - insets.bottom
    )
    let measured = node.textMetrics(measurer, maxWidth: node.textRoom(measurer))
    let lineHeight =
      measured.lineCount > 0
        && (node.arena.attributes(of: index) != nil || measurer.variesLineHeights)
      ? measured.height / Double(measured.lineCount) : measurer.lineHeight(content.font)
    return TextFit(
      width: room.width, height: room.height, lineHeight: lineHeight,
      lineCount: measured.lineCount, naturalWidth: measured.width,
      isTruncated: measured.isTruncated)
  }

  /// Returns the offset of the first byte that a line limit hides; `nil` if all text is visible.
  func firstHiddenByte(of index: Int, lines limit: Int) -> Int? {
    let content = node(index).content
    guard shows[index], node(index).kind.isRunningText else { return nil }
    let last = node(index).textLines(
      measurer, maxWidth: node(index).textRoom(measurer), maxLines: limit
    ).last
    guard let last, last.range.upperBound < Int(content.text.count) else { return nil }
    return last.range.upperBound
  }

  /// Returns the bounds of a node's letters in section coordinates; the frame for other content.
  func inkOfContent(_ index: Int) -> Rect {
    let frame = frames[index]
    guard let fit = fit(of: index) else { return frame }
    let node = node(index)
    let width = min(fit.naturalWidth, frame.width)
    let height = min(Double(fit.lineCount) * fit.lineHeight, frame.height)
    let insets = node.style.pointInsets
    let isRightToLeft =
      node.style.direction == .inherit ? self.isRightToLeft : node.style.direction == .rtl
    let start = isRightToLeft ? frame.maxX - insets.start - width : frame.x + insets.start
    let end = isRightToLeft ? frame.x + insets.end : frame.maxX - insets.end - width
    // The text of a button and of a badge is centered.
    let isCentred = node.kind != .text
    let x =
      switch isCentred ? .center : node.content.textAlign {
      case .start: start
      case .center: (start + end) / 2
      case .end: end
      }
    let y = isCentred ? frame.y + (frame.height - height) / 2 : frame.y + insets.top
    return Rect(x: x, y: y, width: width, height: height)
  }
}
