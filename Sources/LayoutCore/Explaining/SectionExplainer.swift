/// Why each node of one section has its frame.
///
/// The section is laid out once more with a solver that notes down what it decides; that solver answers
/// again what is asked about contents. Rules are never applied twice: each formula is read off the notes,
/// and holds only if it gives the solver's own number (`Derivation`).
///
/// | file | numbers |
/// |---|---|
/// | `+Inputs` | what style and content say |
/// | `+Content` | sizes of contents |
/// | `+MainSizes`, `+CrossSizes` | sizes of flex items, and of their container |
/// | `+Positions` | positions of flex items |
/// | `+Absolute`, `+Collection` | boxes out of flow; items of lists, carousels and pagers |
/// | `+Parts`, `+Rows`, `+Lines` | header, rows, footer and background of the section |
final class SectionExplainer {
  let part: PagePart
  /// Laid out.
  let section: LayoutSection
  let engine: LayoutEngine
  let trace = LayoutTrace()
  var solver: FlexSolver
  /// The page's; `nil` below a width that the provider asked for.
  let pageWidth: LayoutInput
  var isRightToLeft: Bool { engine.environment.direction == .rtl }

  var frames: [Int: NodeFrame] = [:]
  var visits: [Int: FlexVisit] = [:]
  /// Content widths that nothing but the node decides: the largest and the smallest.
  var freeWidths: [FreeWidth: Derivation] = [:]
  var collections: [Int: CollectionVisit] = [:]
  lazy var parts = SectionParts(self)

  /// The four numbers of a node's border box in its parent's.
  struct NodeFrame {
    let x, y, width, height: Derivation
  }

  struct FreeWidth: Hashable {
    var node: Int
    var isSmallest: Bool
  }

  /// - Parameter section: laid out by the engine.
  init(_ section: LayoutSection, _ part: PagePart, engine: LayoutEngine) {
    self.part = part
    self.engine = engine
    pageWidth = LayoutInput(.page, .width, value: engine.environment.width.saneSize)
    let sectionSolver = engine.solver(of: section)
    solver = sectionSolver.solver(of: section)
    solver.trace = trace
    var copy = section
    sectionSolver.layOut(&copy, &solver)
    // What is asked afterwards is no part of the layout.
    solver.budget += LayoutBudget.section(nodes: section.arena.count)
    solver.finish(&copy.arena)
    copy.frame = section.frame
    self.section = copy
  }

  /// Of the section's box, which its parts share.
  var sectionWidth: Formula {
    guard let width = section.frameRequest.width else { return .input(pageWidth) }
    return .input(LayoutInput(.section(part), .requestedWidth, value: width.saneSize))
  }

  func style(of node: Int) -> Style {
    section.arena.styles[Int(section.arena.records[node].style)]
  }

  func resolved(_ node: Int) -> ResolvedStyle { solver.styles[Int(solver.states[node].style)] }

  /// The node whose item a node is; -1 for the root.
  func parent(of node: Int) -> Int {
    var parent = Int(solver.states[node].parent)
    while parent >= 0, solver.states[parent].flags.contains(.isContents) {
      parent = Int(solver.states[parent].parent)
    }
    return parent
  }

  func derived(
    _ node: Int, _ quantity: Derivation.Subject.Quantity, value: Double,
    _ make: @escaping () -> Reason
  ) -> Derivation {
    Derivation(.init(owner: .node(part, node), quantity: quantity), value: value, make)
  }

  // MARK: Frames

  func frame(of node: Int) -> NodeFrame {
    if let known = frames[node] { return known }
    let frame = solver.frames[node]
    let result = NodeFrame(
      x: derived(node, .x, value: Double(frame.x)) { [unowned self] in reason(node, .x).x },
      y: derived(node, .y, value: Double(frame.y)) { [unowned self] in reason(node, .y).x },
      width: derived(node, .width, value: Double(frame.width)) { [unowned self] in
        reason(node, .x).size
      },
      height: derived(node, .height, value: Double(frame.height)) { [unowned self] in
        reason(node, .y).size
      })
    frames[node] = result
    return result
  }

  func size(of node: Int, _ axis: Axis) -> Derivation {
    axis == .x ? frame(of: node).width : frame(of: node).height
  }

  /// Position and size along an axis; only what is asked for is worked out by who makes both.
  struct AxisReason {
    let position: () -> Reason
    let extent: () -> Reason
    var x: Reason { position() }
    var size: Reason { extent() }
  }

  private func reason(_ node: Int, _ axis: Axis) -> AxisReason {
    let hidden = Reason(.hidden, .constant(0))
    let parent = parent(of: node)
    if solver.states[node].flags.contains(.isHidden) || isInHidden(node) {
      return AxisReason(position: { hidden }, extent: { hidden })
    }
    if node == 0 { return rootReason(axis) }
    if parent == 0 && !section.isBareRow { return partReason(node, axis) }
    if resolved(node).flags.contains(.isAbsolute) { return absoluteReason(node, in: parent, axis) }
    guard resolved(parent).display == .flex else { return itemReason(node, in: parent, axis) }
    guard let visit = visit(of: parent), let index = visit.index(of: node) else {
      return AxisReason(
        position: { [self] in Reason(undecidedBy: .derived(size(of: parent, axis))) },
        extent: { [self] in Reason(undecidedBy: .derived(size(of: parent, axis))) })
    }
    let isMain = axis == visit.main
    return AxisReason(
      position: { [self] in position(visit, index, axis) },
      extent: { [self] in isMain ? target(visit, index) : usedCross(visit, index) })
  }

