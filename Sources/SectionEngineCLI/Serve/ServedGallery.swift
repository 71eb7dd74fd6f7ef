import FeedSession
import LayoutCore
import PluginHost
import Preview
import Providers
import Renderers
import SectionEngine

/// All plugins with their drawings of the feeds next to them.
struct ServedGallery {
  let options: PluginOptions
  let installation: Installation
  /// The providers that draw the feed; `nil` if none are loaded yet.
  let providers: SectionProviders?

  /// The maximum number of sections per page; each code is shown once.
  private static let mostSections = 12

  func plugins() -> [GalleryPlugin] {
    guard let isolation = try? options.isolation(installation) else { return [] }
    let loaded = PluginHost.load(
      options.searchPath(installation), runtimeFolder: installation.runtime,
      measurer: RecordedTextMeasurer(), isolation: isolation, cacheFolder: PluginMemory().cache,
      isListing: true)
    guard
      let feeds = try? CheckFeeds(options: CheckFeedOptions.parse([]), installation: installation)
    else { return [] }
    // Bundled plugins share their feeds.
    var opened: [[String]: OpenedFeed?] = [:]
    var inputs = PageInputs()
    inputs.providers = providers
    return loaded.files.map { file in
      var fixtures: [GalleryPlugin.Fixture] = []
      if file.refusal == nil, let plugin = file.descriptor {
        for candidate in feeds.candidates(for: path(of: file)) {
          for arguments in candidate.ways {
            if opened[arguments] == nil {
              opened[arguments] = .some(
                try? OpenedFeed(FeedOptions.parse(arguments), inputs: &inputs))
            }
            guard let feed = opened[arguments] ?? nil,
              let page = Self.page(of: feed, by: plugin.identity)
            else { continue }
            fixtures.append(.init(name: candidate.file, page: page))
            break
          }
        }
      }
      return GalleryPlugin(
        name: file.descriptor?.identity ?? file.path.lastPart, facts: PluginListing.facts(of: file),
        fixtures: fixtures)
    }
  }

  /// Returns the path of a listed file, from the name that is shown for it.
  private func path(of file: PluginHost.ListedPlugin) -> String {
    let name = file.path.lastPart
    let folder = options.searchPath(installation).folders.first {
      $0.origin == file.origin && $0.shownPath(of: name) == file.path
    }
    return folder.map { "\($0.path)/\(name)" } ?? file.path
  }

  /// Returns a page with the sections that a plugin draws, stacked; `nil` if there are none.
  private static func page(of feed: OpenedFeed, by identity: String) -> RenderedPage? {
    var page = feed.page(in: LayoutEnvironment(of: feed.layout)).page
    var codes: Set<String> = []
    var y = 0.0
    page.tree.sections = page.tree.sections.compactMap { section in
      guard "\(section.provider.id)@\(section.provider.version)" == identity,
        codes.count < mostSections, codes.insert(section.blockCode).inserted
      else { return nil }
      var section = section
      section.section.placement = .flow
      section.frame.y = y
      y = section.frame.maxY + 8
      return section
    }
    page.tree.chrome = LayoutTree.Chrome()
    return codes.isEmpty ? nil : page
  }
}
