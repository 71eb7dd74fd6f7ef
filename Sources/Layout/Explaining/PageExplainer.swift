/// An explanation of the frame of every node of a page.
///
/// ```swift
/// let explainer = PageExplainer(sections, environment: environment, measurer: measurer)
/// if let frame = explainer.frame(of: 7, in: .section(2)) { print(frame.width.reason.rule) }
/// ```
///
/// Explained values are exact, before rounding to pixels. The page must not be scrolled.
/// Complexity: The first request for a section lays it out once more; a formula costs O(siblings).
package final class PageExplainer {
  /// The explained position and size of a box, in points.
  package struct Frame {
    package let x, y, width, height: Derivation
    package var all: [Derivation] { [width, height, x, y] }

    init(
      _ owner: LayoutInput.Owner, _ rect: Rect, _ reason: @escaping (Aspect, Axis) -> Reason
    ) {
      func number(
        _ quantity: Derivation.Subject.Quantity, _ value: Double, _ aspect: Aspect, _ axis: Axis
      ) -> Derivation {
        Derivation(.init(owner: owner, quantity: quantity), value: value) { reason(aspect, axis) }
      }
      x = number(.x, rect.x, .position, .x)
      y = number(.y, rect.y, .position, .y)
      width = number(.width, rect.width, .size, .x)
      height = number(.height, rect.height, .size, .y)
    }
  }

  /// Whether a value is the position or the size of a box along an axis.
  enum Aspect { case position, size }

  private let sections: [PlacedSection]
  private let top, bottom: PlacedSection?
  private let engine: LayoutEngine
  private var explainers: [PagePart: SectionExplainer] = [:]
  private var frames: [PagePart: Frame] = [:]

  /// - Parameters:
  ///   - sections: The laid out sections of the page.
  ///   - top: The bar above the content; `nil` for none.
  ///   - bottom: The bar below the content; `nil` for none.
  package init(
    _ sections: [PlacedSection], top: PlacedSection? = nil, bottom: PlacedSection? = nil,
    environment: LayoutEnvironment, measurer: any TextMeasurer
  ) {
    self.sections = sections
    (self.top, self.bottom) = (top, bottom)
    engine = LayoutEngine(environment: environment, measurer: measurer)
  }

  private func section(_ part: PagePart) -> PlacedSection? {
    switch part {
    case .section(let index): sections.indices.contains(index) ? sections[index] : nil
    case .top: top
    case .bottom: bottom
    }
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
    let frame = Frame(.section(part), section.frame) { [unowned(unsafe) self] aspect, axis in
      reason(part, section.section.frameRequest, aspect, axis)
    }
    frames[part] = frame
    return frame
  }

  private func reason(
    _ part: PagePart, _ request: Section.FrameRequest, _ aspect: Aspect, _ axis: Axis
  ) -> Reason {
    switch (aspect, axis) {
    case (.position, .x):
      let x = LayoutInput(.section(part), .requestedX, value: request.x.sane)
      return x.value == 0 ? Reason(.section, 0) : Reason(.requested, rounded(.input(x)))
    case (.position, .y): return top(of: part)
    case (.size, .x):
      guard let explainer = explainer(part) else { return Reason(.page, 0) }
      return Reason(request.width == nil ? .page : .requested, explainer.sectionWidth)
    case (.size, .y):
      return explainer(part)?.parts.height.reason(.section) ?? Reason(.section, 0)
    }
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
    let gap = sections[index].section.gapAbove.saneSize
    return gap == 0
      ? nil : rounded(.input(LayoutInput(.section(.section(index)), .gapAbove, value: gap)))
  }

  /// Returns a length as the page uses it, in whole pixels. A length that is whole needs no rounding
  /// in its formula.
  private func rounded(_ length: Formula) -> Formula {
    let grid = engine.environment.grid
    return grid.snap(length.value) == length.value ? length : .rounded(length, scale: grid.scale)
  }

  /// Returns the reason for a part's y: the heights and gaps of the parts stacked before it.
  private func top(of part: PagePart) -> Reason {
    guard case .section(let index) = part else { return Reason(.page, 0) }
    func stacked(_ indices: Range<Int>, _ placement: Section.Placement) -> [Formula?] {
      indices.filter { sections[$0].section.placement == placement }
        .flatMap { [gap($0), height(.section($0))] }
    }
    switch sections[index].section.placement {
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
