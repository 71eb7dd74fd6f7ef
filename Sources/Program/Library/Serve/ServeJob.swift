internal import CTerminal
internal import Support
internal import Renderers

/// Runs `serve`: answers a browser, and redraws the page whenever one of its files changes, until
/// the program is ended.
struct ServeJob {
  let feed: FeedSelection
  let environment: EnvironmentSettings
  let port: UInt16
  let devices: String?

  func run() throws {
    let installation = try Installation.required()
    let screens = try ServedDevices(
      environment: environment, devices: devices,
      library: LayoutLibrary(folder: installation.layouts))
    let job = PageJob(
      feed: feed, environment: environment, output: OutputSettings(), format: TextRenderer.name)
    var page = try WatchedPage(job, installation)
    // Started before the files are first read, so that no change is missed.
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
    // The server is ready when its address is printed.
    try Output.write("http://127.0.0.1:\(server.port)/\n")
    report(page)
    while true {
      let ready = watch.wait([watch.descriptor, endings])
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
}
