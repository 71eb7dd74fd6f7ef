/// A flexbox column: children are one below the other, as wide as the column unless aligned
/// otherwise.
public struct Stack: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates a column with the nodes of a builder.
  public init(@BodyBuilder _ content: () throws -> Body) rethrows {
    node = Node(SE_NODE_BOX, containing: try content())
  }

  /// Creates a column without children: a coloured area, a separator, a disc.
  public init() { node = Node(SE_NODE_BOX) }
}

/// A flexbox row: children are side by side, in text direction.
public struct Row: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates a row with the nodes of a builder.
  public init(@BodyBuilder _ content: () throws -> Body) rethrows {
    node = Node(SE_NODE_BOX, containing: try content()).direction(.row)
  }
}

/// Items one below the other. Padding is the inset, ``NodeConvertible/gap(_:)`` the spacing.
public struct List: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates a list with the nodes of a builder, one item per node.
  public init(@BodyBuilder _ items: () throws -> Body) rethrows {
    node = Node(SE_NODE_LIST, containing: try items())
  }
}

/// Items side by side that scroll along x. Padding is the inset, ``NodeConvertible/gap(_:)`` the
/// spacing.
public struct Carousel: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates a carousel with the nodes of a builder, one item per node.
  public init(@BodyBuilder _ items: () throws -> Body) rethrows {
    node = Node(SE_NODE_CAROUSEL, containing: try items())
  }
}

/// Pages side by side, each as wide as the inner width; one page is visible. Padding is the inset,
/// ``NodeConvertible/gap(_:)`` the spacing.
public struct Pager: NodeConvertible {
  /// The node that this element creates.
  public let node: Node

  /// Creates a pager with the nodes of a builder, one item per node.
  ///
  /// - Parameters:
  ///   - lanes: The number of items stacked on one page; 0 means 1.
  ///   - current: The index of the visible page.
  ///   - interval: The seconds between automatic page turns; 0 disables them.
  ///   - items: The items of the pages.
  public init(
    lanes: Int = 0, current: Int = 0, interval: Double = 0,
    @BodyBuilder _ items: () throws -> Body
  ) rethrows {
    var node = Node(SE_NODE_PAGER, containing: try items())
    node.raw.count = UInt32(clamping: lanes)
    node.raw.current = UInt32(clamping: current)
    node.raw.interval = interval
    self.node = node
  }
}

extension Node {
  init(_ kind: se_node_kind, containing body: Body) {
    self.init(kind)
    children = body.nodes
  }
}
