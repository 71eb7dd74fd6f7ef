import LayoutCore
import Renderers

/// How a node's text fits into its frame.
struct TextFit {
  /// Room for it, in points, without padding and border.
  var width, height: Double
  var lineHeight: Double
  /// Lines that it takes, of those that it may have.
  var lineCount: Int
  /// Width of the widest line.
  var naturalWidth: Double
  /// It needs more lines than it may have.
  var isTruncated: Bool
  /// Points that its lines are higher than the room, at least 0.
  var missingHeight: Double { max(0, Double(lineCount) * lineHeight - height) }
  var missingWidth: Double { max(0, naturalWidth - width) }
}

extension CheckedSection {
  /// `nil` for a node that shows no running text; an icon's symbol is drawn to its box.
  func fit(of index: Int) -> TextFit? {
    let node = node(index)
    guard shows[index], node.kind == .text || node.kind == .button || node.kind == .badge else {
      return nil
    }
    let content = node.content
    let insets = node.style.pointInsets
    let room = (
      width: node.frame.width - insets.start - insets.end,
      height: node.frame.height - insets.top - insets.bottom
    )
    let measured = withText(content) {
      measurer.measure(
        // As layout measures: the frame lost less than that to rounding.
        $0, font: content.font, maxWidth: room.width + Self.measuringSlack,
        maxLines: Int(content.maxLines))
    }
    return TextFit(
      width: room.width, height: room.height, lineHeight: measurer.lineHeight(content.font),
      lineCount: measured.lineCount, naturalWidth: measured.width,
      isTruncated: measured.isTruncated)
  }

  /// As much as layout grants a text (`PageLeaves`).
  private static let measuringSlack = 1.0 / 256

  /// First byte of the text that does not show where it may have so many lines; `nil`: all of it shows.
  func firstHiddenByte(of index: Int, lines limit: Int) -> Int? {
    let content = node(index).content
    guard let fit = fit(of: index) else { return nil }
    let last = withText(content) { text in
      measurer.lines(
        text, font: content.font, maxWidth: fit.width + Self.measuringSlack, maxLines: limit
      ).last
    }
    guard let last, last.range.upperBound < Int(content.text.count) else { return nil }
    return last.range.upperBound
  }

  /// Around the letters of a text, absolute in the section; other content fills its frame.
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
    // A button and a badge show theirs in the middle.
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

  private func withText<T>(
    _ content: NodeContent, _ body: (UnsafeBufferPointer<UInt8>) -> T
  ) -> T {
    let start = Int(content.text.start)
    let end = start + Int(content.text.count)
    return arena.text.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[start..<end]))
    }
  }
}
