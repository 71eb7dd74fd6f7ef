import Foundation
import LayoutCore
import Renderers
import Testing

@testable import LayoutReview

@Suite("Reports of check") struct CheckReportTests {
  /// Returns pages with seven texts in boxes that are too small for them.
  private func pages(fallback: Section.Fallback? = nil) -> CheckPages {
    TestPages.section { section, _ in
      section.fallback = fallback
      TestNode.box("", (0..<7).map { TestNode.box("part\($0)", [.text("two words", 40, 4)]) })
        .add(to: &section.arena)
      section.rows = [.init(node: 0, height: nil)]
    }
  }

  @Test("many causes are listed, a line each, below the numbers by rule and plugin")
  func list() {
    let report = CheckConfiguration().report(of: pages())
    let text = String(decoding: report.text(color: false, limit: 3), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] == report.summary)
    #expect(lines.contains("  clipped-text: test@1.0.0 7"))
    let listed = lines.filter { $0.hasPrefix("warning[") }
    #expect(listed.count == 3 && listed[0].hasPrefix("warning[SE21"))
    #expect(text.contains(" more of ") && text.contains("`--limit 0`"))
    let full = String(decoding: report.text(color: false), as: UTF8.self)
    #expect(full.contains("= help: ") && full.hasSuffix(report.summary + "\n"))
  }

  @Test("a few causes are reported in full")
  func few() {
    let pages = TestPages.section { section, _ in
      TestNode.box("", [.text("two words", 40, 4)]).add(to: &section.arena)
      section.rows = [.init(node: 0, height: nil)]
    }
    let report = CheckConfiguration().report(of: pages)
    #expect(report.hasFindings)
    #expect(report.text(color: false, limit: 40) == report.text(color: false))
  }

  @Test("JSON has one finding for a cause in a plugin, with all its places")
  func places() throws {
    let pages = TestPages.section { section, _ in
      TestNode.box("", (0..<3).map { _ in TestNode.box("part", [.text("two words", 40, 4)]) })
        .add(to: &section.arena)
      section.rows = [.init(node: 0, height: nil)]
    }
    let report = CheckConfiguration().report(of: pages)
    let clipped = report.findings.filter { $0.rule == "clipped-text" }
    #expect(clipped.count == 3)
    let json = String(
      decoding: JSONWriter.document { report.write(to: &$0) }, as: UTF8.self)
    let parts = json.components(separatedBy: "\"rule\": \"clipped-text\"")
    #expect(parts.count == 2, "one finding")
    for finding in clipped {
      let node = try #require(finding.diagnostic.node)
      #expect(json.contains("\"node\": \"\(node)\"") && json.contains(finding.fingerprint))
    }
  }

  @Test("a section drawn by fallback has no faults of its look")
  func fallback() {
    let guess = Section.Fallback(step: .generic, reason: "no provider for the code")
    #expect(CheckConfiguration().report(of: pages(fallback: guess)).findings.isEmpty)
    #expect(CheckConfiguration().report(of: pages()).hasFindings)
  }
}
