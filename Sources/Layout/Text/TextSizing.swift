/// The rules by which the lines of a text determine its size.
///
/// Width and height are rounded up to pixels before a layout uses them, as UIKit's `sizeThatFits` and
/// React Native do, so a text that nothing shrinks never lacks a part of a pixel. A line may use the
/// whole pixels of its box.
package struct TextSizing: Sendable, Hashable {
  package var grid: PixelGrid
  package var wrappedWidth: LayoutEnvironment.WrappedWidth

  /// Exact sizes, and the width of wrapped texts as in CSS.
  package static let exact = TextSizing(grid: .exact, wrappedWidth: .available)

  package init(grid: PixelGrid, wrappedWidth: LayoutEnvironment.WrappedWidth) {
    self.grid = grid
    self.wrappedWidth = wrappedWidth
  }

  /// Returns the maximum width of lines in a box, in points: a frame has at least the whole pixels of
  /// the box, wherever it begins.
  /// - Parameters:
  ///   - width: The width of the box without its insets.
  ///   - insets: The sum of padding and border at both sides.
  package func room(_ width: Double, insets: Double = 0) -> Double {
    grid.roundedDown(width + FittedText.slack + insets) - insets
  }

  /// Whether a text that does not fit on one line is as wide as its longest line, not as wide as the
  /// space. A single line that is cut takes the whole space.
  /// - Parameter metrics: The metrics of the text within the space.
  package func hugs(_ metrics: TextMetrics) -> Bool {
    wrappedWidth == .longestLine && metrics.lineCount > 1
  }

  /// Returns the metrics with a size in whole pixels.
  package func rounded(_ metrics: TextMetrics) -> TextMetrics {
    guard !grid.isExact else { return metrics }
    var metrics = metrics
    metrics.width = grid.roundedUp(metrics.width)
    metrics.height = grid.roundedUp(metrics.height)
    return metrics
  }
}

extension LayoutEnvironment {
  /// The rules by which the lines of a text determine its size.
  package var textSizing: TextSizing {
    let standard: WrappedWidth = platform == .ios ? .longestLine : .available
    return TextSizing(grid: grid, wrappedWidth: wrappedWidth ?? standard)
  }
}
