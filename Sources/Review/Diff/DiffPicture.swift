import SectionEngine

/// Draws comparisons as pictures: both pages side by side, with a frame around each change.
package enum DiffPicture {
  /// Returns the two cells of a comparison.
  /// - Parameters:
  ///   - label: The words before "before" and "after"; empty for none.
  ///   - pictures: Returns the image files of a page; `nil` draws no images.
  ///   - isCropped: Whether to draw only a part as high as a screen, which begins above the first
  ///     change.
  package static func cells(
    of diff: PageDiff, label: String = "", pictures: ((Page) -> Pictures)?, isCropped: Bool = false
  ) -> [PictureSheet.Cell] {
    let sides = [SideDrawing.Side.before, .after].map {
      DiffDrawing(diff, $0, pictures: pictures)
    }
    let tops = sides.map(\.firstChange)
    return zip(sides, tops).map { drawing, top in
      let words = [shown(label, limit: 60), drawing.side.rawValue].filter { !$0.isEmpty }
      // A side without the changed section shows the place that has it on the other side.
      let top = isCropped ? top ?? tops.compactMap(\.self).first ?? 0 : nil
      return drawing.drawing().cell(label: words.joined(separator: " · "), from: top)
    }
  }

  /// Returns the cell of a page without changes.
  package static func cell(
    of page: Page, label: String, pictures: ((Page) -> Pictures)?
  ) -> PictureSheet.Cell {
    DiffDrawing(PageDiff(from: page, to: page), .after, pictures: pictures)
      .drawing().cell(label: shown(label, limit: 60))
  }
}
