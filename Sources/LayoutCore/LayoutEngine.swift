/// Computes every frame of a page.
///
/// | what | for |
/// |---|---|
/// | `Flexbox/` | node layout: boxes, text leaves |
/// | `SectionLayouts/` | rows of a section by its layout: list, grid, flow, waterfall, … |
/// | `Scrolling/` | what pins, floats and shows at a scroll offset |
/// | `PixelGrid` | rounding, a step of its own |
package struct LayoutEngine: Sendable {
  package let environment: LayoutEnvironment
  package let measurer: any TextMeasurer
  package let profile: LayoutProfile
  /// At most so many threads work at a time; `nil`: one for each processor. The frames are the same.
  package let threads: Int?

  package init(
    environment: LayoutEnvironment, measurer: any TextMeasurer,
    profile: LayoutProfile = .contract, threads: Int? = nil
  ) {
    self.threads = threads
    self.environment = environment
    self.measurer = measurer
    self.profile = profile
  }

  /// Lays out the sections and places them on the page, which begins at y 0.
  ///
  /// Sections of the flow stand one below the other with their `gapAbove`; an overlay stands where the
  /// next section does, after its gap, and takes no height; floating sections stand at the edges of a
  /// screen that is not scrolled (`Viewport` has them at any offset).
  ///
  /// Fills in `rowHeights`, `rowFrames`, `parts`, `contentHeight` and `frame` of each section and the
  /// frames of its nodes. The frame's height is the requested one, else the content's; a caller that
  /// wants to report the difference compares `frame.height` with `contentHeight`, and finds subtrees
  /// that are too deep in the arena's `tooDeepNodes`.
  /// Complexity: O(nodes + text), whatever the nesting, within `LayoutBudget`.
  /// - Returns: what each section took.
  @discardableResult
  package func layOut(_ sections: inout [LayoutSection]) -> [LayoutCost] {
    let costs = layOutEach(&sections)
    place(&sections)
    return costs
  }

  /// The first half of `layOut`: of each section by itself, which stands at y 0.
  /// - Parameter isLaidOut: whether a section, by its index, was laid out before in this environment.
  /// - Returns: what each section took. The frames of those that exceeded a budget mean nothing.
  package func layOutEach(
    _ sections: inout [LayoutSection], unless isLaidOut: @Sendable (Int) -> Bool = { _ in false }
  ) -> [LayoutCost] {
    var costs = Array(repeating: LayoutCost(), count: sections.count)
    sections.withUnsafeMutableBufferPointer { sections in
      costs.withUnsafeMutableBufferPointer { costs in
        nonisolated(unsafe) let (sections, costs) = (sections, costs)
        forEachChunk(weights: sections.map(\.arena.count)) { chunk in
          for index in chunk where !isLaidOut(index) {
            let free = LayoutBudget.free(nodes: sections[index].arena.count)
            costs[index] = layOut(&sections[index], budget: free)
          }
        }
      }
    }
    // One after the other, so that what is left of the page's budget does not depend on threads.
    var left = LayoutBudget.page
    for index in costs.indices where costs[index].exceeded != nil {
      let budget = LayoutBudget.section(nodes: sections[index].arena.count)
      costs[index] = layOut(&sections[index], budget: min(budget, left))
      costs[index].isFree = false
      if costs[index].exceeded != nil && left < budget { costs[index].exceeded = .page }
      left = max(0, left - costs[index].visits)
    }
    return costs
  }

  /// Places sections that are laid out already. Complexity: O(sections).
  @specialized(where Section == LayoutSection)
  package func place<Section: PlacedSection>(_ sections: inout [Section]) {
    var y = 0.0
    for index in sections.indices {
      let top = y + sections[index].gapAbove.saneSize
      switch sections[index].placement {
      case .flow:
        sections[index].frame.y = top
        y = top + sections[index].frame.height
      case .overlay: sections[index].frame.y = top
      case .floatTop, .floatBottom: break
      }
    }
    Viewport(offset: 0, height: environment.height).placeFloating(&sections)
  }

  private func layOut(_ section: inout LayoutSection, budget: Int) -> LayoutCost {
    let cost = solver(of: section).layOut(&section, budget: budget)
    section.frame = frame(of: section)
    return cost
  }

  func solver(of section: LayoutSection) -> SectionSolver {
    SectionSolver(
      isRightToLeft: environment.direction == .rtl, profile: profile, measurer: measurer,
      width: (section.frameRequest.width ?? environment.width).saneSize)
  }

  /// Of a section whose content is laid out, at y 0.
  func frame(of section: LayoutSection) -> Rect {
    let request = section.frameRequest
    return Rect(
      x: request.x.sane, y: 0, width: (request.width ?? environment.width).saneSize,
      height: request.height?.saneSize ?? section.contentHeight)
  }
}

/// What standing a section on its page needs of it.
package protocol PlacedSection {
  var placement: LayoutSection.Placement { get }
  var gapAbove: Double { get }
  var frame: Rect { get set }
}

extension LayoutSection: PlacedSection {}

extension Double {
  /// A length from outside: NaN is 0, the rest is limited so that sums stay finite.
  var sane: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e9), 1e9) }
  var saneSize: Double { Swift.max(0, sane) }
}
