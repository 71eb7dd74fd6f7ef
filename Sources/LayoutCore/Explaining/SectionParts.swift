/// The positions and sizes of the parts of a section; see `SectionSolver`.
final class SectionParts {
  unowned let explainer: SectionExplainer
  var section: PlacedSection { explainer.section }
  private var numbers: [Derivation.Subject: Derivation] = [:]
  lazy var rows = SectionRows(self)

  init(_ explainer: SectionExplainer) { self.explainer = explainer }

  /// The width of the section.
  var width: Formula { explainer.sectionWidth }

  // MARK: Properties of the section

  /// Returns a property as a formula; `nil` if it is 0.
  func input(
    _ property: LayoutInput.Property, _ edge: LayoutInput.Edge? = nil, _ value: Double
  ) -> Formula? {
    let value = value.sane
    guard value != 0 else { return nil }
    return .input(LayoutInput(.section(explainer.part), property, edge, value: value))
  }

  func margin(_ edge: LayoutInput.Edge) -> Formula? {
    input(.margins, edge, section.margins[edge])
  }

  func inset(_ edge: LayoutInput.Edge) -> Formula? { input(.insets, edge, section.insets[edge]) }

  /// The width within the margins; `inner` is the width within the insets as well.
  var area: Formula { (width - .total([margin(.start), margin(.end)])).atLeastZero }
  var inner: Formula { (area - .total([inset(.start), inset(.end)])).atLeastZero }

  /// Returns a number of the section or of one of its rows, and creates it once.
  func number(
    _ quantity: Derivation.Subject.Quantity, row: Int? = nil, node: Int? = nil, value: Double,
    _ make: @escaping () -> Reason
  ) -> Derivation {
    let part = explainer.part
    let owner: LayoutInput.Owner =
      row.map { .row(part, $0) } ?? node.map { .node(part, $0) } ?? .section(part)
    let subject = Derivation.Subject(owner: owner, quantity: quantity)
    if let known = numbers[subject] { return known }
    let result = Derivation(subject, value: value, make)
    numbers[subject] = result
    return result
  }

  // MARK: Boxes

  /// The box that holds a header, row, footer or background; x is from the leading edge.
  struct Box {
    var x, y, width, height: Formula
    /// The width that percentages of its node refer to.
    var basis: Formula
    var rule: LayoutRule
  }

  func box(of node: Int) -> Box? {
    if let row = section.rows.firstIndex(where: { $0.node == node }) { return rows.box(row) }
    if let header = section.header, header.node == node {
      return Box(
        x: margin(.start) ?? .constant(0), y: margin(.top) ?? .constant(0), width: area,
        height: supplementHeight(header, .headerHeight), basis: area, rule: .header)
    }
    if let footer = section.footer, footer.node == node {
      return Box(
        x: margin(.start) ?? .constant(0), y: footerTop, width: area,
        height: supplementHeight(footer, .footerHeight), basis: area, rule: .footer)
    }
    if section.background == node {
      let isBehindAll = section.backgroundExtent == .section
      let top = isBehindAll ? margin(.top) ?? .constant(0) : headerEnd
      let bottom = isBehindAll ? contentHeight - margin(.bottom) : footerTop
      return Box(
        x: margin(.start) ?? .constant(0), y: top, width: area,
        height: (bottom - top).atLeastZero, basis: area, rule: .background)
    }
    return nil
  }

  /// Returns the sizes that the percentages of a part refer to.
  func percentBasis(of node: Int) -> PercentBasis {
    PercentBasis(x: node == 0 ? width : box(of: node)?.basis)
  }

  private func supplementHeight(
    _ supplement: Section.Supplement, _ property: LayoutInput.Property
  ) -> Formula {
    if let height = supplement.height?.saneSize {
      return .input(
        LayoutInput(.section(explainer.part), property, value: height))
    }
    return contentHeight(of: supplement.node, in: area).formula ?? .constant(0)
  }

  /// Returns the outer height of a part in a box of a given width, as determined by its content.
  func contentHeight(of node: Int, in box: Formula) -> Reason {
    guard isShown(node) else { return Reason(.hidden, .constant(0)) }
    let basis = PercentBasis(x: box)
    let item = explainer.solver.makeBox(node, in: .initial, basis: basis.pair)
    let margins = explainer.margins(node, .y, basis)
    if let own = explainer.ownSize(node, .y, basis) {
      return explainer.clamped(Reason(.own, own), item, .y, basis).map { $0 + margins }
    }
    let width = nodeWidth(node, in: box, basis: box)
    let content = explainer.contentHeight(
      node, width: width.formula ?? .constant(0), parent: basis)
    return explainer.clamped(Reason(.content, content), item, .y, basis, isContent: true)
      .map { $0 + margins }
  }

  func isShown(_ node: Int) -> Bool {
    section.arena.records.indices.contains(node)
      && !explainer.solver.states[node].flags.contains(.isHidden)
  }

