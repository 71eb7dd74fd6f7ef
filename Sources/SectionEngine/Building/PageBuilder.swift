package import Diagnostics
package import FeedSession
package import LayoutCore
package import Providers
package import Renderers

/// Turns a feed into a laid out page: requests for the providers, sections, frames.
package struct PageBuilder: Sendable {
  package var registry: ProviderRegistry
  package var runner: any ProviderRunner
  package var measurer: any TextMeasurer
  package var unknown: UnknownPolicy
  /// At most so many threads work on a page at a time; `nil`: one for each processor.
  package var threads: Int?
  private let knownHeights: KnownHeights?

  /// - Parameter remembersHeights: A section that is lost stands as high as it was when it was drawn last;
  ///   for pages of one feed.
  package init(
    _ providers: SectionProviders, unknown: UnknownPolicy = .generic, remembersHeights: Bool = true
  ) {
    knownHeights = remembersHeights ? KnownHeights() : nil
    registry = providers.registry
    runner = providers.runner
    measurer = providers.measurer
    self.unknown = unknown
  }

  /// The page of a feed at rest. A pure function of feed and environment, but for what the providers
  /// do. Complexity: linear in blocks and nodes.
  package func page(of feed: Feed, in environment: LayoutEnvironment) -> RenderedPage {
    build(feed.blocks, of: feed.layout, found: feed.diagnostics, in: environment).page
  }

  /// As `page(of:in:)`, in a state of the feed.
  /// - Parameters:
  ///   - blocks: in the order of display.
  ///   - found: what is known about their documents; stands before what drawing them finds.
  package func build(
    _ blocks: [Block], of layout: FeedLayout, found: [Diagnostic] = [],
    in environment: LayoutEnvironment, state: PageState = .completed
  ) -> BuiltPage {
    lay(
      drawings(of: blocks, in: environment, layout: layout), of: blocks, layout, found: found,
      in: environment, state: state)
  }

  /// What the providers say of blocks, which nobody has laid out.
  package func drawings(
    of blocks: [Block], in environment: LayoutEnvironment, layout: FeedLayout
  ) -> [FallbackLadder.Drawing] {
    guard !blocks.isEmpty else { return [] }
    let known = knownHeights?.heights(of: blocks, in: environment)
    return ladder(layout).draw(
      blocks.indices.map { index in
        var request = blocks[index].request(in: environment, layout: layout)
        request.lastHeight = known?[index]
        return request
      })
  }

  private func ladder(_ layout: FeedLayout) -> FallbackLadder {
    FallbackLadder(
      registry: registry, runner: runner, unknown: unknown,
      placeholderHeight: layout.fallback.placeholderHeight)
  }

  /// Takes the place of a section whose layout exceeded a budget.
  private func placeholder(
    for section: LayoutSection, because diagnostic: inout Diagnostic, of block: Block,
    _ engine: LayoutEngine, _ layout: FeedLayout
  ) -> LayoutSection {
    var request = block.request(in: engine.environment, layout: layout)
    request.lastHeight = knownHeights?.heights(of: [block], in: engine.environment)[0]
    diagnostic.location = request.blockCodeValue.location
    var sections = [
      ladder(layout).placeholder(for: request, reason: diagnostic.message, isLost: true)
    ]
    sections[0].isClosable = section.isClosable
    sections[0].diagnosticCodes = section.diagnosticCodes
    sections[0].addDiagnosticCode(diagnostic.code)
    engine.layOut(&sections)
    return sections[0]
  }

  /// Lays out what the providers said of the blocks. Frames depend on width, height, direction and text
  /// size of the environment; its appearance, scale and locale only stand on the page.
  /// - Parameters:
  ///   - chrome: of the layout and state, where it was laid out before in this environment.
  ///   - isLaidOut: whether the drawing of a block, by its index, is a section that was laid out before
  ///     without findings, and is only to be placed.
  package func lay(
    _ drawings: [FallbackLadder.Drawing], of blocks: [Block], _ layout: FeedLayout,
    found: [Diagnostic], in environment: LayoutEnvironment, state: PageState,
    chrome: LayoutTree.Chrome? = nil, where isLaidOut: (Int) -> Bool = { _ in false }
  ) -> BuiltPage {
    var diagnostics = found
    var drawn: [(section: LayoutSection, block: Int?)] = []
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
    var sections = drawn.map(\.section)
    let isPlacedOnly = drawn.map { $0.block.map(isLaidOut) ?? false }
    let costs = engine.layOutEach(&sections, unless: { isPlacedOnly[$0] })
    for (index, cost) in costs.enumerated() {
      guard let block = drawn[index].block,
        var diagnostic = sections[index].budgetSpent(cost)
      else { continue }
      sections[index] = placeholder(
        for: sections[index], because: &diagnostic, of: blocks[block], engine, layout)
      diagnostics.append(diagnostic)
    }
    layout.spacing.setGaps(of: &sections)
    engine.place(&sections)
    viewport.placeFloating(&sections)
    for index in sections.indices where !isPlacedOnly[index] {
      for finding in sections[index].layoutFindings {
        diagnostics.append(finding)
        sections[index].addDiagnosticCode(finding.code)
      }
    }
    knownHeights?.remember(sections, of: blocks, by: drawn.map(\.block), in: environment)
    let tree = LayoutTree(
      feedID: layout.name, title: layout.title, layoutName: layout.label,
      environment: environment,
      tokens: layout.appearance.tokens(isDark: environment.appearance == .dark),
      sections: sections, chrome: chrome, gapBelow: layout.spacing.last, measurer: measurer)
    return BuiltPage(
      page: RenderedPage(tree: tree, diagnostics: diagnostics), blocks: drawn.map(\.block),
      costs: costs)
  }
}

