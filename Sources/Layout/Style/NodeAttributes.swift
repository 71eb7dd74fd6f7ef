/// Attributes that few nodes have, stored apart from the nodes. `section_content.h` documents them.
///
/// Lengths are in points, after the environment's text size is applied. The only attributes that
/// affect frames are `runs`, `lineHeight`, `letterSpacing`, `minimumScale`, `firstLineIndent`,
/// `truncation` and `breaksWords`.
package struct NodeAttributes: Sendable, Hashable {
  package enum Truncation: UInt8, Sendable, Hashable, CaseIterable { case tail, middle, head }
  package enum ContentMode: UInt8, Sendable, Hashable, CaseIterable { case fill, fit, stretch }

  /// The corners that the corner radius applies to; an empty set means all corners.
  package struct Corners: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let topStart = Corners(rawValue: 1)
    package static let topEnd = Corners(rawValue: 2)
    package static let bottomEnd = Corners(rawValue: 4)
    package static let bottomStart = Corners(rawValue: 8)
    package static let all: Corners = [.topStart, .topEnd, .bottomEnd, .bottomStart]
  }

  package struct Shadow: Sendable, Hashable {
    /// An empty colour means that there is no shadow.
    package var color = TextRange.empty
    package var x: Float = 0
    package var y: Float = 0
    package var blur: Float = 0
    package init() {}
  }

  /// The index of the node in its arena.
  package internal(set) var node: UInt32

  // Attributes of a text.
  /// The node's runs in `NodeArena.runs`, in the order of the text.
  package internal(set) var runs: Range<Int> = 0..<0
  /// 0 means the natural line height of the fonts.
  package var lineHeight: Float = 0
  /// The additional space after each character; may be negative.
  package var letterSpacing: Float = 0
  /// The minimum factor by which the font may be scaled down to fit; 0 disables scaling.
  package var minimumScale: Float = 0
  package var firstLineIndent: Float = 0
  package var truncation = Truncation.tail
  package var breaksWords = false

  // Attributes of a picture.
  package var contentMode = ContentMode.fill
  package var picture = TextRange.empty
  package var tint = TextRange.empty
  package var placeholder = TextRange.empty

  // Attributes of any box.
  package var corners: Corners = []
  package var borderColor = TextRange.empty
  package var borderWidth: Float = 0
  /// The opacity of the node and its children, from 0 to 1.
  package var opacity: Float = 1
  package var shadow = Shadow()

  // Attributes of an item.
  package var resourceType = TextRange.empty
  package var resourceID = TextRange.empty
  package var state = TextRange.empty

  package init(node: Int) { self.node = UInt32(node) }
}

/// A part of a node's text with a style of its own.
package struct TextRun: Sendable, Hashable {
  package struct Traits: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let italic = Traits(rawValue: 1)
    package static let underline = Traits(rawValue: 2)
    package static let strike = Traits(rawValue: 4)
    package static let all: Traits = [.italic, .underline, .strike]
  }

  /// The byte range within the node's text, not within `NodeArena.text`.
  package var range: Range<Int>
  /// A size or weight of 0 means the node's size or weight.
  package var font = Font(size: 0, weight: 0)
  package var traits: Traits = []
  package var family = TextRange.empty
  /// The additional space after each character, in points; 0 means that of the node.
  package var letterSpacing: Float = 0
  /// The line height in points; 0 means that of the font.
  package var lineHeight: Float = 0
  /// The upward shift of the run from the baseline, in points.
  package var baselineOffset: Float = 0
  package var color = TextRange.empty
  package var background = TextRange.empty
  package var actionType = TextRange.empty
  package var actionTarget = TextRange.empty
  /// The address of a picture that replaces the run's text.
  package var image = TextRange.empty
  /// The width of the picture in points.
  package var imageWidth: Float = 0
  /// The height of the picture in points.
  package var imageHeight: Float = 0

  package init(range: Range<Int>) { self.range = range }
}

extension [NodeAttributes] {
  func of(_ node: Int) -> NodeAttributes? {
    guard !isEmpty else { return nil }
    let index = partitioningIndex { Int($0.node) >= node }
    return index < count && Int(self[index].node) == node ? self[index] : nil
  }
}
