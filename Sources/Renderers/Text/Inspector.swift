import LayoutCore

/// Composes the inspector's lines beside a section:
///
/// ```
/// ┊ HOMEPAGE_BLOCK_PLAYLIST_RCMD
/// ┊ y  280  h 240  rows 1 × 240
/// ┊ card-rail@1.2.0  ! SE3008
/// ```
struct Inspector {
  typealias Line = (text: [Glyph], style: CellStyle)

  let grid: PixelGrid
  let gutter: Int
  let width: Int

  func lines(of section: PlacedSection, _ glyphs: inout Glyphs) -> [Line] {
    let frame = grid.frame(of: section)
    let (y, height) = (points(grid.snap(frame.y)), points(grid.snap(frame.height)))
    let padding = String(repeating: " ", count: max(0, gutter - y.count))
    let rows = rows(of: section, times: glyphs.drawing.times)
    var lines: [Line] = [
      (glyphs.glyphs(of: section.blockCode), .plain),
      (glyphs.glyphs(of: "y \(padding)\(y)  h \(height)  \(rows)"), .faint),
    ]
    var provider = section.provider.words
    let codes = section.diagnosticCodes
    if !codes.isEmpty {
      provider += (provider.isEmpty ? "" : "  ") + "! \(codes.joined(separator: " "))"
    }
    let style = codes.isEmpty ? CellStyle.faint : .warning
    if !provider.isEmpty { lines.append((glyphs.glyphs(of: provider), style)) }
    if let fallback = section.fallback {
      lines += glyphs.wrapped(fallback.words, to: width).map { ($0, .warning) }
    }
    return lines
  }

  private func rows(of section: PlacedSection, times: Unicode.Scalar) -> String {
    guard let low = section.rowHeights.min(), let high = section.rowHeights.max() else {
      return "rows \(section.rows.count)"
    }
    let (first, last) = (points(grid.snap(low)), points(grid.snap(high)))
    let range = first == last ? first : "\(first)-\(last)"
    return "rows \(section.rowHeights.count) \(times) \(range)"
  }
}
