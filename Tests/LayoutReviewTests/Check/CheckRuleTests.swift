import LayoutCore
import Testing

@testable import LayoutReview

/// Each rule on a page that breaks it, and on a similar page that does not.
@Suite("Rules of check")
struct CheckRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var rule: String
    var what: String
    var pages: @Sendable () -> CheckPages
    /// The expected nodes, by their paths in the section; none if the rule has no finding.
    var nodes: [String]
    /// A part of the first finding's message or label.
    var says: String

    var testDescription: String { "\(rule): \(what)" }

    init(
      _ rule: String, _ what: String, finds nodes: String..., says: String = "",
      _ pages: @escaping @Sendable () -> CheckPages
    ) {
      self.rule = rule
      self.what = what
      self.pages = pages
      self.nodes = nodes
      self.says = says
    }
  }

  static let long = "one two three four five six seven eight nine ten eleven twelve"

  static let cases: [Case] =
    overlaps + texts + extents + targets + colors + sections + identities + otherPages + spoken
    + names

  @Test("a rule finds its violations and nothing else", arguments: cases)
  func finds(_ example: Case) throws {
    let findings = TestPages.findings(example.rule, example.pages())
    #expect(findings.map { $0.diagnostic.node } == example.nodes.map { "CODE\($0)" })
    guard let first = findings.first else { return }
    let words = "\(first.diagnostic.message) | \(first.diagnostic.label ?? "")"
    #expect(example.says.isEmpty || words.contains(example.says), "\(words)")
    #expect(first.rule == example.rule && first.diagnostic.plugin == "test@1.0.0")
    #expect(first.diagnostic.blockCode == "CODE" && !first.diagnostic.helps.isEmpty)
    #expect(first.diagnostic.message.count <= 62, "\(first.diagnostic.message)")
  }

  // These rules have tests of their own, because they need more than a page.
  static let examinedElsewhere = [
    "app", "changed-id", "client", "empty-picture", "expectation", "incomplete-item",
    "raw-expression", "stress",
  ]

  @Test(
    "every rule has a page that breaks it and a page that does not",
    arguments: CheckRule.all.filter { !examinedElsewhere.contains($0.id) })
  func everyRule(_ rule: CheckRule) {
    let own = Self.cases.filter { $0.rule == rule.id }
    #expect(own.contains { $0.nodes.isEmpty } && own.contains { !$0.nodes.isEmpty }, "\(rule.id)")
  }

  @Test("codes, ids and names of limits are unique, and summaries are short sentences")
  func table() {
    #expect(Set(CheckRule.all.map(\.id)).count == CheckRule.all.count)
    #expect(Set(CheckRule.all.map(\.code)).count == CheckRule.all.count)
    #expect(CheckRule.all.map(\.code.rawValue) == CheckRule.all.map(\.code.rawValue).sorted())
    for rule in CheckRule.all {
      #expect(rule.summary.last != "." && rule.summary.first?.isUppercase == false)
      for limit in rule.limits { #expect(limit.range.contains(limit.standard)) }
      // The documentation page of the code has to mention the rule and its limits.
      #expect(rule.code.page.contains("Rule `\(rule.id)`"), "\(rule.id)")
      for limit in rule.limits {
        #expect(rule.code.page.contains("`\(limit.name)`"), "\(rule.id) \(limit.name)")
      }
    }
  }
}

// MARK: - Positions and sizes

extension CheckRuleTests {
  static let overlaps: [Case] = [
    Case(
      "overlap", "a text runs out of its box into the next", finds: "/text",
      says: "overlaps `text`"
    ) {
      .ofRow(.box("first", 100, 10, [.text("a\nb\nc", 100)]), .text("below", 100))
    },
    Case("overlap", "boxes that touch share nothing") {
      .ofRow(.box("first", 100, 10, [.text("a", 100, 10)]), .text("below", 100))
    },
    Case("overlap", "less than a point is not an overlap") {
      .ofRow(.box("first", 100, 19, [.image(100, 19.9)]), .image(100, 20))
    },
    Case("overlap", "a point is one", finds: "/image") {
      .ofRow(.box("first", 100, 19, [.image(100, 20)]), .image(100, 20))
    },
    Case("overlap", "a badge that is positioned on its image is meant") {
      .ofRow(
        .box("card", 100, 100, [.image(100, 100), .text("12", style: { $0.place(80, 80) })]))
    },
    Case(
      "overlap", "a badge that is positioned on the letters of a text is not",
      finds: "/card/image", says: "overlaps `text`"
    ) {
      .ofRow(
        .box(
          "card", 100, 100,
          [.text("some words", 100), .image(20, 20, style: { $0.place(10, 2) })]))
    },
    Case("overlap", "beside the letters it is") {
      .ofRow(
        .box("card", 200, 100, [.text("a", 200), .image(20, 10, style: { $0.place(170, 2) })]))
    },
    Case(
      "overlap", "what hides most of a target covers it", finds: "/card/veil",
      says: "covers the target"
    ) {
      .ofRow(
        .box(
          "card", 100, 100,
          [
            .box("item", 60, 60, action: "a://b", [.image(60, 60)]),
            .box("veil", 50, 50, background: "grey", style: { $0.place(0, 0) }),
          ]))
    },
    Case("overlap", "a button for closing in the corner of a target does not") {
      .ofRow(
        .box(
          "card", 100, 100,
          [
            .box("item", 100, 100, action: "a://b", [.image(100, 100)]),
            .box(
              "close", 44, 44, action: "a://close", style: { $0.place(56, 0) }, [.image(44, 44)]),
          ]))
    },
    Case("overlap", "pictures that are pulled over each other are meant") {
      .ofRow(.image(40, 40), .image(40, 40, style: { $0.margin.top = -10 }))
    },
  ]

