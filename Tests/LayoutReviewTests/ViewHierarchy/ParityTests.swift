import Foundation
import LayoutReview
import ParityCases
import Renderers
import Testing

@Suite("Apps with known edits") struct ParityTests {
  @Test(
    "edits are reported as themselves, and no other node", arguments: ViewHierarchy.Source.allCases)
  func random(source: ViewHierarchy.Source) throws {
    var table = ParityTable()
    for seed in 1...60 { table.judge(try #require(ParityCase(seed: UInt64(seed), source: source))) }
    let failures = table.failures.joined(separator: "\n")
    #expect(table.count > 250, "\(table.text(source.rawValue))")
    #expect(table.exact * 100 >= table.count * 99, "\(failures)")
    #expect(table.blamed <= 1, "\(failures)")
  }

  static let samples = ["audio-charts", "mall-home", "netease-home", "wanandroid-home"]

  @Test("edits of the bundled feeds are reported as themselves", arguments: samples)
  func bundled(name: String) throws {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let file = folder.appendingPathComponent("Snapshots/\(name)/iphone-14.light+dark.dump")
    let page = try #require(DumpParser.parse([UInt8](Data(contentsOf: file)), file: name).page)
    var table = ParityTable()
    for source in ViewHierarchy.Source.allCases {
      for seed in 1...8 {
        table.judge(try #require(ParityCase(seed: UInt64(seed), source: source, page: page)))
      }
    }
    let failures = table.failures.joined(separator: "\n")
    #expect(table.exact * 100 >= table.count * 99, "\(table.text(name)) \(failures)")
    // Several edits of one page can have another, equally short explanation.
    #expect(table.blamed <= 1, "\(failures)")
  }

  /// The formats of an app, each beside each other format and beside a page.
  static let pairs = ViewHierarchy.Source.allCases.flatMap { source in
    (ViewHierarchy.Source.allCases.map(Optional.some) + [nil]).map { (source, $0) }
  }

  @Test(
    "one edit of a list is told as itself, and nothing else, in both directions", arguments: pairs)
  func lists(source: ViewHierarchy.Source, reference: ViewHierarchy.Source?) throws {
    let isMain = reference == nil || reference == .uiautomator
    for edit in ListCase.Edit.allCases {
      for seed: UInt64 in 1...(isMain ? 8 : 2) {
        for isReversed in [false, true] {
          let test = try #require(
            ListCase(
              seed: seed, source: source, edit: edit, beside: reference, isReversed: isReversed))
          let faults = test.faults()
          #expect(
            faults.isEmpty,
            "\(edit), seed \(seed), \(isReversed ? "reversed" : "forward"): \(faults)\n\(test.report)"
          )
        }
      }
    }
  }
}
