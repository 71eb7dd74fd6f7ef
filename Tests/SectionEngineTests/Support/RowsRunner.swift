import FeedDocument
import LayoutCore
@testable import PluginHost
import Synchronization

/// Draws a block as rows: an array as one row per element, any other value as one row. The height
/// of a row is the member `height` of its value; the default is 20 points in an array, otherwise
/// 50. Each row is a button, whose action contains the member `id` of its value. The members
/// `frame` and `placement` of the block give the height and the placement that the section
/// requests. The runner counts the blocks.
final class RowsRunner: ProviderRunner {
  private let counter = Mutex(0)
  /// The number of blocks drawn since the last reading.
  var drawn: Int {
    counter.withLock { count in
      defer { count = 0 }
      return count
    }
  }

  func run(_ batch: [(provider: ProviderReference, request: SectionRequest)]) -> [SectionOutcome] {
    counter.withLock { $0 += batch.count }
    return batch.map { .section(section(of: $1), warnings: []) }
  }

  private func section(of request: SectionRequest) -> Section {
    var section = Section(
      blockCode: request.blockCode, provider: .init(id: "rows", version: "1.0.0"))
    section.title = request.block["title"].string ?? ""
    section.frameRequest.height = request.block["frame"].double
    switch request.block["placement"].string {
    case "overlay": section.placement = .overlay
    case "floatTop": section.placement = .floatTop
    case "floatBottom": section.placement = .floatBottom
    default: break
    }
    let isArray = request.block.kind == .array
    let rows = isArray ? Array(request.block.children) : [request.block]
    section.arena.begin(.box)
    for row in rows {
      let height = row["height"].double ?? (isArray ? 20 : 50)
      var content = NodeContent()
      content.name = section.arena.addText("row".utf8)
      content.source = row.index
      content.actionType = section.arena.addText("web".utf8)
      content.actionTarget = section.arena.addText("app://\(row["id"].int64 ?? 0)".utf8)
      section.rows.append(
        .init(node: section.arena.begin(.button, content: content), height: height))
      section.arena.end()
    }
    section.arena.end()
    return section
  }

  /// Returns a provider of every block, or of the blocks with some codes.
  static func providers(
    _ runner: RowsRunner = RowsRunner(), codes: [String] = ["*"]
  ) -> SectionProviders {
    let registry = ProviderRegistry(plugins: [
      PluginDescriptor(
        id: "rows", version: "1.0.0", path: "rows.so", origin: .bundled,
        providers: [.init(blockCodes: codes, showTypes: [])])
    ])
    return SectionProviders(
      registry: registry, runner: runner,
      measurer: FixedTextMeasurer(advance: 10, lineHeight: 20))
  }
}
