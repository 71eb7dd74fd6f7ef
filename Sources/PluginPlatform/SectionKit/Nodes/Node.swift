/// A node of a body with its subtree. It is created by ``Stack``, ``Row``, ``Text`` and the other
/// elements, and changed by the modifiers of ``NodeConvertible``.
public struct Node: NodeConvertible {
  /// The kind, the style and the numbers; the strings are in the properties below.
  var raw: se_node
  var name = ""
  var text = ""
  var label = ""
  var badge = ""
  var color = ""
  var background = ""
  var actionType = ""
  var actionTarget = ""
  var children: [Node] = []
  /// The rich content; `nil` for the many nodes that have none.
  var box: RichContentBox?

  init(_ kind: se_node_kind) {
    raw = se_node()
    raw.kind = kind
  }

  /// The node itself.
  public var node: Node { self }
}

/// An element or a node of a body.
///
/// The modifiers return the changed node, so they can be chained. As in CSS, and unlike in SwiftUI,
/// they set properties of one node: their order does not matter, and the last call of a modifier
/// applies.
public protocol NodeConvertible {
  /// The node that this element creates.
  var node: Node { get }
}

extension NodeConvertible {
  /// Returns a changed copy of the node.
  func with(_ change: (inout Node) -> Void) -> Node {
    var node = node
    change(&node)
    return node
  }
}
