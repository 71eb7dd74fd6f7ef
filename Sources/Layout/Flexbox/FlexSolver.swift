/// A solver that lays out the nodes of one arena: CSS Flexbox Level 1 over pre-order records.
///
/// There are three kinds of queries for a node, each with its own rule against repeated work:
///
/// | query | file | computed |
/// |---|---|---|
/// | width of the content within a limit | `+ContentWidth` | once per limit, then cached |
/// | height for a width, without frames | `+Measuring` | once per width, then cached |
/// | frames for a width and optionally a height | `+Container` | in the visit with the final size |
///
/// The first is a function of the node alone and sends the same query to the children; the second
/// sends the first two to the children. Only the third descends with frames, and descends twice
/// only if a child's height changed and its subtree depends on it. Limits and heights differ from
/// level to level, so a chain of boxes costs up to the square of its depth. Inputs that an answer
/// does not depend on are removed from the query (`normalized`). In columns that wrap at a height,
/// and in profiles that lay content out within the available height, widths and heights depend on
/// each other, so the number of queries may multiply. `LayoutBudget` limits that.
///
/// All lengths are `Float`, and NaN means undefined. `ResolvedStyle` and `measureLeaf` only admit
/// numbers up to `longestLength`, so sums stay finite and all results are numbers.
struct FlexSolver: ~Copyable {
  /// The nesting level from which on nodes get a zero frame: the solver recurses, and stacks are
  /// finite.
  static var deepestLevel: Int { 512 }

  /// Not a generic parameter: a call per measured leaf costs little, whereas a generic solver would
  /// not be specialised for other modules, which costs much.
  let leaves: any LeafMeasuring
  let profile: LayoutProfile
  let records: [NodeArena.Record]
  /// The results; zero for nodes that are not displayed.
  var frames: FlatStack<NodeArena.Frame>
  /// The resolved styles, by `NodeState.style`.
  var styles: FlatStack<ResolvedStyle>
  /// The box of each resolved style, if it is the same in every container.
  var boxes: FlatStack<FlexItem>
  var states: FlatStack<NodeState>
  /// The answers to the first two queries, as lists that start at a node's state.
  var answers: FlatStack<SizeAnswer>
  var run = FlexRun<Float>()
  var placed = FlatStack<SectionItem>()
  /// The content sizes of collections, and of the root if rows scroll; sorted by node.
  var contentSizes: [NodeArena.ContentSize] = []
  /// A record of decisions for explanations; `nil` in normal operation.
  var trace: LayoutTrace?
  /// Nodes whose subtree is too deep, in document order.
  var tooDeep: [Int] = []
  /// The number of times that a node's content was computed, for the bound that tests assert.
  var visits = 0
  /// The other costs of the layout, in visits; see `LayoutBudget`.
  var surcharge = 0
  /// Whether there is text: measuring a leaf may then cost more than a visit.
  let hasText: Bool
  /// The maximum cost. Beyond it every query is answered with 0, and the frames are meaningless.
  var budget: Int

  init(_ arena: NodeArena, isRightToLeft: Bool, profile: LayoutProfile, leaves: any LeafMeasuring) {
    self.leaves = leaves
    self.profile = profile
    records = arena.records
    frames = FlatStack(repeating: .zero, count: records.count)
    styles = FlatStack(capacity: arena.styles.count)
    boxes = FlatStack(capacity: arena.styles.count)
    states = FlatStack(capacity: records.count)
    budget = LayoutBudget.section(nodes: records.count)
    hasText = !arena.text.isEmpty
    // Feeds need slightly more than one answer per two nodes.
    answers = FlatStack(capacity: records.count * 5 / 8 + 8)
    prepare(arena, isRightToLeft: isRightToLeft)
  }

  var cost: Int { visits + surcharge }
  var isExhausted: Bool { cost > budget }

  /// Counts a visit; returns `false` if the budget does not allow it.
  @inline(__always) mutating func beginVisit() -> Bool {
    visits += 1
    return visits + surcharge <= budget
  }
}
