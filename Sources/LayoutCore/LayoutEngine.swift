/// A layout engine that computes every frame of a page.
///
/// | part | task |
/// |---|---|
/// | `Flexbox/` | lays out nodes: boxes and text leaves |
/// | `SectionLayouts/` | places the rows of a section: list, grid, flow, waterfall, … |
/// | `Scrolling/` | computes what is pinned, floating and visible at a scroll offset |
/// | `PixelGrid` | rounds to pixels, as a separate step |
package struct LayoutEngine: Sendable {
  package let environment: LayoutEnvironment
  package let measurer: any TextMeasurer
  package let profile: LayoutProfile
  /// The maximum number of threads that work at a time; `nil` means one per processor. It does not
  /// affect the frames.
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
  /// Sections of the flow are placed one below the other, each below its `gapAbove`. An overlay is
  /// placed where the next section begins, after its own gap, and takes no height. Floating
  /// sections are placed at the edges of a screen that is not scrolled (`Viewport` places them at
  /// any offset).
  ///
  /// Fills in `rowHeights`, `rowFrames`, `parts`, `contentHeight` and `frame` of each section and
  /// the frames of its nodes. The frame's height is the requested one, or the content's if none is
  /// requested. To report the difference, compare `frame.height` with `contentHeight`. The arena's
  /// `tooDeepNodes` lists subtrees that are nested too deeply.
  /// Complexity: O(nodes + text), regardless of nesting, within `LayoutBudget`.
  /// - Returns: The cost of each section.
  @discardableResult
  package func layOut(_ sections: inout [LayoutSection]) -> [LayoutCost] {
    let costs = layOutEach(&sections)
    place(&sections)
    return costs
  }

  /// Lays out each section by itself, at y 0: the first half of `layOut`.
  /// - Parameter isLaidOut: Whether the section at an index was already laid out in this
  ///   environment.
  /// - Returns: The cost of each section. The frames of sections that exceeded a budget are
  ///   meaningless.
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
    // Sequentially, so that the rest of the page's budget does not depend on threads.
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

  /// Places sections that are already laid out. Complexity: O(sections).
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

  /// Returns the frame, at y 0, of a section whose content is laid out.
  func frame(of section: LayoutSection) -> Rect {
    let request = section.frameRequest
    return Rect(
      x: request.x.sane, y: 0, width: (request.width ?? environment.width).saneSize,
      height: request.height?.saneSize ?? section.contentHeight)
  }
}

/// The properties of a section that are needed to place it on its page.
package protocol PlacedSection {
  var placement: LayoutSection.Placement { get }
  var gapAbove: Double { get }
  var frame: Rect { get set }
}

extension LayoutSection: PlacedSection {}

extension Double {
  /// A length from an untrusted source: NaN becomes 0, and other values are limited so that sums
  /// stay finite.
  var sane: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e9), 1e9) }
  var saneSize: Double { Swift.max(0, sane) }
}
