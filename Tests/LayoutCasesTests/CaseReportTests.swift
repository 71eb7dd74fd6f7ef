import LayoutCases
import Testing

@Suite struct CaseReportTests {
  @Test("reports add up, and skipped cases are counted by feature") func merging() {
    var first = CaseReport()
    first.passed = 2
    first.skipped = ["grid": 1]
    var second = CaseReport()
    second.failed = 1
    second.skipped = ["grid": 1, "float": 3]
    second.failures = ["a"]
    first.merge(second)
    #expect(first.skipped == ["grid": 2, "float": 3])
    #expect(first.failures == ["a"])
    #expect(first.summary == "2 passed, 1 failed, 5 skipped")
  }
}
