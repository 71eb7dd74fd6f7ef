/// An explanation of the frame of every node of one section.
///
/// The section is laid out once more by a solver that records its decisions; later queries about
/// content go to the same solver. A formula is built from that record, and is kept only if it
/// evaluates to the solver's own number (`Derivation`).
///
/// | file | numbers |
/// |---|---|
/// | `+Inputs` | properties of style and content |
/// | `+Content` | content sizes |
/// | `+MainSizes`, `+CrossSizes` | sizes of flex items and of their container |
/// | `+Positions` | positions of flex items |
/// | `+Absolute`, `+Collection` | boxes out of flow; items of lists, carousels and pagers |
/// | `SectionParts` | header, rows, footer and background |
/// | `Explained` | numbers with which the layouts of sections run again |
final class SectionExplainer {
  let part: PagePart
  /// The section, laid out.
  let section: PlacedSection
  let engine: LayoutEngine
  let trace = LayoutTrace()
  var solver: FlexSolver
  /// The width of the page.
  let pageWidth: LayoutInput
  var isRightToLeft: Bool { engine.environment.direction == .rtl }

  private var frames: [Int: PageExplainer.Frame] = [:]
  var visits: [Int: FlexVisit] = [:]
  /// Content widths that depend on the node alone: the largest and the smallest.
  var freeWidths: [FreeWidth: Derivation] = [:]
  var collections: [Int: CollectionVisit] = [:]
  /// Records the calculations that no other formula refers to.
  lazy var tape = FormulaTape(part, rule: .undecided)
  private var tapes: [FormulaTape] = []
  lazy var parts = SectionParts(self)

  struct FreeWidth: Hashable {
    var node: Int
    var isSmallest: Bool
  }

  /// - Parameter section: A section that the engine has laid out.
  init(_ section: PlacedSection, _ part: PagePart, engine: LayoutEngine) {
    self.part = part
    self.engine = engine
    pageWidth = LayoutInput(.page, .width, value: engine.environment.width.saneSize)
    let sectionSolver = engine.solver(of: section.section)
    solver = sectionSolver.solver(of: section.section)
    solver.trace = trace
    var copy = section
    sectionSolver.layOut(&copy, &solver)
    // Later queries do not count towards the layout's budget.
    solver.budget += LayoutBudget.section(nodes: section.arena.count)
    solver.finish(&copy.section.arena)
    copy.frame = section.frame
    self.section = copy
  }

  /// The width of the section's box and of its parts.
  var sectionWidth: Formula {
    guard let width = section.frameRequest.width else { return .input(pageWidth) }
    return .input(LayoutInput(.section(part), .requestedWidth, value: width.saneSize))
  }

  func style(of node: Int) -> Style {
    section.arena.styles[Int(section.arena.records[node].style)]
  }

  func resolved(_ node: Int) -> ResolvedStyle { solver.styles[Int(solver.states[node].style)] }

  /// Returns the node whose item a node is; -1 for the root.
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

  /// Returns a tape that lives as long as the formulas that are made from it.
  func makeTape(of node: Int, _ rule: LayoutRule) -> FormulaTape {
    let tape = FormulaTape(part, node: node, rule: rule)
    tapes.append(tape)
    return tape
  }

  // MARK: Frames

  /// Returns a node's border box, relative to its parent's.
  func frame(of node: Int) -> PageExplainer.Frame {
    if let known = frames[node] { return known }
    let frame = solver.frames[node]
    let result = PageExplainer.Frame(
      x: derived(node, .x, value: Double(frame.x)) { [unowned self] in
        reason(node, .position, .x)
      },
      y: derived(node, .y, value: Double(frame.y)) { [unowned self] in
        reason(node, .position, .y)
      },
      width: derived(node, .width, value: Double(frame.width)) { [unowned self] in
        reason(node, .size, .x)
      },
      height: derived(node, .height, value: Double(frame.height)) { [unowned self] in
        reason(node, .size, .y)
      })
    frames[node] = result
    return result
  }

