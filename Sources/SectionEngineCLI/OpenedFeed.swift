import Diagnostics
import FeedSession
import LayoutCore
import PluginHost
import Providers
import Renderers
import SectionEngine

/// A feed that was read, or a state of its layout, and the plugins that draw it: drawn for as many
/// environments as are asked for.
struct OpenedFeed {
  let installation: Installation
  let library: LayoutLibrary
  let layout: FeedLayout
  let blocks: [Block]
  let providers: SectionProviders
  /// About the choice of the layout, then about the documents.
  let found: [Diagnostic]
  private let unknown: UnknownPolicy
  private let state: PageState

  /// Reads what the options name.
  /// - Parameters:
  ///   - state: of the layout, instead of a feed.
  ///   - metrics: of texts, a bundled name or a file.
  ///   - inputs: what is not read anew when a page is drawn again.
  /// - Throws: `Ending` where no source gives a section.
  init(
    _ feed: FeedOptions, state: ShownState? = nil, metrics: String? = nil, inputs: inout PageInputs
  ) throws {
    installation = try Installation.required()
    library = LayoutLibrary(folder: installation.layouts)
    providers = try inputs.providers(
      of: feed.plugins, metrics: metrics, installation: installation, library: library)
    if let state {
      layout = try library.layout(feed.layout ?? FeedSources.bundledFeed)
      blocks = []
      found = []
      self.state = PageState(content: state.content)
    } else {
      if let path = feed.feed { providers.prepare(forFeedAt: path) }
      let sources = try FeedSources(
        feed, library: library, installation: installation, kept: &inputs.replies)
      inputs.files = sources.files
      let assembled = Feed.assemble(layout: sources.layout, replies: sources.replies)
      guard case .feed(let joined) = assembled else {
        throw Ending(status: 2, diagnostics: sources.diagnostics + assembled.diagnostics)
      }
      layout = joined.layout
      blocks = joined.blocks
      found = sources.diagnostics + joined.diagnostics
      self.state = .completed
    }
    unknown = feed.unknown
  }

  /// Lays the feed out, whatever was laid out before. May be asked from several threads at once.
  /// - Parameter threads: that work on the page at a time, at most; `nil`: one for each processor.
  func page(in environment: LayoutEnvironment, threads: Int? = nil) -> BuiltPage {
    lay(drawings(in: environment), in: environment, threads: threads)
  }

  /// What the providers say of the feed, which nobody has laid out.
  func drawings(in environment: LayoutEnvironment) -> [FallbackLadder.Drawing] {
    builder().drawings(of: blocks, in: environment, layout: layout)
  }

  /// Lays out what the providers said.
  func lay(
    _ drawings: [FallbackLadder.Drawing], in environment: LayoutEnvironment, threads: Int? = nil
  ) -> BuiltPage {
    builder(threads: threads).lay(
      drawings, of: blocks, layout, found: found, in: environment, state: state)
  }

  /// Returns why drawn pages may lack sections, from what drawing them reported and from what loading the
  /// plugins reported until now. Empty means that the pages are fit to be recorded.
  func losses(among drawn: [Diagnostic]) -> [Diagnostic] {
    (providers.found + drawn).filter(\.losesSections)
  }

  /// One of its own each time: one that remembers heights would draw by what was drawn first.
  private func builder(threads: Int? = nil) -> PageBuilder {
    var builder = PageBuilder(providers, unknown: unknown)
    builder.threads = threads
    return builder
  }
}

/// What drawing a page again does not read anew.
struct PageInputs {
  /// `nil`: they are loaded.
  var providers: SectionProviders?
  var plugins: KeptPlugins?
  var replies = KeptReplies()
  /// The files that the sources were read from.
  var files: [String] = []

  /// The plugins, loaded where they are not yet.
  mutating func providers(
    of options: PluginOptions, metrics: String?, installation: Installation,
    library: LayoutLibrary
  ) throws -> SectionProviders {
    if let providers { return providers }
    let metrics = try metrics.map { try library.metrics($0) } ?? .bundled
    let loaded = try options.load(installation, metrics: metrics, kept: plugins)
    providers = loaded
    return loaded
  }
}

extension ShownState {
  fileprivate var content: ContentState {
    switch self {
    case .loading: .loading
    case .empty: .empty
    case .failed: .failed
    }
  }
}

extension Diagnostic {
  /// Whether a section is missing because a plugin broke, was not run, or returned what the contract forbids.
  fileprivate var losesSections: Bool {
    switch code {
    case .pluginBroke, .pluginQuarantined, .pluginChanged, .protectionMissing, .workerFailed:
      severity > .note
    case .invalidResult, .limitExceeded: severity == .error
    default: false
    }
  }
}
