public import Feeds
public import PluginHost
internal import Support
/// Renders feeds of one kind, with a feed layout and the providers of its sections.
///
/// ```swift
/// let engine = try Engine(
///   layout: layoutFile, named: "my-feed.json", providers: SectionProviders(folders: ["plugins"]))
/// let page = engine.page(of: ["feed": reply])
/// for section in page.sections { print(section.blockCode, section.frame) }
/// ```
///
/// The whole pipeline is in this file:
///
/// | step | function |
/// |---|---|
/// | bytes of replies -> documents -> feed -> scene | ``scene(of:in:)`` |
/// | scene -> scene whose plugins are loaded | `prepare(_:known:)` |
/// | prepared scene -> sections from providers | `draw(_:)` |
/// | sections -> page | `place(_:)` |
/// | scene -> page | ``page(_:)`` |
///
/// Several threads can create pages at the same time.
public struct Engine: Sendable {
  /// The reason why a feed layout cannot be used.
  public struct InvalidLayout: Error, Sendable {
    /// The violations of the format, with their locations.
    public let diagnostics: [Diagnostic]
  }

  package let layout: FeedLayout
  package let providers: SectionProviders
  private let unknown: UnknownPolicy
  /// The maximum number of threads per page; `nil` for one thread per processor.
  package var threads: Int?
  private let knownHeights: KnownHeights?
  /// The number of blocks below which a second thread costs more than it saves.
  private static let requestsPerThread = 32

  /// - Parameters:
  ///   - json: A feed layout in the format of the files in `Layouts/`.
  ///   - name: The file name of the layout, for diagnostics.
  public init(
    layout json: [UInt8], named name: String = "layout.json", providers: SectionProviders
  ) throws(InvalidLayout) {
    let read = FeedDocument.parse(PaddedBytes(json), name: name).withUniqueKeys.flatMap(
      FeedLayout.parse)
    guard let layout = read.value else { throw InvalidLayout(diagnostics: read.diagnostics) }
    self.init(layout: layout, providers: providers)
  }

  /// - Parameter remembersHeights: Whether the placeholder of a section that fails has the last
  ///   height of that section. Must be false if the engine renders several feeds.
  package init(
    layout: FeedLayout, providers: SectionProviders, unknown: UnknownPolicy = .generic,
    remembersHeights: Bool = true
  ) {
    self.layout = layout
    self.providers = providers
    self.unknown = unknown
    knownHeights = remembersHeights ? KnownHeights() : nil
  }

  /// The diagnostics about plugins so far. A plugin is loaded when a page needs it.
  public var diagnostics: [Diagnostic] { providers.found }

  /// The environment of the feed layout, with the engine's defaults for values that it omits.
  public var standardEnvironment: LayoutEnvironment { layout.environment }

  // MARK: From bytes to a scene

  /// Parses and joins replies into a scene.
  ///
  /// An invalid reply affects only its own source. Complexity: linear in the replies.
  /// - Parameters:
  ///   - replies: JSON by source name. A source without a reply has no content.
  ///   - environment: `nil` for ``standardEnvironment``.
  public func scene(
    of replies: [String: [UInt8]], in environment: LayoutEnvironment? = nil
  ) -> Scene {
    var read: [SourceReply] = []
    for source in layout.sources {
      guard let bytes = replies[source.name] else { continue }
      let parsed = FeedDocument.parse(PaddedBytes(bytes), name: source.name)
      read.append(SourceReply(source: source.name, outcome: SourceReply.Outcome(parsed)))
    }
    let (feed, lost) = Feed.join(layout: layout, replies: read)
    let content: ContentState =
      !feed.isEmpty ? .completed : !feed.blocks.isEmpty || lost.isEmpty ? .empty : .failed
    return scene(
      of: feed, state: PageState(content: content), in: environment ?? standardEnvironment
    ).caching(in: SectionCache(.rounds))
  }

