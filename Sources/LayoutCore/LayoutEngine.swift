/// Computes every frame of a page.
///
/// | what | for |
/// |---|---|
/// | `Flexbox/` | node layout: boxes, text leaves |
/// | `SectionLayouts/` | items of list, carousel and pager; rows of a section; sections of a page |
/// | `PixelGrid` | rounding, a step of its own |
package struct LayoutEngine: Sendable {
  package let environment: LayoutEnvironment
  package let measurer: any TextMeasurer
  package let profile: LayoutProfile

  package init(
    environment: LayoutEnvironment, measurer: any TextMeasurer, profile: LayoutProfile = .contract
  ) {
    self.environment = environment
    self.measurer = measurer
    self.profile = profile
  }

  /// Lays out the sections and stacks them in order, from y 0, without gaps.
  ///
  /// Fills in `rowHeights`, `contentHeight` and `frame` of each section and the frames of its nodes.
  /// The frame's height is the requested one, else the content's; a caller that wants to report the
  /// difference compares `frame.height` with `contentHeight`, and finds subtrees that are too deep in
  /// the arena's `tooDeepNodes`.
  /// Complexity: O(nodes + text), whatever the nesting.
  package func layOut(_ sections: inout [LayoutSection]) {
    var y = 0.0
    for index in sections.indices {
      layOut(&sections[index])
      sections[index].frame.y = y
      y += sections[index].frame.height
    }
  }

  private func layOut(_ section: inout LayoutSection) {
    let request = section.frameRequest
    let width = (request.width ?? environment.width).saneSize
    let solver = SectionSolver(
      isRightToLeft: environment.direction == .rtl, profile: profile, measurer: measurer,
      width: width)
    solver.layOut(&section)
    section.frame = Rect(
      x: request.x.sane, y: 0, width: width,
      height: request.height?.saneSize ?? section.contentHeight)
  }
}

extension Double {
  /// A length from outside: NaN is 0, the rest is limited so that sums stay finite.
  var sane: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e9), 1e9) }
  var saneSize: Double { Swift.max(0, sane) }
}
