import Foundation
import LayoutReview
import ParityCases
import Renderers

/// Cost of comparing an app with a page, and the accuracy with which known edits are reported.
enum ParityCost {
  @MainActor static func measure(_ report: inout Report) {
    var perSection: [Double] = []
    for sections in [50, 500] {
      guard let large = ParityCase.large(sections: sections) else {
        preconditionFailure("the page of the benchmark is not valid")
      }
      let time = fastest(
        rounds: 5,
        [
          {
            _ = AppComparison.best(large.hierarchy, page: ReferencePage(large.page), tolerance: 0.5)
          }
        ])[
          0]
      perSection.append(time / Double(sections))
      report.line(
        "\(large.hierarchy.views.count) views beside a page of \(sections) sections", time / 1e6,
        unit: "ms", limit: sections == 500 ? 200 : nil)
    }
    report.line(
      "a section of 500 / a section of 50, app", perSection[1] / perSection[0], unit: "", limit: 3)
  }

  /// Prints a table for each dump format, and the number of lists with one edit that are reported
  /// correctly. Returns whether 99 % of the edits are.
  static func judge(_ count: Int, seed first: UInt64, dumps: [String]) -> Bool {
    let pages = dumps.compactMap { file in
      FileManager.default.contents(atPath: file)
        .flatMap { DumpParser.parse([UInt8]($0), file: file).page }
    }
    let sources = ViewHierarchy.Source.allCases
    var all = ParityTable()
    for source in sources {
      var table = ParityTable()
      let time = ContinuousClock().measure {
        for index in 0..<max(1, count / sources.count) {
          let page = pages.isEmpty ? nil : pages[index % pages.count]
          let seed = first + UInt64(index)
          if let test = ParityCase(seed: seed, source: source, page: page) { table.judge(test) }
        }
      }
      print(table.text("\(source)"), "\n  \(time)")
      all.add(table)
    }
    print(all.text("all"))
    print(all.failures.joined(separator: "\n"))
    let (lists, exact, faults) = lists(max(1, count / 400), seed: first)
    print(faults.map { $0 + "\n" }.joined() + "lists: \(exact) of \(lists) edits exact")
    return all.exact * 100 >= all.count * 99 && exact * 100 >= lists * 99
  }

  /// Compares lists with one edit, each format beside a page and beside each format, in both directions.
  private static func lists(
    _ count: Int, seed first: UInt64
  ) -> (count: Int, exact: Int, faults: [String]) {
    let sources = ViewHierarchy.Source.allCases
    var total = (count: 0, exact: 0, faults: [String]())
    for source in sources {
      for reference in [nil] + sources.map(Optional.some) {
        for edit in ListCase.Edit.allCases {
          for seed in first..<first + UInt64(count) {
            for isReversed in [false, true] {
              let test = ListCase(
                seed: seed, source: source, edit: edit, beside: reference, isReversed: isReversed)
              guard let test else { continue }
              total.count += 1
              let faults = test.faults()
              if faults.isEmpty { total.exact += 1 }
              let place = reference.map { "\($0)" } ?? "page"
              total.faults += faults.map {
                "list of \(source) beside \(place), \(edit), seed \(seed), "
                  + "\(isReversed ? "reversed" : "in order"): \($0)"
              }
            }
          }
        }
      }
    }
    return total
  }
}
