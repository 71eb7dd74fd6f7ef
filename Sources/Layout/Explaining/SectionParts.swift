/// The boxes of a section's parts. `SectionBoxes` and the section's layout run again, with numbers
/// that record their formulas.
final class SectionParts {
  private unowned(unsafe) let explainer: SectionExplainer
  private let section: Section
  private let tape: FormulaTape
  /// The rule with the same name as the section's layout, such as `grid`.
  private let rule: LayoutRule
  /// The boxes before the parts are placed.
  private let unplaced: SectionBoxes<FormulaTape>
  private lazy var placed = tape.record(nil, rule) { place() }
  /// The margin-box widths that the rows are measured with; NaN if the content sets the width.
  private lazy var statedWidths = tape.record(nil, rule) {
    section.rows.indices.map {
      unplaced.width(ofRow: $0, section)?.named(.outerWidth, row: $0) ?? .nan
    }
  }

  init(_ explainer: SectionExplainer) {
    self.explainer = explainer
    let section = explainer.section.section
    self.section = section
    tape = explainer.tape
    rule = LayoutRule(rawValue: section.layout.word) ?? .list
    unplaced = explainer.tape.record(nil, rule) {
      SectionBoxes(
        section, width: explainer.sectionWidth, explainer.engine.environment.grid, explainer.tape)
    }
  }

  /// The width of the section.
  var width: Explained { explainer.sectionWidth }

  private func place() -> (boxes: SectionBoxes<FormulaTape>, rows: [LayoutItem<Explained>]) {
    var boxes = unplaced
    var rows = section.rows.indices.map { row in
      let measured = explainer.trace.rows[row]
      let needed = tape.number(
        neededHeight(row).formula, value: measured.neededHeight,
        section.rows[row].height == nil ? .content : .requested)
      var item = LayoutItem(
        node: measured.node, width: outerWidth(row),
        height: measured.height.isNaN ? .nan : needed, contentHeight: needed)
      item.columnSpan = measured.columnSpan
      item.rowSpan = measured.rowSpan
      item.isFullBleed = measured.isFullBleed
      item.isStretched = measured.isStretched
      item.alignment = measured.alignment
      return item
    }
    rows.withUnsafeMutableBufferPointer {
      boxes.place(
        $0, header: supplementHeight(section.header, .headerHeight),
        footer: supplementHeight(section.footer, .footerHeight), in: section)
    }
    return (boxes, rows)
  }

  /// The section's height as its parts determine it.
  lazy var contentHeight: Explained = {
    guard section.isBareRow else { return placed.boxes.contentHeight }
    return tape.record(nil, rule) {
      bareHeight.rounded(scale: scale).by(.section).named(.contentHeight)
    }
  }()

  /// The exact height that a bare row and the minimum height determine.
  private var bareHeight: Explained {
    .most(neededHeight(0), tape.input(.minimumHeight, section.minimumHeight.saneSize)).by(.section)
  }

  /// The section's height: the provider's requested height, or else `contentHeight`.
  var height: Explained {
    requestedHeight.map { $0.rounded(scale: scale).by(.requested) } ?? contentHeight
  }

  /// The provider's requested height, not rounded; `nil` if it requests none.
  private var requestedHeight: Explained? {
    section.frameRequest.height.map {
      let input = LayoutInput(.section(explainer.part), .requestedHeight, value: $0.saneSize)
      return tape.number(.input(input), .requested)
    }
  }

  private var scale: Double { explainer.engine.environment.grid.scale }

  // MARK: Sizes before the parts are placed

  /// Returns the margin-box height of a header or footer; `nil` if there is none.
  private func supplementHeight(
    _ supplement: Section.Supplement?, _ property: LayoutInput.Property
  ) -> Explained? {
    guard let supplement else { return nil }
    return supplement.height.map { tape.input(property, $0.saneSize) }
      ?? contentHeight(of: supplement.node, in: unplaced.area)
  }

  /// Returns the margin-box height that a part's content needs at a given margin-box width.
  private func contentHeight(of node: Int, in width: Explained) -> Explained {
    guard isShown(node) else { return 0 }
    return item(node, in: Lengths(width, .nan)).outerHeight
  }

  private func isShown(_ node: Int) -> Bool {
    section.arena.records.indices.contains(node)
      && !explainer.solver.states[node].flags.contains(.isHidden)
  }

  /// Returns the margin-box height that a row needs: the provider's requested height, or else the
  /// height of the row's content.
  private func neededHeight(_ row: Int) -> Explained {
    let (node, stated) = (section.rows[row].node, statedHeight(row))
    if !stated.isNaN { return stated }
    if !statedWidth(row).isNaN { return contentHeight(of: node, in: statedWidth(row)) }
    guard let item = contentSized(row) else { return 0 }
    return item.outerWidth.value > explainer.trace.rows[row].width + 0.001
      ? contentHeight(of: node, in: unplaced.inner) : item.outerHeight
  }

