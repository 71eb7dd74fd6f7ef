/// A question about one node, with every input that the answer depends on.
struct SizeQuery: BitwiseCopyable {
  /// Border box where it is imposed.
  var known = Pair.undefined
  /// What the border box's width should fit into; infinite: as large as the content, 0: as small.
  /// Where the width is imposed, the height at which a column that wraps breaks its lines.
  var available: Float = .infinity
  /// Basis of the node's own percentages.
  var parent = Pair.undefined
}

/// An answer in the cache: exact, keyed on every input.
struct SizeAnswer: BitwiseCopyable {
  enum Kind: UInt8 { case width, height, baseline }
  var kind: Kind
  var query: SizeQuery
  var value: Float
  /// Index of the node's next answer; -1 ends the list.
  var next: Int32
}