/// A laid out page, and which block each of its sections is of.
package struct BuiltPage: Sendable {
  package var page: RenderedPage
  /// For each section the index of its block; `nil` where it stands for a state of the feed.
  package var blocks: [Int?]
  /// What laying out each of its sections took.
  package var costs: [LayoutCost] = []
}

extension Block {
  /// What a provider is asked for on a page.
  package func request(in environment: LayoutEnvironment, layout: FeedLayout) -> SectionRequest {
    SectionRequest(
      block: value, settings: settings, blockCode: blockCode, showType: showType,
      environment: environment, heightHint: heightHint?.height(forWidth: environment.width),
      layoutOverride: layout.layoutOverrides[blockCode] ?? SectionLayoutOverride(),
      codeValue: codeValue, isGenericByLayout: layout.settlesForGeneric(blockCode))
  }
}

extension LayoutSection {
  /// What layout itself found out.
  fileprivate var layoutFindings: [Diagnostic] {
    [tooDeep, frameDifference].compactMap { $0 }
  }

  fileprivate var tooDeep: Diagnostic? {
    let count = arena.tooDeepNodes.count
    guard count > 0 else { return nil }
    return Diagnostic(
      .treeTooDeep, .warning,
      "\(count) node\(count == 1 ? "" : "s") are nested too deep to lay out",
      notes: ["what stands below them has no size"], helps: ["flatten the body of the section"],
      blockCode: blockCode, plugin: "\(provider.id)@\(provider.version)")
  }

  fileprivate func budgetSpent(_ cost: LayoutCost) -> Diagnostic? {
    guard let limit = cost.exceeded else { return nil }
    let nodes = arena.count
    let budget = LayoutBudget.section(nodes: nodes)
    return Diagnostic(
      .layoutBudgetSpent, .error,
      limit == .section
        ? "the section takes more than \(budget) visits to lay out"
        : "earlier sections used up the \(LayoutBudget.page) visits of the page",
      label: "drawn by `\(provider.id)@\(provider.version)`",
      notes: [
        "it has \(nodes) node\(nodes == 1 ? "" : "s") and \(arena.text.count) bytes of text",
        "the section is drawn as a placeholder",
      ],
      helps: [
        "nest fewer boxes, and give them sizes in points",
        "cut texts to what can be read",
      ],
      blockCode: blockCode, plugin: "\(provider.id)@\(provider.version)")
  }

  /// A provider's frame wins over the content for stacking, and is reported where they differ by
  /// more than the hundredth of a point that a dump shows.
  fileprivate var frameDifference: Diagnostic? {
    guard abs(frame.height - contentHeight) > 0.01 else { return nil }
    return Diagnostic(
      .frameHeightDiffers, .warning,
      "frame is \(points(frame.height)) pt high, content is \(points(contentHeight)) pt",
      notes: ["the section stands with the frame's height"],
      helps: ["leave the height of the frame automatic, or correct the row heights"],
      blockCode: blockCode, plugin: "\(provider.id)@\(provider.version)")
  }

  fileprivate mutating func addDiagnosticCode(_ code: DiagnosticCode) {
    guard !diagnosticCodes.contains(code.rawValue) else { return }
    diagnosticCodes = (diagnosticCodes + [code.rawValue]).sorted()
  }
}

extension FeedLayout {
  /// Whether its author asked for the generic section; an inferred layout has none.
  fileprivate func settlesForGeneric(_ code: String) -> Bool {
    !isInferred && sections[code]["generic"].exists
  }
}
