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
}

/// An answer in the cache: exact, keyed on every input.
struct SizeAnswer: BitwiseCopyable {
  enum Kind: UInt8 { case width, height, stretchedHeight, baseline }
  var kind: Kind
  var query: SizeQuery
  var value: Float
  /// Index of the node's next answer; -1 ends the list.
  var next: Int32
}
