import Testing

@testable import LayoutCore

/// Texts in frames. Every cluster is one point wide, and a line is ten points high.
@Suite struct TextInFrameTests {
  private func node(
    _ text: String = "aaa bbb ccc ddd", width: Float, height: Float, maxLines: UInt32 = 0,
    style: Style = Style()
  ) -> LayoutNode {
    var arena = NodeArena()
    // Another text comes first, so that the range of the text does not begin at 0.
    _ = arena.addText("other".utf8)
    var content = NodeContent()
    content.text = arena.addText(text.utf8)
    content.maxLines = maxLines
    arena.begin(.text, style: style, content: content)
    arena.end()
    arena.frames[0].width = width
    arena.frames[0].height = height
    return LayoutNode(arena: arena, index: 0)
  }

  private func lines(_ node: LayoutNode) -> [String] {
    let bytes = Array(node.text.utf8)
    return (node.fittedText(counting)?.lines ?? []).map {
      String(decoding: bytes[$0.range], as: UTF8.self) + ($0.isTruncated ? "…" : "")
    }
  }

  @Test("a text breaks at the width of its frame")
  func breaks() {
    let node = node(width: 7, height: 20)
    #expect(lines(node) == ["aaa bbb", "ccc ddd"])
    #expect(node.fittedText(counting)?.isTruncated == false)
  }

  @Test("a frame lower than the text shows the lines that fit")
  func low() {
    let node = node(width: 3, height: 29)
    #expect(lines(node) == ["aaa", "bb…"])
    #expect(node.fittedText(counting)?.isTruncated == true)
  }

  @Test(
    "a frame lower than one line still shows one line, which is truncated", arguments: [0, 9, -5])
  func oneLine(height: Float) {
    let node = node("aaa", width: 3, height: height)
    #expect(lines(node) == ["aaa"])
    #expect(node.fittedText(counting)?.isTruncated == true)
  }

  @Test("the node's limit of lines applies even if the frame fits more")
  func maxLines() {
    let node = node(width: 3, height: 100, maxLines: 2)
    #expect(lines(node) == ["aaa", "bb…"])
    #expect(node.fittedText(counting)?.isTruncated == true)
    #expect(lines(self.node(width: 3, height: 10, maxLines: 2)) == ["aa…"])
  }

  @Test("padding and border in points reduce the space for text")
  func insets() {
    var style = Style()
    style.padding.left = .points(1)
    style.padding.end = .points(1)
    style.padding.top = .points(4)
    style.border.left = .points(2)
    style.border.bottom = .points(6)
    let insets = style.pointInsets
    #expect(insets == EdgeInsets(top: 4, end: 1, bottom: 6, start: 3))
    #expect(lines(node(width: 11, height: 30, style: style)) == ["aaa bbb", "ccc ddd"])
    #expect(lines(node(width: 11, height: 20, style: style)) == ["aaa bb…"])
  }

  @Test("a logical edge takes precedence over the physical one")
  func logicalEdge() {
    var style = Style()
    style.padding.left = .points(1)
    style.padding.start = .points(3)
    #expect(style.pointInsets.start == 3)
  }

  @Test(
    "a frame with extreme bounds does not crash",
    arguments: [(.infinity, .infinity), (.nan, .nan), (3e38, 3e38), (-3e38, -3e38)]
      as [(Float, Float)])
  func extremes(width: Float, height: Float) {
    #expect(node(width: width, height: height).fittedText(counting)?.lines.isEmpty == false)
  }

  @Test("a node without text has no lines")
  func noText() {
    #expect(node("", width: 10, height: 10).fittedText(counting) == nil)
  }

  @Test("a text in a frame of its measured size is not truncated")
  func measuredFrame() {
    let measurer = RecordedTextMeasurer()
    // The widths begin at 15, below which a single ideograph is wider than the line.
    for width in stride(from: 15.0, to: 120, by: 0.7) {
      var arena = NodeArena()
      var content = NodeContent()
      content.text = arena.addText("每日推荐 daily mix, 30 songs".utf8)
      content.font = Font(size: 13.6, weight: 600)
      arena.begin(.text, content: content)
      arena.end()
      let metrics = arena.text.withUnsafeBufferPointer {
        measurer.measure($0, font: content.font, maxWidth: width, maxLines: 0)
      }
      arena.frames[0].width = Float(metrics.width)
      arena.frames[0].height = Float(metrics.height)
      let fitted = LayoutNode(arena: arena, index: 0).fittedText(measurer)
      #expect(fitted?.isTruncated == false)
      #expect(fitted?.lines.count == metrics.lineCount)
    }
  }
}
