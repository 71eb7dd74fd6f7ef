/// A measurer of the leaves of a page: texts through the page's `TextMeasurer`, page controls and
/// icons by their content.
final class PageLeaves: LeafMeasuring {
  /// The number of bytes of text that take about as long to measure as one visit.
  private static let bytesPerVisit = 8

  /// The diameter and spacing of a page control's dots, in points, as on iOS.
  private static let dot = 7.0
  private static let dotSpacing = 9.0

  let arena: NodeArena
  let measurer: any TextMeasurer

  init(arena: NodeArena, measurer: any TextMeasurer) {
    (self.arena, self.measurer) = (arena, measurer)
  }

  func hasContent(_ node: Int) -> Bool {
    guard let content = arena.content(of: node) else { return false }
    switch arena.records[node].kind {
    case .text, .button, .badge: return content.text.count > 0
    case .icon: return true
    case .pageControl: return content.count > 0
    case .box, .image, .spacer, .list, .carousel, .pager, .placeholder: return false
    }
  }

  func cost(of node: Int) -> Int {
    // A text with attributes, such as runs, costs 4 times a plain text. One that shrinks to fit is
    // measured about 7 times.
    let factor = arena.textAttributes(of: node).map { $0.minimumScale > 0 ? 28 : 4 } ?? 1
    return arena.content(of: node).map { factor * Int($0.text.count) / Self.bytesPerVisit } ?? 0
  }

  func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size {
    guard let content = arena.content(of: node) else { return .zero }
    switch arena.records[node].kind {
    case .icon:
      return Size(width: Double(content.font.size), height: Double(content.font.size))
    case .pageControl:
      let dots = Double(content.count)
      return Size(width: dots * Self.dot + (dots - 1) * Self.dotSpacing, height: Self.dot)
    case .button, .badge:
      return measure(node, content, maxWidth: .infinity, maxLines: 1)
    case .text:
      return measureText(node, content, width: width)
    case .box, .image, .spacer, .list, .carousel, .pager, .placeholder:
      return .zero
    }
  }

  /// Returns the size of a text. A text that does not fit is as wide as the limit, like wrapped
  /// text in CSS.
  private func measureText(
    _ node: Int, _ content: NodeContent, width: SizeConstraint
  ) -> Size {
    let maxLines = Int(content.maxLines)
    switch width {
    case .undefined:
      return measure(node, content, maxWidth: .infinity, maxLines: maxLines)
    case .exactly(let width):
      return measure(node, content, maxWidth: Double(width) + FittedText.slack, maxLines: maxLines)
    case .atMost(let width):
      let limit = Double(width) + FittedText.slack
      let natural = measure(node, content, maxWidth: .infinity, maxLines: maxLines)
      guard natural.width > limit else { return natural }
      let height = measure(node, content, maxWidth: limit, maxLines: maxLines).height
      return Size(width: Double(width), height: height)
    }
  }

  private func measure(
    _ node: Int, _ content: NodeContent, maxWidth: Double, maxLines: Int
  ) -> Size {
    let metrics = arena.textMetrics(
      of: node, content, measurer, maxWidth: maxWidth, maxLines: maxLines)
    return Size(width: metrics.width, height: metrics.height)
  }

  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float? {
    guard let content = arena.content(of: node), content.text.count > 0 else { return nil }
    return arena.withText(of: node, content, measurer) { _, styled in
      let lines = styled?.lines(
        maxWidth: Double(width) + FittedText.slack, maxLines: Int(content.maxLines))
      return top + Float(lines?.ascent ?? measurer.ascent(content.font))
    }
  }
}
