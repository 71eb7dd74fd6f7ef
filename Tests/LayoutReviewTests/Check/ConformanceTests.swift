import LayoutCore
import Testing

@testable import LayoutReview

/// Judgements of pages by the criteria of a standard.
@Suite("Conformance") struct ConformanceTests {
  /// Returns the result for a criterion on a page of one section with nodes in rows.
  private static func result(
    _ number: String, tokens: [String: String] = TestPages.tokens,
    fallback: Section.Fallback? = nil, _ nodes: [TestNode]
  ) throws -> Conformance.Result {
    let pages = TestPages.section(tokens: tokens) { section, _ in
      section.fallback = fallback
      TestNode.box("", nodes).add(to: &section.arena)
      section.rows = [.init(node: 0, height: nil)]
    }
    let results = Conformance(of: pages, by: .wcag22).results
    return try #require(results.first { $0.criterion.number == number })
  }

  private static func target(
    _ size: Float, at x: Float, label: String = "", _ children: [TestNode] = []
  ) -> TestNode {
    var node = TestNode.box(
      "target", size, size, action: "a://\(x)", style: { $0.place(x, 0) }, children)
    node.label = label
    return node
  }

  @Test("a standard names only criteria that it has and that a page can be judged by")
  func criteria() {
    let wcag = AccessibilityStandard.wcag22.criteria.map(\.number)
    #expect(wcag == ["1.3.4", "1.4.3", "1.4.4", "1.4.10", "1.4.11", "1.4.12", "2.5.3", "2.5.8"])
    let european = AccessibilityStandard.en301549.criteria
    #expect(european.map(\.number) == Array(wcag.dropLast()))
    #expect(european.allSatisfy { $0.number(in: .en301549).hasPrefix("11.") })
    #expect(Criterion.all.flatMap(\.rules).allSatisfy { CheckRule.named($0) != nil })
  }

  @Test("a page without content has nothing to judge, and does not pass")
  func empty() {
    let results = Conformance(of: CheckPages(LaidOut.page([])), by: .wcag22).results
    for result in results {
      let expected: Conformance.Method =
        result.criterion.number == "1.3.4" ? .manual : .notApplicable
      #expect(result.method == expected && result.failures.isEmpty, "\(result)")
      #expect([.inapplicable, .untested].contains(result.outcome))
    }
  }

  @Test(
    "a small target needs space around it",
    arguments: [
      (Float(20), Float(0), Float(22), Conformance.Outcome.failed), (20, 0, 24, .passed),
      (24, 0, 24, .passed), (23, 0, 23, .failed), (10, 0, 400, .passed),
    ])
  func targets(size: Float, first: Float, second: Float, outcome: Conformance.Outcome) throws {
    let result = try Self.result(
      "2.5.8", [Self.target(size, at: first), Self.target(size, at: second)])
    #expect(result.outcome == outcome, "\(result)")
    #expect(result.failures.count == (outcome == .failed ? 2 : 0))
    #expect(result.remark == "2 targets examined")
  }

  @Test("a small target beside a large one fails, and one inside of its own target does not")
  func mixedTargets() throws {
    let beside = try Self.result("2.5.8", [Self.target(12, at: 0), Self.target(44, at: 14)])
    #expect(beside.failures.map(\.node) == ["CODE/target[0]"])
    #expect(beside.failures[0].message.contains("CODE/target[1]"))
    let far = try Self.result("2.5.8", [Self.target(12, at: 0), Self.target(44, at: 24)])
    #expect(far.outcome == .passed)
    let inner = try Self.result("2.5.8", [Self.target(44, at: 0, [Self.target(12, at: 0)])])
    #expect(inner.outcome == .passed)
  }

  @Test(
    "the name of a target contains its text",
    arguments: [
      ("Play jazz", ["Jazz"], Conformance.Outcome.passed), ("Play", ["Jazz"], .failed),
      ("", ["Jazz"], .passed), ("Jazz", ["Jazz", "¥9"], .cantTell),
      ("Play", [], .inapplicable), ("晨间 爵士", ["爵士"], .passed),
    ])
  func names(label: String, texts: [String], outcome: Conformance.Outcome) throws {
    let target = Self.target(90, at: 0, label: label, texts.map { .text($0) })
    let result = try Self.result("2.5.3", [target])
    #expect(result.outcome == outcome, "\(result)")
  }

  @Test(
    "texts and symbols contrast with what is behind them",
    arguments: [
      ("1.4.3", "grey", Conformance.Outcome.failed), ("1.4.3", "enough", .passed),
      ("1.4.11", "light", .failed), ("1.4.11", "grey", .passed),
    ])
  func contrasts(number: String, color: String, outcome: Conformance.Outcome) throws {
    var symbol = TestNode(kind: .icon, text: "x", color: color)
    symbol.style = { ($0.width, $0.height) = (.points(20), .points(20)) }
    let target = Self.target(44, at: 0, [symbol])
    let nodes = number == "1.4.3" ? [TestNode.text("words", color: color)] : [target]
    let result = try Self.result(number, nodes)
    #expect(result.outcome == outcome, "\(result)")
    #expect(result.method == .automated && result.failures.isEmpty == (outcome == .passed))
    // Without colours, a person has to look.
    let unknown = try Self.result(number, tokens: [:], nodes)
    #expect(unknown.method == .manual && unknown.outcome == .untested)
  }

  @Test("a picture in a target, and a section drawn by a fallback, leave a doubt")
  func doubts() throws {
    let picture = try Self.result("1.4.11", [Self.target(44, at: 0, [.image(40, 40)])])
    #expect(picture.outcome == .cantTell && picture.remark.contains("1 picture in targets"))
    let guess = Section.Fallback(step: .generic, reason: "no provider for the code")
    let drawn = try Self.result("2.5.8", fallback: guess, [Self.target(44, at: 0)])
    #expect(drawn.outcome == .cantTell && drawn.remark.contains("1 section drawn by a fallback"))
  }

  @Test("of several devices, the worst outcome counts, and a failure names its devices")
  func merging() throws {
    func conformance(_ size: Float) -> Conformance {
      let pages = TestPages.section { section, _ in
        TestNode.box("", [Self.target(size, at: 0), Self.target(size, at: 21)])
          .add(to: &section.arena)
        section.rows = [.init(node: 0, height: nil)]
      }
      return Conformance(of: pages, by: .wcag22)
    }
    let merged = try #require(
      Conformance(merging: [("a", conformance(30)), ("b", conformance(20)), ("c", conformance(20))])
    )
    let result = try #require(merged.results.last)
    #expect(result.outcome == .failed && merged.hasFailed && merged.devices == ["a", "b", "c"])
    #expect(result.failures.count == 2 && result.failures[0].message.hasSuffix("on b, c"))
  }
}
