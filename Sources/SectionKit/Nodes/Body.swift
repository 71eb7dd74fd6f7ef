/// The nodes of a row, a header, a footer or a background, written with a ``BodyBuilder``.
///
/// The row itself is a column of the row's width and, where that is fixed, height; the nodes at the
/// top stand in it, so that one with ``NodeConvertible/grow(_:)`` fills it.
public struct Body {
  var nodes: [Node]

  /// Nothing.
  public init() { nodes = [] }

  /// Nodes made elsewhere, for a body with a `return`.
  public init(_ nodes: [Node]) { self.nodes = nodes }

  /// What the builder makes.
  public init(@BodyBuilder _ content: () throws -> Body) rethrows { self = try content() }
}

/// Collects the nodes that are written one below the other; `if`, `switch` and `for` work inside.
@resultBuilder
public enum BodyBuilder {
  /// An element on its own line.
  public static func buildExpression(_ element: some NodeConvertible) -> Node { element.node }
  /// An element that may be `nil`.
  public static func buildExpression(_ element: (some NodeConvertible)?) -> Body {
    Body(element.map { [$0.node] } ?? [])
  }
  /// Nodes made elsewhere.
  public static func buildExpression(_ body: Body) -> Body { body }
  /// An empty block.
  public static func buildBlock() -> Body { Body() }
  /// The first line.
  public static func buildPartialBlock(first: Node) -> Body { Body([first]) }
  /// The first line.
  public static func buildPartialBlock(first: Body) -> Body { first }
  /// A further line.
  public static func buildPartialBlock(accumulated: consuming Body, next: Node) -> Body {
    accumulated.nodes.append(next)
    return accumulated
  }
  /// A further line.
  public static func buildPartialBlock(accumulated: consuming Body, next: Body) -> Body {
    accumulated.nodes.append(contentsOf: next.nodes)
    return accumulated
  }
  /// `if` without `else`.
  public static func buildOptional(_ body: Body?) -> Body { body ?? Body() }
  /// `if` and `switch`.
  public static func buildEither(first body: Body) -> Body { body }
  /// `else` and the other cases.
  public static func buildEither(second body: Body) -> Body { body }
  /// `for`.
  public static func buildArray(_ bodies: [Body]) -> Body { Body(bodies.flatMap(\.nodes)) }
  /// `if #available`.
  public static func buildLimitedAvailability(_ body: Body) -> Body { body }
}
