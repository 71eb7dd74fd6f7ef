public import Diagnostics
package import FeedSession
public import LayoutCore
package import Renderers

/// A laid out page, with the queries of a list view's data source.
///
/// | question | answer |
/// |---|---|
/// | which sections, how high, how many rows | ``sections``, ``height`` |
/// | where is a row | ``PageSection/rowFrames`` |
/// | which node is at a point, and what does a tap do | ``node(at:)`` |
/// | move, insert, remove, replace a section | ``move(from:to:)`` … |
/// | what changed since another page | ``changes(since:)`` |
/// | how far did visible content move | ``shift(since:visible:)`` |
///
/// A page is a value: a copy is a snapshot. Frames are exact points in the coordinates of the page;
/// renderers align them to pixels.
public struct FeedPage: Sendable {
  let engine: FeedEngine
  /// The environment that it is laid out for.
  public let environment: LayoutEnvironment
  private(set) var blocks: [Block]
  private(set) var built: BuiltPage
  /// Diagnostics of the documents.
  private let found: [Diagnostic]
  private let state: PageState
  /// The sections of this page and of the previous one.
  private let memo: SectionMemo

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
    memo = previous?.memo ?? SectionMemo(.rounds)
    memo.beginRound()
    built = engine.builder.build(
      blocks, of: engine.layout, found: found, in: environment, state: state, memo: memo)
  }

  /// Replaces the blocks of the page. Only new blocks are drawn and laid out.
  mutating func show(_ blocks: [Block]) {
    self = FeedPage(
      blocks, of: engine, found: found, in: environment, state: state, after: self)
  }

  package var layout: FeedLayout { engine.layout }

  /// The page as renderers read it.
  package var rendered: RenderedPage { built.page }

  /// Diagnostics of documents, blocks and plugins, in that order.
  public var diagnostics: [Diagnostic] { built.page.diagnostics }

  /// The page height in points, including the gaps between sections.
  public var height: Double { built.page.tree.height }

  /// The sections from top to bottom. Complexity: O(sections).
  public var sections: [PageSection] {
    zip(built.page.tree.sections, built.blocks).map { section, block in
      PageSection(section, of: block.map { blocks[$0] })
    }
  }

  /// Identities of the blocks in display order; ``FeedChanges`` refers to their indices.
  public var blockIdentities: [String] { blocks.map(\.identity) }

  /// Returns the topmost node at a point of the page, with the action of a tap; `nil` outside every
  /// section. Complexity: O(sections + depth x children).
  public func node(at point: Point) -> PageNode? {
    built.page.tree.hit(at: point).flatMap { PageNode($0, in: built.page.tree) }
  }

  /// Returns the page in the format of a bundled renderer: `text`, `json`, `json-lines` or `dump`;
  /// `nil` if no renderer has that name.
  public func bytes(as format: String) -> [UInt8]? {
    RendererRegistry.bundled.renderer(named: format, options: RenderOptions())?
      .bytes(of: built.page)
  }
}
