public import Feeds
package import Page

/// A laid out page, which answers the questions of a list view's data source.
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
/// A page is a value: a copy never changes. Frames are exact points in the coordinates of the page;
/// renderers align them to pixels.
public struct FeedPage: Sendable {
  package let engine: Engine
  package let scene: Scene
  package var laidOut: Page
  package let placed: PlacedSections

  /// Replaces the blocks of the page. Only new blocks are rendered and laid out.
  mutating func show(_ blocks: GrowingArray<Block>) {
    var feed = scene.feed
    feed.blocks = blocks
    self = engine.page(
      scene.replacing(feed: feed, state: scene.state, after: placed, unchangedBlocks: 0))
  }

  var blocks: GrowingArray<Block> { scene.feed.blocks }

  package var layout: FeedLayout { scene.feed.layout }

  /// Returns the block of a section; `nil` if the section shows a state of the feed.
  package func block(ofSection index: Int) -> Block? {
    placed.blockIndices[index].map { blocks[$0] }
  }

  /// The environment for which the page is laid out.
  public var environment: LayoutEnvironment { scene.environment }

  /// The diagnostics about documents, blocks, layout and dictionaries, in that order.
  public var diagnostics: [Diagnostic] { laidOut.diagnostics }

  /// The page height in points, including the gaps between sections.
  public var height: Double { laidOut.height }

  /// The sections from top to bottom. Complexity: O(sections).
  public var sections: [PageSection] {
    laidOut.sections.enumerated().map { index, section in
      PageSection(section, of: block(ofSection: index))
    }
  }

  /// The identities of the blocks in display order. ``FeedChanges`` uses their indices.
  public var blockIdentities: [String] { blocks.map(\.identity) }

  /// The identity of a block. O(1).
  package func blockIdentity(at index: Int) -> String { blocks[index].identity }

  /// Returns the topmost node at a point of the page, with its item and its tap action; `nil` if no
  /// section is at the point. Floating sections are above all others, and pinned headers above the
  /// rows. A part of a node that overflows its parent, or is scrolled out of its carousel, is not
  /// tapped. Complexity: O(sections + depth x children + values of the block).
  ///
  /// - Parameters:
  ///   - point: A point in the coordinates of the page, which scroll with it.
  ///   - offset: How far the page is scrolled, in points from its start. Floating sections and pinned
  ///     headers are where they are then. At most the end of the page is at the end of the screen.
  public func node(at point: Point, scrolledBy offset: Double = 0) -> PageNode? {
    let page = offset > 0 ? laidOut.scrolled(by: offset) : laidOut
    return page.hit(at: point).flatMap { hit in
      PageNode(hit, in: page, of: block(ofSection: hit.section))
    }
  }
}
