/// An explanation of the frame of every node of a page.
///
/// ```swift
/// let explainer = PageExplainer(tree)
/// if let frame = explainer.frame(of: 7, in: .section(2)) { print(frame.width.reason.rule) }
/// ```
///
/// Numbers are exact: rounding to pixels comes later. Only pages that are not scrolled are
/// supported.
/// Complexity: The first request for a section lays it out once more; a formula costs O(siblings).
package final class PageExplainer {
  /// The four numbers of a box.
  package struct Frame {
    package let x, y, width, height: Derivation
    package var all: [Derivation] { [width, height, x, y] }
  }

  private let sections: GrowingArray<PlacedSection>
  private let bars: [PagePart: PlacedSection]
  private let engine: LayoutEngine
  private var explainers: [PagePart: SectionExplainer] = [:]
  private var frames: [PagePart: Frame] = [:]

  package convenience init(_ tree: LayoutTree) {
    var bars: [PagePart: PlacedSection] = [:]
    bars[.top] = tree.chrome.top
    bars[.bottom] = tree.chrome.bottom
    self.init(
      tree.sections, bars: bars,
      engine: LayoutEngine(environment: tree.environment, measurer: tree.measurer))
  }

  /// - Parameter sections: Sections that the engine has laid out.
  package init(
    _ sections: GrowingArray<PlacedSection>, bars: [PagePart: PlacedSection] = [:],
    engine: LayoutEngine
  ) {
    self.sections = sections
    self.bars = bars
    self.engine = engine
  }

  private func section(_ part: PagePart) -> PlacedSection? {
    guard case .section(let index) = part else { return bars[part] }
    return sections.indices.contains(index) ? sections[index] : nil
  }

  private func explainer(_ part: PagePart) -> SectionExplainer? {
    if let known = explainers[part] { return known }
    guard let section = section(part) else { return nil }
    let explainer = SectionExplainer(section, part, engine: engine)
    explainers[part] = explainer
    return explainer
  }

  /// Returns a node's box relative to its parent, or the root's box relative to its section; `nil`
  /// if there is no such node.
  package func frame(of node: Int, in part: PagePart) -> Frame? {
    guard let explainer = explainer(part), explainer.section.arena.records.indices.contains(node)
    else { return nil }
    return explainer.frame(of: node)
  }

  /// Returns a section's box on the page, or a bar's box in its own coordinates.
  package func frame(of part: PagePart) -> Frame? {
    if let known = frames[part] { return known }
    guard let section = section(part) else { return nil }
    func number(
      _ quantity: Derivation.Subject.Quantity, _ value: Double, _ make: @escaping () -> Reason
    ) -> Derivation {
      Derivation(.init(owner: .section(part), quantity: quantity), value: value, make)
    }
    let requestedX = section.frameRequest.x.sane
    let frame = Frame(
      x: number(.x, section.frame.x) {
        requestedX == 0
          ? Reason(.section, 0)
          : Reason(
            .requested, .input(LayoutInput(.section(part), .requestedX, value: requestedX)))
      },
      y: number(.y, section.frame.y) { [unowned self] in top(of: part) },
      width: number(.width, section.frame.width) { [unowned self] in
        guard let explainer = explainer(part) else { return Reason(.page, 0) }
        return Reason(
          section.frameRequest.width == nil ? .page : .requested, explainer.sectionWidth)
      },
      height: number(.height, section.frame.height) { [unowned self] in
        explainer(part)?.parts.height.reason(.section) ?? Reason(.section, 0)
      })
    frames[part] = frame
    return frame
  }

  /// Returns the path from the section's root to a node, both included. Complexity: O(depth).
  package func ancestors(of node: Int, in part: PagePart) -> [Int] {
    guard let explainer = explainer(part) else { return [] }
    var chain: [Int] = []
    var ancestor = node
    while ancestor >= 0 {
      chain.append(ancestor)
      ancestor = Int(explainer.solver.states[ancestor].parent)
    }
    return chain.reversed()
  }

  // MARK: Positions from the top of the page

  private func height(_ part: PagePart) -> Formula? {
    frame(of: part).map { .derived($0.height) }
  }

  private func gap(_ index: Int) -> Formula? {
    let gap = sections[index].gapAbove.saneSize
    return gap == 0
      ? nil : .input(LayoutInput(.section(.section(index)), .gapAbove, value: gap))
  }

  /// Returns the sum of the heights of the sections above and the gaps; see `LayoutEngine.place`.
  private func top(of part: PagePart) -> Reason {
    guard case .section(let index) = part else { return Reason(.page, 0) }
    func stacked(_ indices: Range<Int>, _ placement: Section.Placement) -> [Formula?] {
      indices.filter { sections[$0].placement == placement }
        .flatMap { [gap($0), height(.section($0))] }
    }
    switch sections[index].placement {
    case .flow: return Reason(.page, .total(stacked(0..<index, .flow) + [gap(index)]))
    case .overlay: return Reason(.overlay, .total(stacked(0..<index, .flow) + [gap(index)]))
    case .floatTop:
      return Reason(.floatTop, .total(stacked(0..<index, .floatTop) + [gap(index)]))
    case .floatBottom:
      let screen = LayoutInput(.page, .screenHeight, value: engine.environment.height)
      let below =
        [height(.top), height(.bottom)] + stacked(index + 1..<sections.count, .floatBottom)
      return Reason(.floatBottom, .total([.input(screen)], minus: below + [height(part)]))
    }
  }
}
