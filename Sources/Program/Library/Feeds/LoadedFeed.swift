internal import SectionEngine
internal import LayoutReview

/// A feed, or a state of its layout, with its plugins. Can be rendered for several environments.
struct LoadedFeed: Sendable {
  let library: LayoutLibrary
  /// The engine. It remembers no heights, so a page does not depend on earlier pages.
  let engine: Engine
  /// The feed. Diagnostics about the choice of the layout precede those about the feed's documents.
  private(set) var feed: Feed
  private let stresses: [Stress]
  /// The rendered state of the layout; `nil` for the feed's content.
  private let state: PageState?
  /// The cache of rendered sections for the next rendering; `nil` if the feed is rendered once.
  private let cache: SectionCache?

  /// - Parameters:
  ///   - state: A state of the layout that is rendered instead of the feed's content.
  ///   - texts: The settings for measuring texts.
  init(
    _ selection: FeedSettings, state: ContentState? = nil,
    texts: EnvironmentSettings = EnvironmentSettings(), inputs: inout KeptInputs
  ) throws {
    let installation = try Installation.required()
    stresses = selection.stresses
    library = installation.library
    let named = selection.layout.flatMap { try? installation.library.layout($0) }
    let client = try inputs.client ?? selection.client?.read()
    inputs.client = client
    func load(for layout: FeedLayout?) throws -> SectionProviders {
      var providers = try inputs.providers(
        of: selection, layout: layout, texts: texts, installation: installation)
      providers.claims = client?.plugins
      return providers
    }
    var providers = try load(for: named)
    if let state {
      // For a state, a feed is only read to select the layout.
      let isNamed = selection.layout != nil || selection.places.isEmpty
      feed = Feed(
        layout: isNamed
          ? try library.layout(
            selection.layout ?? FeedSources.bundledFeed, shownWithout: selection.root)
          : try FeedSources(selection, installation: installation, kept: &inputs.replies).layout)
      self.state = PageState(content: state)
    } else {
      let sources = try FeedSources(
        selection, installation: installation, kept: &inputs.replies)
      inputs.files = sources.files
      var feed = try sources.joined()
      feed.diagnostics +=
        client?.difference(from: providers.registry, drawing: feed.blocks).map { [$0] } ?? []
      self.feed = feed
      self.state = nil
    }
    if named == nil, feed.layout.font != nil { providers = try load(for: feed.layout) }
    engine = Engine(
      layout: feed.layout, providers: providers, unknown: client?.policy ?? selection.unknown,
      remembersHeights: false)
    cache = inputs.cache
    cache?.beginRound()
    if !stresses.isEmpty, state == nil { feed = under(stresses).feed }
  }

  /// Returns the feed with changed content. The original feed is rendered once for this.
  func under(_ stresses: [Stress]) -> LoadedFeed {
    var changed = self
    let page = engine.page(engine.scene(of: feed, in: engine.standardEnvironment))
    changed.feed.blocks = page.blocks(under: stresses)
    return changed
  }

  var providers: SectionProviders { engine.providers }

  func scene(in environment: LayoutEnvironment) -> Scene {
    engine.scene(of: feed, state: state, in: environment).caching(in: cache)
  }

  /// Returns the page, independent of earlier pages. Can be called on several threads at once.
  func page(in environment: LayoutEnvironment) -> FeedPage { engine.page(scene(in: environment)) }

  func page(in environment: EnvironmentSettings) throws -> FeedPage {
    engine.page(try scene(in: environment))
  }

  func scene(in environment: EnvironmentSettings) throws -> Scene {
    var environment = environment
    if stresses.contains(.pseudoRTL), environment.direction == nil { environment.direction = .rtl }
    let device = try environment.device(in: library)
    return scene(in: environment.resolved(for: feed.layout, device: device))
  }

