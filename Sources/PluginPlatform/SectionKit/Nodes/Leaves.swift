/// A text whose size the engine measures.
public struct Text: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates a text with as many lines as it needs, unless ``NodeConvertible/lines(_:)`` limits
  /// them.
  public init(_ text: String) { node = Node(SE_NODE_TEXT, text: text) }
}

/// A picture. It is not downloaded: the engine draws a frame with an accessibility label and, if
/// set, a badge.
public struct Image: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - label: A description for accessibility and dumps.
  ///   - aspectRatio: The width / height of the picture itself; 0 if unknown. To set the size of
  ///     the node, use ``NodeConvertible/frame(width:height:)-(Double?,_)`` or
  ///     ``NodeConvertible/aspectRatio(_:)``.
  public init(_ label: String = "", aspectRatio: Double = 0) {
    var node = Node(SE_NODE_IMAGE)
    node.label = label
    node.raw.image_aspect_ratio = aspectRatio
    self.node = node
  }

  init(_ node: Node) { self.node = node }
}

/// A title that can be tapped, centred in its frame.
public struct Button: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates a button; ``NodeConvertible/action(_:_:)`` sets its action.
  public init(_ title: String) { node = Node(SE_NODE_BUTTON, text: title) }
}

/// A symbol, which a character or a word identifies.
public struct Icon: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates an icon from a character or a word that names the symbol.
  public init(_ symbol: String) { node = Node(SE_NODE_ICON, text: symbol) }
}

/// A short text on top of other content; usually with an absolute position.
public struct Badge: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates a badge.
  public init(_ text: String) { node = Node(SE_NODE_BADGE, text: text) }
}

/// Empty space along the main axis of its parent.
public struct Spacer: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates a spacer that takes the space that the other children leave.
  public init() { node = Node(SE_NODE_SPACER).grow() }

  /// Creates a spacer of a fixed size in points.
  public init(_ points: Double) { node = Node(SE_NODE_SPACER).basis(points) }
}

/// Dots, one per page.
public struct PageControl: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates `count` dots, of which the one at `current` is filled.
  public init(count: Int, current: Int = 0) {
    var node = Node(SE_NODE_PAGE_CONTROL)
    node.raw.count = UInt32(clamping: count)
    node.raw.current = UInt32(clamping: current)
    self.node = node
  }
}

extension Node {
  init(_ kind: se_node_kind, text: String) {
    self.init(kind)
    self.text = text
  }
}
