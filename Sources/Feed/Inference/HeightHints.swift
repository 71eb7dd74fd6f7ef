internal import FeedDocument

/// The design height of blocks, if at least half of them state one.
enum HeightHints {
  private static let paths = [
    ("height", "width"), ("h", "w"), ("size.height", "size.width"), ("size.h", "size.w"),
    ("style.height", "style.width"), ("layout.height", "layout.width"),
  ]
  private static let ratios = [
    "ratio", "aspectRatio", "aspect_ratio", "aspect.ratio", "style.ratio", "layout.ratio",
  ]

  /// Returns the member `fallback` of a feed layout, or `nil` if the blocks state no height.
  static func setting(for blocks: [FeedValue]) -> JSONText? {
    hint(for: blocks).map { ["placeholderHeight": 120, "heightHint": $0] }
  }

  private static func hint(for blocks: [FeedValue]) -> JSONText? {
    func numbers(at path: String) -> [Double] {
      blocks.compactMap { $0.kind == .object ? $0.value(atPath: path).double : nil }
    }
    /// Returns whether at least half of the blocks have a number, all in a range.
    func areUsual(_ numbers: [Double], _ range: ClosedRange<Double>) -> Bool {
      !numbers.isEmpty && numbers.count * 2 >= blocks.count && numbers.allSatisfy(range.contains)
    }
    for (height, width) in paths {
      let (heights, widths) = (numbers(at: height), numbers(at: width))
      // Numbers below 20 count columns or rows.
      guard areUsual(heights, 20...10_000) else { continue }
      // Narrower widths are those of parts of the page.
      let areDesigns = widths.count == heights.count && widths.allSatisfy { $0 >= 300 }
      // The usual width of designs also fits heights without a width.
      return [
        "path": .text(height), "designWidth": .word("375.0"),
        "widthPath": areDesigns ? .text(width) : nil,
      ]
    }
    for path in ratios where areUsual(numbers(at: path), 0.05...20) {
      // Wide blocks are usual, so a small ratio is height / width.
      return path == "ratio" && numbers(at: path).allSatisfy { $0 <= 1 }
        ? ["path": .text(path), "designWidth": 1] : ["ratioPath": .text(path)]
    }
    return nil
  }
}
