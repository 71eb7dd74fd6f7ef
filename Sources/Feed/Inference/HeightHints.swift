internal import FeedDocument

/// The design height of blocks, if at least half of them state one.
struct HeightHints {
  /// The member `heightHint` of a feed layout; `nil` if the blocks state no height.
  private var hint: JSONText?

  private static let paths = [
    ("height", "width"), ("h", "w"), ("size.height", "size.width"), ("size.h", "size.w"),
    ("style.height", "style.width"), ("layout.height", "layout.width"),
  ]
  private static let ratios = [
    "ratio", "aspectRatio", "aspect_ratio", "aspect.ratio", "style.ratio", "layout.ratio",
  ]
  /// The usual width of designs, which also fits heights without a width.
  private static let usualWidth = 375.0

  init(of blocks: [FeedValue]) {
    func numbers(at path: String) -> [Double] {
      blocks.compactMap { $0.kind == .object ? $0.value(atPath: path).double : nil }
    }
    /// Returns the numbers at a path if most blocks have one, all in a range.
    func numbers(at path: String, in range: ClosedRange<Double>) -> [Double]? {
      let found = numbers(at: path)
      let areMost = !found.isEmpty && found.count * 2 >= blocks.count
      return areMost && found.allSatisfy(range.contains) ? found : nil
    }
    for (height, width) in Self.paths {
      // Numbers below 20 count columns or rows.
      guard let heights = numbers(at: height, in: 20...10_000) else { continue }
      let widths = numbers(at: width)
      // Narrower widths are those of parts of the page.
      let areDesigns = widths.count == heights.count && widths.allSatisfy { $0 >= 300 }
      hint = [
        "path": .text(height), "designWidth": .word("\(Self.usualWidth)"),
        "widthPath": areDesigns ? .text(width) : nil,
      ]
      return
    }
    for path in Self.ratios {
      guard let ratios = numbers(at: path, in: 0.05...20) else { continue }
      // Wide blocks are usual, so a small ratio is height / width.
      hint =
        path == "ratio" && ratios.allSatisfy { $0 <= 1 }
        ? ["path": .text(path), "designWidth": 1] : ["ratioPath": .text(path)]
      return
    }
  }

  /// The member `fallback` of a feed layout.
  var setting: JSONText? {
    hint.map { ["placeholderHeight": 120, "heightHint": $0] }
  }
}
