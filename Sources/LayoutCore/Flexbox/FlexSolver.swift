/// Lays out the nodes of one arena: CSS Flexbox Level 1 over pre-order records.
///
/// A node is asked three questions, each with its own rule against repetition:
///
/// | question | file | answered |
/// |---|---|---|
/// | width of the content within a limit | `+ContentWidth` | once per limit, from the cache |
/// | height for a width, without frames | `+Measuring` | once per width, from the cache |
/// | frames for a width and maybe a height | `+Container` | in the visit that finds the final size |
///
/// The first is a function of the node alone and asks its children the same question; the second asks
/// children the first two; only the third goes down with frames, and goes down twice only where a
/// child's height changed and its subtree depends on it. Limits and heights differ from level to level,
/// so a chain of boxes takes up to the square of its depth. Inputs that an answer does not depend on are
/// left out of the question (`normalized`); where columns wrap at a height, and in profiles that lay
/// content out within the available height, widths depend on heights and back, and questions may
/// multiply. `LayoutBudget` ends that.
///
/// All lengths are `Float` with NaN for undefined; `ResolvedStyle` and `measureLeaf` let nothing else
/// in than numbers up to `longestLength`, so sums stay finite and nothing but numbers gets out.
struct FlexSolver: ~Copyable {
  /// Nodes at this level and deeper get a zero frame: the solver recurses, and stacks are finite.
  static var deepestLevel: Int { 512 }

  /// Not a generic parameter: a call per measured leaf costs little, and a solver that is specialised in
  /// no other module than this one costs much.
  var leaves: any LeafMeasuring
  let profile: LayoutProfile
  let records: [NodeArena.Record]
  /// Results; zero for what is not displayed.
  var frames: FlatStack<NodeArena.Frame>
  /// Resolved styles, by `NodeState.style`.
  var styles: FlatStack<ResolvedStyle>
  /// By resolved style: its box, where that is the same in every container.
  var boxes: FlatStack<FlexItem>
  var states: FlatStack<NodeState>
  /// Answers to the first two questions, in lists that start at a node's state.
  var answers: FlatStack<SizeAnswer>
  /// Items and lines of the containers on the way down to the one that is being laid out.
  var items = FlatStack<FlexItem>()
  var lines = FlatStack<FlexLine>()
  var placed = FlatStack<SectionItem>()
  /// Of the collections, and of the root where rows scroll; in order of the nodes.
  var contentSizes: [NodeArena.ContentSize] = []
  /// Frames before this layout of the nodes whose frame it wrote another one to, where asked for.
  var changes = FlatStack<FrameChange>()
  var recordsChanges = false
  /// Notes down what is decided; `nil` in normal work.
  var trace: LayoutTrace?
  /// Of styles that were given to nodes after the first layout.
  var resolvedStyles: [ResolvedKey: Int32] = [:]
  /// Nodes whose subtree is too deep, in document order.
  var tooDeep: [Int] = []
  /// How often a node's content was computed, for the bound that tests assert.
  var visits = 0
  /// What the layout costs besides, in visits: see `LayoutBudget`.
  var surcharge = 0
  /// Measuring a leaf may cost more than a visit.
  var hasText: Bool
  /// Beyond this cost every question is answered with 0, and the frames mean nothing.
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
    // A few answers more than one for two nodes is what feeds need.
    answers = FlatStack(capacity: records.count * 5 / 8 + 8)
    prepare(arena, isRightToLeft: isRightToLeft)
  }

  var cost: Int { visits + surcharge }
  var isExhausted: Bool { cost > budget }

  /// Counts a visit; `false`: there is no budget left for it.
  @inline(__always) mutating func beginVisit() -> Bool {
    visits += 1
    return visits + surcharge <= budget
  }
}
