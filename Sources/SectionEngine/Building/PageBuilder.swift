package import Diagnostics
package import FeedSession
package import LayoutCore
package import Providers
package import Renderers

/// Builds a laid out page of a feed: requests to the providers, sections, frames.
package struct PageBuilder: Sendable {
  package var registry: ProviderRegistry
  package var runner: any ProviderRunner
  package var measurer: any TextMeasurer
  package var unknown: UnknownPolicy
  /// The maximum number of threads per page; `nil` for one per processor.
  package var threads: Int?
  private let knownHeights: KnownHeights?

  /// - Parameter remembersHeights: Whether a section that is lost keeps the height of its last
  ///   drawing; for pages of one feed.
  package init(
    _ providers: SectionProviders, unknown: UnknownPolicy = .generic, remembersHeights: Bool = true
  ) {
    knownHeights = remembersHeights ? KnownHeights() : nil
    registry = providers.registry
    runner = providers.runner
    measurer = providers.measurer
    self.unknown = unknown
  }

  /// Returns the page of a feed in its completed state. A pure function of feed and environment if
  /// the providers are. Complexity: linear in blocks and nodes.
  package func page(of feed: Feed, in environment: LayoutEnvironment) -> RenderedPage {
    build(feed.blocks, of: feed.layout, found: feed.diagnostics, in: environment).page
  }

  /// Returns the page like `page(of:in:)`, in a given state of the feed.
  /// - Parameters:
  ///   - blocks: In display order.
  ///   - found: Diagnostics of their documents; they precede those of drawing.
  ///   - memo: The sections of earlier pages; only new ones are drawn and laid out.
  package func build(
    _ blocks: [Block], of layout: FeedLayout, found: [Diagnostic] = [],
    in environment: LayoutEnvironment, state: PageState = .completed, memo: SectionMemo? = nil
  ) -> BuiltPage {
    var answers = memo?.answers(for: blocks, of: layout, in: environment) ?? []
    let known = answers.map(\.entry)
    let drawings = drawings(of: blocks, in: environment, layout: layout, known: known)
    let page = lay(
      drawings, of: blocks, layout, found: found, in: environment, state: state, known: known)
    memo?.learn(page, drawings, of: blocks, layout, &answers)
    return page
  }

  /// Returns the providers' drawings of blocks, before layout.
  /// - Parameter known: For each block, its known section, which is not drawn again; empty if there
  ///   are none.
  package func drawings(
    of blocks: [Block], in environment: LayoutEnvironment, layout: FeedLayout,
    known: [SectionMemo.Entry?] = []
  ) -> [FallbackLadder.Drawing] {
    let heights = knownHeights?.heights(of: blocks, in: environment)
    let known = known.isEmpty ? Array(repeating: nil, count: blocks.count) : known
    // The ladder also gets the known blocks that a diagnostic about several blocks may count.
    let asked = blocks.indices.filter { known[$0]?.drawing.isIndependent != true }
    var drawn = ArraySlice<FallbackLadder.Drawing>()
    if !asked.isEmpty {
      let requests = asked.map { index in
        var request = blocks[index].request(in: environment, layout: layout)
        request.lastHeight = heights?[index]
        return request
      }
      drawn = ladder(layout).draw(requests, known: asked.map { known[$0]?.drawing })[...]
    }
    return known.compactMap { entry in
      entry.flatMap { $0.drawing.isIndependent ? $0.drawing : nil } ?? drawn.popFirst()
    }
  }

  private func ladder(_ layout: FeedLayout) -> FallbackLadder {
    FallbackLadder(
      registry: registry, runner: runner, unknown: unknown,
      placeholderHeight: layout.fallback.placeholderHeight)
  }

  /// Returns the placeholder for a section whose layout exceeded a budget.
  private func placeholder(
    for lost: PlacedSection, because diagnostic: inout Diagnostic, of block: Block,
    _ engine: LayoutEngine, _ layout: FeedLayout
  ) -> PlacedSection {
    var request = block.request(in: engine.environment, layout: layout)
    request.lastHeight = knownHeights?.heights(of: [block], in: engine.environment)[0]
    diagnostic.location = request.blockCodeValue.location
    var section = ladder(layout).placeholder(
      for: request, reason: diagnostic.message, isLost: true)
    section.isClosable = lost.isClosable
    section.diagnosticCodes = lost.diagnosticCodes
    section.addDiagnosticCode(diagnostic.code)
    var placed = engine.layOut([section])[0]
    placed.cost = lost.cost
    return placed
  }

  /// Lays out the drawings of the blocks. Frames depend on the environment's width, height,
  /// direction and text size; its appearance, scale and locale are only recorded on the page.
  /// - Parameters:
  ///   - chrome: The chrome of this layout, state and environment, if it is already laid out.
  ///   - known: For each block, its known section, which only has to be placed; empty if there are
  ///     none.
  package func lay(
    _ drawings: [FallbackLadder.Drawing], of blocks: [Block], _ layout: FeedLayout,
    found: [Diagnostic], in environment: LayoutEnvironment, state: PageState,
    chrome: LayoutTree.Chrome? = nil, known: [SectionMemo.Entry?] = []
  ) -> BuiltPage {
    var diagnostics = found
    var drawn: [(section: Section, block: Int?)] = []
    drawn.reserveCapacity(drawings.count)
    for (index, drawing) in drawings.enumerated() {
      diagnostics += drawing.diagnostics
      guard var section = drawing.section else { continue }
      if blocks[index].isClosable { section.isClosable = true }
      drawn.append((section, index))
    }

    let engine = LayoutEngine(environment: environment, measurer: measurer, threads: threads)
    let chrome = chrome ?? engine.chrome(of: layout, state: state)
    let viewport = Viewport.atRest(in: environment, chrome: chrome)
    StateSections(layout: layout, environment: environment)
      .add(to: &drawn, for: state.content, height: viewport.bottom - viewport.top)
    var sections = engine.layOutEach(
      drawn.map(\.section),
      known: { index in known.isEmpty ? nil : drawn[index].block.flatMap { known[$0]?.placed } })
    for index in sections.indices {
      guard let block = drawn[index].block, var diagnostic = sections[index].budgetSpent
      else { continue }
      sections[index] = placeholder(
        for: sections[index], because: &diagnostic, of: blocks[block], engine, layout)
      diagnostics.append(diagnostic)
    }
    layout.spacing.setGaps(of: &sections)
    engine.place(&sections)
    viewport.placeFloating(&sections)
    for index in sections.indices {
      for finding in sections[index].layoutFindings {
        diagnostics.append(finding)
        sections[index].section.addDiagnosticCode(finding.code)
      }
    }
    knownHeights?.remember(sections, of: blocks, by: drawn.map(\.block), in: environment)
    let tree = LayoutTree(
      feedID: layout.name, title: layout.title, layoutName: layout.label,
      environment: environment,
      tokens: layout.appearance.tokens(isDark: environment.appearance == .dark),
      sections: sections, chrome: chrome, gapBelow: layout.spacing.last, measurer: measurer)
    return BuiltPage(
      page: RenderedPage(tree: tree, diagnostics: diagnostics), blocks: drawn.map(\.block))
  }
}

