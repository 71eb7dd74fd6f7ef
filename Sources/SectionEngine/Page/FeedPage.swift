public import Diagnostics
package import FeedSession
public import LayoutCore
package import Renderers

/// A laid out page, asked as a list view asks its data source.
///
/// | question | answer |
/// |---|---|
/// | which sections, how high, how many rows | ``sections``, ``height`` |
/// | where does a row stand | ``PageSection/rowFrames`` |
/// | what is at a point, and what does a tap do | ``node(at:)`` |
/// | move, insert, remove, replace a section | ``move(from:to:)`` … |
/// | what changed since another page | ``changes(since:)`` |
/// | how far did content jump | ``shift(since:visible:)`` |
///
/// A page is a value: a copy is a snapshot. Frames are points in the coordinates of the page, exact;
/// whole pixels are the renderers' business.
public struct FeedPage: Sendable {
  let engine: FeedEngine
  /// What it is laid out for.
  public let environment: LayoutEnvironment
  private(set) var blocks: [Block]
  private(set) var built: BuiltPage
  /// About the documents.
  private let found: [Diagnostic]
  private let state: PageState
  /// Remembers what the providers said of the blocks that stay.
  private let builder: PageBuilder
  private let runner: RememberingRunner

  init(
    _ blocks: [Block], of engine: FeedEngine, found: [Diagnostic],
    in environment: LayoutEnvironment,
    state: PageState, after previous: FeedPage? = nil
  ) {
    self.engine = engine
    self.environment = environment
    self.blocks = blocks
    self.found = found
    self.state = state
    runner = previous?.runner ?? RememberingRunner(engine.builder.runner)
    var builder = engine.builder
    builder.runner = runner
    self.builder = builder
    runner.beginRound()
    built = builder.build(blocks, of: engine.layout, found: found, in: environment, state: state)
  }

  /// Gives the page other blocks. Only those that it did not have are drawn.
  mutating func show(_ blocks: [Block]) {
    self = FeedPage(
      blocks, of: engine, found: found, in: environment, state: state, after: self)
  }

  package var layout: FeedLayout { engine.layout }

  /// For renderers.
  package var rendered: RenderedPage { built.page }

  /// About documents, blocks and plugins, in that order.
  public var diagnostics: [Diagnostic] { built.page.diagnostics }

  /// Of all sections with the gaps around them, in points.
  public var height: Double { built.page.tree.height }

  /// From the top of the page down. Complexity: O(sections).
  public var sections: [PageSection] {
    zip(built.page.tree.sections, built.blocks).map { section, block in
      PageSection(section, of: block.map { blocks[$0] })
    }
  }

  /// Of the blocks, in the order of display; what ``FeedChanges`` count.
  public var blockIdentities: [String] { blocks.map(\.identity) }

  /// The topmost node at a point of the page, and what a tap there does; `nil` outside every section.
  /// Complexity: O(sections + depth x children).
  public func node(at point: Point) -> PageNode? {
    built.page.tree.hit(at: point).flatMap { PageNode($0, in: built.page.tree) }
  }

  /// The page as a renderer writes it: `text`, `json`, `json-lines` or `dump`; `nil` where no renderer
  /// has that name.
  public func bytes(as format: String) -> [UInt8]? {
    RendererRegistry.bundled.renderer(named: format, options: RenderOptions())?
      .bytes(of: built.page)
  }
}
