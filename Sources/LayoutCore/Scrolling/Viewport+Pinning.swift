/// Pinned headers and footers: frames as functions of the scroll offset alone, so that scrolling lays
/// nothing out.
///
/// A pinned header stands at the top edge of the screen, below the top inset, as long as that is within
/// its section: never above the place where it rests, and pushed out by the section's footer and end.
/// Footers do the same at the bottom edge (airbnb/MagazineLayout, UICollectionViewFlowLayout).
extension Viewport {
  /// Frame of the section's header, in feed coordinates; `nil` without one. Complexity: O(1).
  package func headerFrame(of section: LayoutSection) -> Rect? {
    guard let header = section.parts.header else { return nil }
    let isPinned = section.header?.isPinned ?? false
    let limit = section.parts.bottom - (section.parts.footer?.height ?? 0)
    return frame(
      header, in: section,
      y: isPinned
        ? Self.pinnedStart(
          resting: header.y, length: header.height, edge: top - section.frame.y,
          limit: max(limit, header.maxY))
        : header.y)
  }

  /// Frame of the section's footer, in feed coordinates; `nil` without one. Complexity: O(1).
  package func footerFrame(of section: LayoutSection) -> Rect? {
    guard let footer = section.parts.footer else { return nil }
    let isPinned = section.footer?.isPinned ?? false
    let limit = section.parts.top + (section.parts.header?.height ?? 0)
    // A footer is a header of the page turned upside down.
    let mirrored = Self.pinnedStart(
      resting: -footer.maxY, length: footer.height, edge: section.frame.y - bottom,
      limit: max(-limit, -footer.y))
    return frame(footer, in: section, y: isPinned ? -mirrored - footer.height : footer.y)
  }

  private func frame(_ part: Rect, in section: LayoutSection, y: Double) -> Rect {
    Rect(
      x: section.frame.x + part.x, y: section.frame.y + y, width: part.width, height: part.height)
  }

  /// Where something that pins begins along the axis that scrolls.
  ///
  /// - Parameters:
  ///   - resting: where it begins when nothing moves it.
  ///   - edge: the edge that it follows.
  ///   - limit: what pushes it out.
  package static func pinnedStart(
    resting: Double, length: Double, edge: Double, limit: Double
  ) -> Double {
    min(max(resting, edge), limit - length)
  }
}
