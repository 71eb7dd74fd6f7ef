extension LayoutNode {
  /// Returns the node's text broken at the width of its frame; `nil` for a node without text.
  ///
  /// If the frame is too low for all lines, the result has as many as fit, but at least one.
  package func fittedText(_ measurer: any TextMeasurer) -> FittedText? {
    let content = content
    guard content.text.count > 0 else { return nil }
    let insets = style.pointInsets
    let height = frame.height - insets.top - insets.bottom
    let width = textRoom(measurer)
    let lineHeight = measurer.lineHeight(content.font)
    return arena.withText(of: index, content, measurer) { text, styled in
      if let styled { return styled.fitted(maxWidth: width, height: height) }
      var lines = measurer.lines(
        text, font: content.font, maxWidth: width, maxLines: Int(content.maxLines))
      let isTruncated = lines.last?.isTruncated == true
      // Frames are stored as `Float`, so an excess of up to 0.01 points is not an overflow.
      var room = height + 0.01
      let fitting = lines.prefix { line in
        room -= line.extent?.height ?? lineHeight
        return room >= 0
      }
      let isLow = fitting.count < lines.count
      if isLow {
        lines = measurer.lines(
          text, font: content.font, maxWidth: width, maxLines: max(1, fitting.count))
      }
      return FittedText(lines: lines, isTruncated: isTruncated || isLow)
    }
  }

  /// Returns the maximum width of the text's lines in the node's frame, as the layout measured it.
  package func textRoom(_ measurer: any TextMeasurer) -> Double {
    let insets = style.pointInsets
    let sum = insets.start + insets.end
    return measurer.sizing.room(frame.width - sum, insets: sum)
  }

  /// Returns the size and line count of the text with its runs, at a maximum width in points.
  package func textMetrics(_ measurer: any TextMeasurer, maxWidth: Double) -> TextMetrics {
    arena.textMetrics(
      of: index, content, measurer, maxWidth: maxWidth, maxLines: Int(content.maxLines))
  }

  /// Returns the metrics of the text with its runs in the box that a layout gives it: see
  /// `TextMeasurer.measureBox`.
  package func textBox(_ measurer: any TextMeasurer, maxWidth: Double) -> TextMetrics {
    measurer.box(maxWidth: maxWidth) { textMetrics(measurer, maxWidth: $0) }
  }

  /// Returns the lines of the text with its runs, at a maximum width in points.
  /// - Parameter maxLines: The maximum number of lines; 0 is unlimited.
  package func textLines(
    _ measurer: any TextMeasurer, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    arena.withText(of: index, content, measurer) { text, styled in
      styled?.lines(maxWidth: maxWidth, maxLines: maxLines).textLines
        ?? measurer.lines(text, font: content.font, maxWidth: maxWidth, maxLines: maxLines)
    }
  }
}

extension NodeArena {
  /// Returns the cost of preparing all texts for their first measurement, in visits of
  /// `LayoutBudget`. Complexity: O(bytes).
  func preparationCost(_ measurer: any TextMeasurer) -> Int {
    let cost = measurer.preparationCost
    guard cost > 0 else { return 0 }
    return text.withUnsafeBufferPointer { bytes in
      contents.reduce(0) { count, content in
        let start = Int(content.text.start)
        let characters = bytes[start..<start + Int(content.text.count)].count { $0 & 0xC0 != 0x80 }
        return count + cost * characters
      }
    }
  }

  /// Returns the size and line count of a node's text with its runs, at a maximum width in points.
  func textMetrics(
    of node: Int, _ content: NodeContent, _ measurer: any TextMeasurer, maxWidth: Double,
    maxLines: Int
  ) -> TextMetrics {
    withText(of: node, content, measurer) { text, styled in
      guard let styled else {
        return measurer.measure(
          text, font: content.font, maxWidth: maxWidth, maxLines: maxLines)
      }
      return styled.lines(maxWidth: maxWidth, maxLines: maxLines).metrics
    }
  }

  /// Calls `body` with a node's text, and with a `StyledText` if its attributes affect the text.
  func withText<Result>(
    of node: Int, _ content: NodeContent, _ measurer: any TextMeasurer,
    _ body: (UnsafeBufferPointer<UInt8>, StyledText?) -> Result
  ) -> Result {
    let start = Int(content.text.start)
    return text.withUnsafeBufferPointer { texts in
      let text = UnsafeBufferPointer(rebasing: texts[start..<start + Int(content.text.count)])
      let styled = textAttributes(of: node).map { StyledText(texts, content, $0, runs, measurer) }
      return body(text, styled)
    }
  }

  /// Returns the attributes of a node if they affect its text, otherwise `nil`.
  func textAttributes(of node: Int) -> NodeAttributes? {
    attributes(of: node).flatMap { $0.affectsText ? $0 : nil }
  }
}

extension Style {
  /// Padding plus border, in points. Other units are not supported for text leaves and are 0.
  package var pointInsets: EdgeInsets {
    func points(_ logical: Length, _ physical: Length) -> Double {
      let length = logical.unit == .auto ? physical : logical
      return length.unit == .points ? Double(length.value) : 0
    }
    return EdgeInsets(
      top: points(.auto, padding.top) + points(.auto, border.top),
      end: points(padding.end, padding.right) + points(border.end, border.right),
      bottom: points(.auto, padding.bottom) + points(.auto, border.bottom),
      start: points(padding.start, padding.left) + points(border.start, border.left))
  }
}
