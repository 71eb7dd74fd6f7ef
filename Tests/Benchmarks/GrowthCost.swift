import FeedDocument
import Feeds
import Foundation
import LayoutCore
import PluginHost
import SectionEngine

/// Cost of a session that loads page after page, each of ten blocks.
enum GrowthCost {
  private static let layout = """
    {"name": "growing", "version": 1,
     "sources": {"feed": {"primary": true, "request": {"url": "feed/{page}"},
       "items": "$.data.blocks", "element": {"code": "blockCode", "showType": "showType"}}},
     "identity": "occurrence",
     "paging": {"source": "feed", "by": "page", "first": 0, "end": [[{"path": "$.end", "equals": 1}]]}}
    """

  @MainActor static func measure(_ providers: SectionProviders, _ report: inout Report) {
    let bytes = Array(GeneratedFeed.text(blocks: 10).utf8)
    var seconds: [Int: Double] = [:]
    for pages in [10, 100, 1_000] {
      // A session that grows with the square of its pages would take minutes.
      if pages == 1_000, let time = seconds[100], time > 1 {
        return report.fail("a session of 100 pages takes \(time) s, so that 1 000 are not tried")
      }
      guard let engine = try? Engine(layout: Array(layout.utf8), providers: providers) else {
        return report.fail("the layout of the growing feed is invalid")
      }
      let memory = residentMegabytes()
      let start = now()
      var session = SessionPage(engine, in: engine.standardEnvironment)
      for page in 0..<pages {
        let update = session.send(page == 0 ? .refresh : .loadMore, at: Double(10 * page))
        for request in update.step.requests {
          let parsed = FeedDocument.parse(PaddedBytes(bytes), name: "feed-\(page).json")
          let reply = SourceReply(
            source: request.source, page: request.page, outcome: SourceReply.Outcome(parsed))
          _ = session.receive(reply, to: request.id, at: Double(10 * page))
        }
      }
      guard session.page.sections.count == 10 * pages else {
        return report.fail("a session of \(pages) pages does not show \(10 * pages) sections")
      }
      let time = Double(now() - start) / 1e9
      seconds[pages] = time
      report.line(
        "a session of \(pages) pages", time, unit: "s", limit: pages == 1_000 ? 3 : nil)
      report.line(
        "memory of a session of \(pages) pages", residentMegabytes() - memory, unit: "MB",
        limit: pages == 1_000 ? 300 : nil)
    }
  }

  private static func residentMegabytes() -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = status.split(separator: " ")
    return fields.count > 1 ? (Double(fields[1]) ?? 0) * 4096 / 1e6 : 0
  }
}
