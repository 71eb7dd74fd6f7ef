import Diagnostics
import FeedSession
import LayoutCore
import PluginHost
import Providers
import Renderers
import SectionEngine

/// A feed, or a state of its layout, with the plugins that draw it. It can be drawn for several
/// environments.
struct OpenedFeed {
  let installation: Installation
  let library: LayoutLibrary
  let layout: FeedLayout
  let blocks: [Block]
  let providers: SectionProviders
  /// Diagnostics about the choice of the layout, then about the documents.
  let found: [Diagnostic]
  private let unknown: UnknownPolicy
  private let state: PageState
  /// The sections of this feed and of the one that was drawn before; `nil` if it is drawn once.
  private let memo: SectionMemo?

  /// Reads the feed that the options name.
  /// - Parameters:
  ///   - state: A state of the layout to draw instead of a feed.
  ///   - metrics: Text metrics: a bundled name or a file.
  ///   - inputs: Inputs that are not read again when a page is redrawn.
  /// - Throws: `Ending` if no source gives a section.
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
    memo = inputs.memo
    memo?.beginRound()
  }

  /// Lays out the feed, independent of earlier layouts. Can be called from several threads at once.
  /// - Parameter threads: The maximum number of threads for the page; `nil` for one per processor.
  func page(in environment: LayoutEnvironment, threads: Int? = nil) -> BuiltPage {
    builder(threads: threads).build(
      blocks, of: layout, found: found, in: environment, state: state, memo: memo)
  }

  /// Returns the providers' drawings of the feed, before layout.
  func drawings(in environment: LayoutEnvironment) -> [FallbackLadder.Drawing] {
    builder().drawings(of: blocks, in: environment, layout: layout)
  }

  /// Lays out drawings.
  func lay(
    _ drawings: [FallbackLadder.Drawing], in environment: LayoutEnvironment, threads: Int? = nil
  ) -> BuiltPage {
    builder(threads: threads).lay(
      drawings, of: blocks, layout, found: found, in: environment, state: state)
  }

  /// Returns the warnings about sources that the join needs and that are not given, for a command
  /// that reports nothing else about the feed.
  /// - Parameters:
  ///   - note: A note about the feed.
  ///   - help: The help, for a command that has no `--source`.
  func absentSources(note: String? = nil, help: String? = nil) -> [Diagnostic] {
    found.filter { $0.code == .absentSource }.map { warning in
      var warning = warning
      if let note { warning.notes.append(note) }
      if let help { warning.helps = [help] }
      return warning
    }
  }

  /// Returns the reasons why drawn pages may lack sections, from the diagnostics of drawing and of
  /// loading plugins so far. If it is empty, the pages can be recorded.
  func losses(among drawn: [Diagnostic]) -> [Diagnostic] {
    (providers.found + drawn).filter(\.losesSections)
  }

  /// Returns a new builder each time, because a builder that remembers heights depends on what it
  /// drew before.
  private func builder(threads: Int? = nil) -> PageBuilder {
    var builder = PageBuilder(providers, unknown: unknown)
    builder.threads = threads
    return builder
  }
}

/// Inputs that are not read again when a page is redrawn.
struct PageInputs {
  /// `nil` if they must be loaded.
  var providers: SectionProviders? {
    didSet { if memo != nil { memo = SectionMemo(.rounds) } }
  }
  /// The sections that the providers drew; `nil` for a page that is drawn once.
  var memo: SectionMemo?
  var plugins: KeptPlugins?
  var replies = KeptReplies()
  /// The files that the sources were read from.
  var files: [String] = []

  /// Returns the plugins, and loads them if necessary.
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
  /// Whether a section is missing because a plugin broke, was not run, or violated the contract.
  fileprivate var losesSections: Bool {
    switch code {
    case .pluginBroke, .pluginQuarantined, .pluginChanged, .protectionMissing, .workerFailed:
      severity > .note
    case .invalidResult, .limitExceeded: severity == .error
    default: false
    }
  }
}
