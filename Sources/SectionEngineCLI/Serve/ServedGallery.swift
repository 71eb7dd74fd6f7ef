import FeedSession
import LayoutCore
import PluginHost
import Preview
import Providers
import Renderers
import SectionEngine

/// Every plugin with what it draws of the feeds beside it.
struct ServedGallery {
  let options: PluginOptions
  let installation: Installation
  /// Those that draw the feed; `nil`: none are loaded yet.
  let providers: SectionProviders?

  /// Sections of one code are enough.
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

  /// Where a file is that is listed under the name that people are shown.
  private func path(of file: PluginHost.ListedPlugin) -> String {
    let name = file.path.lastPart
    let folder = options.searchPath(installation).folders.first {
      $0.origin == file.origin && $0.shownPath(of: name) == file.path
    }
    return folder.map { "\($0.path)/\(name)" } ?? file.path
  }

  /// The sections that a plugin draws, one below the other; `nil` without any.
  private static func page(of feed: OpenedFeed, by identity: String) -> RenderedPage? {
    var page = feed.page(in: LayoutEnvironment(of: feed.layout)).page
    var codes: Set<String> = []
    var y = 0.0
    page.tree.sections = page.tree.sections.compactMap { section in
      guard "\(section.provider.id)@\(section.provider.version)" == identity,
        codes.count < mostSections, codes.insert(section.blockCode).inserted
      else { return nil }
      var section = section
      section.placement = .flow
      section.frame.y = y
      y = section.frame.maxY + 8
      return section
    }
    page.tree.chrome = LayoutTree.Chrome()
    return codes.isEmpty ? nil : page
  }
}
