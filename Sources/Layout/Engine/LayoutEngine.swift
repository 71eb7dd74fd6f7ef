/// A layout engine that computes every frame of a page.
///
/// | part | task |
/// |---|---|
/// | `Flexbox/` | lays out nodes: boxes and text leaves |
/// | `SectionLayouts/` | places the rows of a section: list, grid, flow, waterfall, … |
/// | `Scrolling/` | computes what is pinned, floating and visible at a scroll offset |
/// | `PixelGrid` | rounds to pixels, as a separate step |
package struct LayoutEngine: Sendable {
  /// The revision of the rules by which frames are computed, which pages state. Frames of other
  /// revisions are compared within a pixel.
  ///
  /// - 1: Frames are exact, and rounded only for display.
  /// - 2: Sections have whole pixels, and texts are rounded up to pixels. A line has room for the
  ///   fallback fonts that it uses. On iOS, a wrapped text is as wide as its longest line.
  package static let rules = 2

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
  /// Origins and heights of sections are whole pixels (`LayoutEnvironment.grid`), so that a section
  /// that only moves keeps the pixels of its content. A page can be half a pixel higher or lower for
  /// each section than the sum of the exact heights.
  ///
  /// Sections of the flow are placed one below the other, each below its `gapAbove`. An overlay is
  /// placed below the flow so far, after the overlay's own gap, and takes no height. Floating
  /// sections are placed at the edges of a screen that is not scrolled (`Viewport` places them at
  /// any offset).
  ///
  /// A section's frame has the requested height, or else the height of its content. To detect a
  /// requested height that differs from the content, compare `frame.height` with `contentHeight`.
  /// The arena's `tooDeepNodes` lists subtrees that are nested too deeply.
  /// Complexity: O(nodes + text), regardless of nesting, within `LayoutBudget`.
  package func layOut(_ sections: [Section]) -> [PlacedSection] {
    var placed = sections.map(PlacedSection.init)
    var visits = LayoutBudget.page
    layOutEach(&placed, visits: &visits)
    place(&placed)
    Viewport(offset: 0, height: environment.height).placeFloating(&placed)
    return placed
  }

  /// Lays out each section by itself, at y 0. `layOut` then places the sections on the page.
  /// - Parameters:
  ///   - kept: The rows that each section keeps from an earlier layout; empty if none keeps any.
  ///   - left: The visits that the page has left for these and later sections.
  package func layOutEach(
    _ placed: inout [PlacedSection], keeping kept: [EarlierRows?] = [], visits left: inout Int
  ) {
    placed.withUnsafeMutableBufferPointer { placed in
      nonisolated(unsafe) let placed = placed
      forEachChunk(weights: placed.map({ $0.section.arena.count })) { chunk in
        for index in chunk {
          let free = LayoutBudget.free(nodes: placed[index].section.arena.count)
          if let kept = kept.isEmpty ? nil : kept[index] {
            layOut(&placed[index], budget: free, keeping: kept)
            // With kept rows, the cost is only an upper bound.
            if placed[index].cost.exceeded == nil { continue }
          }
          layOut(&placed[index], budget: free)
        }
      }
    }
    // Lays out again the sections that exceeded their free cost. They use the page's budget in
    // document order, so the result does not depend on threads.
    for index in placed.indices where placed[index].cost.exceeded != nil {
      let budget = LayoutBudget.section(nodes: placed[index].section.arena.count)
      layOut(&placed[index], budget: min(budget, left))
      placed[index].cost.isFree = false
      if placed[index].cost.exceeded != nil && left < budget {
        placed[index].cost.exceeded = .page
      }
      left = max(0, left - placed[index].cost.visits)
    }
  }

  /// Places the sections of the flow, which are already laid out, below each other, and the
  /// overlays between them. Complexity: O(sections).
  /// - Parameter top: The y at which the gap above the first section begins.
  /// - Returns: The y at which the last section of the flow ends.
  @discardableResult
  package func place(_ sections: inout [PlacedSection], below top: Double = 0) -> Double {
    var y = top
    let grid = environment.grid
    for index in sections.indices {
      let top = y + grid.snap(sections[index].section.gapAbove.saneSize)
      switch sections[index].section.placement {
      case .flow:
        sections[index].frame.y = top
        y = top + sections[index].frame.height
      case .overlay: sections[index].frame.y = top
      case .floatTop, .floatBottom: break
      }
    }
    return y
  }

  private func layOut(
    _ placed: inout PlacedSection, budget: Int, keeping kept: EarlierRows? = nil
  ) {
    let request = placed.section.frameRequest
    solver(of: placed.section).layOut(&placed, budget: budget, keeping: kept)
    if let distance = placed.section.scroll {
      if placed.section.scrollsAlongX {
        placed.section.currentGroup = groupInView(placed)
      } else {
        placed.contentOffset = placed.section.arena.scroll(by: distance.saneSize)
      }
    }
    let grid = environment.grid
    placed.frame = Rect(
      x: grid.snap(request.x.sane), y: 0, width: (request.width ?? environment.width).saneSize,
      height: grid.requestedHeight(of: placed.section) ?? placed.contentHeight)
  }

  /// Returns the index of the first group that is at least partly visible in the section.
  private func groupInView(_ placed: PlacedSection) -> Int {
    let width = placed.section.frameRequest.width ?? environment.width
    let first = placed.rowFrames.firstIndex {
      environment.direction == .rtl ? $0.x < width : $0.maxX > 0
    }
    return (first ?? 0) / max(1, placed.section.lanes)
  }

  func solver(of section: Section) -> SectionSolver {
    SectionSolver(
      isRightToLeft: environment.direction == .rtl, profile: profile, measurer: measurer,
      width: (section.frameRequest.width ?? environment.width).saneSize, grid: environment.grid)
  }
}

extension Double {
  /// The untrusted value as a length: NaN becomes 0, and other values are clamped so that sums stay
  /// finite.
  var sane: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e9), 1e9) }
  var saneSize: Double { Swift.max(0, sane) }
}

extension LayoutEngine {
  /// The number of nodes below which a second thread costs more than it saves.
  private static let bulk = 2_000

  /// Calls `body` with contiguous chunks that together cover all indices, on several threads if
  /// there is enough work. Sections are independent of each other, so the order does not matter.
  /// - Parameter weights: One weight per index; the chunks have about the same total weight.
  func forEachChunk(weights: [Int], _ body: @Sendable (Range<Int>) -> Void) {
    let total = weights.reduce(0, +)
    // More chunks than threads, so that one slow chunk does not delay the others.
    let wanted = min(threads.map { 8 * $0 } ?? 64, weights.count, total / (Self.bulk / 2))
    guard threads != 1, wanted > 1 else { return body(0..<weights.count) }
    var bounds = [0]
    var sum = 0
    for (index, weight) in weights.enumerated() {
      sum += weight
      if sum * wanted >= total * bounds.count && bounds.count < wanted { bounds.append(index + 1) }
    }
    if bounds.last != weights.count { bounds.append(weights.count) }
    let count = bounds.count - 1
    concurrently(count, threads: threads) { [bounds] chunk in
      body(bounds[chunk]..<bounds[chunk + 1])
    }
  }
}
