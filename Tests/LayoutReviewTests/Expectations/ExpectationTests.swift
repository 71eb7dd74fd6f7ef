import LayoutCore
import Support
import Testing

@testable import LayoutReview

@Suite("Expectations")
struct ExpectationTests {
  /// Returns pages with two sections 414 wide: a banner, 100 high, and 12 below it a rail of three
  /// cards of 120 by 80, which are 10 apart. Each card contains a picture and a button.
  static func pages(scale: Double = 2, cardHeight: Float = 80) -> CheckPages {
    func card(_ number: Float) -> TestNode {
      .box(
        "card", 120, cardHeight, style: { $0.place(10 + number * 130, 20) },
        [
          .box("picture", 100, 50, style: { $0.place(10, 10) }),
          TestNode(kind: .button, name: "more", style: { $0.set(20, 10, 90, 65) }),
        ])
    }
    let nodes: [(String, Double, TestNode)] = [
      ("BANNER", 0, .box("", 414, 100)),
      ("RAIL", 12, .box("", 414, 120, [.box("row", 414, 120, [card(0), card(1), card(2)])])),
    ]
    let environment = LayoutEnvironment(scale: scale)
    let sections = nodes.map { code, gap, node in
      var section = Section(blockCode: code, provider: .init(id: "test", version: "1.0.0"))
      section.gapAbove = gap
      node.add(to: &section.arena)
      section.rows = [.init(node: 0, height: nil)]
      return section
    }
    return CheckPages(LaidOut.page(sections, in: environment))
  }

  private func findings(_ text: String, on pages: CheckPages = pages()) -> [Diagnostic] {
    var pages = pages
    let parsed = Expectations.parse(text, file: "page.expect")
    #expect(parsed.diagnostics.isEmpty, "\(parsed.diagnostics)")
    pages.expectations = parsed.value
    return TestPages.findings("expectation", pages).map(\.diagnostic)
  }

  @Test(
    "claims that the page fulfils have no finding",
    arguments: [
      "", "# a comment only", "section BANNER: height 100, width 414 # and a comment",
      "RAIL: below BANNER by 12, height = 120, width = width of page",
      "BANNER: above RAIL, count 1", "MISSING: count 0", "*: count 2, apart 12, width > 400",
      "RAIL/card[*]: apart 10, width 120, inside RAIL by 10, count 3",
      "RAIL/row/card: width = height * 3/2, height >= 44, height 79 to 81",
      "card: count 0", "RAIL/card[1]: right-of RAIL/card[0] by 10, left-of RAIL/card[2]",
      "RAIL/picture: inside RAIL/card, center-aligned with RAIL/card, width = width of RAIL/card - 20",
      "*/picture: top-aligned with RAIL/card by 10, left-aligned with RAIL/card by (3 + 2) * 2",
      "RAIL/more: right-aligned with RAIL/card by 10, below RAIL/picture by 5 because of the thumb",
      "RAIL/more: bottom-aligned with RAIL/card by 5", "RAIL/row: middle-aligned with RAIL",
      "no button nearer than 100 to another", "no RAIL/card nearer than 10 to another",
      "no image nearer than 8",
    ])
  func fulfilled(_ text: String) {
    // The page has no `image`, so the claim about images has a finding of its own.
    let found = findings(text)
    if text.hasPrefix("no image") {
      #expect(found.first?.message == "no node matches `image`")
    } else {
      #expect(found.isEmpty, "\(found.map { $0.label ?? $0.message })")
    }
  }

  @Test(
    "a broken claim names the node, the number that was found, and the reason",
    arguments: [
      ("BANNER: height 96", ["BANNER"], "100 height, expected 96"),
      ("RAIL: below BANNER by 8", ["RAIL"], "12 points below it, expected 8"),
      ("BANNER: below RAIL", ["BANNER"], "-232 points below it, expected at least 0"),
      (
        "RAIL/card: apart 12", ["RAIL/row/card[1]", "RAIL/row/card[2]"],
        "10 points apart, expected 12"
      ),
      ("RAIL/card[2]: width < 120", ["RAIL/row/card[2]"], "120 width, expected below 120"),
      ("RAIL/more: inside RAIL/card by 8", ["more", "more", "more"], "5 points inside"),
      ("RAIL/card: count 4", ["RAIL/row/card[0]"], "3 nodes match, expected 4"),
      (
        "RAIL/card: height 40 to 60", ["card[0]", "card[1]", "card[2]"],
        "80 height, expected 40 to 60"
      ),
      ("RAIL: left-aligned with page by 4", ["RAIL"], "0 points from its left, expected 4"),
      ("BANNER: width = height / (2 - 2)", ["BANNER"], "divides by 0"),
      ("BANNER: width = width of RAIL/none", ["BANNER"], "not on the page"),
      (
        "no RAIL/card nearer than 11 to another", ["card[1]", "card[2]"],
        "10 points from `RAIL/row/card[0]`"
      ),
    ])
  func broken(_ text: String, _ nodes: [String], _ label: String) {
    let found = findings(text + " because it is so drawn")
    #expect(found.count == nodes.count, "\(found.map(\.label))")
    for (diagnostic, node) in zip(found, nodes) {
      #expect(diagnostic.node?.hasSuffix(node) == true, "\(diagnostic.node ?? "")")
      #expect(diagnostic.notes == ["because it is so drawn"])
      #expect(diagnostic.code == .brokenExpectation && diagnostic.location?.line == 1)
    }
    #expect(found.first?.label?.contains(label) == true, "\(found.first?.label ?? "")")
  }

