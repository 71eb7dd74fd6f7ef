internal import CTerminal
internal import SectionEngine
internal import Synchronization

/// The feed of `serve`. Written by the watching thread, read by those of the connections.
final class ServedFeed: Sendable {
  private struct State {
    var scene: PreviewScene
    var gallery: (pages: DrawnPages?, plugins: [GalleryPlugin])?
    var hasEnded = false
  }

  let screens: ServedDevices
  private let job: PageJob
  private let installation: Installation
  private let state: Monitor<State>

  init(
    _ job: PageJob, _ screens: ServedDevices, _ installation: Installation,
    pictures: PictureFolder?
  ) {
    self.job = job
    self.installation = installation
    self.screens = screens
    let feed = job.feed.feed ?? job.feed.layout ?? FeedSources.bundledFeed
    let name = feed == "-" ? "standard input" : feed.lastPart
    state = Monitor(State(scene: PreviewScene(name: name, pictures: pictures)))
  }

  func show(_ page: WatchedPage, changed: [String]) {
    change { scene in
      if let shown = page.shown {
        // A failed attempt keeps the previous pages.
        if !page.isStale || scene.pages == nil { scene.pages = DrawnPages(shown.opened) }
        scene.environment = shown.page.tree.environment
      }
      scene.isStale = page.isStale
      scene.findings = page.diagnostics
      scene.changed = changed
    }
  }

  private func change(_ body: (inout PreviewScene) -> Void) {
    state.change { state in
      body(&state.scene)
      state.scene.version += 1
    }
  }

  /// Wakes all waiting threads permanently.
  func end() { state.change { $0.hasEnded = true } }

  var scene: PreviewScene { state.withState(\.scene) }

  /// Waits until the version differs, at most for the given time, and returns the current one.
  func version(otherThan known: Int, milliseconds: Int) -> Int {
    state.wait(milliseconds: milliseconds) {
      $0.scene.version != known || $0.hasEnded
    } then: {
      $0.scene.version
    }
  }

  /// Saves the current state for comparison, or discards the saved one.
  func keepBase(_ isKept: Bool) { change { $0.base = isKept ? $0.pages : nil } }

  /// Returns all plugins with their fixtures, which are drawn once per version.
  func gallery() -> [GalleryPlugin] {
    let (pages, known) = state.withState { ($0.scene.pages, $0.gallery) }
    if let known, known.pages === pages { return known.plugins }
    let gallery = ServedGallery(
      selection: job.feed.plugins, installation: installation, providers: pages?.opened.providers)
    let plugins = gallery.plugins()
    state.withState { $0.gallery = (pages, plugins) }
    return plugins
  }
}

/// Runs `serve`: answers a browser, and redraws the page whenever a file changes.
struct ServeJob {
  let feed: FeedSelection
  let environment: EnvironmentSettings
  let address: ServedAddress
  let port: UInt16
  let pictures: PictureFolder?
  let devices: String?

  func run() throws {
    let installation = try Installation.required()
    let screens = try ServedDevices(
      environment: environment, devices: devices,
      library: LayoutLibrary(folder: installation.layouts))
    let job = PageJob(
      feed: feed, environment: environment, output: OutputSettings(), format: TextRenderer.name)
    var page = try WatchedPage(job, installation)
    let endings = st_note_endings()

    let source = ServedFeed(job, screens, installation, pictures: pictures)
    try page.draw(loadingPlugins: true)
    source.show(page, changed: [])
    let server = try PreviewServer(address: address.listen, port: port) { port in
      let site = PreviewSite(
        source, PreviewGuard(port: port, allowed: address.allowed, token: address.token))
      return { site.reply(to: $0) }
    }
    // The server is ready when its address is printed.
    try Output.write(address.addresses(port: server.port))
    report(page)
    while true {
      let ready = page.watch.wait([page.watch.descriptor, endings])
      if ready[1] { break }
      guard let changes = try page.redraw() else { continue }
      report(page)
      source.show(page, changed: changes.names)
    }
    source.end()
    server.stop()
  }

  private func report(_ page: WatchedPage) {
    Output.report(page.diagnostics, color: .auto, summary: page.summary)
  }
}

/// The feed of the preview at one time.
struct PreviewScene: Sendable {
  /// Changes whenever the content changes.
  var version = 0
  /// The name, such as "feed.json".
  let name: String
  let pictures: PictureFolder?
  /// The environment for settings that the query omits.
  var environment = LayoutEnvironment()
  /// Whether the last attempt to read it failed and the previous content is drawn.
  var isStale = false
  /// Diagnostics besides those of drawing; the most severe first.
  var findings: [Diagnostic] = []
  /// Files that changed before this version.
  var changed: [String] = []
  /// `nil` if nothing could be drawn yet.
  var pages: DrawnPages?
  var base: DrawnPages?
}

/// The pages of an opened feed, each drawn once.
final class DrawnPages: Sendable {
  let opened: OpenedFeed
  private let pages = Mutex<[LayoutEnvironment: FeedPage]>([:])

  /// The maximum number of environments whose pages are kept.
  private static let mostPages = 64

  init(_ opened: OpenedFeed) { self.opened = opened }

  func page(in environment: LayoutEnvironment) -> FeedPage {
    // Other threads that request the same page wait for it instead of drawing it too.
    pages.withLock { pages in
      if let page = pages[environment] { return page }
      if pages.count >= Self.mostPages { pages = [:] }
      let page: FeedPage = opened.page(in: environment)
      pages[environment] = page
      return page
    }
  }
}
