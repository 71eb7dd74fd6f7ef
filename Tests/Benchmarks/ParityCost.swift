import LayoutReview
import ParityCases

/// Cost of comparing an app with a page, and how apps with known edits are reported.
enum ParityCost {
  @MainActor static func measure(_ report: inout Report) {
    var perSection: [Double] = []
    for sections in [50, 500] {
      guard let large = ParityCase.large(sections: sections) else {
        preconditionFailure("the page of the benchmark is not valid")
      }
      let time = fastest(
        rounds: 5, [{ _ = AppComparison.best(large.hierarchy, page: large.page, tolerance: 0.5) }])[
          0]
      perSection.append(time / Double(sections))
      report.line(
        "\(large.hierarchy.views.count) views beside a page of \(sections) sections", time / 1e6,
        unit: "ms", limit: sections == 500 ? 200 : nil)
    }
    report.line(
      "a section of 500 / a section of 50, app", perSection[1] / perSection[0], unit: "", limit: 3)
  }

  /// Prints a table of each format. Returns whether 99 % of the edits are reported as themselves.
  static func judge(_ count: Int) -> Bool {
    var all = ParityTable()
    for source in ViewHierarchy.Source.allCases {
      var table = ParityTable()
      let sources = ViewHierarchy.Source.allCases.count
      let time = ContinuousClock().measure {
        for seed in 1...max(1, count / sources) {
          if let test = ParityCase(seed: UInt64(seed), source: source) { table.judge(test) }
        }
      }
      print(table.text("\(source)"), "\n  \(time)")
      all.add(table)
    }
    print(all.text("all"))
    print(all.failures.joined(separator: "\n"))
    return all.exact * 100 >= all.count * 99
  }
}
