/// The solver's state of one node, besides its record.
struct NodeState: BitwiseCopyable {
  var style: Int32 = 0
  var flags: Flags = []
  /// The index of the parent; -1 for the root.
  var parent: Int32 = -1
  /// The head of the node's list in `answers`; -1 if it is empty. For many answers, this is
  /// `Int32.min` plus the index of the root of a tree of answers.
  var firstAnswer: Int32 = -1
  /// The inputs and the result of the visit that wrote the frames of the node's descendants.
  var framesKnown = Pair.undefined
  var framesParent = Pair.undefined
  var framesSize = Pair.undefined
  /// The height that percentages refer to; if `framesKnown` has no height, the available height.
  var framesBasisHeight = Float.infinity

  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt16
    /// Frames of descendants depend on the node's height, not just on its width.
    static let dependsOnHeight = Flags(rawValue: 1 << 0)
    /// A width in the subtree depends on a height, because of an aspect ratio or columns that wrap.
    static let widthDependsOnHeight = Flags(rawValue: 1 << 1)
    /// The node creates no box: `display: none` or `contents`, or nested too deeply.
    static let isHidden = Flags(rawValue: 1 << 3)
    static let isLeaf = Flags(rawValue: 1 << 4)
    static let hasContent = Flags(rawValue: 1 << 5)
    /// A descendant is an absolute box whose containing block is this node or, if this node is
    /// static, an ancestor of this node.
    static let hasAbsoluteChild = Flags(rawValue: 1 << 6)
    static let hasFrames = Flags(rawValue: 1 << 7)
    /// The node creates no box (`display: contents`); its children are items of its parent.
    static let isContents = Flags(rawValue: 1 << 9)
    /// A size of a child in flow is a keyword.
    static let hasKeywordChild = Flags(rawValue: 1 << 10)
    /// The size of the content depends on the available height.
    static let fitsHeight = Flags(rawValue: 1 << 11)
    /// The height of the node's content is unbounded; set by `findUnboundHeights`.
    static let hasUnboundHeight = Flags(rawValue: 1 << 12)

    /// A height in the subtree is a percentage of a height that is definite only if the node's
    /// height is definite (§9.8).
    static let hasPercentBelow = Flags(rawValue: 1 << 15)

    mutating func set(_ flag: Flags, _ isSet: Bool) {
      if isSet { insert(flag) } else { remove(flag) }
    }
  }
}
