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
        if !page.isStale || scene.pages == nil { scene.pages = PreviewPages(shown.opened) }
        scene.environment = shown.page.environment
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