  private func statedHeight(_ row: Int) -> Explained {
    guard let height = section.rows[row].height?.saneSize else { return .nan }
    return tape.number(.input(LayoutInput(.row(explainer.part, row), .height, value: height)))
  }

  /// Returns the margin-box width that a row is measured with; NaN if its content sets the width.
  private func statedWidth(_ row: Int) -> Explained {
    section.isBareRow ? width : statedWidths[row]
  }

  private func outerWidth(_ row: Int) -> Explained {
    guard statedWidths[row].isNaN else { return statedWidths[row] }
    let subject = Derivation.Subject(owner: .row(explainer.part, row), quantity: .outerWidth)
    let width = explainer.trace.rows[row].width
    return tape.number(
      .derived(
        Derivation(subject, value: width) { [unowned(unsafe) self] in
          guard let item = contentSized(row) else { return Reason(.hidden, 0) }
          let isLimited = section.layout == .flow
          // A flow limits a row to the line's width. Other layouts let wide rows overflow.
          return Reason(
            item.width.rule ?? .content,
            isLimited ? .least(item.outerWidth, unplaced.inner) : item.outerWidth)
        }))
  }

  /// Returns a row measured at the width of its content; `nil` if the row is hidden.
  private func contentSized(_ row: Int) -> MeasuredItem? {
    let node = section.rows[row].node
    guard isShown(node) else { return nil }
    let basis = Lengths(unplaced.inner, .nan)
    var height = statedHeight(row)
    if !height.isNaN { height = .most(height - margins(node, .y, basis), 0) }
    return item(node, .carousel, in: basis, given: Lengths(.nan, height))
  }

  /// Returns a part measured in a box. With the rule `list`, the part is as wide as the box.
  private func item(
    _ node: Int, _ rule: LayoutRule = .list, in basis: Lengths<Explained>,
    given: Lengths<Explained> = .unknown
  ) -> MeasuredItem {
    let box = explainer.solver.makeBox(node, in: .initial, basis: basis.pair)
    return MeasuredItem(
      explainer, explainer.explained(box, basis), rule, in: basis, given: given)
  }

  private func margins(_ node: Int, _ axis: Axis, _ basis: Lengths<Explained>) -> Explained {
    explainer.edges(node, .margin, basis).sum[axis]
  }

  // MARK: Boxes

  /// Returns the box around a header, row, footer or background, and the rules that set the box's
  /// position and height.
  private func box(
    of node: Int
  ) -> (box: SectionBoxes<FormulaTape>.Box, rule: LayoutRule, heightRule: LayoutRule)? {
    let (boxes, rows) = placed
    if let row = row(of: node) {
      return (boxes.box(of: rows[row]), rule, rows[row].height.rule ?? rule)
    }
    if section.header?.node == node { return boxes.header.map { ($0, .header, .header) } }
    if section.footer?.node == node { return boxes.footer.map { ($0, .footer, .footer) } }
    guard section.background == node else { return nil }
    return boxes.background.map { ($0, .background, .background) }
  }

  private func row(of node: Int) -> Int? { section.rows.firstIndex { $0.node == node } }

  /// Returns the sizes that the percentages of a part refer to.
  func percentBasis(of node: Int) -> Lengths<Explained> {
    if node == 0 { return Lengths(width, .nan) }
    let width = row(of: node).map { statedWidth($0).or(unplaced.inner) } ?? unplaced.area
    return Lengths(width, .nan)
  }

  /// The size in which the content of a bare row is laid out.
  lazy var bareSize = Lengths(
    explainer.derived(0, .width, Double(explainer.trace.bareSize.x)) { [unowned(unsafe) self] in
      item(0, in: Lengths(width, .nan)).width.reason(.stretch)
    },
    explainer.derived(0, .height, Double(explainer.trace.bareSize.y)) { [unowned(unsafe) self] in
      let exact = requestedHeight ?? bareHeight
      let inner = Explained.most(exact - margins(0, .y, Lengths(width, .nan)), 0)
      return Reason(exact.rule ?? .section, inner)
    })

  /// Returns the rule and formula of the position or size of a header, row, footer or background.
  func reason(_ node: Int, _ aspect: PageExplainer.Aspect, _ axis: Axis) -> Reason {
    guard let (box, rule, heightRule) = box(of: node) else { return Reason(.hidden, 0) }
    let basis = percentBasis(of: node)
    let margin = explainer.edges(node, .margin, basis)
    switch (aspect, axis) {
    case (.size, .x):
      return item(node, in: basis, given: Lengths(box.width, .nan)).width.reason(.stretch)
    case (.size, .y): return Reason(heightRule, .most(box.height - margin.sum.y, 0))
    case (.position, .x) where explainer.isRightToLeft:
      return Reason(rule, width - box.x - margin.far.x - explainer.size(of: node, .x))
    case (.position, .x): return Reason(rule, box.x + margin.near.x)
    case (.position, .y): return Reason(rule, box.y + margin.near.y)
    }
  }
}
