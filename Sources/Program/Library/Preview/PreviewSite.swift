internal import SectionEngine

/// The replies of the preview, by address. `feed=NAME` in the query selects one of several feeds.
///
/// | address | reply |
/// |---|---|
/// | `/` | the list of the feeds, if there are several |
/// | `/?device=…&appearance=…` | devices side by side, with details, changes and findings |
/// | `/node?…&node=PATH` | the details of one node |
/// | `/findings?device=…` | the findings of `check` on the devices |
/// | `/changes?since=N` | the current version's number, sent when it is no longer N |
/// | `/page/FORMAT?device=…` | one page in a format of `render` |
/// | `/plugins` | all plugins with their fixtures |
/// | `/explain/CODE` | the explanation of a diagnostic |
/// | `POST /base` | saves the current state for comparison (`keep=no` discards it) |
///
/// Can be called from several threads at once.
struct PreviewSite: Sendable {
  /// The served feeds; at least one.
  private let feeds: [ServedFeed]
  private let version: Monitor<ServedVersion>

  init(_ feeds: [ServedFeed], _ version: Monitor<ServedVersion>) {
    self.feeds = feeds
    self.version = version
  }

  /// - Parameter request: A request that `PreviewGuard` has accepted.
  func reply(to request: PreviewRequest) -> PreviewReply {
    let parts = request.path.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    )
    .dropFirst().map(QueryText.unescaped)
    guard request.path.hasPrefix("/"), let first = parts.first else { return Self.nothing }
    if request.method == "POST" {
      return parts == ["base"] ? keepBase(request) : Self.nothing
    }
    switch (first, parts.count) {
    case ("", 1): return home(request.query)
    case ("node", 1): return node(request.query)
    case ("findings", 1): return findings(request.query)
    case ("changes", 1): return changes(request.query)
    case ("plugins", 1):
      let view = GalleryView(plugins: requested(request.query).feed.gallery())
      return page("Plugins", view.write)
    case ("page", 2): return drawing(parts[1], request.query)
    case ("explain", 2): return explanation(parts[1])
    case ("preview.js", 1):
      return PreviewReply(type: "text/javascript; charset=utf-8", body: PackageResources.preview_js)
    case ("preview.css", 1):
      return PreviewReply(type: "text/css; charset=utf-8", body: PackageResources.preview_css)
    case ("drawing.css", 1):
      return PreviewReply(type: "text/css; charset=utf-8", body: drawingStyle)
    case ("favicon.ico", 1), ("icon.svg", 1):
      return PreviewReply(type: "image/svg+xml", policy: .drawing, body: PackageResources.icon_svg)
    default: return Self.nothing
    }
  }

  /// The reply to a request that arrives before the site is ready.
  static let starting = PreviewReply.text(503, "the preview is starting")

  static let nothing = PreviewReply.text(404, "nothing is at this address; the preview is at /")

  private func page(
    _ title: String, isLive: Bool = false, status: Int = 200, _ body: (inout ByteWriter) -> Void
  ) -> PreviewReply {
    html(Document.bytes(title: title, isLive: isLive, body), status: status)
  }

  private func html(_ bytes: [UInt8], status: Int = 200) -> PreviewReply {
    PreviewReply(status: status, type: "text/html; charset=utf-8", body: bytes)
  }

  /// Returns the feed in the query, or the first feed.
  private func requested(
    _ query: String
  ) -> (feed: ServedFeed, scene: PreviewScene, settings: PreviewSettings) {
    let wanted = named(by: query)
    let feed = feeds.first { $0.name == wanted } ?? feeds[0]
    let scene = feed.scene
    return (
      feed, scene,
      PreviewSettings(query, scene: scene, screens: feed.screens, feeds: feeds.map(\.name))
    )
  }

  private func named(by query: String) -> String? {
    QueryText.fields(of: query).last { $0.name == "feed" }?.value
  }

  private func home(_ query: String) -> PreviewReply {
    if feeds.count > 1, query.isEmpty {
      // The version is read before the feeds, so that no later change is missed.
      let version = version.withState(\.number)
      let view = FeedsView(feeds: feeds, version: version)
      return page(counted(feeds.count, "feed"), isLive: true, view.write)
    }
    let (feed, scene, settings) = requested(query)
    let view = HomeView(
      scene: scene, settings: settings, devices: feed.screens.all, feeds: feeds.map(\.name))
    return page(
      scene.name, isLive: true, status: settings.findings.isEmpty ? 200 : 400, view.write)
  }

  private func node(_ query: String) -> PreviewReply {
    let (_, scene, settings) = requested(query)
    var html = ByteWriter()
    NodeView(scene: scene, settings: settings).write(to: &html)
    return self.html(html.bytes)
  }

  private func findings(_ query: String) -> PreviewReply {
    let (_, scene, settings) = requested(query)
    let view = CheckView(scene: scene, settings: settings)
    return page("Findings of \(scene.name)", view.write)
  }

  private func changes(_ query: String) -> PreviewReply {
    let fields = QueryText.fields(of: query)
    let name = named(by: query)
    let feed = feeds.first { $0.name == name || feeds.count == 1 }
    guard fields.count == (name == nil ? 1 : 2), fields[0].name == "since",
      name == nil || feed != nil, let since = Int(fields[0].value)
    else {
      return .text(400, "expected `since=N`, the number of a version, and `feed` of several feeds")
    }
    let version = version.wait(milliseconds: ServedVersion.longestWait) {
      (feed?.scene.version ?? $0.number) != since || $0.hasEnded
    } then: {
      feed?.scene.version ?? $0.number
    }
    return PreviewReply(type: "application/json", body: Array("{\"version\":\(version)}".utf8))
  }

  /// Returns the page of one device in a format of `render`.
  private func drawing(_ format: String, _ query: String) -> PreviewReply {
    let (_, scene, settings) = requested(query)
    if let finding = settings.findings.first {
      return .text(400, "\(finding.message)\n\(finding.helps.joined(separator: "\n"))")
    }
    guard RendererRegistry.names.contains(format) else { return Self.nothing }
    guard let device = settings.device, let pages = scene.pages else {
      return .text(503, "nothing could be drawn yet")
    }
    let drawn = pages.page(in: settings.environment(on: device))
    let page =
      [JSONRenderer.name, JSONLinesRenderer.name].contains(format)
      ? drawn.withOrigins : drawn.laidOut
    let options = RenderOptions(pictures: scene.pictures?.pictures(of: [page]) ?? Pictures())
    let renderer = RendererRegistry.renderer(named: format, options: options)
    let bytes = renderer?.bytes(of: page) ?? []
    switch format {
    case "svg": return PreviewReply(type: "image/svg+xml", policy: .drawing, body: bytes)
    case "json": return PreviewReply(type: "application/json", body: bytes)
    case "html":
      // The browser saves the page, so its inline script runs outside of this server's origin.
      return PreviewReply(type: "text/html; charset=utf-8", policy: .drawing, body: bytes)
        .with("Content-Disposition", "attachment; filename=\"\(device.name).html\"")
    default: return PreviewReply(type: "text/plain; charset=utf-8", body: bytes)
    }
  }

  private func explanation(_ code: String) -> PreviewReply {
    guard let code = DiagnosticCode(rawValue: code) else { return Self.nothing }
    return page(code.rawValue) {
      $0.write(markup: "<main class=\"text\"><pre>\(code.page)</pre></main>")
    }
  }

  private func keepBase(_ request: PreviewRequest) -> PreviewReply {
    var isKept = true
    var query = ""
    for (name, value) in QueryText.fields(of: String(decoding: request.body, as: UTF8.self)) {
      switch (name, value) {
      case ("keep", "yes"): isKept = true
      case ("keep", "no"): isKept = false
      case ("query", _): query = value
      default: return .text(400, "expected `keep=yes` or `keep=no`, and `query`")
      }
    }
    let (feed, _, settings) = requested(query)
    feed.keepBase(isKept)
    // Only parsed and re-encoded settings reach the header, never text of the request.
    return PreviewReply.text(303, "see /").with("Location", "/?\(settings.query)")
  }

  /// A style sheet with screen sizes, which pages may not contain inline, and with the colours.
  private var drawingStyle: [UInt8] {
    var out = ByteWriter()
    for device in feeds[0].screens.all {
      out.write(".screen-\(device.name){width:")
      out.write(number: device.width)
      out.write("px;height:")
      out.write(number: device.height)
      out.write("px}\n")
    }
    let light = RedlineStyle.palette.map { "--\($0.name):\($0.light)" }
    let dark = RedlineStyle.palette.map { "--\($0.name):\($0.dark)" }
    out.write(".drawing{\(light.joined(separator: ";"))}\n")
    out.write(".dark .drawing{\(dark.joined(separator: ";"))}\n")
    out.write(".drawing{\n\(RedlineStyle.variables)}\n")
    return out.bytes
  }
}