  /// Returns the width of the border box of a part's node in a box.
  func nodeWidth(_ node: Int, in box: Formula, basis: Formula) -> Reason {
    let percents = PercentBasis(x: basis)
    let item = explainer.solver.makeBox(node, in: .initial, basis: percents.pair)
    if let own = explainer.ownSize(node, .x, percents) {
      return explainer.clamped(Reason(.own, own), item, .x, percents)
    }
    let size = (box - explainer.margins(node, .x, percents)).atLeastZero
    return explainer.clamped(Reason(.stretch, size), item, .x, percents)
  }

  // MARK: Positions from the top of the section

  var headerEnd: Formula {
    .total([
      margin(.top), section.header.map { supplementHeight($0, .headerHeight) },
    ])
  }

  var rowsTop: Formula { section.rows.isEmpty ? headerEnd : headerEnd + inset(.top) }

  /// The height of the section that results from its parts.
  var contentHeight: Formula {
    .derived(
      number(.contentHeight, value: section.contentHeight) { [unowned self] in
        if section.isBareRow {
          let needed = rows.needed(0)
          let minimum = input(.minimumHeight, nil, section.minimumHeight.saneSize)
          return Reason(.section, .most([needed, minimum]))
        }
        let hasRows = !section.rows.isEmpty
        let sum = Formula.total([
          rowsTop, .derived(rows.contentHeight), hasRows ? inset(.bottom) : nil,
          section.footer.map { supplementHeight($0, .footerHeight) }, margin(.bottom),
        ])
        let minimum = input(.minimumHeight, nil, section.minimumHeight.saneSize)
        return Reason(
          .section, .most([sum, minimum, .constant(0)]))
      })
  }

  private var footerTop: Formula {
    contentHeight
      - .total([
        margin(.bottom), section.footer.map { supplementHeight($0, .footerHeight) },
      ])
  }

  /// The section's own height: the one that the provider requests, or else its content's.
  var height: Reason {
    guard let height = section.frameRequest.height?.saneSize else {
      return Reason(.section, contentHeight)
    }
    return Reason(
      .requested,
      .input(LayoutInput(.section(explainer.part), .requestedHeight, value: height)))
  }

  // MARK: A bare row

  /// The width of the box in which the content of the only row is laid out.
  var bareWidth: Derivation {
    number(.width, node: 0, value: bareSize(.x)) { [unowned self] in
      nodeWidth(0, in: width, basis: width)
    }
  }

  var bareHeight: Derivation {
    number(.height, node: 0, value: bareSize(.y)) { [unowned self] in
      let margins = explainer.margins(0, .y, PercentBasis(x: width))
      return height.map { ($0 - margins).atLeastZero }
    }
  }

  private func bareSize(_ axis: Axis) -> Double {
    if let noted = explainer.trace.frames[0] { return Double(noted.container.size[axis]) }
    // The trace does not record collections.
    let item = explainer.solver.makeBox(
      0, in: .initial, basis: Pair(Float(width.value), .nan))
    if axis == .y {
      return max(0, (height.formula?.value ?? 0) - Double(item.margin(.y)))
    }
    let width = item.size.x.or(max(0, Float(self.width.value) - item.margin(.x)))
    return Double(item.clamp(width, .x))
  }
}

extension EdgeInsets {
  fileprivate subscript(_ edge: LayoutInput.Edge) -> Double {
    switch edge {
    case .top: top
    case .bottom: bottom
    case .start, .left: start
    case .end, .right: end
    }
  }
}

extension SectionExplainer {
  /// Returns the position and size of the root, which equal those of its section.
  func rootReason(_ axis: Axis) -> AxisReason {
    AxisReason(
      position: { Reason(.section, .constant(0)) },
      extent: { [self] in
        axis == .x ? Reason(.section, parts.width) : parts.height
      })
  }

  /// Returns the position and size of a header, row, footer or background within its box.
  func partReason(_ node: Int, _ axis: Axis) -> AxisReason {
    guard let box = parts.box(of: node) else {
      let none = Reason(.hidden, .constant(0))
      return AxisReason(position: { none }, extent: { none })
    }
    let basis = PercentBasis(x: box.basis)
    guard axis == .x else {
      return AxisReason(
        position: { [self] in
          Reason(box.rule, box.y + margin(node, .y, isNear: true, basis))
        },
        extent: { [self] in
          let isStated = section.rows.contains { $0.node == node && $0.height != nil }
          return Reason(
            isStated ? .requested : box.rule, (box.height - margins(node, .y, basis)).atLeastZero)
        })
    }
    return AxisReason(
      position: { [self] in
        guard isRightToLeft else {
          return Reason(box.rule, box.x + margin(node, .x, isNear: true, basis))
        }
        return Reason(
          box.rule,
          parts.width
            - .total([
              box.x, margin(node, .x, isNear: false, basis), .derived(size(of: node, .x)),
            ]))
      },
      extent: { [self] in parts.nodeWidth(node, in: box.width, basis: box.basis) })
  }
}
