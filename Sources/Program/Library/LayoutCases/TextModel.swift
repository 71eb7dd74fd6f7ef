internal import LayoutCore

/// A text of characters of one size, which breaks lines greedily between its words.
struct TextModel {
  private let words: [Float]
  /// The space between two words of a line, in points.
  private let space: Float
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

  /// Returns the size of an `intrinsic-text`; a limit of 0 asks for the smallest width.
  /// - Parameter breaksWords: whether lines break at a width that is smaller than the longest word.
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
      // An excess of up to the 64th of a point, the unit of browsers, is rounding.
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
