import Foundation
import FeedDocument
import LayoutCases
import LayoutCore
import SectionEngine

/// Cost of laying out trees of real apps, pages on several threads, and changes to a page.
enum PageLayoutCost {
  /// Returns the first run of every case of a file, or `nil` if the file cannot be read.
  static func runs(ofCasesIn path: String) -> [FlexCaseRun]? {
    guard let bytes = FileManager.default.contents(atPath: path),
      let document = FeedDocument.parse(PaddedBytes([UInt8](bytes)), name: path).value,
      let file = try? FlexCaseFile(document)
    else { return nil }
    return file.cases.compactMap { (try? $0.get().layOut())?.first }
  }

  /// Measures the captured trees of the shared data, if they are present.
  static func measureCaptures(_ report: inout Report) {
    let path = "../shared/data/layout/app-captures.json"
    guard let runs = runs(ofCasesIn: path) else {
      return print("captured trees: \(path) is absent, not measured")
    }
    var times: [Double] = []
    for run in runs {
      let time = fastest(rounds: 50, [run.layOutAgain])[0]
      times.append(time / Double(run.frames.count))
      report.line("captured tree of \(run.frames.count) nodes", times.last ?? 0, unit: "ns/node")
    }
    // Yoga is another layout engine. The limits are a fifth of its fastest and its slowest time.
    report.line("fastest captured tree", times.min() ?? 0, unit: "ns/node", limit: 380)
    report.line("slowest captured tree", times.max() ?? 0, unit: "ns/node", limit: 1_660)
  }

  /// Measures the layout of sections that are already built, on one and on several threads.
  static func measureThreads(
    _ sections: [Section], _ engine: LayoutEngine, _ report: inout Report
  ) {
    func body(_ threads: Int) -> () -> Void {
      let engine = LayoutEngine(
        environment: engine.environment, measurer: engine.measurer, threads: threads)
      return { _ = engine.layOut(sections) }
    }
    let processors = ProcessInfo.processInfo.activeProcessorCount
    for (threads, scale) in [(2, 1.7), (4, 3.0)] {
      guard processors >= threads else {
        print("\(threads) threads: \(processors) processors here, not measured")
        continue
      }
      let times = fastest(rounds: 30, [body(1), body(threads)])
      report.line(
        "time on \(threads) threads / time on one", times[1] / times[0], unit: "",
        limit: ((1 / scale) * 1_000).rounded() / 1_000)
    }
  }

  /// Measures a page after a change of one block, compared with a layout from scratch.
  static func measureChange(_ pipeline: Pipeline, blocks: Int, _ report: inout Report) {
    let text = GeneratedFeed.text(blocks: blocks)
    let list = pipeline.document(text)?.root["data"]["blocks"]
    let index = blocks / 2
    let payloads = [index, index + 6].compactMap { list?[$0].source.map { Array($0) } }
    let engine = pipeline.engine
    var page = engine.page(of: ["blocks": Array(text.utf8)])
    guard payloads.count == 2, page.sections.count == blocks else {
      return print("a feed of \(blocks) blocks does not give \(blocks) sections")
    }
    var isOdd = false
    let times = fastest(
      rounds: 30,
      [
        { _ = engine.page(of: ["blocks": Array(text.utf8)]) },
        {
          isOdd.toggle()
          try? page.replace(at: index, with: payloads[isOdd ? 1 : 0])
        },
      ])
    report.line("one changed block of \(blocks)", times[1] / 1_000, unit: "us")
    report.line("one changed block / the whole page", times[1] / times[0], unit: "", limit: 0.25)
  }
}
