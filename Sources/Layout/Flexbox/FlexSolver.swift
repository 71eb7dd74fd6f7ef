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
/// A width query sends width queries to the children; a height query also sends height queries.
/// Only a frames query sets frames. It visits a child's subtree twice only if the child's height
/// changed and the subtree depends on that height. Limits and heights differ from level to level,
/// so a chain of boxes costs up to the square of its depth. Inputs that an answer does not depend
/// on are removed from the query (`normalized`). In columns that wrap at a height, and in profiles
/// that lay content out within the available height, widths and heights depend on each other, so
/// the number of queries may multiply. `LayoutBudget` limits the number.
///
/// All lengths are `Float`, and NaN means undefined. `ResolvedStyle` and `measureLeaf` limit
/// numbers to `longestLength`, so sums stay finite.
struct FlexSolver: ~Copyable {
  /// The first nesting level at which nodes get a zero frame. The solver is recursive, so this
  /// level limits its use of the stack.
  static var deepestLevel: Int { 512 }

  /// Existential rather than generic: a dynamic call per measured leaf costs little, but a generic
  /// solver would not be specialised for other modules, which costs much.
  let leaves: any LeafMeasuring
  /// Whether texts of rows that are too narrow for them become as wide as their longest lines.
  let narrowsTexts: Bool
  let profile: LayoutProfile
  let records: [NodeArena.Record]
  /// The resulting frames by node; zero for nodes that are not displayed.
  var frames: FlatStack<NodeArena.Frame>
  /// The resolved styles, by `NodeState.style`.
  var styles: FlatStack<ResolvedStyle>
  /// The box of each resolved style; valid for styles with the flag `isFixedBox`.
  var boxes: FlatStack<FlexItem>
  var states: FlatStack<NodeState>
  /// The cached answers to width and height queries, as lists that begin at
  /// `NodeState.firstAnswer`.
  var answers: FlatStack<SizeAnswer>
  var run = FlexRun<Float>()
  var placed = FlatStack<SectionItem>()
  /// The content sizes of collections, and of the root if rows scroll; sorted by node.
  var contentSizes: [NodeArena.ContentSize] = []
  /// A record of decisions for explanations; `nil` in normal operation.
  var trace: LayoutTrace?
  /// The roots of subtrees that are nested too deeply, in document order.
  var tooDeep: [Int] = []
  /// The number of times that a node's content was computed; tests assert a bound for it.
  var visits = 0
  /// The costs of the layout besides `visits`, in the same unit; see `LayoutBudget`.
  var surcharge = 0
  /// Whether any item may be at least as high as its content (`isAtLeastContent`).
  var hasGrowingBasis = false
  /// Whether there is text: measuring a leaf may then cost more than a visit.
  let hasText: Bool
  /// The maximum cost in visits. Beyond it, every query returns 0, and the frames are meaningless.
  var budget: Int

  init(_ arena: NodeArena, isRightToLeft: Bool, profile: LayoutProfile, leaves: any LeafMeasuring) {
    self.leaves = leaves
    narrowsTexts = leaves.narrowsWidths
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

extension FlexSolver {
  /// Lays out one node as the root of its subtree. The root has its specified size, or else the
  /// available size, or else its content's size.
  mutating func layOutRoot(_ node: Int, available: Pair) {
    guard node < records.count, !states[node].flags.contains(.isHidden) else { return }
    let style = styles[Int(states[node].style)]
    findUnboundHeights(from: node, isBound: !available.y.isNaN)
    var item = makeBox(node, in: style, basis: available)
    if style.flags.contains(.hasKeyword) {
      resolveKeywords(
        of: &item, limit: available.x.or(.infinity), room: available, basis: available)
    }
    var size = item.size
    if !size.x.isNaN { size.x = item.clamp(size.x, .x) }
    if !size.y.isNaN { size.y = item.clamp(size.y, .y) }
    if size.y.isNaN && !available.y.isNaN && style.height.unit == .auto {
      size.y = item.clamp(max(0, available.y - item.margin(.y)), .y)
    }
    if size.x.isNaN && !item.ratio.isNaN && !size.y.isNaN {
      let content = contentMinimum(node, item, .x, for: size.y, available)
      size.x = item.clamp(max(item.ratioSize(.x, from: size.y), content), .x)
    }
    if size.x.isNaN && !available.x.isNaN {
      size.x = item.clampContentWidth(max(0, available.x - item.margin(.x)))
    }
    if size.x.isNaN {
      let width = contentWidth(of: node, height: size.y, available: .infinity, parent: available)
      size.x = item.clampContentWidth(width)
    }
    var result = frames(of: node, known: size, parent: available)
    result.y = item.clamp(result.y, .y)
    if style.flags.contains(.isStatic), states[node].flags.contains(.hasAbsoluteChild) {
      placeAbsoluteBoxes(
        of: node, size: result, edges: boxEdges(style, parentWidth: available.x))
    }
    let isRightToLeft = style.flags.contains(.isRightToLeft)
    let inset = relativeOffset(item, in: available, isRightToLeft: isRightToLeft)
    var x = item.marginNear.x
    if profile.sizesAsCSS && isRightToLeft && !available.x.isNaN {
      x = available.x - result.x - item.marginFar.x
    }
    write(node, x: x + inset.x, y: item.marginNear.y + inset.y, size: result)
  }

  /// Copies the results into the arena.
  func finish(_ arena: inout NodeArena) {
    arena.frames = frames.array
    arena.contentSizes = contentSizes
    arena.tooDeepNodes = tooDeep
  }
}
