/// What the solver knows about one node besides its record.
struct NodeState: BitwiseCopyable {
  var style: Int32 = 0
  var flags: Flags = []
  /// -1: the root.
  var parent: Int32 = -1
  /// Head of the node's list in `answers`; -1: it is empty. Where there are many answers, `Int32.min`
  /// plus the index of a tree's root.
  var firstAnswer: Int32 = -1
  /// Inputs and result of the visit that wrote the frames below the node.
  var framesKnown = Pair.undefined
  var framesParent = Pair.undefined
  var framesSize = Pair.undefined
  var framesAvailableHeight = Float.infinity

  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt16
    /// Frames below depend on the node's height, beyond what its width says.
    static let dependsOnHeight = Flags(rawValue: 1 << 0)
    /// Some width below depends on a height: an aspect ratio, or columns that wrap.
    static let widthDependsOnHeight = Flags(rawValue: 1 << 1)
    /// A child's height is a percentage of the node's.
    static let hasPercentChild = Flags(rawValue: 1 << 2)
    /// What the flags of the children and the node's style say.
    static let dependencies: Flags = [
      .dependsOnHeight, .widthDependsOnHeight, .hasPercentChild, .hasAbsoluteChild,
      .hasKeywordChild, .fitsHeight, .hasPercentBelow,
    ]
    /// No frame and no influence: `display: none`, or too deep.
    static let isHidden = Flags(rawValue: 1 << 3)
    static let isLeaf = Flags(rawValue: 1 << 4)
    static let hasContent = Flags(rawValue: 1 << 5)
    /// Some box below is absolute and refers to this node or, through static boxes, further up.
    static let hasAbsoluteChild = Flags(rawValue: 1 << 6)
    static let hasFrames = Flags(rawValue: 1 << 7)
    /// Its frame before this layout is among the changes.
    static let isRecorded = Flags(rawValue: 1 << 8)
    /// Hidden itself, but its children are the parent's.
    static let isContents = Flags(rawValue: 1 << 9)
    /// Some size of a child in flow is a keyword.
    static let hasKeywordChild = Flags(rawValue: 1 << 10)
    /// The size of the content depends on the available height.
    static let fitsHeight = Flags(rawValue: 1 << 11)
    /// Nothing bounds the height of its content: of profiles that fit the available height.
    static let hasUnboundHeight = Flags(rawValue: 1 << 12)

    /// Some height below is a percentage of one that is definite only if the node's own is (§9.8).
    static let hasPercentBelow = Flags(rawValue: 1 << 15)

    mutating func set(_ flag: Flags, _ isSet: Bool) {
      if isSet { insert(flag) } else { remove(flag) }
    }
  }
}
