/// A flexbox column: children one below the other, as wide as the column unless aligned otherwise.
public struct Stack: NodeConvertible {
  /// The node that is drawn.
  public let node: Node

  /// A column of what the builder makes.
  public init(@BodyBuilder _ content: () throws -> Body) rethrows {
    node = Node(SE_NODE_BOX, containing: try content())
  }

  /// A column without children: a coloured area, a separator, a disc.
  public init() { node = Node(SE_NODE_BOX) }
}

/// A flexbox row: children side by side, in the direction of text.
public struct Row: NodeConvertible {
  /// The node that is drawn.
  public let node: Node

  /// A row of what the builder makes.
  public init(@BodyBuilder _ content: () throws -> Body) rethrows {
    node = Node(SE_NODE_BOX, containing: try content()).direction(.row)
  }
}

/// Items one below the other. Padding is the inset, ``NodeConvertible/gap(_:)`` the spacing.
public struct List: NodeConvertible {
  /// The node that is drawn.
  public let node: Node

  /// A list of what the builder makes, one item per node.
  public init(@BodyBuilder _ items: () throws -> Body) rethrows {
    node = Node(SE_NODE_LIST, containing: try items())
  }
}

/// Items in one row that scrolls along x. Padding is the inset, ``NodeConvertible/gap(_:)`` the spacing.
public struct Carousel: NodeConvertible {
  /// The node that is drawn.
  public let node: Node

  /// A carousel of what the builder makes, one item per node.
  public init(@BodyBuilder _ items: () throws -> Body) rethrows {
    node = Node(SE_NODE_CAROUSEL, containing: try items())
  }
}

/// Pages as wide as the inner width, of which one is on screen. Padding is the inset,
/// ``NodeConvertible/gap(_:)`` the spacing.
public struct Pager: NodeConvertible {
  /// The node that is drawn.
  public let node: Node

  /// - Parameters:
  ///   - lanes: Items stacked on one page; 0: one item is one page.
  ///   - current: Index of the page that is on screen.
  ///   - interval: Seconds between automatic turns; 0: none.
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
