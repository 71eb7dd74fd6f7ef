/// The kind of a node. A dump shows a node without a name as the word for its kind.
package enum NodeKind: UInt8, Sendable, Hashable, CaseIterable {
  case box, text, image, button, icon, badge, spacer, pageControl, list, carousel, pager
  /// The grey box that replaces a section that no provider could draw.
  case placeholder

  /// The `display` that the kind requires; `nil` if the style decides.
  var display: Style.Display? {
    switch self {
    case .list: .list
    case .carousel: .carousel
    case .pager: .pager
    default: nil
    }
  }

  /// Whether the children are items, numbered in document order.
  package var isCollection: Bool { self == .list || self == .carousel || self == .pager }
}

package enum AccessibilityRole: UInt8, Sendable, Hashable, CaseIterable {
  case none, button, image, header, link, adjustable
}

package enum TextAlign: UInt8, Sendable, Hashable, CaseIterable { case start, center, end }

/// A range of bytes in `NodeArena.text`.
package struct TextRange: Sendable, Hashable {
  package var start: UInt32
  package var count: UInt32
  package static let empty = TextRange(start: 0, count: 0)

  /// The indices of the bytes.
  package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }

  package init(start: UInt32, count: UInt32) {
    self.start = start
    self.count = count
  }
}

/// The content and the action of a node. Only `text`, `font`, `maxLines`, `count` and
/// `imageAspectRatio` affect frames.
package struct NodeContent: Sendable, Hashable {
  package var name = TextRange.empty
  package var text = TextRange.empty
  package var label = TextRange.empty
  package var badge = TextRange.empty
  package var actionType = TextRange.empty
  package var actionTarget = TextRange.empty
  package var color = TextRange.empty
  package var background = TextRange.empty
  /// The index of the feed value that the node shows, in the document of the block; 0 if none.
  package var source: UInt32 = 0
  package var font = Font()
  /// The maximum number of lines; 0 means unlimited.
  package var maxLines: UInt32 = 0
  package var textAlign: TextAlign = .start
  package var role: AccessibilityRole = .none
  /// Page control: the number of dots. Pager: the number of lanes of a page; 0 means 1.
  package var count: UInt32 = 0
  /// Page control and pager: the index of the shown page.
  package var current: UInt32 = 0
  /// The scroll offset of a carousel's items, in points towards the trailing edge.
  package var scroll: Float = 0
  /// The seconds between automatic page turns; 0 if there are none.
  package var interval: Float = 0
  /// The corner radius in points.
  package var cornerRadius: Float = 0
  /// The width of an image's picture divided by its height; 0 if it is unknown.
  package var imageAspectRatio: Float = 0

  package init() {}
}

/// The font of a text or of a run: size, weight, family and style.
package struct Font: Sendable, Hashable {
  /// The size in points, after the environment's text size is applied.
  package var size: Float
  /// The weight: 100 … 900.
  package var weight: UInt16
  /// The family of the font set that is tried first, counted from 1; 0 means the order of the font
  /// set.
  package var family: UInt8 = 0
  /// Whether the text uses an italic face.
  package var isItalic = false
  /// The size, or 0 if it is negative or not finite.
  var usableSize: Double { size.isFinite ? max(Double(size), 0) : 0 }
  package init(size: Float = 14, weight: UInt16 = 400) {
    self.size = size
    self.weight = weight
  }
}
