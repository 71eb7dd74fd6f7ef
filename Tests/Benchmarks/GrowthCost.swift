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

  /// - Parameter pages: The number of pages of each session, in ascending order.
  @MainActor static func measure(
    _ providers: SectionProviders, pages: [Int], _ report: inout Report
  ) {
    // Each page has titles of its own, so that no two sections are equal.
    let title = #""mainTitle":{"title":""#
    let parts = GeneratedFeed.text(blocks: 10).components(separatedBy: title)
    var last: (pages: Int, seconds: Double)?
    for pages in pages {
      // Skips a session that would take over 600 s if time grew with the square of the pages.
      if let last, last.seconds * Double(pages * pages) / Double(last.pages * last.pages) > 600 {
        return report.fail(
          "a session of \(last.pages) pages takes \(last.seconds) s, so that \(pages) are not tried"
        )
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
          let bytes = parts.joined(separator: "\(title)\(page) ").utf8
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
      last = (pages, time)
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