  @Test(
    "a claim about nothing is a finding that names what may be meant",
    arguments: [
      ("RAIL/cart: height 80", "no node matches `RAIL/cart`", nil),
      (
        "RAIL/row/cart: height 80", "no node matches `RAIL/row/cart`",
        "did you mean `RAIL/row/card`?"
      ),
      ("RIAL: height 80", "no node matches `RIAL`", "did you mean `RAIL`?"),
      ("RAIL/card: inside RALI", "no node matches `RALI`", "did you mean `RAIL`?"),
      ("no buton nearer than 8", "no node matches `buton`", "did you mean `button`?"),
    ])
  func unmatched(_ text: String, _ message: String, _ help: String?) throws {
    let found = try #require(findings(text).first)
    #expect(found.message == message)
    if let help { #expect(found.helps.first == help) }
  }

  @Test(
    "a line that is not an expectation is refused at its place",
    arguments: [
      ("BANNER height 100", 1, "a colon"), ("BANNER: hieght 100", 9, "did you mean `height`?"),
      ("BANNER:", 8, "a claim"), ("BANNER: height", 15, "a number"),
      ("BANNER: height 10px", 16, "a number"), ("BANNER: height inf", 16, "a number"),
      ("BANNER: below", 14, "the path of a node"),
      ("BANNER: height 100 becuase x", 20, "did you mean `because`?"),
      ("BANNER: height 100 because", 27, "a reason"), ("BANNER: height (100", 20, "`)`"),
      ("no button closer than 8", 11, "`nearer`"), ("\"BANNER: height 100", 1, "a colon"),
      ("高さ: top-aligned BANNER", 17, "`with`"), ("BANNER: height 100,", 20, "a claim"),
      ("/: height 1", 1, "a colon"), ("BANNER: height 1 2", 18, "`,`"),
    ])
  func refused(_ text: String, _ column: Int, _ says: String) throws {
    let parsed = Expectations.parse("# first\n\n" + text, file: "page.expect")
    let fault = try #require(parsed.diagnostics.first)
    #expect(parsed.value.all.isEmpty && parsed.diagnostics.count == 1)
    #expect(
      fault.location?.line == 3 && fault.location?.column == column,
      "\(fault.location?.column ?? 0)")
    let words = ([fault.label ?? ""] + fault.helps).joined(separator: " | ")
    #expect(words.contains(says), "\(words)")
  }

  @Test("a line of too many words is refused, so that no expression is too deep")
  func long() {
    for line in [
      "RAIL: width " + String(repeating: "1 + ", count: 200_000) + "1",
      "RAIL: width " + String(repeating: "(", count: 200_000),
    ] {
      let parsed = Expectations.parse(line, file: "page.expect")
      #expect(parsed.diagnostics.first?.label?.contains("at most 400 words") == true)
    }
    let deep = String(repeating: "( ", count: 190) + "120" + String(repeating: " )", count: 190)
    #expect(findings("RAIL: height " + deep).isEmpty)
  }

  @Test("half a pixel is tolerated, a whole one is not")
  func tolerance() {
    let text = "RAIL/card: height 80"
    #expect(findings(text, on: Self.pages(scale: 2, cardHeight: 80.24)).isEmpty)
    #expect(findings(text, on: Self.pages(scale: 2, cardHeight: 80.5)).count == 3)
    #expect(findings(text, on: Self.pages(scale: 2.625, cardHeight: 80.38)).count == 3)
  }

  @Test("drafted expectations hold for their page, and say what its cards have in common")
  func draft() {
    let pages = Self.pages()
    let text = pages.draftedExpectations
    #expect(findings(text).isEmpty)
    #expect(text.contains("section RAIL: height 120, below BANNER by 12\n"))
    #expect(text.contains("RAIL/row/card[*]: width 120, height 80, apart 10\n"))
    #expect(!findings(text, on: Self.pages(cardHeight: 70)).isEmpty)
  }

  @Test("names in quotes may have white space, commas and colons")
  func quotes() throws {
    let pattern = try #require(NodePattern("\"a, b:/c\"/*[2]"))
    #expect(pattern.section == "a, b:/c" && pattern.parts == [.init(name: "*", number: .one(2))])
    #expect(NodePattern.quoted("a b") == "\"a b\"" && NodePattern.quoted("商品") == "商品")
  }

  @Test("claims about thousands of nodes find the relative of each")
  func many() {
    var section = Section(blockCode: "BIG", provider: .init(id: "test", version: "1.0.0"))
    let cards = (0..<5_000).map { _ in
      TestNode.box("card", 10, 10, [.box("a", 2, 2), .box("b", 2, 2)])
    }
    TestNode.box("list", cards).add(to: &section.arena)
    section.rows = [.init(node: 0, height: nil)]
    var pages = CheckPages(LaidOut.page([section]))
    pages.expectations =
      Expectations.parse("BIG/b: below BIG/a by 0, inside BIG/card\nBIG/card: apart 0", file: "x")
      .value
    #expect(TestPages.findings("expectation", pages).isEmpty)
  }
}

extension Style {
  fileprivate mutating func set(_ width: Float, _ height: Float, _ x: Float, _ y: Float) {
    self.width = .points(width)
    self.height = .points(height)
    place(x, y)
  }
}
