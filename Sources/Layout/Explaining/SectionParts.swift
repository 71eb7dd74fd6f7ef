/// The boxes of the parts of a section. `SectionBoxes` and the layout of the section place them
/// again, with numbers that record their formulas.
final class SectionParts {
  unowned let explainer: SectionExplainer
  var section: Section { explainer.section.section }
  let tape: FormulaTape
  /// The boxes before the parts are placed.
  private let unplaced: SectionBoxes<FormulaTape>
  private lazy var placed = place()
  /// The outer widths that the rows are measured with; `nil` if the content decides.
  private lazy var statedWidths = section.rows.indices.map {
    unplaced.width(ofRow: $0, section)?.named(.outerWidth, row: $0).formula
  }

  init(_ explainer: SectionExplainer) {
    self.explainer = explainer
    let section = explainer.section.section
    tape = FormulaTape(explainer.part, rule: section.layout.rule)
    unplaced = SectionBoxes(section, width: tape.number(explainer.sectionWidth), tape)
  }

  /// The width of the section.
  var width: Formula { explainer.sectionWidth }
  /// The width within the margins; `inner` is the width within the insets as well.
  var area: Formula { unplaced.area.formula }
  var inner: Formula { unplaced.inner.formula }

  /// Returns the outer width that a row is measured with; `nil` if its content decides.
  func statedWidth(_ row: Int) -> Formula? { section.isBareRow ? width : statedWidths[row] }

  private func place() -> (boxes: SectionBoxes<FormulaTape>, rows: [LayoutItem<Explained>]) {
    var boxes = unplaced
    var rows = section.rows.indices.map { row in
      let measured = explainer.trace.rows[row]
      let width =
        statedWidths[row]
        ?? .derived(
          Derivation(
            .init(owner: .row(explainer.part, row), quantity: .outerWidth), value: measured.width
          ) { [unowned self] in outerContentWidth(row) })
      let needed = tape.number(
        neededHeight(row), value: measured.neededHeight,
        section.rows[row].height == nil ? .content : .requested)
      var item = LayoutItem(
        node: measured.node, width: tape.number(width, value: measured.width),
        height: measured.height.isNaN ? Explained(Double.nan) : needed, contentHeight: needed)
      item.columnSpan = measured.columnSpan
      item.rowSpan = measured.rowSpan
      item.isFullBleed = measured.isFullBleed
      item.isStretched = measured.isStretched
      return item
    }
    rows.withUnsafeMutableBufferPointer {
      boxes.place(
        $0, header: supplementHeight(section.header, .headerHeight),
        footer: supplementHeight(section.footer, .footerHeight), in: section)
    }
    return (boxes, rows)
  }

  /// The height of the section that results from its parts.
  lazy var contentHeight: Formula = {
    guard section.isBareRow else { return placed.boxes.contentHeight.formula }
    let minimum = tape.input(.minimumHeight, section.minimumHeight.saneSize)
    return Explained.most(tape.number(neededHeight(0)), minimum).by(.section)
      .named(.contentHeight).formula
  }()

  /// The section's own height: the one that the provider requests, or else its content's.
  var height: Reason {
    guard let height = section.frameRequest.height?.saneSize else {
      return Reason(.section, contentHeight)
    }
    return Reason(
      .requested,
      .input(LayoutInput(.section(explainer.part), .requestedHeight, value: height)))
  }

  // MARK: Boxes

  /// Returns the box that holds a header, row, footer or background, and the rules of its position
  /// and height.
  func box(
    of node: Int
  ) -> (box: SectionBoxes<FormulaTape>.Box, rule: LayoutRule, heightRule: LayoutRule)? {
    if let row = row(of: node) {
      let item = placed.rows[row]
      let rule = section.layout.rule
      return (placed.boxes.box(of: item), rule, item.height.reason(rule).rule)
    }
    let (boxes, _) = placed
    if section.header?.node == node { return boxes.header.map { ($0, .header, .header) } }
    if section.footer?.node == node { return boxes.footer.map { ($0, .footer, .footer) } }
    guard section.background == node else { return nil }
    return boxes.background.map { ($0, .background, .background) }
  }

  private func row(of node: Int) -> Int? { section.rows.firstIndex { $0.node == node } }

  /// Returns the sizes that the percentages of a part refer to.
  func percentBasis(of node: Int) -> PercentBasis {
    if node == 0 { return PercentBasis(x: width) }
    return PercentBasis(x: row(of: node).map { statedWidth($0) ?? inner } ?? area)
  }

  // MARK: A bare row

  /// The width of the box in which the content of the only row is laid out.
  lazy var bareWidth = explainer.derived(0, .width, value: bareSize(.x)) { [unowned self] in
    item(0, in: PercentBasis(x: width)).width
  }

  lazy var bareHeight = explainer.derived(0, .height, value: bareSize(.y)) { [unowned self] in
    let margins = explainer.margins(0, .y, PercentBasis(x: width))
    return height.map { ($0 - margins).atLeastZero }
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

extension Section.Layout {
  /// The rule that has the layout's name.
  fileprivate var rule: LayoutRule { LayoutRule(rawValue: word) ?? .list }
}

extension SectionExplainer {
  /// Returns the position or size of the root, which equals that of its section.
  func rootReason(_ aspect: Aspect, _ axis: Axis) -> Reason {
    if aspect == .position { return Reason(.section, .constant(0)) }
    return axis == .x ? Reason(.section, parts.width) : parts.height
  }

  /// Returns the position or size of a header, row, footer or background within its box.
  func partReason(_ node: Int, _ aspect: Aspect, _ axis: Axis) -> Reason {
    guard let (box, rule, heightRule) = parts.box(of: node) else {
      return Reason(.hidden, .constant(0))
    }
    let basis = parts.percentBasis(of: node)
    switch (aspect, axis) {
    case (.size, .x):
      return parts.item(node, in: basis, width: box.width.formula).width
    case (.size, .y):
      return Reason(heightRule, (box.height.formula - margins(node, .y, basis)).atLeastZero)
    case (.position, .x) where isRightToLeft:
      let margin = margin(node, .x, isNear: false, basis)
      return Reason(
        rule, parts.width - .total([box.x.formula, margin, .derived(size(of: node, .x))]))
    case (.position, _):
      let start = axis == .x ? box.x : box.y
      return Reason(rule, start.formula + margin(node, axis, isNear: true, basis))
    }
  }
}