  /// Below something that is not displayed there are no frames.
  private func isInHidden(_ node: Int) -> Bool {
    var node = node
    while node > 0 {
      node = Int(solver.states[node].parent)
      guard node >= 0 else { return false }
      let flags = solver.states[node].flags
      if flags.contains(.isHidden) && !flags.contains(.isContents) { return true }
    }
    return false
  }

  // MARK: Visits

  /// The visit of a flex container that wrote the frames of its children; `nil`: there was none.
  func visit(of node: Int) -> FlexVisit? {
    if let known = visits[node] { return known }
    guard let noted = trace.frames[node] else { return nil }
    // A height that nobody imposed may be cut or stretched afterwards; one that nothing below depends
    // on may have been another one.
    var height: Formula? = laidOutSize(of: node, .y)
    let laidOut = Double(noted.container.size.y)
    if abs((height?.value ?? 0) - laidOut) > 0.01 {
      height = noted.container.basis.y.isNaN ? nil : .constant(laidOut)
    }
    let visit = FlexVisit(
      noted, style: resolved(node), width: laidOutSize(of: node, .x),
      height: height, available: nil, parent: percentBasis(of: node))
    visits[node] = visit
    return visit
  }

  /// The size that a node's content was laid out in: its frame's, but for the root of a bare row, whose
  /// frame is the section's.
  func laidOutSize(of node: Int, _ axis: Axis) -> Formula {
    node == 0 && section.isBareRow
      ? .derived(axis == .x ? parts.bareWidth : parts.bareHeight) : .derived(size(of: node, axis))
  }

  /// What a node's percentages refer to.
  func percentBasis(of node: Int) -> PercentBasis {
    let parent = parent(of: node)
    if parent < 0 || (parent == 0 && !section.isBareRow) { return parts.percentBasis(of: node) }
    if resolved(node).flags.contains(.isAbsolute) { return blockBasis(of: parent) }
    guard resolved(parent).display == .flex else { return collection(parent).inner }
    guard let visit = visit(of: parent) else { return PercentBasis() }
    return itemBasis(visit)
  }

  /// Asks the solver about the content of a flex container once more.
  func contentVisit(
    _ node: Int, width: Formula?, height: Formula?, available: Formula?, parent: PercentBasis
  ) -> FlexVisit? {
    let query = solver.normalized(
      SizeQuery(
        known: Pair(width.float, height.float),
        available: available.map { Float($0.value) } ?? .infinity, parent: parent.pair),
      width == nil ? .width : .height, of: node)
    _ = solver.flex(node, query, .size)
    guard let noted = trace.last, noted.container.node == node else { return nil }
    return FlexVisit(
      noted, style: resolved(node), width: width, height: height, available: available,
      parent: parent)
  }
}

/// Sizes that percentages refer to; `nil`: unknown, so that they mean nothing.
struct PercentBasis {
  var x: Formula?
  var y: Formula?
  var pair: Pair { Pair(x.float, y.float) }
  subscript(_ axis: Axis) -> Formula? { axis == .x ? x : y }
}

extension Formula? {
  /// As the solver takes it.
  var float: Float { map { Float($0.value) } ?? .nan }
}

/// One visit of a flex container, with formulas for what it was asked with.
final class FlexVisit {
  let noted: LayoutTrace.Container
  let style: ResolvedStyle
  /// Border box; `nil`: the content decides.
  let width, height: Formula?
  /// What an unknown width should fit into; `nil`: anything.
  let available: Formula?
  /// Of the container's own percentages.
  let parent: PercentBasis

  var bases: [Int: Reason] = [:]
  var targets: [Int: Reason] = [:]
  var crosses: [Int: Reason] = [:]
  var lineSizes: [Int: Formula] = [:]
  var freeSpaces: [Int: Derivation] = [:]
  var sizes: [Axis: Reason] = [:]

  init(
    _ noted: LayoutTrace.Container, style: ResolvedStyle, width: Formula?, height: Formula?,
    available: Formula?, parent: PercentBasis
  ) {
    self.noted = noted
    self.style = style
    self.width = width
    self.height = height
    self.available = available
    self.parent = parent
  }

  var container: FlexContainer { noted.container }
  var items: [FlexItem] { noted.items }
  var node: Int { noted.container.node }
  var main: Axis { noted.container.main }
  var cross: Axis { noted.container.cross }

  /// Whether an axis was known before the items were looked at.
  func isKnown(_ axis: Axis) -> Bool { !noted.container.basis[axis].isNaN }

  /// The container as the first steps of the algorithm saw it.
  var atStart: FlexContainer {
    var container = noted.container
    container.inner = container.basis
    return container
  }

  func index(of node: Int) -> Int? { items.firstIndex { Int($0.node) == node } }
  func line(of item: Int) -> Int { noted.lines.firstIndex { item < $0.end } ?? 0 }
  func items(of line: Int) -> Range<Int> { noted.lines[line].first..<noted.lines[line].end }
}
