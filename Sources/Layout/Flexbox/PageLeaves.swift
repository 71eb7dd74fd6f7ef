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
      return size(of: node, measure(node, content, maxWidth: .infinity, maxLines: 1))
    case .text:
      return measureText(node, content, width: width)
    case .box, .image, .spacer, .list, .carousel, .pager, .placeholder:
      return .zero
    }
  }

  /// Returns the size of a text. A text that does not fit on one line is as wide as the limit or as
  /// its longest line (`TextSizing.wrappedWidth`).
  private func measureText(
    _ node: Int, _ content: NodeContent, width: SizeConstraint
  ) -> Size {
    let maxLines = Int(content.maxLines)
    switch width {
    case .undefined:
      return size(of: node, measure(node, content, maxWidth: .infinity, maxLines: maxLines))
    case .exactly(let width):
      return size(
        of: node,
        measure(node, content, maxWidth: room(Double(width), of: node), maxLines: maxLines))
    case .atMost(let width):
      let limit = room(Double(width), of: node)
      let natural = measure(node, content, maxWidth: .infinity, maxLines: maxLines)
      guard natural.width > limit else { return size(of: node, natural) }
      let wrapped = measure(node, content, maxWidth: limit, maxLines: maxLines)
      let size = size(of: node, wrapped)
      return Size(
        width: measurer.sizing.hugs(wrapped) ? size.width : Double(width),
        height: size.height)
    }
  }

  var narrowsWidths: Bool { measurer.sizing.wrappedWidth == .longestLine }

  func narrowedWidth(of node: Int, width: Float) -> Float {
    guard narrowsWidths, arena.records[node].kind == .text,
      let content = arena.content(of: node), content.text.count > 0
    else { return width }
    let metrics = measure(
      node, content, maxWidth: room(Double(width), of: node), maxLines: Int(content.maxLines))
    return measurer.sizing.hugs(metrics) ? min(width, Float(size(of: node, metrics).width)) : width
  }

  private func measure(
    _ node: Int, _ content: NodeContent, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    arena.textMetrics(of: node, content, measurer, maxWidth: maxWidth, maxLines: maxLines)
  }

  /// Returns the maximum width of lines in a node's content box of a given width.
  private func room(_ width: Double, of node: Int) -> Double {
    let sizing = measurer.sizing
    guard !sizing.grid.isExact else { return sizing.room(width) }
    let insets = arena.styles[Int(arena.records[node].style)].pointInsets
    return sizing.room(width, insets: insets.start + insets.end)
  }

  /// Returns the size of a text with these lines. Together with the insets of the node, it is a whole
  /// number of pixels, so that rounding the frame takes nothing from the text.
  private func size(of node: Int, _ metrics: TextMetrics) -> Size {
    let grid = measurer.sizing.grid
    guard !grid.isExact, metrics.lineCount > 0 else {
      return Size(width: metrics.width, height: metrics.height)
    }
    let insets = arena.styles[Int(arena.records[node].style)].pointInsets
    let (width, height) = (insets.start + insets.end, insets.top + insets.bottom)
    return Size(
      width: grid.roundedUp(metrics.width + width) - width,
      height: grid.roundedUp(metrics.height + height) - height)
  }

  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float? {
    guard let content = arena.content(of: node), content.text.count > 0 else { return nil }
    return arena.withText(of: node, content, measurer) { text, styled in
      let insets = arena.styles[Int(arena.records[node].style)].pointInsets
      let room = room(Double(width) - insets.start - insets.end, of: node)
      let maxLines = Int(content.maxLines)
      if let styled { return top + Float(styled.lines(maxWidth: room, maxLines: maxLines).ascent) }
      let first =
        measurer.variesLineHeights
        ? measurer.lines(text, font: content.font, maxWidth: room, maxLines: maxLines).first : nil
      return top + Float(first?.extent?.above ?? measurer.ascent(content.font))
    }
  }
}
