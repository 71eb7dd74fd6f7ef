import LayoutReview
import ParityCases
import Testing

@Suite("Apps with known edits") struct ParityTests {
  @Test(
    "edits are reported as themselves, and no other node", arguments: ViewHierarchy.Source.allCases)
  func random(source: ViewHierarchy.Source) throws {
    var table = ParityTable()
    for seed in 1...60 { table.judge(try #require(ParityCase(seed: UInt64(seed), source: source))) }
    let failures = table.failures.joined(separator: "\n")
    #expect(table.count > 250, "\(table.text(source.rawValue))")
    #expect(table.exact * 100 >= table.count * 94, "\(failures)")
    #expect(table.blamed <= 21, "\(failures)")
  }
}
