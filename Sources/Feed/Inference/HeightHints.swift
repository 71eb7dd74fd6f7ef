internal import FeedDocument

/// The design height of blocks, if most of them state one.
struct HeightHints {
  /// The path of the height, and the page width that it is given for, in points or pixels.
  private var hint: (path: String, width: Double)?

  private static let paths = [
    ("height", "width"), ("h", "w"), ("size.height", "size.width"), ("size.h", "size.w"),
    ("style.height", "style.width"), ("layout.height", "layout.width"),
  ]
  /// The usual width of designs, which also fits heights without a width.
  private static let usualWidth = 375.0

  init(of blocks: [FeedValue]) {
    for (height, width) in Self.paths {
      let sizes = blocks.compactMap { block -> (Double, Double?)? in
        guard block.kind == .object, let height = Self.number(at: height, in: block) else {
          return nil
        }
        return (height, Self.number(at: width, in: block))
      }
      // Numbers below 20 count columns or rows.
      guard sizes.count * 2 > blocks.count, sizes.allSatisfy({ $0.0 >= 20 && $0.0 <= 10_000 })
      else { continue }
      let widths = Set(sizes.compactMap(\.1))
      let isDesign = widths.count == 1 && (widths.first ?? 0) >= 300
      hint = (height, isDesign ? widths.first ?? Self.usualWidth : Self.usualWidth)
      return
    }
  }

  private static func number(at path: String, in block: FeedValue) -> Double? {
    block.document.value(atPath: path, from: block.index)?.double
  }

  /// The member `fallback` of a feed layout.
  var setting: JSONText? {
    hint.map { hint in
      [
        "placeholderHeight": 120,
        "heightHint": ["path": .text(hint.path), "designWidth": .word("\(hint.width)")],
      ]
    }
  }
}
