import SectionEngine

/// The pages of one feed that a check examines.
package struct CheckPages: Sendable {
  /// The page in the requested environment.
  var base: CheckedPage
  /// Creates the page in the other appearance, on demand, so that only one page besides `base` is
  /// in memory. If the result is `nil`, the rules that need the page are skipped.
  var otherAppearance: @Sendable () -> CheckedPage? = { nil }
  /// Creates the page at the largest text size; `nil` if `base` already has that text size.
  var largestText: @Sendable () -> CheckedPage? = { nil }
  var mirrored: @Sendable () -> CheckedPage? = { nil }
  /// The diagnostics of the additional pages that rules created.
  private let found = Monitor([Diagnostic]())
  /// The blocks of the feed.
  var blocks: [Block] = []
  /// The blocks of the feed at the base revision; empty without one.
  package var earlierBlocks: [Block] = []
  /// The clients to which the feed may be sent.
  var clients: [Client] = []
  var expectations = Expectations()
  /// The views of the app or the layers of a design, in points, to compare with the page.
  package var apps: [ViewHierarchy] = []
  /// The page of the feed; `stresses` are the content changes to test on it.
  var feedPage: FeedPage?
  var stresses: [Stress] = []

  /// The diagnostics of `base`, then those of the additional pages that rules created so far.
  package var diagnostics: [Diagnostic] {
    let known = Set(base.diagnostics)
    return base.diagnostics + found.withState { $0.filter { !known.contains($0) } }
  }

  init(base: CheckedPage) { self.base = base }

  package init(
    _ base: FeedPage, bothAppearances: Bool, clients: [Client] = [],
    expectations: Expectations = Expectations(), stresses: [Stress] = []
  ) {
    self.init(base: CheckedPage(base))
    self.base.diagnostics += base.memberFindings
    func changed(
      isExamined: Bool = true, _ change: (inout LayoutEnvironment) -> Void
    ) -> @Sendable () -> CheckedPage? {
      var environment = base.environment
      change(&environment)
      return { [found, environment] in
        let page = CheckedPage(
          base.engine.page(base.scene.replacing(environment: environment)), isExamined: isExamined)
        found.change { $0 += page.diagnostics }
        return page
      }
    }
    (self.clients, self.expectations) = (clients, expectations)
    feedPage = stresses.isEmpty ? nil : base
    self.stresses = stresses
    blocks = Array(base.scene.feed.blocks)
    if bothAppearances {
      otherAppearance = changed { $0.appearance = $0.appearance == .light ? .dark : .light }
    }
    if base.environment.textSize != .ax5 { largestText = changed { $0.textSize = .ax5 } }
    // For the mirrored page, rules compare only frames, so its nodes are not examined.
    mirrored = changed(isExamined: false) { $0.direction = $0.direction == .ltr ? .rtl : .ltr }
  }
}

struct CheckedPage: Sendable {
  let tree: LayoutTree
  fileprivate(set) var diagnostics: [Diagnostic]
  let sections: [CheckedSection]
  var isAndroid: Bool { tree.environment.platform == .android }

  init(_ page: FeedPage, isExamined: Bool = true) {
    self.init(page.rendered, isExamined: isExamined, block: page.block(ofSection:))
  }

  init(
    _ page: RenderedPage, isExamined: Bool = true, block: (Int) -> Block? = { _ in nil }
  ) {
    let tree = page.tree
    self.tree = tree
    diagnostics = page.diagnostics
    let names = tree.sectionNames
    sections = tree.sections.indices.map { index in
      CheckedSection(
        index, named: names[index], of: tree, block: block(index), isExamined: isExamined)
    }
  }
}
