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
      blocks.compactMap {
        $0.kind == .object ? $0.document.value(atPath: path, from: $0.index)?.double : nil
      }
    }
    for (height, width) in Self.paths {
      let (heights, widths) = (numbers(at: height), numbers(at: width))
      // Numbers below 20 count columns or rows.
      guard heights.count * 2 >= blocks.count, !heights.isEmpty,
        heights.allSatisfy({ (20...10_000).contains($0) })
      else { continue }
      // Narrower widths are those of parts of the page.
      let areDesigns = widths.count == heights.count && widths.allSatisfy { $0 >= 300 }
      hint = [
        "path": .text(height), "designWidth": .word("\(Self.usualWidth)"),
        "widthPath": areDesigns ? .text(width) : nil,
      ]
      return
    }
    for path in Self.ratios {
      let ratios = numbers(at: path)
      guard ratios.count * 2 >= blocks.count, !ratios.isEmpty,
        ratios.allSatisfy({ (0.05...20).contains($0) })
      else { continue }
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
