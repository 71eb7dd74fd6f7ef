/// An explanation of the frame of every node of one section.
///
/// The section is laid out once more by a solver that records its decisions; later queries for
/// content sizes use the same solver. A formula is built from that record, and is kept only if it
/// evaluates to the value that the solver computed (`Derivation`).
///
/// | file | numbers |
/// |---|---|
/// | `+Inputs` | properties of style and content; boxes |
/// | `+Content` | content sizes |
/// | `+MainSizes`, `+CrossSizes` | sizes of flex items and of their container |
/// | `+Absolute`, `+Collection` | boxes out of flow; items of lists, carousels and pagers |
/// | `SectionParts` | header, rows, footer and background |
/// | `Explained` | numbers that record their formulas when layouts run again |
final class SectionExplainer {
  let part: PagePart
  /// The section, laid out by `solver`.
  let section: PlacedSection
  let engine: LayoutEngine
  let trace = LayoutTrace()
  var solver: FlexSolver
  /// A measurer of exact sizes of texts, which the solver's leaves round up.
  let exactLeaves: any LeafMeasuring
  /// The width of the page.
  let pageWidth: LayoutInput
  var isRightToLeft: Bool { engine.environment.direction == .rtl }

  private var frames: [Int: PageExplainer.Frame] = [:]
  var visits: [Int: FlexVisit] = [:]
  /// The max-content and min-content widths of nodes, for an unknown height and percentage basis.
  var freeWidths: [FreeWidth: Explained] = [:]
  var collections: [Int: CollectionVisit] = [:]
  let tape: FormulaTape
  lazy var parts = SectionParts(self)

  struct FreeWidth: Hashable {
    var node: Int
    var isSmallest: Bool
  }

  /// - Parameter section: A section that the engine has laid out.
  init(_ section: PlacedSection, _ part: PagePart, engine: LayoutEngine) {
    self.part = part
    self.engine = engine
    tape = FormulaTape(part)
    pageWidth = LayoutInput(.page, .width, value: engine.environment.width.saneSize)
    var exact = engine.environment
    exact.isExact = true
    exactLeaves = PageLeaves(arena: section.arena, measurer: engine.measurer.adapted(to: exact))
    let sectionSolver = engine.solver(of: section.section)
    solver = sectionSolver.solver(of: section.section)
    solver.trace = trace
    var copy = section
    sectionSolver.layOut(&copy, &solver)
    // Later queries get a budget of their own.
    solver.budget += LayoutBudget.section(nodes: section.arena.count)
    solver.finish(&copy.section.arena)
    copy.frame = section.frame
    self.section = copy
  }

  /// The section's width: the provider's requested width, or else the width of the page.
  var sectionWidth: Explained {
    let requested = section.section.frameRequest.width.map {
      LayoutInput(.section(part), .requestedWidth, value: $0.saneSize)
    }
    return tape.number(.input(requested ?? pageWidth))
  }

  func style(of node: Int) -> Style {
    section.arena.styles[Int(section.arena.records[node].style)]
  }

  func resolved(_ node: Int) -> ResolvedStyle { solver.styles[Int(solver.states[node].style)] }

  /// Returns a number that formulas refer to by its quantity; `make` is called for its reason.
  func derived(
    _ node: Int, _ quantity: Derivation.Subject.Quantity, _ value: Double,
    _ rule: LayoutRule? = nil, _ make: @escaping () -> Reason
  ) -> Explained {
    let subject = Derivation.Subject(owner: .node(part, node), quantity: quantity)
    return tape.number(.derived(Derivation(subject, value: value, make)), rule)
  }

  // MARK: Frames

  /// Returns a node's border box, relative to the parent's border box.
  func frame(of node: Int) -> PageExplainer.Frame {
    if let known = frames[node] { return known }
    let result = PageExplainer.Frame(.node(part, node), solver.frames[node].rect) {
      [unowned(unsafe) self] aspect, axis in reason(node, aspect, axis)
    }
    frames[node] = result
    return result
  }

  func size(of node: Int, _ axis: Axis) -> Explained {
    tape.number(.derived(axis == .x ? frame(of: node).width : frame(of: node).height))
  }

  private func reason(_ node: Int, _ aspect: PageExplainer.Aspect, _ axis: Axis) -> Reason {
    let parent = solver.parent(of: node)
    if isHidden(node) { return Reason(.hidden, 0) }
    if node == 0 {
      if aspect == .position { return Reason(.section, 0) }
      return axis == .x ? Reason(.section, parts.width) : parts.height.reason(.section)
    }
    if parent == 0 && !section.section.isBareRow { return parts.reason(node, aspect, axis) }
    if resolved(node).flags.contains(.isAbsolute) {
      return aspect == .position
        ? absolutePosition(node, in: parent, axis) : absoluteSize(node, in: parent, axis)
    }
    guard resolved(parent).display == .flex else {
      return itemReason(node, in: parent, aspect, axis)
    }
    guard let visit = visit(of: parent), let index = visit.index(of: node) else {
      return Reason(undecidedBy: size(of: parent, axis))
    }
    guard aspect == .position else {
      return (axis == visit.main ? visit.targets[index] : visit.crosses[index]).reason(.content)
    }
    let item = visit.run.items[index]
    let offset = axis == visit.main ? item.mainOffset : item.crossOffset
    let position = visit.container.position(item, axis, visit.style)
    guard resolved(node).flags.contains(.hasInset) else {
      return Reason(offset.rule ?? .stacked, position)
    }
    let shift = edges(node, .inset, visit.container.inner).shift(
      isRightToLeft: visit.style.flags.contains(.isRightToLeft))
    return Reason(offset.rule ?? .stacked, position + shift[axis])
  }