  /// Binds a feed to an environment and the providers of this engine.
  /// - Parameter state: `nil` for the state of a loaded feed: completed, or empty.
  package func scene(
    of feed: Feed, state: PageState? = nil, in environment: LayoutEnvironment
  ) -> Scene {
    Scene(
      feed: feed, state: state ?? PageState(content: feed.isEmpty ? .empty : .completed),
      environment: environment, providers: providers, unknown: unknown)
  }

  // MARK: From a scene to a page

  /// Returns the page of a scene. A pure function of the scene if the providers are pure functions.
  ///
  /// An invalid block becomes a placeholder. If there are no sections, a diagnostic has the reason.
  /// Complexity: linear in blocks and nodes.
  public func page(_ scene: Scene) -> FeedPage { place(draw(prepare(scene))) }

  /// Loads the plugins for the scene's blocks. The later steps load no plugins.
  /// - Parameter known: The result of `Scene.cached`; `nil` calls it now.
  package func prepare(_ scene: Scene, known: [SectionCache.Answer]? = nil) -> PreparedScene {
    let known = known ?? scene.cached()
    let blocks = scene.feed.blocks
    let first = blocks.count - known.count
    let asked = known.indices.filter { known[$0].entry == nil }.map { blocks[first + $0] }
    let providers = scene.providers(for: asked)
    if let registry = scene.start?.registry, registry !== providers.registry.identity {
      // A plugin was loaded, so the unknown codes may differ. Starts again without reused sections.
      return prepare(scene.withoutStart)
    }
    var requests = requests(for: asked, of: scene)
    if let earlier = scene.earlier {
      for index in asked.indices {
        requests[index].earlier = earlier.rows(of: asked[index], requests[index].layoutOverride)
      }
    }
    return PreparedScene(
      scene: scene, known: known, requests: requests, ladder: scene.ladder(of: providers))
  }

  /// Returns the providers' requests for blocks of a scene.
  func requests(for blocks: some Collection<Block>, of scene: Scene) -> [SectionRequest] {
    let heights = knownHeights?.heights(of: Array(blocks), in: scene.environment)
    let words = scene.feed.layout.words(for: scene.environment.locale)
    return blocks.enumerated().map { position, block in
      var request = block.request(in: scene.environment, layout: scene.feed.layout)
      request.settings = request.settings.translated(words)
      request.lastHeight = heights?[position]
      return request
    }
  }

  /// Calls the providers for the blocks whose sections are not in the cache, on several threads if
  /// these are many. Reports the items that a section leaves out.
  package func draw(_ prepared: PreparedScene) -> ProvidedScene {
    let (requests, ladder) = (prepared.requests, prepared.ladder)
    let count = ladder.runner.drawsTogether ? 1 : requests.count / Self.requestsPerThread
    let threads = min(threads ?? WorkerThreads.processors, max(1, count))
    // More parts than threads, so that one slow part does not delay the others.
    let parts = threads > 1 ? 4 * threads : 1
    let bounds = (0...parts).map { $0 * requests.count / parts }
    let drawings = Monitor([[FallbackLadder.Drawing]](repeating: [], count: parts))
    WorkerThreads.forEach(below: parts, threads: threads) { part in
      let drawn = ladder.drawings(of: Array(requests[bounds[part]..<bounds[part + 1]]))
      drawings.withState { $0[part] = drawn }
    }
    return ProvidedScene(
      prepared: prepared, drawings: drawings.withState { Array($0.joined()) })
  }

  /// Lays out the sections of providers and places them below each other. Frames depend on width,
  /// height, direction and text size of the environment, on its locale if the layout has
  /// translations or fonts shape the texts, and on its scale if texts are rounded to pixels.
  package func place(_ drawn: consuming ProvidedScene) -> FeedPage {
    let scene = drawn.scene
    let frame = PageFrame(of: scene, threads: threads)
    var placed = scene.start ?? PlacedSections()
    place(&drawn, in: frame, below: &placed)
    var page = frame.page(of: scene, diagnostics: placed.diagnostics(drawn.prepared.ladder))
    page.sections = placed.sections
    return FeedPage(engine: self, scene: scene.withoutStart, laidOut: page, placed: placed)
  }

