import Foundation
import FeedDocument
import LayoutCases
import LayoutCore

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
      times.append(time / Double(run.nodeCount))
      report.line("captured tree of \(run.nodeCount) nodes", times.last ?? 0, unit: "ns/node")
    }
    // The limits are a fifth of Yoga's times for the captures that it lays out fastest and slowest.
    report.line("fastest captured tree", times.min() ?? 0, unit: "ns/node", limit: 380)
    report.line("slowest captured tree", times.max() ?? 0, unit: "ns/node", limit: 1_660)
  }

  /// - Parameter sections: Sections that are drawn but not laid out.
  static func measureThreads(
    _ sections: [LayoutSection], _ engine: LayoutEngine, _ report: inout Report
  ) {
    func body(_ threads: Int) -> () -> Void {
      let engine = LayoutEngine(
        environment: engine.environment, measurer: engine.measurer, threads: threads)
      // The sections are laid out in place, from scratch each time, so that copying pages is not
      // measured.
      var sections = sections
      return { engine.layOut(&sections) }
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

  /// - Parameter sections: Sections that are drawn but not laid out.
  static func measureChanges(
    _ sections: [LayoutSection], _ engine: LayoutEngine, _ report: inout Report
  ) {
    let page = LivePage(sections, engine: engine)
    let index = page.count / 2
    guard
      let text = page[index].arena.records.indices.first(where: {
        page[index].arena.records[$0].kind == .text
      })
    else { return }
    var isOdd = false
    let time = fastest(
      rounds: 100,
      [
        {
          isOdd.toggle()
          page.setText(
            isOdd ? "a longer text than before, on more lines" : "short", of: text, in: index)
          _ = page.update()
        }
      ])[0]
    report.line("one text of a page of \(page.count) sections", time / 1_000, unit: "us", limit: 50)
  }
}
