/// Pinned headers and footers: their frames are functions of the scroll offset, so scrolling
/// requires no layout.
///
/// A pinned header follows the top edge of the screen, below the top inset and the sections that
/// float there, while that edge is within its section. The header is never above its unpinned position, and the section's footer
/// and bottom edge push it out of view. Footers behave symmetrically at the bottom edge
/// (airbnb/MagazineLayout, UICollectionViewFlowLayout).
extension Viewport {
  /// Returns the frame of the section's header, in feed coordinates; `nil` without one. Complexity:
  /// O(1).
  package func headerFrame(of section: PlacedSection) -> Rect? {
    guard let header = section.parts.header else { return nil }
    let isPinned = section.section.header?.isPinned ?? false
    let limit = section.parts.bottom - (section.parts.footer?.height ?? 0)
    return frame(
      header, in: section,
      y: isPinned
        ? Self.pinnedStart(
          resting: header.y, length: header.height, edge: top - section.frame.y,
          limit: max(limit, header.maxY))
        : header.y)
  }

  /// Returns the frame of the section's footer, in feed coordinates; `nil` without one. Complexity:
  /// O(1).
  package func footerFrame(of section: PlacedSection) -> Rect? {
    guard let footer = section.parts.footer else { return nil }
    let isPinned = section.section.footer?.isPinned ?? false
    let limit = section.parts.top + (section.parts.header?.height ?? 0)
    // A footer is a header in mirrored coordinates.
    let mirrored = Self.pinnedStart(
      resting: -footer.maxY, length: footer.height, edge: section.frame.y - bottom,
      limit: max(-limit, -footer.y))
    return frame(footer, in: section, y: isPinned ? -mirrored - footer.height : footer.y)
  }

  private func frame(_ part: Rect, in section: PlacedSection, y: Double) -> Rect {
    Rect(
      x: section.frame.x + part.x, y: section.frame.y + y, width: part.width, height: part.height)
  }

  /// Returns the start of a pinned part along the scroll axis.
  ///
  /// - Parameters:
  ///   - resting: The start of the part when it is not pinned.
  ///   - edge: The screen edge that the part follows.
  ///   - limit: The maximum end of the part.
  package static func pinnedStart(
    resting: Double, length: Double, edge: Double, limit: Double
  ) -> Double {
    min(max(resting, edge), limit - length)
  }
}
