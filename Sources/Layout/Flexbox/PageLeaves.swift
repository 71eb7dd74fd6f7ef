/// Measurements of the leaves of a page: text through the page's `TextMeasurer`, page controls and
/// icons from their content.
struct PageLeaves: LeafMeasuring {
  /// Frames are `Float`; a text whose frame lost less than this to rounding still breaks as
  /// measured.
  static let slack = 1.0 / 256

  /// The number of bytes of text that take about as long to measure as one visit.
  private static let bytesPerVisit = 8

  /// The diameter and spacing of a page control's dots, in points, as on iOS.
  private static let dot = 7.0
  private static let dotSpacing = 9.0

  let records: [NodeArena.Record]
  let contents: [NodeContent]
  let text: [UInt8]
  let attributes: [NodeAttributes]
  let runs: [TextRun]
  let measurer: any TextMeasurer

  init(_ arena: NodeArena, measurer: any TextMeasurer) {
    records = arena.records
    contents = arena.contents
    text = arena.text
    attributes = arena.attributes
    runs = arena.runs
    self.measurer = measurer
  }

  private func content(of node: Int) -> NodeContent? {
    let index = records[node].content
    return index == .max ? nil : contents[Int(index)]
  }

  func hasContent(_ node: Int) -> Bool {
    guard let content = content(of: node) else { return false }
    switch records[node].kind {
    case .text, .button, .badge: return content.text.count > 0
    case .icon: return true
    case .pageControl: return content.count > 0
    case .box, .image, .spacer, .list, .carousel, .pager, .placeholder: return false
    }
  }

  /// The attributes of a node whose text is not measured in the node's font alone.
  private func styled(_ node: Int) -> NodeAttributes? {
    guard let own = attributes.of(node), own.affectsText else { return nil }
    return own
  }

  func cost(of node: Int) -> Int {
    // A text with runs is measured by clusters, and up to 7 times if it shrinks to fit.
    let factor = styled(node).map { $0.minimumScale > 0 ? 28 : 4 } ?? 1
    return content(of: node).map { factor * Int($0.text.count) / Self.bytesPerVisit } ?? 0
  }

  func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size {
    guard let content = content(of: node) else { return .zero }
    switch records[node].kind {
    case .icon:
      return Size(width: Double(content.font.size), height: Double(content.font.size))
    case .pageControl:
      let dots = Double(content.count)
      return Size(width: dots * Self.dot + (dots - 1) * Self.dotSpacing, height: Self.dot)
    case .button, .badge:
      return measure(content, styled(node), maxWidth: .infinity, maxLines: 1)
    case .text:
      return measureText(content, styled(node), width: width)
    case .box, .image, .spacer, .list, .carousel, .pager, .placeholder:
      return .zero
    }
  }

  /// Returns the size of a text. A text that does not fit is as wide as its limit, like wrapped
  /// text in CSS.
  private func measureText(
    _ content: NodeContent, _ styled: NodeAttributes?, width: SizeConstraint
  ) -> Size {
    let maxLines = Int(content.maxLines)
    switch width {
    case .undefined:
      return measure(content, styled, maxWidth: .infinity, maxLines: maxLines)
    case .exactly(let width):
      return measure(content, styled, maxWidth: Double(width) + Self.slack, maxLines: maxLines)
    case .atMost(let width):
      let limit = Double(width) + Self.slack
      let natural = measure(content, styled, maxWidth: .infinity, maxLines: maxLines)
      guard natural.width > limit else { return natural }
      let height = measure(content, styled, maxWidth: limit, maxLines: maxLines).height
      return Size(width: Double(width), height: height)
    }
  }

  private func measure(
    _ content: NodeContent, _ styled: NodeAttributes?, maxWidth: Double, maxLines: Int
  ) -> Size {
    let start = Int(content.text.start)
    return text.withUnsafeBufferPointer { texts in
      if let styled {
        return StyledText(texts, content, styled, runs, measurer)
          .lines(maxWidth: maxWidth, maxLines: maxLines).size(measurer)
      }
      let bytes = UnsafeBufferPointer(rebasing: texts[start..<start + Int(content.text.count)])
      let metrics = measurer.measure(
        bytes, font: content.font, maxWidth: maxWidth, maxLines: maxLines)
      return Size(width: metrics.width, height: metrics.height)
    }
  }

  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float? {
    guard let content = content(of: node), content.text.count > 0 else { return nil }
    guard let styled = styled(node) else { return top + Float(measurer.ascent(content.font)) }
    return text.withUnsafeBufferPointer { texts in
      let lines = StyledText(texts, content, styled, runs, measurer)
        .lines(maxWidth: Double(width) + Self.slack, maxLines: Int(content.maxLines))
      return top + Float(lines.ascent)
    }
  }
}