  /// Takes the sections of providers, lays them out, and places them below those that are placed.
  func place(
    _ drawn: inout ProvidedScene, in frame: PageFrame, below placed: inout PlacedSections
  ) {
    let scene = drawn.scene
    let engine = frame.engine
    var added = placed.sections(of: &drawn)
    frame.states.add(to: &added, for: scene.state.content, height: frame.viewport.visibleHeight)
    let new = added.new
    // The sections are taken, because layout would copy the nodes of a section with two owners.
    let none = PlacedSection(Section(blockCode: "", provider: .init(id: "", version: "")))
    var laidOut = new.map { index in exchange(&added.sections[index], with: none) }
    let kept = new.map { index in added.blockIndices[index].flatMap { added.earlier[$0] } }
    engine.layOutEach(&laidOut, keeping: kept, visits: &placed.visitsLeft)
    var drawing = DrawingBudget(engine.measurer, left: placed.linesLeft)
    for (index, section) in zip(new, laidOut) {
      added.sections[index] = section
      guard let block = added.blockIndices[index],
        var diagnostic = section.budgetSpent ?? drawing.spend(on: &added.sections[index])
      else { continue }
      added.sections[index] = placeholder(
        for: added.sections[index], because: &diagnostic, of: scene.feed.blocks[block],
        in: drawn.prepared, engine)
      placed.budgetFindings.append(diagnostic)
    }
    placed.linesLeft = drawing.left
    knownHeights?.remember(added, of: scene.feed.blocks, in: scene.environment)
    placed.append(added, of: drawn, in: frame.viewport, engine)
  }

  /// Returns the placeholder for a section whose layout exceeded a budget.
  private func placeholder(
    for lost: PlacedSection, because diagnostic: inout Diagnostic, of block: Block,
    in prepared: PreparedScene, _ engine: LayoutEngine
  ) -> PlacedSection {
    let scene = prepared.scene
    var request = block.request(in: scene.environment, layout: scene.feed.layout)
    request.lastHeight = knownHeights?.heights(of: [block], in: scene.environment)[0]
    diagnostic.location = request.blockCodeValue.location
    var section = prepared.ladder.placeholder(
      for: request, reason: diagnostic.message, isLost: true)
    section.isClosable = lost.isClosable
    section.diagnosticCodes = lost.diagnosticCodes
    section.addDiagnosticCode(diagnostic.code)
    var placed = engine.layOut([section])[0]
    placed.cost = lost.cost
    return placed
  }

  // MARK: In one step

  /// Returns the page of the given replies. For the parameters, see ``scene(of:in:)``.
  public func page(
    of replies: [String: [UInt8]], in environment: LayoutEnvironment? = nil
  ) -> FeedPage {
    page(scene(of: replies, in: environment))
  }

  /// Returns the same page as ``page(of:in:)``, or throws if the current task is cancelled.
  /// Cancellation is checked between groups of sections. The work runs on the calling thread. A
  /// returned page is complete.
  public func pageUnlessCancelled(
    of replies: [String: [UInt8]], in environment: LayoutEnvironment? = nil
  ) throws(CancellationError) -> FeedPage {
    var prepared = prepare(scene(of: replies, in: environment))
    prepared.ladder.runner = CancellableRunner(runner: prepared.ladder.runner)
    let page = place(draw(prepared))
    if Task.isCancelled { throw CancellationError() }
    return page
  }
}

extension FallbackLadder {
  /// Returns the drawings of blocks, with warnings about items that are left out.
  fileprivate func drawings(of requests: [SectionRequest]) -> [Drawing] {
    zip(draw(requests), requests).map { drawing, request in
      guard let warning = UndrawnItems.warning(about: drawing, of: request) else { return drawing }
      var drawing = drawing
      drawing.add(warning)
      return drawing
    }
  }
}