  /// Returns the warnings about absent sources. `help` replaces their help about `--source`.
  func absentSources(note: String? = nil, help: String? = nil) -> [Diagnostic] {
    feed.diagnostics.filter { $0.code == .absentSource && $0.severity > .note }.map { warning in
      var warning = warning
      if let note { warning.notes.append(note) }
      if let help { warning.helps = [help] }
      return warning
    }
  }

  // MARK: Completeness

  /// The diagnostics about plugins and sources that options, project or layout name and that cannot
  /// be used. The page is drawn without them.
  var absences: [Diagnostic] { providers.absences + feed.diagnostics.filter(\.isAbsence) }

  /// Returns the diagnostics that make pages unfit as a reference, such as lost sections.
  func losses(among drawn: [Diagnostic]) -> [Diagnostic] {
    absences + (providers.found + drawn).filter(\.spoilsPages)
  }

  /// Throws `ExitError` if the page lacks something that is named, or a plugin broke. Every command
  /// that compares or records pages calls this, because such a page is not the page of the feed.
  /// - Parameter drawn: The diagnostics of drawing the page.
  func requireComplete(drawing drawn: [Diagnostic] = []) throws {
    let lacks = (absences + drawn.filter { $0.code != .missingDictionary && $0.spoilsPages })
      .uniqued
    guard lacks.isEmpty else { throw ExitError.lacking(lacks) }
  }
}

extension ExitError {
  /// Creates the error of a command that compares or records pages, which would lack something.
  static func lacking(_ lacks: [Diagnostic]) -> ExitError {
    .couldNotRun(
      lacks.map { lack in
        var error = lack
        error.severity = .error
        error.notes.append("a page without it is neither compared nor recorded")
        return error
      })
  }

  /// Whether only the contents of a feed are the reason, and not a file or folder that is absent.
  var isAboutContent: Bool {
    diagnostics.allSatisfy { diagnostic in
      let code = diagnostic.code
      let isAbsent =
        [.emptyDocument, .unreadableSource, .networkFailure, .httpStatus].contains(code)
      return diagnostic.severity < .error || (code.rawValue.hasPrefix("SE1") && !isAbsent)
    }
  }
}

/// Inputs that are kept while a page is rendered repeatedly.
struct KeptInputs {
  /// The loaded providers; `nil` if they must be loaded.
  var providers: SectionProviders? {
    didSet { if cache != nil { cache = SectionCache(.rounds) } }
  }
  /// The sections that the providers rendered; `nil` for a page that is rendered once.
  var cache: SectionCache?
  /// The feed layout's font that the providers measure with; `nil` if settings override it.
  private(set) var layoutFont: String?
  var plugins: KeptPlugins?
  var client: Client?
  var replies = KeptReplies()
  var files: [String] = []

  mutating func providers(
    of selection: FeedSettings, layout: FeedLayout?, texts: EnvironmentSettings,
    installation: Installation
  ) throws -> SectionProviders {
    let library = installation.library
    let completed = try selection.completed(texts, by: layout, library: library)
    let font = texts.font == nil ? completed.font : nil
    if let providers, font == layoutFont { return providers }
    let loaded = try selection.plugins.load(
      installation, texts: try library.measuring(completed), kept: plugins)
    (providers, layoutFont) = (loaded, font)
    return loaded
  }
}

extension Diagnostic {
  /// Whether something that is named is missing, empty, unreadable or unusable.
  var isAbsence: Bool {
    switch code {
    case .emptyDocument, .invalidJSON, .truncatedDocument, .invalidUTF8, .documentTooLarge,
      .unreadableSource, .networkFailure, .httpStatus, .unaskableSource, .fetcherUnavailable,
      .outsideFolder, .gitFailed:
      severity == .error
    default: false
    }
  }

  /// Whether a section is lost because of its plugin, or texts lack a dictionary.
  fileprivate var spoilsPages: Bool {
    switch code {
    case .pluginBroke, .pluginQuarantined, .pluginChanged, .protectionMissing, .workerFailed,
      .pageTimeExceeded:
      severity > .note
    case .invalidResult, .limitExceeded: severity == .error
    case .missingDictionary: true
    default: false
    }
  }
}
