import Foundation
import LayoutReview
@testable import ParityCases
import Testing

@Suite("Parity debug") struct ParityDebug {
  @Test func one() throws {
    guard let value = ProcessInfo.processInfo.environment["PARITY"] else { return }
    for part in value.split(separator: ",") {
      let p = part.split(separator: ":")
      let c = try #require(ParityCase(seed: UInt64(p[1])!, source: .init(rawValue: String(p[0]))!))
      print("=====", part)
      print(c.words)
      print(
        AppComparison.best(c.hierarchy, page: c.page, tolerance: 0.5)?.text(color: false) ?? "nil")
      var t = ParityTable(); t.judge(c); print(t.failures.joined(separator: "\n"))
      if p.count > 2 {
        for v in c.hierarchy.views {
          print(
            String(repeating: "  ", count: v.level), v.name, v.frame.x, v.frame.y, v.frame.width,
            v.frame.height, v.text ?? "", v.isHidden ? "HIDDEN" : "")
        }
        print(String(decoding: c.page.bytes, as: UTF8.self))
      }
    }
  }
}

extension ParityCase {
  var words: String {
    edits.map { "\($0.kind.rawValue) \($0.node.path) \($0.side) \($0.amount)" }
      .joined(separator: "\n") + "\nscreen \(screen)"
  }
}
