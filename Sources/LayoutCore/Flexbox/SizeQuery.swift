/// A question about one node, with every input that the answer depends on.
struct SizeQuery: BitwiseCopyable {
  /// Border box where it is imposed.
  var known = Pair.undefined
  /// What the border box's width should fit into; infinite: as large as the content, 0: as small.
  var available: Float = .infinity
  /// As `available`, for the height. A column that wraps breaks its lines there; whether anything else
  /// looks at it is up to the profile.
  var availableHeight: Float = .infinity
  /// Basis of the node's own percentages.
  var parent = Pair.undefined

  /// A number that differs for nearly all different questions. Equal questions have the same one: it
  /// takes 0 and -0, and all that is not a number, for the same.
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

/// An answer in the cache: exact, keyed on every input.
struct SizeAnswer: BitwiseCopyable {
  /// Frames are kept with the node, not as answers.
  enum Kind: UInt8 { case width, height, stretchedHeight, baseline, frames }
  var kind: Kind
  var query: SizeQuery
  var value: Float
  /// Index of the node's next answer; -1 ends the list. In a tree, of an answer below this one.
  var next: Int32
  /// In a tree, of the other answer below this one; -1: there is none.
  var other: Int32 = -1

  @inline(__always) func answers(_ kind: Kind, _ query: SizeQuery) -> Bool {
    kind == self.kind && self.query.available == query.available
      && self.query.availableHeight == query.availableHeight
      && self.query.known.isIdentical(query.known) && self.query.parent.isIdentical(query.parent)
  }
}
