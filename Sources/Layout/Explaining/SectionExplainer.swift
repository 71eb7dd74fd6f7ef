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
  /// Records the calculations for boxes out of flow.
  lazy var tape = FormulaTape(part, rule: .undecided, isSingle: true)
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

  /// Returns a new tape. The explainer keeps it, because its formulas refer to it without owning
  /// it.
  func makeTape(of node: Int, _ rule: LayoutRule, isSingle: Bool = false) -> FormulaTape {
    let tape = FormulaTape(part, node: node, rule: rule, isSingle: isSingle)
    tapes.append(tape)
    return tape
  }

  // MARK: Frames

  /// Returns a node's border box, relative to its parent's.
  func frame(of node: Int) -> PageExplainer.Frame {
    if let known = frames[node] { return known }
    let frame = solver.frames[node]
    func number(
      _ quantity: Derivation.Subject.Quantity, _ value: Float, _ aspect: Aspect, _ axis: Axis
    ) -> Derivation {
      derived(node, quantity, value: Double(value)) { [unowned self] in
        reason(node, aspect, axis)
      }
    }
    let result = PageExplainer.Frame(
      x: number(.x, frame.x, .position, .x), y: number(.y, frame.y, .position, .y),
      width: number(.width, frame.width, .size, .x),
      height: number(.height, frame.height, .size, .y))
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
    guard aspect == .position else {
      return (axis == visit.main ? visit.targets[index] : visit.crosses[index]).reason(.content)
    }
    let item = visit.run.items[index]
    let offset = axis == visit.main ? item.mainOffset : item.crossOffset
    let shift = shift(
      of: node, axis, visit.container.inner[axis].formula,
      isRightToLeft: visit.style.flags.contains(.isRightToLeft))
    return Reason(
      offset.rule ?? .stacked, visit.container.position(item, axis, visit.style).formula + shift)
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
      height = !noted.isHeightImposed ? nil : .constant(laidOut)
    }
    let visit = visit(
      noted, width: laidOutSize(of: node, .x), height: height, available: nil,
      parent: percentBasis(of: node))
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
    return visit.basis
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
    return visit(noted, width: width, height: height, available: available, parent: parent)
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

/// One visit of a flex container, with numbers that record their formulas.
final class FlexVisit {
  let noted: LayoutTrace.Container
  var container: ContainerBox<Explained>
  var run = FlexRun<Explained>()
  let style: ResolvedStyle
  /// The border box; `nil` if the content decides.
  let width, height: Formula?
  /// The limit that an unknown width should fit into; `nil` means unlimited.
  let available: Formula?
  /// The basis of the container's own percentages, and that of its items'.
  let parent, basis: PercentBasis
  let tape: FormulaTape
  /// The main and cross sizes of the items. In `run`, they are references to the items' frames if
  /// this visit wrote those.
  var targets: [Explained] = [], crosses: [Explained] = []
  /// The sizes that result from the items.
  private(set) var sizes: [Axis: Explained] = [:]

  init(
    _ noted: LayoutTrace.Container, _ container: ContainerBox<Explained>, style: ResolvedStyle,
    width: Formula?, height: Formula?, available: Formula?, parent: PercentBasis,
    _ tape: FormulaTape
  ) {
    self.noted = noted
    self.container = container
    self.style = style
    self.width = width
    self.height = height
    self.available = available
    self.parent = parent
    self.tape = tape
    basis = PercentBasis(x: container.inner.x.known, y: container.basis.y.known)
  }

  var items: [FlexItem] { noted.items }
  var node: Int { noted.container.node }
  var main: Axis { noted.container.main }
  var cross: Axis { noted.container.cross }
  var lines: Range<Int> { container.firstLine..<container.endLine }

  func index(of node: Int) -> Int? { items.firstIndex { Int($0.node) == node } }

  /// Keeps the size that results from the items, and refers to the frame for it if there is one.
  func keepSize(_ axis: Axis) {
    sizes[axis] = container.size[axis]
    guard let known = axis == .x ? width : height else { return }
    container.size[axis] = tape.number(known)
    container.inner[axis] = .most(0, container.size[axis] - container.edges.sum[axis])
  }

  /// Returns an item's size as an operand: a reference to the item's frame if this visit wrote it.
  func placed(
    _ size: Explained, _ index: Int, _ axis: Axis, _ explainer: SectionExplainer
  ) -> Explained {
    guard container.purpose == .frames else { return size }
    return tape.number(.derived(explainer.size(of: Int(items[index].node), axis)))
  }
}
