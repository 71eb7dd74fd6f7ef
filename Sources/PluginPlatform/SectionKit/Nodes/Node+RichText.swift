/// Styles of parts of a text. A host of contract 1.0 draws the text without them, and the engine
/// reports once per section which of them are missing.
extension NodeConvertible {
  /// Appends another text in its own style, or a picture that is placed in the line.
  ///
  /// The result has the style of the left text. The right text keeps the font, weight, colours,
  /// decoration and spacing that it sets. Its action becomes a link. An ``Image`` needs a size:
  /// ```swift
  /// Text("¥199").font(20, .bold) + Text(" ¥299").font(12).color("secondary").strikethrough()
  /// ```
  public static func + (left: Self, right: some NodeConvertible) -> Node {
    var node = left.node
    if !node.isText {
      let own = node.asRuns
      node = Node(SE_NODE_TEXT, text: own.text)
      node.rich.runs = own.runs
    }
    if node.rich.runs.isEmpty, !node.text.isEmpty {
      node.rich.runs = [RichContent.Run(length: node.text.utf8.count)]
    }
    let added = right.node.asRuns
    node.text += added.text
    node.rich.runs += added.runs
    return node
  }

  /// Sets the weight to bold.
  public func bold() -> Node { with { $0.raw.font_weight = FontWeight.bold.rawValue } }

  /// Draws the text in italics.
  public func italic() -> Node {
    with { $0.styleRuns { $0.raw.traits |= SE_TRAIT_ITALIC } }
  }

  /// Draws a line below the text.
  public func underline() -> Node {
    with { $0.styleRuns { $0.raw.traits |= SE_TRAIT_UNDERLINE } }
  }

  /// Draws a line through the text, as for an old price.
  public func strikethrough() -> Node {
    with { $0.styleRuns { $0.raw.traits |= SE_TRAIT_STRIKE } }
  }

  /// Sets the font family of the text by its name in the font set of `--font`.
  public func fontFamily(_ name: String) -> Node { with { $0.styleRuns { $0.family = name } } }

  /// Moves the text up from the baseline, in points; negative values move it down.
  public func baselineOffset(_ points: Double) -> Node {
    with { $0.styleRuns { $0.raw.baseline_offset = points } }
  }

  /// Sets the space after each character, in points; it may be negative.
  public func letterSpacing(_ points: Double) -> Node {
    paragraph { $0.letter_spacing = points }
  }

  /// Sets the height of each line, in points; 0 means the line height of the font.
  public func lineHeight(_ points: Double) -> Node { paragraph { $0.line_height = points } }

  /// Sets the position of the ellipsis in a text that does not fit.
  public func truncation(_ truncation: Truncation) -> Node {
    paragraph { $0.truncation = truncation.rawValue }
  }

  /// Lets the font shrink before the text is truncated.
  ///
  /// - Parameter factor: The smallest factor of the font size, up to 1.
  public func minimumScale(_ factor: Double) -> Node { paragraph { $0.minimum_scale = factor } }

  /// Sets the space before the first line, in points.
  public func firstLineIndent(_ points: Double) -> Node {
    paragraph { $0.first_line_indent = points }
  }

  /// Lets lines end after any character, like `word-break: break-all` in CSS.
  public func breaksWords() -> Node { paragraph { $0.word_break = SE_BREAK_WORDS } }

  private func paragraph(_ change: (inout se_paragraph) -> Void) -> Node {
    with { change(&$0.rich.paragraph[default: se_paragraph()]) }
  }
}

/// The position of the ellipsis in a text that does not fit.
public enum Truncation: UInt32, Sendable, Hashable, CaseIterable {
  case tail, middle, head
}