/// A laid out page with the block of each section.
package struct BuiltPage: Sendable {
  package var page: RenderedPage
  /// The index of each section's block; `nil` if the section shows a state of the feed.
  package var blocks: [Int?]
}

extension Block {
  /// Returns the request for the block's provider.
  package func request(in environment: LayoutEnvironment, layout: FeedLayout) -> SectionRequest {
    SectionRequest(
      block: value, settings: settings, blockCode: blockCode, showType: showType,
      environment: environment, heightHint: heightHint?.height(forWidth: environment.width),
      layoutOverride: layout.layoutOverrides[blockCode] ?? SectionLayoutOverride(),
      codeValue: codeValue, isGenericByLayout: layout.settlesForGeneric(blockCode))
  }
}

extension Section {
  fileprivate mutating func addDiagnosticCode(_ code: DiagnosticCode) {
    guard !diagnosticCodes.contains(code.rawValue) else { return }
    diagnosticCodes = (diagnosticCodes + [code.rawValue]).sorted()
  }
}

extension PlacedSection {
  /// The diagnostics of layout itself.
  fileprivate var layoutFindings: [Diagnostic] {
    [tooDeep, frameDifference].compactMap { $0 }
  }

  private var artist: String { "\(section.provider.id)@\(section.provider.version)" }

  private var tooDeep: Diagnostic? {
    let count = arena.tooDeepNodes.count
    guard count > 0 else { return nil }
    return Diagnostic(
      .treeTooDeep, .warning,
      "\(count) node\(count == 1 ? "" : "s") are nested too deep to lay out",
      notes: ["what stands below them has no size"], helps: ["flatten the body of the section"],
      blockCode: section.blockCode, plugin: artist)
  }

  fileprivate var budgetSpent: Diagnostic? {
    guard let limit = cost.exceeded else { return nil }
    let nodes = arena.count
    let budget = LayoutBudget.section(nodes: nodes)
    return Diagnostic(
      .layoutBudgetSpent, .error,
      limit == .section
        ? "the section takes more than \(budget) visits to lay out"
        : "earlier sections used up the \(LayoutBudget.page) visits of the page",
      label: "drawn by `\(artist)`",
      notes: [
        "it has \(nodes) node\(nodes == 1 ? "" : "s") and \(arena.text.count) bytes of text",
        "the section is drawn as a placeholder",
      ],
      helps: [
        "nest fewer boxes, and give them sizes in points",
        "cut texts to what can be read",
      ],
      blockCode: section.blockCode, plugin: artist)
  }

  /// The warning for a provider's frame that differs from the content by more than 0.01 points, the
  /// precision of dumps. The frame's height is used for stacking.
  private var frameDifference: Diagnostic? {
    guard abs(frame.height - contentHeight) > 0.01 else { return nil }
    return Diagnostic(
      .frameHeightDiffers, .warning,
      "frame is \(points(frame.height)) pt high, content is \(points(contentHeight)) pt",
      notes: ["the section stands with the frame's height"],
      helps: ["leave the height of the frame automatic, or correct the row heights"],
      blockCode: section.blockCode, plugin: artist)
  }
}

extension FeedLayout {
  /// Whether the layout's author requested the generic section; an inferred layout does not count.
  fileprivate func settlesForGeneric(_ code: String) -> Bool {
    !isInferred && sections[code]["generic"].exists
  }
}
