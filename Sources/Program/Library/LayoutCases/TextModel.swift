internal import LayoutCore

/// A text of characters of one size, which breaks lines greedily between its words.
struct TextModel {
  /// Widths of the words in points.
  private let words: [Float]
  /// The space between two words of a line, in points.
  private let space: Float
  private let line: Float
  private let isVertical: Bool
  /// Whether an imposed width smaller than the longest word is kept, and a height constraint also
  /// clamps.
  private let isIntrinsicText: Bool

  /// Creates an `intrinsic-text`, which breaks at spaces.
  init(spaced text: String, advance: Float, line: Float) {
    words = text.split(separator: " ", omittingEmptySubsequences: false)
      .map { Float($0.count) * advance }
    space = advance
    self.line = line
    isVertical = false
    isIntrinsicText = true
  }

  /// Creates an `ahem-text`, which breaks at zero-width spaces.
  init(joined text: String, advance: Float, line: Float, isVertical: Bool) {
    words = text.split(separator: "\u{200B}").map { Float($0.count) * advance }
    space = 0
    self.line = line
    self.isVertical = isVertical
    isIntrinsicText = false
  }

  private var longest: Float { words.max() ?? 0 }
  private var natural: Float {
    words.reduce(0, +) + space * Float(max(0, words.count - 1))
  }

  func size(_ width: SizeConstraint, _ height: SizeConstraint, breaksWords: Bool) -> Size {
    if isIntrinsicText {
      // A limit of 0 asks for the smallest width.
      let extent: Float =
        switch width {
        case .atMost(0): longest
        default: Float(width.clamped(Double(natural)))
        }
      let block = Double(lines(in: breaksWords ? extent : max(longest, extent)) * line)
      return Size(width: Double(extent), height: height.clamped(block))
    }
    if isVertical {
      let extent = inlineExtent(height)
      return Size(
        width: width.exact ?? Double(lines(in: extent) * line), height: Double(extent))
    }
    let extent = inlineExtent(width)
    return Size(width: Double(extent), height: height.exact ?? Double(lines(in: extent) * line))
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
      if used > 0 && used + space + word > extent {
        lines += 1
        used = word
      } else {
        used += (used > 0 ? space : 0) + word
      }
    }
    return lines
  }
}
