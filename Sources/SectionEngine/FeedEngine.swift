public import Diagnostics
internal import FeedDocument
package import FeedSession
public import LayoutCore
public import Providers

/// Draws feeds of one kind, with a feed layout and the providers of its sections.
///
/// ```swift
/// let engine = try FeedEngine(
///   layout: layoutFile, named: "my-feed.json", providers: SectionProviders(folders: ["plugins"]))
/// let page = engine.page(of: ["feed": reply])
/// for section in page.sections { print(section.blockCode, section.frame) }
/// ```
///
/// A value without mutable state: pages can be made on many threads at once.
public struct FeedEngine: Sendable {
  /// The reason why a feed layout cannot be used.
  public struct InvalidLayout: Error, Sendable {
    /// The violations of the format, with their locations.
    public let diagnostics: [Diagnostic]
  }

  package let layout: FeedLayout
  package private(set) var builder: PageBuilder
  private let providers: SectionProviders
  /// Diagnostics of finding and loading plugins so far. Plugins are loaded when a page needs them.
  public var diagnostics: [Diagnostic] { providers.found }

  /// - Parameters:
  ///   - json: A feed layout in the format of the files in `Layouts/`.
  ///   - name: The name of its file, for diagnostics.
  public init(
    layout json: [UInt8], named name: String = "layout.json", providers: SectionProviders
  ) throws(InvalidLayout) {
    let read = FeedDocument.parse(PaddedBytes(json), name: name).flatMap(FeedLayout.parse)
    guard let layout = read.value else { throw InvalidLayout(diagnostics: read.diagnostics) }
    self.init(layout: layout, providers: providers)
  }

  package init(
    layout: FeedLayout, providers: SectionProviders, unknown: UnknownPolicy = .generic
  ) {
    self.layout = layout
    builder = PageBuilder(providers, unknown: unknown)
    self.providers = providers
  }

  /// The environment that the feed layout states, with the engine's defaults for the rest.
  public var standardEnvironment: LayoutEnvironment { LayoutEnvironment(of: layout) }

  /// Returns the page of the given replies.
  ///
  /// A bad block becomes a placeholder, and a bad reply loses its source only. A page without
  /// sections has the reason in its diagnostics. Complexity: linear in the replies and in what is
  /// drawn.
  /// - Parameters:
  ///   - replies: JSON by the name of its source; a source without a reply is absent.
  ///   - environment: `nil` for the standard one.
  public func page(
    of replies: [String: [UInt8]], in environment: LayoutEnvironment? = nil
  ) -> FeedPage {
    var read: [SourceReply] = []
    for source in layout.sources {
      guard let bytes = replies[source.name] else { continue }
      let parsed = FeedDocument.parse(PaddedBytes(bytes), name: source.name)
      read.append(
        SourceReply(
          source: source.name,
          outcome: SourceReply.Outcome(parsed)))
    }
    let joined = Feed.join(layout: layout, replies: read)
    let content: ContentState =
      !joined.feed.blocks.isEmpty ? .completed : joined.lost.isEmpty ? .empty : .failed
    return FeedPage(
      joined.feed.blocks, of: self, found: joined.feed.diagnostics,
      in: environment ?? standardEnvironment, state: PageState(content: content))
  }

  /// Returns the page like `page(of:in:)`, unless the current task is cancelled. Cancellation is
  /// checked between groups of sections. The work runs on the calling thread, and a returned page
  /// is complete.
  public func pageUnlessCancelled(
    of replies: [String: [UInt8]], in environment: LayoutEnvironment? = nil
  ) throws(CancellationError) -> FeedPage {
    let making = CancellableRunner.Making()
    var engine = self
    engine.builder.runner = CancellableRunner(runner: builder.runner, making: making)
    let page = engine.page(of: replies, in: environment)
    if making.isCancelled { throw CancellationError() }
    making.end()
    return page
  }
}

extension LayoutEnvironment {
  /// The environment that a feed layout states, with the engine's defaults for the rest.
  package init(of layout: FeedLayout) {
    let stated = layout.environment
    self.init()
    if let width = stated.width { self.width = width }
    if let scale = stated.scale { self.scale = scale }
    if let locale = stated.locale { self.locale = locale }
    if let word = stated.appearance, let known = Appearance(rawValue: word) { appearance = known }
    if let word = stated.direction, let known = Direction(rawValue: word) { direction = known }
    if let word = stated.textSize, let known = TextSize(rawValue: word) { textSize = known }
  }
}
