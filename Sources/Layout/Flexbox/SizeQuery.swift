/// A query about one node, with every input that the answer depends on.
struct SizeQuery: BitwiseCopyable {
  /// The given size of the border box; NaN on an axis without a given size.
  var known = Pair.undefined
  /// The limit for the border box's width; infinite requests the max-content width, 0 the
  /// min-content width.
  var available: Float = .infinity
  /// The limit for the border box's height. A column that wraps breaks its lines at this height;
  /// the profile decides whether anything else depends on it.
  var availableHeight: Float = .infinity
  /// The basis of the node's own percentages.
  var parent = Pair.undefined
  /// The border-box height that percentages refer to: infinity means the height in `known`, NaN
  /// means none, because a given height need not be definite (§9.8).
  var basisHeight: Float = .infinity

  /// Returns a hash. Equal queries have equal hashes: 0 and -0 hash alike, as do all NaN values.
  func hash(_ kind: SizeAnswer.Kind) -> UInt32 {
    var hash = UInt64(kind.rawValue) &+ 0x9e37_79b9_7f4a_7c15
    func add(_ value: Float) {
      let bits = value.isNaN ? UInt32.max : (value + 0).bitPattern
      hash = (hash ^ UInt64(bits)) &* 0xff51_afd7_ed55_8ccd
      hash ^= hash >> 32
    }
    for value in [known.x, known.y, available, availableHeight, parent.x, parent.y] { add(value) }
    return UInt32(truncatingIfNeeded: hash)
  }
}

/// A cached answer; the key includes every input.
struct SizeAnswer: BitwiseCopyable {
  /// The kind of query. Frames are stored in `NodeState`, not as answers.
  enum Kind: UInt8 {
    case width, widthWithoutRatio, height, occupiedHeight, stretchedHeight, baseline, frames
  }
  var kind: Kind
  var query: SizeQuery
  var value: Float
  /// The index of the node's next answer; -1 ends the list. In a tree, the index of a child.
  var next: Int32
  /// In a tree, the index of the other child; -1 if there is none.
  var other: Int32 = -1

  @inline(__always) func answers(_ kind: Kind, _ query: SizeQuery) -> Bool {
    kind == self.kind && self.query.available == query.available
      && self.query.availableHeight == query.availableHeight
      && self.query.basisHeight.bitPattern == query.basisHeight.bitPattern
      && self.query.known.isIdentical(query.known) && self.query.parent.isIdentical(query.parent)
  }
}