  static let texts: [Case] = [
    Case(
      "clipped-text", "two lines in the room of one", finds: "/text",
      says: "17 pt for 2 lines of 17 pt"
    ) { .ofRow(.text("a\nb", 100, 17)) },
    Case("clipped-text", "half a point less is one", finds: "/text") {
      .ofRow(.text("a", 100, 16.5))
    },
    Case("clipped-text", "less than that is not") { .ofRow(.text("a", 100, 16.6)) },
    Case("clipped-text", "a box that is as high as its lines") { .ofRow(.text("a\nb", 100)) },
    Case("clipped-text", "a window that cuts letters", finds: "/window/text", says: "is cut off") {
      .ofRow(
        .box(
          "window", 100, 20, style: { $0.overflow = .hidden },
          [.text("a", 50, 17, style: { $0.margin.top = 10 })]))
    },
    Case("clipped-text", "a window that cuts what is around the letters") {
      .ofRow(.box("window", 40, 20, style: { $0.overflow = .hidden }, [.text("a", 50, 27)]))
    },
    Case("clipped-text", "an empty text has no lines") { .ofRow(.text("", 100, 4)) },
    Case(
      "truncated-text", "more words than a line takes", finds: "/text", says: "60 pt × 1 line"
    ) { .ofRow(.text(long, 60, lines: 1)) },
    Case("truncated-text", "as many lines as it takes") { .ofRow(.text(long, 60)) },
    Case("truncated-text", "a text that fits its line") { .ofRow(.text("one", 60, lines: 1)) },
    Case("truncated-text", "what is clipped is not reported twice") {
      .ofRow(.text(long, 60, 20, lines: 2))
    },
  ]

  static let extents: [Case] = [
    Case("off-screen", "wider than the page", finds: "/image", says: "at the right by 1 pt") {
      .ofRow(.image(415, 20))
    },
    Case("off-screen", "as wide as the page") { .ofRow(.image(414, 20)) },
    Case("off-screen", "less than a point") { .ofRow(.image(414.9, 20)) },
    Case("off-screen", "below its section", finds: "/inner/text", says: "at the bottom by 7 pt") {
      .ofRow(.box("inner", 100, 10, [.text("a")]), height: 10)
    },
    Case("off-screen", "above its section", finds: "/image", says: "at the top by 4 pt") {
      .ofRow(.image(20, 20, style: { $0.place(0, -4) }), height: 40)
    },
    Case("off-screen", "items of a carousel scroll") {
      .ofRow(.carousel(50, (0..<9).map { _ in .image(100, 50) }))
    },
    Case(
      "off-screen", "but not along the other axis", finds: "/carousel/card[0]/image",
      says: "at the bottom by 10 pt"
    ) {
      .ofRow(.carousel(50, [.box("card", 100, 50, [.image(100, 60)]), .image(100, 50)]))
    },
    Case("off-screen", "what a box cuts off is meant") {
      .ofRow(.box("window", 100, 20, style: { $0.overflow = .hidden }, [.image(500, 100)]))
    },
    Case("size", "a text without width", finds: "/text", says: "has no width") {
      .ofRow(.text("a", 0, 20))
    },
    Case("size", "an icon without height", finds: "/icon", says: "has no height") {
      .ofRow(TestNode(kind: .icon, text: "x", style: { ($0.width, $0.height) = (20, 0) }))
    },
    Case("size", "an image that is meant to have none", finds: "/image") { .ofRow(.image(0, 0)) },
    Case("size", "a spacer may be nothing, and so may an empty text") {
      .ofRow(TestNode(kind: .spacer), .text("", 100, 0))
    },
    Case("size", "more than a hundred screens", finds: "/image", says: "89601 pt large") {
      .ofRow(.image(20, 89_601))
    },
    Case("size", "a hundred screens") { .ofRow(.image(20, 89_600)) },
    Case("min-max", "a least width above the largest", finds: "/box", says: "width 50 pt") {
      .ofRow(.box("box", style: { ($0.minWidth, $0.maxWidth) = (50, 49) }))
    },
    Case("min-max", "a least height above the largest, in percent", finds: "/box", says: "60 %") {
      .ofRow(.box("box", style: { ($0.minHeight, $0.maxHeight) = (.percent(60), .percent(50)) }))
    },
    Case("min-max", "equal ones, and ones of different units") {
      .ofRow(
        .box("box", style: { ($0.minWidth, $0.maxWidth) = (50, 50) }),
        .box("other", style: { ($0.minWidth, $0.maxWidth) = (50, .percent(10)) }))
    },
  ]
}

extension CheckPages {
  /// Returns pages with one section: a row of these nodes, without header and footer.
  static func ofRow(_ nodes: TestNode..., height: Float? = nil) -> CheckPages {
    TestPages.section { section, _ in
      TestNode.box("", nil, height, nodes).add(to: &section.arena)
      section.rows = [.init(node: 0, height: height.map(Double.init))]
    }
  }
}
