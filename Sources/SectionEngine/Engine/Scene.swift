package import FeedSession
public import LayoutCore
package import Providers

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
  /// Reuses the providers' outcomes for unchanged blocks.
  private var memory: RememberingRunner?
  /// For each block its section, if it was laid out before without findings and only has to be
  /// placed; empty if there are none.
  private(set) var laidOut: [LayoutSection?] = []
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
    var scene = reusing([], chrome: nil)
    scene.environment = environment
    return scene
  }

  /// Returns the scene of the feed after a change, in the same environment.
  func replacing(feed: Feed, state: PageState) -> Scene {
    var scene = reusing([], chrome: nil)
    scene.feed = feed
    scene.state = state
    return scene
  }

  /// Returns the scene with a memory, so that the pages after its page draw new blocks only.
  func remembering() -> Scene {
    var scene = self
    scene.memory = RememberingRunner(providers.runner)
    return scene
  }

  /// Returns the scene with sections and bars that are laid out already.
  /// - Parameters:
  ///   - sections: One for each block; `nil` for a block that is to be drawn.
  ///   - chrome: The bars of a page with the same layout, state and environment.
  package func reusing(
    _ sections: [LayoutSection?], chrome: LayoutTree.Chrome?
  ) -> Scene {
    var scene = self
    scene.laidOut = sections
    scene.chrome = chrome
    return scene
  }

  /// Whether the section of a block only has to be placed.
  func isLaidOut(_ block: Int) -> Bool { !laidOut.isEmpty && laidOut[block] != nil }

  /// Begins a page: outcomes of the page before are kept, older ones are discarded.
  func beginPage() { memory?.beginRound() }

  /// The ladder that draws the blocks.
  var ladder: FallbackLadder {
    FallbackLadder(
      registry: providers.registry, runner: memory ?? providers.runner, unknown: unknown,
      placeholderHeight: feed.layout.fallback.placeholderHeight)
  }
}

/// A scene whose sections are drawn, but not laid out.
package struct DrawnScene: Sendable {
  package let scene: Scene
  /// One for each block.
  package let drawings: [FallbackLadder.Drawing]
}
