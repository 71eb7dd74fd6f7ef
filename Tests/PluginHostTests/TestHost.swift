import Support
import FeedDocument
import LayoutCore
import PluginHost
import Testing

/// A measurer that gives every text one line, in which every character is half the font size wide.
final class HalfMeasurer: TextMeasurer {
  var name: String { "half" }
  func lineHeight(_ font: Font) -> Double { Double(font.size) }
  func ascent(_ font: Font) -> Double { Double(font.size) }
  func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    TextMetrics(
      width: min(maxWidth, Double(text.count) * Double(font.size) / 2),
      height: Double(font.size), lineCount: 1, isTruncated: false)
  }
  func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] { [] }
}

/// The plugins of one folder, and one block to draw with them.
struct TestHost {
  let loaded: PluginCatalog

  init(_ folder: TemporaryFolder, origin: PluginDescriptor.Origin = .option) {
    loaded = PluginCatalog(
      PluginSearchPath(folders: [.init(path: folder.path, origin: origin)]),
      measurer: HalfMeasurer())
  }

  init(_ plugin: CPlugin) throws {
    let folder = try TemporaryFolder()
    try plugin.build(in: folder)
    self.init(folder)
  }

  static func document(_ json: String, name: String = "feed.json") throws -> FeedDocument {
    try #require(FeedDocument.parse(PaddedBytes(Array(json.utf8)), name: name).value)
  }

  func run(
    _ json: String = #"{"blockCode": "TEST", "title": "abc", "list": [1, 2.5, "x"]}"#,
    settings: String = "{}", environment: LayoutEnvironment = LayoutEnvironment(),
    layoutOverride: SectionLayoutOverride = SectionLayoutOverride()
  ) throws -> SectionOutcome {
    try #require(loaded.refused.flatMap(\.diagnostics) == [])
    let request = SectionRequest(
      block: try Self.document(json).root,
      settings: try Self.document(settings, name: "layout.json").root,
      blockCode: "TEST", showType: "", environment: environment,
      layoutOverride: layoutOverride)
    let outcomes = loaded.prepare(for: []).runner.run([
      (ProviderReference(plugin: 0, provider: 0), request)
    ])
    return try #require(outcomes.first)
  }
}

extension PluginCatalog {
  var refused: [Plugin] { plugins.filter { $0.refusal != nil } }
  /// Registry numbers of the plugins that run in a worker.
  var isolated: Set<Int> { numbers(.worker) }
  /// Registry numbers of the plugins that do not run.
  var quarantined: Set<Int> { numbers(.quarantined) }

  private func numbers(_ status: Plugin.Status) -> Set<Int> {
    Set(plugins.filter { $0.status == status }.compactMap(\.number))
  }
}

extension SectionOutcome {
  var section: Section? { if case .section(let section, _) = self { section } else { nil } }
  var warnings: [Diagnostic] { if case .section(_, let warnings) = self { warnings } else { [] } }
  /// The diagnostic of a provider that failed or broke the contract.
  var failure: Diagnostic? {
    switch self {
    case .failed(let diagnostic), .lost(let diagnostic): diagnostic
    case .section, .declined: nil
    }
  }
  var decline: Diagnostic? { if case .declined(let diagnostic) = self { diagnostic } else { nil } }
}
