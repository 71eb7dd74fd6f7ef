package import Feeds
public import LayoutCore
package import PluginHost
package import Page

/// All inputs of a page: a feed and its state, the environment, and the providers that render the
/// blocks. ``Engine/scene(of:in:)`` creates a scene.
public struct Scene: Sendable {
  /// The blocks in display order, the feed layout, and the diagnostics about the documents.
  package private(set) var feed: Feed
  package private(set) var state: PageState
  /// The environment for which the page is laid out.
  public private(set) var environment: LayoutEnvironment
  package let providers: SectionProviders
  let unknown: UnknownPolicy
  /// The cache of sections from earlier pages; `nil` disables caching.
  private(set) var cache: SectionCache?
  /// The cache entries of the first blocks; may be empty.
  private(set) var entries: [SectionCache.Entry?] = []
  /// The placed sections of the first blocks, with which the page starts; `nil` for no reuse.
  private(set) var start: PlacedSections?
  /// The sections of the previous page, whose rows may be kept; `nil` keeps none.
  private(set) var earlier: EarlierSections?
  /// The laid out bars for this layout, state and environment; `nil` if they are not laid out yet.
  private(set) var chrome: Page.Chrome?

  /// Returns a scene with the same feed in another environment.
  public func replacing(environment: LayoutEnvironment) -> Scene {
    // Uses an empty cache, because sections of another environment cannot be reused.
    var scene = caching(in: cache.map { _ in SectionCache(.rounds) })
    scene.environment = environment
    return scene
  }

  /// Returns the scene after a change of the feed. Begins a cache round (`SectionCache.beginRound`),
  /// unless the change only appended blocks.
  /// - Parameters:
  ///   - page: The page of this scene.
  ///   - unchangedBlocks: The number of leading blocks that are known to be unchanged.
  func replacing(
    feed: Feed, state: PageState, after page: PlacedSections, unchangedBlocks: Int
  ) -> Scene {
    var scene = caching(in: cache)
    scene.feed = feed
    scene.state = state
    if feed.layout.sections.document !== self.feed.layout.sections.document {
      cache?.beginRound()
    } else if unchangedBlocks == self.feed.blocks.count, page.canGrow, state.content == .completed {
      scene.start = page
    } else if feed.blocks.starts(with: self.feed.blocks, by: { $0.isDrawnAs($1) }) {
      scene.entries = page.entriesOfBlocks
    } else {
      scene.earlier = EarlierSections(of: self.feed.blocks, page)
      cache?.beginRound()
    }
    return scene
  }

  /// Returns the scene with the first blocks of the feed only. O(1).
  func beginning(_ count: Int) -> Scene {
    var scene = self
    scene.feed.blocks = feed.blocks.beginning(count)
    return scene
  }

  /// The scene without sections of earlier pages: all sections of its page are placed again.
  var withoutStart: Scene {
    var scene = self
    scene.start = nil
    scene.earlier = nil
    return scene
  }

  /// Returns the scene with a cache. Its pages then render and lay out only new blocks.
  package func caching(in cache: SectionCache?, chrome: Page.Chrome? = nil) -> Scene {
    var scene = self
    scene.cache = cache
    scene.entries = []
    scene.start = nil
    scene.earlier = nil
    scene.chrome = chrome
    return scene
  }

  /// Returns the cached entry or the hash of each block after those of `start`. Complexity: linear
  /// in the bytes of these blocks.
  package func cached() -> [SectionCache.Answer] {
    let blocks = feed.blocks[(start?.blockCount ?? 0)...]
    return cache?.answers(for: blocks, of: feed.layout, in: environment, known: entries)
      ?? Array(repeating: SectionCache.Answer(), count: blocks.count)
  }

  /// Loads the plugins that may draw the blocks, and returns the providers.
  func providers(for blocks: some Sequence<Block>) -> PreparedProviders {
    var kinds: Set<BlockKind> = []
    for block in blocks { kinds.insert(block.kind(in: feed.layout)) }
    return providers.prepare(for: kinds)
  }

  /// Returns the fallback ladder that tries the loaded plugins for each block.
  func ladder(of providers: PreparedProviders) -> FallbackLadder {
    FallbackLadder(
      registry: providers.registry, runner: providers.runner, unknown: unknown,
      placeholderHeight: feed.layout.fallback.placeholderHeight)
  }
}

/// A scene whose plugins are loaded. It is rendered once.
package struct PreparedScene: Sendable {
  let scene: Scene
  /// The cache lookups for all blocks after those of `scene.start`.
  let known: [SectionCache.Answer]
  /// The provider requests for the blocks whose sections are not in the cache.
  let requests: [SectionRequest]
  var ladder: FallbackLadder

  func answer(forBlock index: Int) -> SectionCache.Answer {
    known[index - (scene.feed.blocks.count - known.count)]
  }
}

/// A scene with the sections from the providers, before layout.
package struct ProvidedScene: Sendable {
  let prepared: PreparedScene
  package var scene: Scene { prepared.scene }
  /// The results of the providers, one per request. Placing takes their sections.
  package private(set) var drawings: [FallbackLadder.Drawing]

  init(prepared: PreparedScene, drawings: [FallbackLadder.Drawing]) {
    (self.prepared, self.drawings) = (prepared, drawings)
  }

  /// Removes and returns the section of a drawing, whose nodes can then be laid out without a copy.
  mutating func takeSection(_ index: Int) -> Section? { drawings[index].section.take() }
}

/// The state of a feed, which determines the parts of a page that do not come from blocks.
package struct PageState: Sendable, Hashable {
  package var content: ContentState
  package var header: HeaderState
  /// The state of the list's lower end; `nil` shows nothing there, as for a feed without pages.
  package var footer: FooterState?

  package init(
    content: ContentState = .completed, header: HeaderState = .idle, footer: FooterState? = nil
  ) {
    self.content = content
    self.header = header
    self.footer = footer
  }
}

extension Block {
  /// Returns the properties that select the providers of the block.
  fileprivate func kind(in layout: FeedLayout) -> BlockKind {
    BlockKind(
      blockCode: blockCode, showType: showType,
      isGenericByLayout: layout.settlesForGeneric(blockCode))
  }

  /// Returns the request for the block's provider.
  package func request(in environment: LayoutEnvironment, layout: FeedLayout) -> SectionRequest {
    SectionRequest(
      block: value, settings: settings, blockCode: blockCode, showType: showType,
      environment: environment, heightHint: heightHint?.height(forWidth: environment.width),
      layoutOverride: layout.layoutOverrides[blockCode] ?? SectionLayoutOverride(),
      codeValue: codeValue, isGenericByLayout: layout.settlesForGeneric(blockCode))
  }
}

extension FeedLayout {
  /// Whether the layout's author chose the generic section for a block code; always false for an
  /// inferred layout.
  fileprivate func settlesForGeneric(_ code: String) -> Bool {
    !isInferred && sections[code]["generic"].exists
  }
}
