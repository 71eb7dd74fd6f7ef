import LayoutCore

/// A measurer in which every scalar is as wide as the font size and every line 1.2 times as high,
/// with breaks anywhere.
final class FixedMeasurer: TextMeasurer {
  var name: String { "fixed" }
  func lineHeight(_ font: Font) -> Double { Double(font.size) * 1.2 }
  func ascent(_ font: Font) -> Double { Double(font.size) }

  func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    let lines = lines(text, font: font, maxWidth: maxWidth, maxLines: maxLines)
    return TextMetrics(
      width: lines.map(\.width).max() ?? 0, height: Double(lines.count) * lineHeight(font),
      lineCount: lines.count, isTruncated: lines.last?.isTruncated ?? false)
  }

  func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    var lines: [TextLine] = []
    var start = 0
    var columns = 0
    let room = max(1, maxWidth.isFinite ? Int(min(maxWidth / Double(font.size), 1e6)) : 1_000_000)
    for (offset, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
      if columns == room {
        guard maxLines == 0 || lines.count + 1 < maxLines else {
          lines.append(
            TextLine(
              range: start..<offset, width: Double(columns) * Double(font.size), isTruncated: true))
          return lines
        }
        lines.append(
          TextLine(
            range: start..<offset, width: Double(columns) * Double(font.size), isTruncated: false))
        start = offset
        columns = 0
      }
      columns += 1
    }
    lines.append(
      TextLine(
        range: start..<text.count, width: Double(columns) * Double(font.size), isTruncated: false))
    return lines
  }
}