  func size(of node: Int, _ axis: Axis) -> Derivation {
    axis == .x ? frame(of: node).width : frame(of: node).height
  }

  /// One of the two numbers of a box along an axis.
  enum Aspect { case position, size }

  private func reason(_ node: Int, _ aspect: Aspect, _ axis: Axis) -> Reason {
    let parent = parent(of: node)
    if solver.states[node].flags.contains(.isHidden) || isInHidden(node) {
      return Reason(.hidden, .constant(0))
    }
    if node == 0 { return rootReason(aspect, axis) }
    if parent == 0 && !section.isBareRow { return partReason(node, aspect, axis) }
    if resolved(node).flags.contains(.isAbsolute) {
      return aspect == .position
        ? absolutePosition(node, in: parent, axis) : absoluteSize(node, in: parent, axis)
    }
    guard resolved(parent).display == .flex else {
      return itemReason(node, in: parent, aspect, axis)
    }
    guard let visit = visit(of: parent), let index = visit.index(of: node) else {
      return Reason(undecidedBy: .derived(size(of: parent, axis)))
    }
    if aspect == .position { return position(visit, index, axis) }
    return axis == visit.main ? target(visit, index) : usedCross(visit, index)
  }

  /// Returns whether an ancestor is not displayed; such nodes have no frames.
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

  /// Returns the visit of a flex container that wrote the frames of its children; `nil` if there
  /// was none.
  func visit(of node: Int) -> FlexVisit? {
    if let known = visits[node] { return known }
    guard let noted = trace.frames[node] else { return nil }
    // A height that was not imposed may be cut or stretched later; a height that no descendant
    // depends on may have been different in the recorded visit.
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

  /// Returns the size that a node's content was laid out in: that of its frame, except for the
  /// root of a bare row, whose frame is the section's.
  func laidOutSize(of node: Int, _ axis: Axis) -> Formula {
    node == 0 && section.isBareRow
      ? .derived(axis == .x ? parts.bareWidth : parts.bareHeight) : .derived(size(of: node, axis))
  }

  /// Returns the sizes that a node's percentages refer to.
  func percentBasis(of node: Int) -> PercentBasis {
    let parent = parent(of: node)
    if parent < 0 || (parent == 0 && !section.isBareRow) { return parts.percentBasis(of: node) }
    if resolved(node).flags.contains(.isAbsolute) { return blockBasis(of: parent) }
    guard resolved(parent).display == .flex else { return collection(parent).inner }
    guard let visit = visit(of: parent) else { return PercentBasis() }
    return itemBasis(visit)
  }

  /// Queries the solver again for the content size of a flex container, and returns that visit.
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

/// The sizes that percentages refer to; `nil` if unknown, in which case percentages are ignored.
struct PercentBasis {
  var x: Formula?
  var y: Formula?
  var pair: Pair { Pair(x.float, y.float) }
  subscript(_ axis: Axis) -> Formula? { axis == .x ? x : y }
}

extension Formula? {
  /// The value as the solver represents it: NaN if unknown.
  var float: Float { map { Float($0.value) } ?? .nan }
}

/// One visit of a flex container, with formulas for its constraints.
final class FlexVisit {
  let noted: LayoutTrace.Container
  let style: ResolvedStyle
  /// The border box; `nil` if the content decides.
  let width, height: Formula?
  /// The limit that an unknown width should fit into; `nil` means unlimited.
  let available: Formula?
  /// The basis of the container's own percentages.
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

  /// Returns whether the size along an axis was known before the items were measured.
  func isKnown(_ axis: Axis) -> Bool { !noted.container.basis[axis].isNaN }

  func index(of node: Int) -> Int? { items.firstIndex { Int($0.node) == node } }
  func line(of item: Int) -> Int { noted.lines.firstIndex { item < $0.end } ?? 0 }
  func items(of line: Int) -> Range<Int> { noted.lines[line].first..<noted.lines[line].end }
}
