internal import SectionEngine

/// A plugin with the pages that it renders from the feeds next to it.
struct GalleryPlugin: Sendable {
  struct Fixture: Sendable {
    /// The shown path of the feed, such as "Fixtures/banner.json".
    var name: String
    var page: Page
  }

  /// The identity, such as "banner@1.0.0"; the file name if the plugin is not used.
  var name: String
  /// Facts as text, for example "draws HOMEPAGE_BANNER" or "refused: …".
  var facts: [String]
  var fixtures: [Fixture]
}

/// The page `/plugins`, which shows all plugins with their fixtures.
struct GalleryView {
  let plugins: [GalleryPlugin]

  func write(to html: inout ByteWriter) {
    html.write(markup: "<main id=\"main\" class=\"gallery\">")
    if plugins.isEmpty { html.write(markup: "<p>No plugins were found.</p>") }
    var number = 0
    for (index, plugin) in plugins.enumerated() {
      html.write(
        markup: """
          <section aria-labelledby="plugin-\(index)"><h2 id="plugin-\(index)">\(plugin.name)</h2>\
          <ul class="facts">
          """)
      for fact in plugin.facts { html.write(markup: "<li>\(fact)</li>") }
      html.write(markup: "</ul>")
      if plugin.fixtures.isEmpty {
        html.write(markup: "<p>There is no feed with its blocks next to it.</p>")
      }
      html.write(markup: "<div class=\"frames\">")
      for fixture in plugin.fixtures {
        number += 1
        write(fixture, number: number, to: &html)
      }
      html.write(markup: "</div></section>")
    }
    html.write(markup: "</main>")
  }

  private func write(_ fixture: GalleryPlugin.Fixture, number: Int, to html: inout ByteWriter) {
    let picture = PagePicture(
      Wireframe(fixture.page), measurer: fixture.page.measurer, id: "f\(number)")
    let size = picture.wireframe.size
    html.write(
      markup: """
        <figure><figcaption>\(fixture.name)</figcaption><svg role="tree" class="drawing page" \
        aria-label="\(fixture.name)" width="\(size.width)" height="\(size.height)" \
        viewBox="0 0 \(size.width) \(size.height)">
        """)
    html.write(markup: picture.drawing.definitions)
    for index in picture.wireframe.drawingOrder { picture.write(index, to: &html) }
    html.write(markup: "</svg></figure>")
  }
}

enum Document {
  /// Returns a page of the preview.
  /// - Parameter isLive: Whether the page contains the script for live updates.
  static func bytes(
    title: String, isLive: Bool = false, _ writeBody: (inout ByteWriter) -> Void
  ) -> [UInt8] {
    var html = ByteWriter()
    html.write(
      markup: """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark"><title>\(title) · sectionengine</title>\
        <link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/preview.css">
        <link rel="stylesheet" href="/drawing.css">\
        \(isLive ? #"<script src="/preview.js" defer></script>"# as XML : "")\
        </head><body><a class="skip" href="#main">Skip to the content</a>
        <header class="bar"><nav aria-label="Pages"><a href="/">Preview</a> <a href="/plugins">Plugins</a></nav>\
        <h1>\(title)</h1></header>
        """)
    writeBody(&html)
    html.write(markup: "</body></html>\n")
    return html.bytes
  }
}

extension GalleryPlugin {
  /// The maximum number of sections per page; each code is shown once.
  private static let mostSections = 12

  /// Returns all plugins, each with the pages that it renders from the feeds next to it.
  /// - Parameter providers: The loaded providers; `nil` to load them.
  static func all(
    _ selection: PluginSelection, _ installation: Installation, providers: SectionProviders?
  ) -> [GalleryPlugin] {
    guard let catalog = try? selection.listing(installation) else { return [] }
    let feeds = CheckFeeds(installation: installation)
    // Several bundled plugins have the same feeds, so each feed is opened once.
    var opened: [CheckFeeds.Way: LoadedFeed?] = [:]
    var inputs = KeptInputs()
    inputs.providers = providers
    return catalog.plugins.map { plugin in
      var fixtures: [Fixture] = []
      if plugin.refusal == nil, let descriptor = plugin.descriptor {
        for candidate in feeds.candidates(for: plugin.filePath) {
          for way in candidate.ways {
            let feed = opened[way] ?? (try? LoadedFeed(way.settings, inputs: &inputs))
            opened[way] = .some(feed)
            guard let page = feed.flatMap({ Self.page(of: $0, by: descriptor.identity) })
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

  /// Returns a page with only a plugin's sections, stacked; `nil` if it renders no section.
  private static func page(of feed: LoadedFeed, by identity: String) -> Page? {
    var page = feed.page(in: feed.engine.standardEnvironment).laidOut
    var codes: Set<String> = []
    var y = 0.0
    let sections = page.sections.compactMap { section -> PlacedSection? in
      guard section.provider.identity == identity,
        codes.count < mostSections, codes.insert(section.blockCode).inserted
      else { return nil }
      var section = section
      section.section.placement = .flow
      section.frame.y = y
      y = section.frame.maxY + 8
      return section
    }
    page.sections = GrowingArray(sections)
    page.chrome = Page.Chrome()
    return codes.isEmpty ? nil : page
  }
}
