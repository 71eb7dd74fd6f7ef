import CTerminal
import Diagnostics
import FileWatching
import Glibc
import Preview
import Renderers

/// `serve`: answers a browser, and draws again whenever something that the page is made of changes, until
/// somebody ends it.
struct ServeJob {
  let feed: FeedOptions
  let environment: EnvironmentOptions
  let port: UInt16
  let devices: String?

  func run() throws {
    let installation = try Installation.required()
    let screens = try ServedDevices(
      environment: environment, devices: devices,
      library: LayoutLibrary(folder: installation.layouts))
    let job = PageJob(
      feed: feed, environment: environment, output: try OutputOptions.parse([]),
      format: TextRenderer.name)
    var page = try WatchedPage(job, installation)
    // Before the first look at the files, so that no change falls between the two.
    let watch = FileWatch(page.places)
    let endings = st_note_endings()

    let source = ServedFeed(job, screens, installation)
    try page.draw(loadingPlugins: true)
    watch.update(page.places)
    source.show(page, changed: [])
    let server = try PreviewServer(library: installation.previewServer, port: port) { port in
      let site = PreviewSite(source, port: port)
      return { site.reply(to: $0) }
    }
    // Whoever reads the address may ask at once.
    try Output.write("http://127.0.0.1:\(server.port)/\n")
    report(page)
    while true {
      let ready = wait([watch.descriptor, endings], milliseconds: watch.pause)
      if ready[1] { break }
      guard let changes = watch.changes() else { continue }
      try page.draw(loadingPlugins: changes.tags.contains(WatchedPart.plugins.rawValue))
      watch.update(page.places)
      source.show(page, changed: changes.names)
      report(page)
    }
    source.end()
    server.stop()
  }

  private func report(_ page: WatchedPage) {
    Output.report(page.diagnostics, color: .auto, summary: page.summary)
  }

  /// Whether each of them is readable; waits until one is or the time is over.
  private func wait(_ descriptors: [Int32?], milliseconds: Int) -> [Bool] {
    // A negative descriptor is skipped.
    var entries = descriptors.map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
    let count = poll(&entries, nfds_t(entries.count), Int32(milliseconds))
    return entries.map { count > 0 && $0.revents != 0 }
  }
}
