internal import FeedDocument

/// Infers the height hint of blocks, if at least half of them contain a height.
enum HeightHints {
  private static let paths = [
    ("height", "width"), ("h", "w"), ("size.height", "size.width"), ("size.h", "size.w"),
    ("style.height", "style.width"), ("layout.height", "layout.width"),
  ]
  private static let ratios = [
    "ratio", "aspectRatio", "aspect_ratio", "aspect.ratio", "style.ratio", "layout.ratio",
  ]

  /// Returns the height that all blocks without content state, such as that of a divider, in points;
  /// `nil` if they state none, or different ones.
  static func separator(_ blocks: [FeedValue]) -> Double? {
    let keys = ["height", "h", "size", "space", "thickness"]
    let heights = blocks.map { block -> Double? in
      ([block] + block.children.filter { $0.kind == .object }).lazy
        .flatMap { place in keys.lazy.compactMap { place[$0].double } }.first
    }
    guard let first = heights.first, let height = first, (0.1...400).contains(height),
      heights.allSatisfy({ $0 == height })
    else { return nil }
    return height
  }

  /// Returns the setting `fallback` of a feed layout, or `nil` if the blocks contain no height.
  static func setting(for blocks: [FeedValue]) -> JSONText? {
    hint(for: blocks).map { ["placeholderHeight": 120, "heightHint": $0] }
  }

  private static func hint(for blocks: [FeedValue]) -> JSONText? {
    func numbers(at path: String) -> [Double] {
      blocks.compactMap { $0.kind == .object ? $0.value(atPath: path).double : nil }
    }
    /// Returns whether at least half of the blocks have a number, and all numbers are in the range.
    func areUsual(_ numbers: [Double], _ range: ClosedRange<Double>) -> Bool {
      !numbers.isEmpty && numbers.count * 2 >= blocks.count && numbers.allSatisfy(range.contains)
    }
    for (height, width) in paths {
      let (heights, widths) = (numbers(at: height), numbers(at: width))
      // Numbers below 20 are counts of columns or rows.
      guard areUsual(heights, 20...10_000) else { continue }
      // Widths below 300 belong to parts of the page and are no design width.
      let areDesigns = widths.count == heights.count && widths.allSatisfy { $0 >= 300 }
      // Heights without a width are assumed to refer to the usual design width, 375.
      return [
        "path": .text(height), "designWidth": .word("375.0"),
        "widthPath": areDesigns ? .text(width) : nil,
      ]
    }
    for path in ratios where areUsual(numbers(at: path), 0.05...20) {
      // Blocks are usually wide, so a `ratio` of at most 1 is height / width.
      return path == "ratio" && numbers(at: path).allSatisfy { $0 <= 1 }
        ? ["path": .text(path), "designWidth": 1] : ["ratioPath": .text(path)]
    }
    return nil
  }
}
