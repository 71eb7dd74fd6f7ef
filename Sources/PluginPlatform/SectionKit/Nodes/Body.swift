/// The nodes of a row, a header, a footer or a background, written with a ``BodyBuilder``.
///
/// The body is a column as wide as the row, and as high as the row if the row's height is fixed.
/// Its children are the top-level nodes. A child with ``NodeConvertible/grow(_:)`` fills the row.
public struct Body {
  var nodes: [Node]

  /// Creates an empty body.
  public init() { nodes = [] }

  /// Creates a body from given nodes, for a body function that uses `return`.
  public init(_ nodes: [Node]) { self.nodes = nodes }

  /// Creates a body from the result of a builder.
  public init(@BodyBuilder _ content: () throws -> Body) rethrows { self = try content() }
}

/// A builder that collects the nodes of consecutive statements; `if`, `switch` and `for` are
/// supported.
@resultBuilder
public enum BodyBuilder {
  /// Converts a single element.
  public static func buildExpression(_ element: some NodeConvertible) -> Node { element.node }
  /// Converts an element that may be `nil`.
  public static func buildExpression(_ element: (some NodeConvertible)?) -> Body {
    Body(element.map { [$0.node] } ?? [])
  }
  /// Returns a body that was created elsewhere.
  public static func buildExpression(_ body: Body) -> Body { body }
  /// Returns an empty body for an empty block.
  public static func buildBlock() -> Body { Body() }
  /// Begins a body with the first statement.
  public static func buildPartialBlock(first: Node) -> Body { Body([first]) }
  /// Begins a body with the first statement.
  public static func buildPartialBlock(first: Body) -> Body { first }
  /// Appends the next statement.
  public static func buildPartialBlock(accumulated: consuming Body, next: Node) -> Body {
    accumulated.nodes.append(next)
    return accumulated
  }
  /// Appends the next statement.
  public static func buildPartialBlock(accumulated: consuming Body, next: Body) -> Body {
    accumulated.nodes.append(contentsOf: next.nodes)
    return accumulated
  }
  /// Supports `if` without `else`.
  public static func buildOptional(_ body: Body?) -> Body { body ?? Body() }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first body: Body) -> Body { body }
  /// Supports `else` and the other cases.
  public static func buildEither(second body: Body) -> Body { body }
  /// Supports `for`.
  public static func buildArray(_ bodies: [Body]) -> Body { Body(bodies.flatMap(\.nodes)) }
  /// Supports `if #available`.
  public static func buildLimitedAvailability(_ body: Body) -> Body { body }
}
