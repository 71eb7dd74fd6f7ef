internal import Support
internal import FeedDocument
internal import Feeds
internal import LayoutCore
internal import LayoutReview
internal import PluginHost
internal import Renderers
internal import SectionEngine
internal import Synchronization

/// The feed of `serve`. Written by the thread that watches the files, read by those of the
/// connections.
final class ServedFeed: PreviewSource {
  private struct State: Sendable {
    var pages: DrawnPages?
    var base: DrawnPages?
    var environment = LayoutEnvironment()
    var isStale = false
    var findings: [Diagnostic] = []
    var changed: [String] = []
    var gallery: (pages: DrawnPages?, plugins: [GalleryPlugin])?
  }

  let devices: [PreviewDevice]
  let initialDevices: [String]
  private let name: String
  private let job: PageJob
  private let installation: Installation
  private let state = Mutex(State())
  private let changes = ChangeCounter()

  init(_ job: PageJob, _ devices: ServedDevices, _ installation: Installation) {
    self.job = job
    self.installation = installation
    self.devices = devices.all
    initialDevices = devices.initial
    let feed = job.feed.feed ?? job.feed.layout ?? FeedSources.bundledFeed
    name = feed == "-" ? "standard input" : feed.lastPart
  }

  /// Shows the current state of a page.
  func show(_ page: WatchedPage, changed: [String]) {
    state.withLock { state in
      if let shown = page.shown {
        // A failed attempt keeps the previous pages.
        if !page.isStale || state.pages == nil { state.pages = DrawnPages(shown.opened) }
        state.environment = shown.page.tree.environment
      }
      state.isStale = page.isStale
      state.findings = page.diagnostics
      state.changed = changed
    }
    changes.increment()
  }

  /// Wakes all waiting threads permanently.
  func end() { changes.end() }

  // MARK: PreviewSource

  var scene: PreviewScene {
    // Read before the state, so that a change in between is reported again.
    let version = changes.count
    let now = state.withLock { $0 }
    var scene = PreviewScene(version: version, name: name, environment: now.environment)
    scene.isStale = now.isStale
    scene.findings = now.findings
    scene.changed = now.changed
    if let pages = now.pages { scene.page = { pages.page(in: $0) } }
    if let base = now.base { scene.base = { base.page(in: $0) } }
    return scene
  }

  func version(otherThan version: Int, milliseconds: Int) -> Int {
    changes.count(otherThan: version, milliseconds: milliseconds)
  }

  func keepBase(_ isKept: Bool) {
    state.withLock { $0.base = isKept ? $0.pages : nil }
    changes.increment()
  }

  func gallery() -> [GalleryPlugin] {
    let (pages, known) = state.withLock { ($0.pages, $0.gallery) }
    if let known, known.pages === pages { return known.plugins }
    let gallery = ServedGallery(
      selection: job.feed.plugins, installation: installation, providers: pages?.opened.providers)
    let plugins = gallery.plugins()
    state.withLock { $0.gallery = (pages, plugins) }
    return plugins
  }
}

/// The pages of an opened feed, each drawn once.
final class DrawnPages: Sendable {
  let opened: OpenedFeed
  private let pages = Mutex<[LayoutEnvironment: PreviewPage]>([:])

  /// The maximum number of environments whose pages are kept.
  private static let mostPages = 64

  init(_ opened: OpenedFeed) { self.opened = opened }

  func page(in environment: LayoutEnvironment) -> PreviewPage {
    // Other threads that request the same page wait for it instead of drawing it too.
    pages.withLock { pages in
      if let page = pages[environment] { return page }
      if pages.count >= Self.mostPages { pages = [:] }
      let page = opened.previewPage(in: environment)
      pages[environment] = page
      return page
    }
  }
}

extension OpenedFeed {
  fileprivate func previewPage(in environment: LayoutEnvironment) -> PreviewPage {
    let page: FeedPage = page(in: environment)
    return PreviewPage(
      page.rendered, location: { Self.location(of: $0, on: page) },
      explanation: { NodeExplanation(of: $0, on: page, showsChain: false)?.text })
  }

  private static func location(of place: NodePlace, on page: FeedPage) -> SourceLocation? {
    guard case .section(let index) = place.part,
      page.rendered.tree.sections.indices.contains(index),
      let value = page.block(ofSection: index)?.value
    else { return nil }
    let arena = page.rendered.tree.sections[index].arena
    let source = place.node.flatMap { arena.content(of: $0)?.source } ?? 0
    let shown = FeedValue(document: value.document, index: source)
    var location = (source != 0 && shown.exists ? shown : value).location
    // Without its folder, so that the preview does not depend on the feed's location.
    location.file = location.file.lastPart
    return location
  }
}

extension String {
  /// The part after the last slash.
  var lastPart: String { split(separator: "/").last.map(String.init) ?? self }
}
