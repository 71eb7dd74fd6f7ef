package import Feeds
public import LayoutCore
package import PluginHost

/// All inputs of a page, bound together: a feed in a state, the environment, and the providers that
/// draw it. ``Engine/scene(of:in:)`` makes one.
public struct Scene: Sendable {
  /// The blocks in display order, their layout, and the diagnostics of their documents.
  package private(set) var feed: Feed
  package private(set) var state: PageState
  /// The environment that the page is laid out for.
  public private(set) var environment: LayoutEnvironment
  package let providers: SectionProviders
  let unknown: UnknownPolicy
  /// The sections of earlier pages, which are not drawn and laid out again; `nil` for no memory.
  private(set) var memo: SectionMemo?
  /// The known sections of the first blocks; may be empty.
  private(set) var entries: [SectionMemo.Entry?] = []
  /// The sections that the page starts with, and that are drawn from its first blocks.
  private(set) var start: PageSections?
  /// The bars of this layout, state and environment, if they are already laid out.
  private(set) var chrome: LayoutTree.Chrome?

  /// Returns the scene of the same feed in another environment.
  public func replacing(environment: LayoutEnvironment) -> Scene {
    // Sections of another environment cannot be reused.
    var scene = remembering(in: memo.map { _ in SectionMemo(.rounds) })
    scene.environment = environment
    return scene
  }

  /// Returns the scene after a change of the feed. Begins a round of the memory, unless blocks were
  /// only added at the end.
  /// - Parameters:
  ///   - page: The page of this scene.
  ///   - unchangedBlocks: The number of blocks at the start that are known to be the same.
  func replacing(
    feed: Feed, state: PageState, after page: PageSections, unchangedBlocks: Int
  ) -> Scene {
    var scene = remembering(in: memo)
    scene.feed = feed
    scene.state = state
    if feed.layout.sections.document !== self.feed.layout.sections.document {
      memo?.beginRound()
    } else if unchangedBlocks == self.feed.blocks.count, page.canGrow, state.content == .completed {
      scene.start = page
    } else if feed.blocks.starts(with: self.feed.blocks, by: { $0.isDrawnAs($1) }) {
      scene.entries = page.entriesOfBlocks
    } else {
      memo?.beginRound()
    }
    return scene
  }

  /// The scene without the sections that its page starts with.
  var withoutStart: Scene {
    var scene = self
    scene.start = nil
    return scene
  }

  /// Returns the scene with a memory, so that its pages draw and lay out new blocks only.
  package func remembering(in memo: SectionMemo?, chrome: LayoutTree.Chrome? = nil) -> Scene {
    var scene = self
    scene.memo = memo
    scene.entries = []
    scene.start = nil
    scene.chrome = chrome
    return scene
  }

  /// Returns the memory's answers for the blocks after those of `start`. Complexity: linear in the
  /// bytes of these blocks.
  package func recall() -> [SectionMemo.Answer] {
    let blocks = feed.blocks[(start?.blockCount ?? 0)...]
    return memo?.answers(for: blocks, of: feed.layout, in: environment, known: entries)
      ?? Array(repeating: SectionMemo.Answer(), count: blocks.count)
  }

  /// Returns the ladder that draws the blocks with the loaded plugins.
  func ladder(of providers: PreparedProviders) -> FallbackLadder {
    FallbackLadder(
      registry: providers.registry, runner: providers.runner, unknown: unknown,
      placeholderHeight: feed.layout.fallback.placeholderHeight)
  }
}

/// A scene whose plugins are loaded, to be drawn once.
package struct PreparedScene: Sendable {
  let scene: Scene
  /// The answers of the scene's memory for the last blocks.
  let known: [SectionMemo.Answer]
  /// The requests for the blocks that are not known.
  let requests: [SectionRequest]
  var ladder: FallbackLadder

  func answer(forBlock index: Int) -> SectionMemo.Answer {
    known[index - (scene.feed.blocks.count - known.count)]
  }
}

/// A scene whose sections are drawn, but not laid out.
package struct DrawnScene: Sendable {
  let prepared: PreparedScene
  package var scene: Scene { prepared.scene }
  /// One for each request.
  package let drawings: [FallbackLadder.Drawing]
}

/// The parts of a page besides its blocks, or in place of them.
package struct PageState: Sendable, Hashable {
  package var content: ContentState
  package var header: HeaderState
  /// `nil` shows nothing at the end, as for a feed without pages.
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
  /// Whether the layout's author requested the generic section; an inferred layout does not count.
  fileprivate func settlesForGeneric(_ code: String) -> Bool {
    !isInferred && sections[code]["generic"].exists
  }
}
