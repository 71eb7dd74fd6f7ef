import Renderers

/// A pair of nodes to compare, or a node that only one page has.
struct NodeRecord {
  /// Lines; -1 if the page does not have the node.
  let old: Int
  let new: Int
  /// Index of the parent's record; -1 for the section.
  var parent = -1
  var level = 0
  var change = LineChange()
  /// Whether other changes explain its position, along each axis.
  var isExplained = (x: false, y: false)
  var isByNumber = false
  var isBelowReplaced = false
  /// Whether a page elides its children.
  var isCut = false
  /// Whether it is a spacer beside a change.
  var isYielding = false
  var places: (old: Int, new: Int)?
  /// The texts that it reports.
  var words: (String, String)?

  // Computed after all nodes are compared.
  var hasChange = false
  /// Whether its subtree has a change of text or order, so that it is not folded with siblings.
  var isUnique = false
  var signature = 0
  /// The number of added children minus that of removed ones.
  var balance = 0
  /// Whether it or a record below it is reported.
  var isShown = false
  /// The number of siblings that changed in the same way and are not shown.
  var alike = 0

  /// Whether another item took its place, so that its content is not comparable.
  var isReplaced: Bool { isByNumber && change.kinds.contains(.text) }
}
