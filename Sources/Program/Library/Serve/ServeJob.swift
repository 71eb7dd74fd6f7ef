internal import CTerminal
internal import SectionEngine
internal import Synchronization

/// Runs `serve`: answers a browser, and renders a feed again when one of its files changes.
struct ServeJob {
  struct Feed {
    /// The name of the feed; unique in the server.
    let name: String
    let settings: FeedSettings
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
        feed: feed.settings, environment: feed.environment, output: OutputSettings(),
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
