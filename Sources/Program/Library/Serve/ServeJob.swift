internal import CTerminal
internal import SectionEngine
internal import Synchronization

/// The version that all feeds of `serve` share; it increases with each change.
struct ServedVersion {
  var number = 0
  var hasEnded = false

  /// The maximum time that a request for the next version waits, in milliseconds.
  static let longestWait = 25_000
}

/// A feed of `serve`. The watching thread writes it; the threads of connections read it.
final class ServedFeed: Sendable {
  let name: String
  let screens: ServedDevices
  private let job: PageJob
  private let installation: Installation
  private let current: Mutex<PreviewScene>
  /// The version, which increases when any feed of the server changes.
  private let version: Monitor<ServedVersion>

  init(
    _ name: String, _ job: PageJob, _ screens: ServedDevices, _ installation: Installation,
    pictures: PictureFolder?, version: Monitor<ServedVersion>
  ) {
    self.name = name
    self.job = job
    self.installation = installation
    self.screens = screens
    self.version = version
    current = Mutex(PreviewScene(name: name, pictures: pictures))
  }

  func show(_ page: WatchedPage, changed: [String]) {
    change { scene in
      if let shown = page.shown {
        // After a failed attempt, the previous pages stay.
        if !page.isStale || scene.pages == nil { scene.pages = DrawnPages(shown.opened) }
        scene.environment = shown.page.tree.environment
      }
      scene.isStale = page.isStale
      scene.findings = page.diagnostics
      scene.changed = changed
    }
  }

  private func change(_ body: (inout PreviewScene) -> Void) {
    version.change { version in
      version.number += 1
      current.withLock { scene in
        body(&scene)
        scene.version = version.number
      }
    }
  }

  var scene: PreviewScene { current.withLock { $0 } }

  /// Saves the current pages for comparison, or discards the saved pages.
  func keepBase(_ isKept: Bool) { change { $0.base = isKept ? $0.pages : nil } }

  /// Returns all plugins with their fixtures, which are rendered once per version.
  func gallery() -> [GalleryPlugin] {
    let pages = scene.pages
    if let known = pages?.gallery.withLock({ $0 }) { return known }
    let gallery = GalleryPlugin.all(
      job.feed.plugins, installation, providers: pages?.opened.providers)
    pages?.gallery.withLock { $0 = gallery }
    return gallery
  }
}

/// Runs `serve`: answers a browser, and renders a feed again when one of its files changes.
struct ServeJob {
  struct Feed {
    /// The name of the feed; unique in the server.
    let name: String
    let selection: FeedSelection
    let environment: EnvironmentSettings
    /// The devices that are shown first; `nil` for the standard devices.
    let devices: String?
  }

  let feeds: [Feed]
  let address: ServedAddress
  let port: UInt16
  let pictures: PictureFolder?

  /// The maximum number of feeds; it is limited because each feed watches its own folders.
  static let mostFeeds = 64

  func run() throws {
    let installation = try Installation.required()
    let library = LayoutLibrary(folder: installation.layouts)
    let version = Monitor(ServedVersion())
    var pages: [WatchedPage] = []
    var sources: [ServedFeed] = []
    for feed in feeds {
      let screens = try ServedDevices(
        environment: feed.environment, devices: feed.devices, library: library)
      let job = PageJob(
        feed: feed.selection, environment: feed.environment, output: OutputSettings(),
        format: TextRenderer.name)
      pages.append(try WatchedPage(job, installation))
      sources.append(
        ServedFeed(
          feed.name, job, screens, installation, pictures: pictures, version: version))
    }
    let endings = st_note_endings(120)
    for index in pages.indices {
      try pages[index].draw(loadingPlugins: true)
      sources[index].show(pages[index], changed: [])
    }
    let site = PreviewSite(sources, version)
    let server = try PreviewServer(address: address.listen, port: port) { port in
      let guardian = PreviewGuard(port: port, allowed: address.allowed, token: address.token)
      return { guardian.refusal(of: $0) ?? site.reply(to: $0) }
    }
    // The address is printed only when the server accepts requests.
    try Output.write(address.addresses(port: server.port))
    for index in pages.indices { report(pages[index], of: index) }
    while !FileWatch.wait(for: pages.map(\.watch), [endings])[0] {
      for index in pages.indices {
        guard let changes = try pages[index].redraw() else { continue }
        report(pages[index], of: index)
        sources[index].show(pages[index], changed: changes.names)
      }
    }
    version.change { $0.hasEnded = true }
    server.stop()
  }

  private func report(_ page: WatchedPage, of index: Int) {
    let name = feeds.count > 1 ? "\(feeds[index].name): " : ""
    Output.report(page.diagnostics, color: .auto, summary: name + page.summary)
  }
}

/// The state of one feed in the preview.
struct PreviewScene: Sendable {
  /// The version of all feeds after the latest change of this feed.
  var version = 0
  /// The name of the feed, such as "feed.json".
  let name: String
  let pictures: PictureFolder?
  /// The environment for settings that a query omits.
  var environment = LayoutEnvironment()
  /// Whether the last rendering failed, so that the previous pages are shown.
  var isStale = false
  /// Diagnostics besides those of rendering a page, the most severe first.
  var findings: [Diagnostic] = []
  /// The names of files whose changes led to this version.
  var changed: [String] = []
  /// The pages; `nil` if no rendering has succeeded.
  var pages: DrawnPages?
  var base: DrawnPages?
}

/// The pages of an opened feed, each rendered once per environment.
final class DrawnPages: Sendable {
  let opened: OpenedFeed
  private let pages = Mutex<[LayoutEnvironment: FeedPage]>([:])
  /// The plugins with their fixtures; `nil` until they are rendered.
  let gallery = Mutex<[GalleryPlugin]?>(nil)

  /// The maximum number of environments whose pages are kept.
  private static let mostPages = 64

  init(_ opened: OpenedFeed) { self.opened = opened }

  func page(in environment: LayoutEnvironment) -> FeedPage {
    // The lock makes threads with the same request wait, so that a page is rendered once.
    pages.withLock { pages in
      if let page = pages[environment] { return page }
      if pages.count >= Self.mostPages { pages = [:] }
      let page: FeedPage = opened.page(in: environment)
      pages[environment] = page
      return page
    }
  }
}
