internal import LayoutCore

/// A text in a font with equal advances. Lines are filled greedily and break between words.
struct TextModel {
  private let words: [Float]
  /// The advance of a space between two words, in points.
  private let space: Float
  /// The height of a line, in points.
  private let line: Float

  init(_ words: [Substring], advance: Float, space: Float, line: Float) {
    self.words = words.map { Float($0.count) * advance }
    self.space = space
    self.line = line
  }

  private var longest: Float { words.max() ?? 0 }
  private var natural: Float {
    words.reduce(0, +) + space * Float(max(0, words.count - 1))
  }

  /// Returns the size of an `intrinsic-text`. A width limit of 0 gives the smallest width.
  /// - Parameter breaksWords: Whether lines can be narrower than the longest word.
  func intrinsicSize(
    _ width: SizeConstraint, _ height: SizeConstraint, breaksWords: Bool
  ) -> Size {
    let extent = width == .atMost(0) ? longest : Float(width.clamped(Double(natural)))
    let block = Double(lines(in: breaksWords ? extent : max(longest, extent)) * line)
    return Size(width: Double(extent), height: height.clamped(block))
  }

  func ahemSize(_ width: SizeConstraint, _ height: SizeConstraint, isVertical: Bool) -> Size {
    let extent = inlineExtent(isVertical ? height : width)
    let block = Double(lines(in: extent) * line)
    return isVertical
      ? Size(width: width.exact ?? block, height: Double(extent))
      : Size(width: Double(extent), height: height.exact ?? block)
  }

  /// Returns the extent along the lines. It exceeds a limit only if the longest word does.
  private func inlineExtent(_ constraint: SizeConstraint) -> Float {
    switch constraint {
    case .undefined: natural
    case .atMost(let most): min(natural, max(longest, most))
    case .exactly(let exact): exact
    }
  }

  private func lines(in extent: Float) -> Float {
    guard !words.isEmpty else { return 0 }
    var lines: Float = 1
    var used: Float = 0
    for word in words {
      // An excess of up to 1/64 point, the layout unit of browsers, is a rounding error.
      if used > 0 && used + space + word > extent + 1 / 64 {
        lines += 1
        used = word
      } else {
        used += (used > 0 ? space : 0) + word
      }
    }
    return lines
  }
}
