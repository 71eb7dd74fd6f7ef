/// A node of a body with everything below it. Made by ``Stack``, ``Row``, ``Text`` and the other
/// elements, and changed by the modifiers of ``NodeConvertible``.
public struct Node: NodeConvertible {
  /// Kind, style and numbers; its strings stand below, since these have to be lent.
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

  init(_ kind: se_node_kind) {
    raw = se_node()
    raw.kind = kind
  }

  /// Itself.
  public var node: Node { self }
}

/// What can stand in a body: an element or a node.
///
/// The modifiers return the changed node, so that they chain. As in CSS, and unlike in SwiftUI, they
/// set properties of one node: their order does not matter, and the last of a kind wins.
public protocol NodeConvertible {
  /// The node that is drawn.
  var node: Node { get }
}

extension NodeConvertible {
  /// A copy of the node with something changed.
  func with(_ change: (inout Node) -> Void) -> Node {
    var node = node
    change(&node)
    return node
  }
}
