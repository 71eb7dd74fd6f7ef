internal import Feeds
internal import Page

/// The parts of a page that do not depend on its blocks.
struct PageFrame {
  /// The feed layout, translated into the locale of the page.
  private let layout: FeedLayout
  let engine: LayoutEngine
  let chrome: Page.Chrome
  /// The screen of the page, which is not scrolled.
  let viewport: Viewport

  /// - Parameter threads: The maximum number of threads; `nil` for one per processor.
  init(of scene: Scene, threads: Int?) {
    layout = scene.feed.layout.translated(for: scene.environment.locale)
    engine = LayoutEngine(
      environment: scene.environment,
      measurer: scene.providers.measurer.adapted(to: scene.environment), threads: threads)
    chrome = scene.chrome ?? engine.chrome(of: layout, state: scene.state)
    viewport = Viewport.atRest(in: scene.environment, chrome: chrome)
  }

  /// The sections for the states of a feed.
  var states: StateSections {
    StateSections(
      layout: layout, environment: engine.environment,
      textScale: engine.measurer.scale(of: engine.environment.textSize))
  }

  /// Returns the page without sections.
  /// - Parameter diagnostics: Those about blocks and layout.
  func page(of scene: Scene, diagnostics: [Diagnostic]) -> Page {
    var diagnostics = scene.feed.diagnostics + diagnostics
    if engine.measurer.dictionary == .missing {
      diagnostics.append(
        Diagnostic(
          .missingDictionary, .warning, "no dictionary divides Thai, Lao, Khmer or Burmese text",
          notes: ["its lines end at spaces only"],
          helps: ["install ICU: `sudo apt-get install libicu72`"]))
    }
    return Page(
      feedID: layout.name, title: layout.title, layoutName: layout.label,
      environment: engine.environment,
      tokens: layout.appearance.tokens(isDark: engine.environment.appearance == .dark),
      sections: [], chrome: chrome, gapBelow: layout.spacing.last, measurer: engine.measurer,
      diagnostics: diagnostics)
  }
}
