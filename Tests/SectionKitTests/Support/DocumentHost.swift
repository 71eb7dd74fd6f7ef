import FeedDocument
import LayoutCore
import PluginCalls
@testable import PluginHost
import Testing

@testable import SectionKit

/// A measurer of one line, in which every character is half the font size wide.
private final class HalfMeasurer: TextMeasurer {
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

/// Draws blocks with the engine's own host and a parsed document.
enum DocumentHost {
  static func draw<P: SectionProvider>(_ type: P.Type, _ json: String) throws -> SectionOutcome {
    let export: PluginExport = .sections(id: "test", version: "1.0.0", type)
    let file = Plugin.File(single: "test.so")
    let loaded = LoadedPlugin(try PluginTable(try #require(export)).contents(), of: file)
    let contents = PluginCatalog.Contents(plugins: [Plugin(file, .loaded(loaded))], positions: [0])
    return try draw(PluginRunner(contents, measurer: HalfMeasurer()), document(json).root)
  }

  static func draw(_ runner: some ProviderRunner, _ block: FeedValue) throws -> SectionOutcome {
    let request = SectionRequest(
      block: block, settings: try document("{}").root, blockCode: block["blockCode"].string ?? "",
      showType: block["showType"].string ?? "", environment: LayoutEnvironment())
    return try #require(
      runner.run([(ProviderReference(plugin: 0, provider: 0), request)]).first)
  }

  /// Loads the first plugin of a folder.
  static func load(_ folder: String) throws -> any ProviderRunner {
    let loaded = PluginCatalog(
      PluginSearchPath(folders: [.init(path: folder, origin: .option)]),
      measurer: HalfMeasurer())
    try #require(loaded.plugins.flatMap(\.diagnostics) == [])
    return loaded.prepare(for: []).runner
  }

  static func document(_ json: String) throws -> FeedDocument {
    try #require(FeedDocument.parse(PaddedBytes(Array(json.utf8)), name: "feed.json").value)
  }
}

extension Section {
  /// The nodes, one per line with kind, name, text and action, indented by depth.
  var outline: [String] {
    var lines: [String] = []
    var ends: [UInt32] = []
    for (index, record) in arena.records.enumerated() {
      ends.removeAll { $0 <= UInt32(index) }
      var line = String(repeating: "  ", count: ends.count) + record.kind.word
      if let content = arena.content(of: index) {
        for text in [content.name, content.text, content.actionTarget] where text != .empty {
          line += " " + arena.string(text)
        }
      }
      lines.append(line)
      ends.append(record.subtreeEnd)
    }
    return lines
  }
}

extension SectionOutcome {
  /// The section. Throws the outcome if there is no section.
  var drawn: Section {
    get throws {
      guard case .section(let section, _) = self else { throw Undrawn(outcome: self) }
      return section
    }
  }

  struct Undrawn: Error { var outcome: SectionOutcome }
}
