internal import SectionEngine
internal import Synchronization

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
  var pages: PreviewPages?
  var base: PreviewPages?
}

/// The pages of an opened feed, each rendered once per environment.
final class PreviewPages: Sendable {
  let opened: LoadedFeed
  private let pages = Mutex<[LayoutEnvironment: FeedPage]>([:])
  /// The plugins with their fixtures; `nil` until they are rendered.
  let gallery = Mutex<[GalleryPlugin]?>(nil)

  /// The maximum number of environments whose pages are kept.
  private static let mostPages = 64

  init(_ opened: LoadedFeed) { self.opened = opened }

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