  /// Returns whether a node has no frame because it or an ancestor is not displayed.
  private func isHidden(_ node: Int) -> Bool {
    var ancestor = node
    while ancestor >= 0 {
      let flags = solver.states[ancestor].flags
      if flags.contains(.isHidden) && (ancestor == node || !flags.contains(.isContents)) {
        return true
      }
      ancestor = Int(solver.states[ancestor].parent)
    }
    return false
  }

  // MARK: Visits

  /// Returns the visit that set the final frames of a flex container's children; `nil` if there was
  /// none.
  func visit(of node: Int) -> FlexVisit? {
    if let known = visits[node] { return known }
    guard let noted = trace.frames[node] else { return nil }
    // The final height may differ from the height in the visit: a node is not visited again if its
    // height is clamped or stretched later and no descendant depends on the height.
    var height = laidOutSize(of: node, .y)
    let laidOut = Double(noted.container.size.y)
    if abs(height.value - laidOut) > 0.01 {
      height = noted.isHeightImposed ? Explained(laidOut) : .nan
    }
    let visit = visit(
      noted, Lengths(laidOutSize(of: node, .x), height), available: .unlimited,
      parent: percentBasis(of: node))
    visits[node] = visit
    return visit
  }

  /// Returns the size in which a node's content was laid out: the size of the node's frame, except
  /// for the root of a bare row, whose frame is the frame of the section.
  func laidOutSize(of node: Int, _ axis: Axis) -> Explained {
    node == 0 && section.section.isBareRow ? parts.bareSize[axis] : size(of: node, axis)
  }

  /// Returns the size of a node's box inside the given edges.
  func contentBox(of node: Int, _ edges: EdgeLengths<Explained>) -> Lengths<Explained> {
    func inner(_ axis: Axis) -> Explained {
      .most(laidOutSize(of: node, axis) - edges.sum[axis], 0)
    }
    return Lengths(inner(.x), inner(.y))
  }

  /// Returns the sizes that a node's percentages refer to; NaN if unknown. Percentages of an
  /// unknown size are ignored.
  func percentBasis(of node: Int) -> Lengths<Explained> {
    let parent = solver.parent(of: node)
    if parent < 0 || (parent == 0 && !section.section.isBareRow) {
      return parts.percentBasis(of: node)
    }
    if resolved(node).flags.contains(.isAbsolute) { return blockBasis(of: parent) }
    guard resolved(parent).display == .flex else { return collection(parent).inner }
    return visit(of: parent)?.basis ?? .unknown
  }

  /// Computes the content size of a flex container again. Returns the visit that the solver
  /// recorded, or `nil` if it recorded none.
  func contentVisit(
    _ node: Int, _ known: Lengths<Explained>, available: Explained, parent: Lengths<Explained>
  ) -> FlexVisit? {
    let query = solver.normalized(
      SizeQuery(known: known.pair, available: Float(available.value), parent: parent.pair),
      known.x.isNaN ? .width : .height, of: node)
    _ = solver.flex(node, query, .size)
    guard let noted = trace.last, noted.container.node == node else { return nil }
    return visit(noted, known, available: available, parent: parent)
  }
}

/// One visit of a flex container, with numbers that record their formulas.
final class FlexVisit {
  let items: [FlexItem]
  var container: ContainerBox<Explained>
  var run = FlexRun<Explained>()
  let style: ResolvedStyle
  /// The maximum width of the content; infinite if unlimited.
  let availableWidth: Explained
  /// The computed main and cross sizes of the items. The items in `run` have references to their
  /// frames instead if this visit set the frames.
  var targets: [Explained] = [], crosses: [Explained] = []

  init(
    _ items: [FlexItem], _ container: ContainerBox<Explained>, _ style: ResolvedStyle,
    availableWidth: Explained
  ) {
    self.items = items
    self.container = container
    self.style = style
    self.availableWidth = availableWidth
  }

  var main: Axis { container.main }
  var cross: Axis { container.cross }
  /// The basis of the items' percentages.
  var basis: Lengths<Explained> { container.basis }
  var lines: Range<Int> { container.firstLine..<container.endLine }

  func index(of node: Int) -> Int? { items.firstIndex { Int($0.node) == node } }
}
