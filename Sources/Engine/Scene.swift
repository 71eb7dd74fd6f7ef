package import Feeds
public import LayoutCore
package import PluginHost

/// All inputs of a page, bound together: a feed in a state, the environment, and the providers that
/// draw it. ``Engine/scene(of:in:)`` makes one.
public struct Scene: Sendable {
  /// The blocks in display order, their feed layout, and the diagnostics of their documents, which
  /// precede those of drawing on the page.
  package private(set) var feed: Feed
  package private(set) var state: PageState
  /// The environment that the page is laid out for.
  public private(set) var environment: LayoutEnvironment
  package let providers: SectionProviders
  private let unknown: UnknownPolicy
  /// The sections of earlier pages, which are not drawn and laid out again; `nil` for no memory.
  private(set) var memo: SectionMemo?
  /// The bars of this layout, state and environment, if they are already laid out.
  private(set) var chrome: LayoutTree.Chrome?

  init(
    feed: Feed, state: PageState, environment: LayoutEnvironment, providers: SectionProviders,
    unknown: UnknownPolicy
  ) {
    self.feed = feed
    self.state = state
    self.environment = environment
    self.providers = providers
    self.unknown = unknown
  }

  /// Returns the scene of the same feed in another environment.
  public func replacing(environment: LayoutEnvironment) -> Scene {
    // Sections of another environment cannot be reused.
    var scene = remembering(in: memo.map { _ in SectionMemo(.rounds) })
    scene.environment = environment
    return scene
  }

  /// Returns the scene of the feed after a change, in the same environment. Begins a round of the
  /// memory.
  func replacing(feed: Feed, state: PageState) -> Scene {
    memo?.beginRound()
    var scene = remembering(in: memo)
    scene.feed = feed
    scene.state = state
    return scene
  }

  /// Returns the scene with a memory, so that its pages draw and lay out new blocks only.
  package func remembering(in memo: SectionMemo?, chrome: LayoutTree.Chrome? = nil) -> Scene {
    var scene = self
    scene.memo = memo
    scene.chrome = chrome
    return scene
  }

  /// Returns the memory's answer for each block. Complexity: linear in the bytes of the blocks.
  package func recall() -> [SectionMemo.Answer] {
    memo?.answers(for: feed.blocks, of: feed.layout, in: environment)
      ?? Array(repeating: SectionMemo.Answer(), count: feed.blocks.count)
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
  /// The answer of the scene's memory for each block.
  let known: [SectionMemo.Answer]
  /// The requests that the ladder gets, with the drawings that are known of them.
  let requests: [SectionRequest]
  let drawings: [FallbackLadder.Drawing?]
  var ladder: FallbackLadder
}

/// A scene whose sections are drawn, but not laid out.
package struct DrawnScene: Sendable {
  let prepared: PreparedScene
  package var scene: Scene { prepared.scene }
  /// One for each block.
  package let drawings: [FallbackLadder.Drawing]
}
