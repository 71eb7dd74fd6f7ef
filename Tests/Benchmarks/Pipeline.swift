import FeedDocument
import Feeds
import Foundation
import LayoutCore
import PluginHost
import Renderers
import SectionEngine

/// The stages between bytes and a page, each of which can run separately.
struct Pipeline {
  let layout: FeedLayout
  let engine: Engine
  let measurer = RecordedTextMeasurer()
  let environment = LayoutEnvironment(locale: "zh-CN")

  /// Loads `netease-home`, changed so that blocks of one code are separate sections.
  /// - Parameter prefix: The folder that the program is installed in.
  init?(installedIn prefix: String) {
    guard let text = try? String(contentsOfFile: "Layouts/netease-home.json", encoding: .utf8)
    else { return nil }
    let changed = text.replacingOccurrences(
      of: #""identity": "code""#, with: #""identity": "occurrence""#)
    guard let document = FeedDocument.parse(PaddedBytes(changed.utf8), name: "layout").value,
      let layout = FeedLayout.parse(document).value
    else { return nil }
    self.layout = layout
    let loaded = PluginCatalog(
      PluginSearchPath(
        folders: [.init(path: "\(prefix)/lib/sectionengine/plugins", origin: .bundled)]),
      measurer: measurer)
    engine = Engine(layout: layout, providers: SectionProviders(loaded))
  }

  func document(_ text: String) -> FeedDocument? {
    FeedDocument.parse(PaddedBytes(text.utf8), name: "feed").value
  }

  func feed(_ document: FeedDocument) -> Feed? {
    let reply = SourceReply(source: "blocks", outcome: .document(document, []))
    return Feed.assemble(layout: layout, replies: [reply]).value
  }

  /// Returns the sections of a feed, as the providers build them, before layout.
  func sections(of feed: Feed) -> [Section] {
    let providers = engine.providers.prepare(for: [])
    let ladder = FallbackLadder(
      registry: providers.registry, runner: providers.runner, placeholderHeight: 120)
    return ladder.draw(
      feed.blocks.map {
        SectionRequest(
          block: $0.value, settings: $0.settings, blockCode: $0.blockCode, showType: $0.showType,
          environment: environment)
      }
    ).compactMap(\.section)
  }

  func page(_ text: String) -> Page? {
    document(text).flatMap(feed).map {
      engine.page(engine.scene(of: $0, in: environment)).laidOut
    }
  }
}
