internal import Feeds
internal import LayoutCore
internal import PluginHost
internal import Renderers
internal import SectionEngine

/// All plugins with their drawings of the feeds next to them.
struct ServedGallery {
  let selection: PluginSelection
  let installation: Installation
  /// The providers that draw the feed; `nil` if none are loaded yet.
  let providers: SectionProviders?

  /// The maximum number of sections per page; each code is shown once.
  private static let mostSections = 12

  func plugins() -> [GalleryPlugin] {
    guard let catalog = try? selection.listing(installation) else { return [] }
    let feeds = CheckFeeds(installation: installation)
    // Bundled plugins share their feeds.
    var opened: [CheckFeeds.Way: OpenedFeed?] = [:]
    var inputs = PageInputs()
    inputs.providers = providers
    return catalog.plugins.map { plugin in
      var fixtures: [GalleryPlugin.Fixture] = []
      if plugin.refusal == nil, let descriptor = plugin.descriptor {
        for candidate in feeds.candidates(for: plugin.filePath) {
          for way in candidate.ways {
            if opened[way] == nil {
              opened[way] = .some(try? OpenedFeed(way.selection, inputs: &inputs))
            }
            guard let feed = opened[way] ?? nil,
              let page = Self.page(of: feed, by: descriptor.identity)
            else { continue }
            fixtures.append(.init(name: candidate.file, page: page))
            break
          }
        }
      }
      return GalleryPlugin(
        name: plugin.descriptor?.identity ?? plugin.path.lastPart,
        facts: PluginListing.facts(of: plugin), fixtures: fixtures)
    }
  }

  /// Returns a page with the sections that a plugin draws, stacked; `nil` if there are none.
  private static func page(of feed: OpenedFeed, by identity: String) -> RenderedPage? {
    var page = feed.page(in: feed.engine.standardEnvironment).rendered
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
