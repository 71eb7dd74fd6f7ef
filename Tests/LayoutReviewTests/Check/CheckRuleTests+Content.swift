import LayoutCore

@testable import LayoutReview

// MARK: - Content and actions

extension CheckRuleTests {
  static let targets: [Case] = [
    Case(
      "touch-target", "a hundredth of a point too low", finds: "/item",
      says: "100 x 43.99 pt, expected at least 44 x 44"
    ) { .ofRow(.box("item", 100, 43.99, action: "a://b")) },
    Case("touch-target", "44 points") { .ofRow(.box("item", 44, 44, action: "a://b")) },
    Case("touch-target", "too narrow", finds: "/item") {
      .ofRow(.box("item", 36, 100, action: "a://b"))
    },
    Case("touch-target", "a row as wide as the page") {
      .ofRow(.box("item", 320, 24, action: "a://b"))
    },
    Case("touch-target", "a long row that is too low", finds: "/item") {
      .ofRow(.box("item", 320, 23.9, action: "a://b"))
    },
    Case("touch-target", "one part of two items is one finding", finds: "/item[0]/more") {
      .ofRow(
        .box("item", 100, 100, [.box("more", 20, 20, action: "a://b")]),
        .box("item", 100, 100, [.box("more", 20, 20, action: "a://c")]))
    },
    Case("touch-target", "inside of a larger target that does the same") {
      .ofRow(.box("item", 100, 100, action: "a://b", [.box("play", 20, 20, action: "a://b")]))
    },
    Case("touch-target", "inside of one that does something else", finds: "/item/play") {
      .ofRow(.box("item", 100, 100, action: "a://b", [.box("play", 20, 20, action: "a://c")]))
    },
    Case("missing-action", "one of three cards", finds: "/card[2]", says: "unlike its siblings") {
      .ofRow(card("a://b"), card("a://c"), card(""))
    },
    Case("missing-action", "two of three cards are no rule") {
      .ofRow(card("a://b"), card(""), card(""))
    },
    Case("missing-action", "cards of a list that leads somewhere itself") {
      .ofRow(.box("list", action: "a://b", [card(""), card(""), card("")]))
    },
    Case("missing-action", "a button", finds: "/button", says: "does nothing") {
      .ofRow(TestNode(kind: .button, text: "More"))
    },
    Case("missing-action", "a button in one of three rows", finds: "/row[2]", says: "unlike") {
      .ofRow(
        .box("row", [.box("item", [button("a://1")])]),
        .box("row", [.box("item", [button("a://2")])]), .box("row", [.box("item", [button("")])]))
    },
    Case("missing-action", "buttons that all do nothing are tabs") {
      .ofRow(
        TestNode(kind: .button, name: "tab", text: "New"),
        TestNode(kind: .button, name: "tab", text: "Old"))
    },
    Case("missing-action", "a button with an action") {
      .ofRow(TestNode(kind: .button, text: "More", action: "/more"))
    },
    Case("missing-action", "a card whose only button acts") {
      .ofRow(
        card("a://b"), card("a://c"),
        .box("card", [.image(20, 20), TestNode(kind: .button, text: "Buy", action: "a://d")]))
    },
    Case("malformed-action", "white space", finds: "/item", says: "white space") {
      .ofRow(.box("item", 50, 50, action: "a://b c"))
    },
    Case("malformed-action", "a type and no target", finds: "/item", says: "no target") {
      .ofRow(TestNode(kind: .box, name: "item", actionType: "web"))
    },
    Case("malformed-action", "an address, a path, a word of the app") {
      .ofRow(
        .box("item", 50, 50, action: "app://x?y=%E4"), .box("item", 50, 50, action: "/a/b"),
        .box("item", 50, 50, action: "play_all"))
    },
    Case("image-ratio", "nothing says its height", finds: "/image") { .ofRow(.image(100)) },
    Case("image-ratio", "a ratio of the picture") { .ofRow(.image(100, ratio: 1.5)) },
    Case("image-ratio", "a ratio of the style") {
      .ofRow(.image(100, style: { $0.aspectRatio = 2 }))
    },
    Case("image-ratio", "both sizes") { .ofRow(.image(100, 50)) },
    Case("image-ratio", "it fills what is around it") {
      .ofRow(.box("cover", 100, 50, [.image(style: { $0.flexGrow = 1 })]))
    },
  ]

  private static func button(_ action: String) -> TestNode {
    TestNode(kind: .button, text: "Buy", action: action, style: { $0.height = .points(44) })
  }

  private static func card(_ action: String) -> TestNode {
    .box("card", 60, 60, action: action, [.image(20, 20)])
  }

  static let colors: [Case] = [
    Case("contrast", "#777777 on white is 4.47", finds: "/text", says: "4.47:1") {
      .ofRow(.text("a", color: "grey"))
    },
    Case("contrast", "#767676 on white is 4.54") { .ofRow(.text("a", color: "enough")) },
    Case("contrast", "3:1 is enough for 18 points") { .ofRow(.text("a", size: 18, color: "grey")) },
    Case("contrast", "and for 14 points and bold") {
      .ofRow(.text("a", size: 14, weight: 700, color: "grey"))
    },
    Case("contrast", "not for 17.9 points", finds: "/text") {
      .ofRow(.text("a", size: 17.9, color: "grey"))
    },
    Case("contrast", "the nearest background counts", finds: "/box/text", says: "3.85:1") {
      .ofRow(.box("box", background: "light", [.text("a", color: "grey")]))
    },
    Case("contrast", "half a veil on white is grey", finds: "/box/text", says: "4:1") {
      .ofRow(.box("box", background: "veil", [.text("a", color: "page")]))
    },
    Case("contrast", "a picture behind a text is not judged") {
      .ofRow(
        .box("box", 50, 50, [.image(50, 50), .text("a", color: "page", style: { $0.place(0, 0) })]))
    },
    Case("contrast", "a veil without gaps on a picture is", finds: "/box/veil/text") {
      .ofRow(
        .box(
          "box", 50, 50,
          [
            .image(50, 50),
            .box(
              "veil", 50, 20, background: "light", style: { $0.place(0, 0) },
              [.text("a", color: "grey")]),
          ]))
    },
    Case("contrast", "a part of a text in its own colour", finds: "/text", says: "4.47:1") {
      .ofRow(.text("a b", run: 2..<3) { $0.color = $1.addText("grey".utf8) })
    },
    Case("contrast", "a part of a text on its own background", finds: "/text") {
      .ofRow(.text("a b", run: 2..<3) { $0.background = $1.addText("text".utf8) })
    },
    Case("contrast", "an empty text has no colour to judge") { .ofRow(.text("", color: "page")) },
    Case("unknown-color", "no token", finds: "/text", says: "unknown token") {
      .ofRow(.text("a", color: "gray"))
    },
    Case("unknown-color", "no colour", finds: "/box", says: "hexadecimal digits") {
      .ofRow(.box("box", background: "#12"))
    },
    Case("unknown-color", "a token and hexadecimal words") {
      .ofRow(.text("a", color: "grey"), .text("b", color: "#abc"), .text("c", color: "#AABBCCDD"))
    },
  ]

  static let sections: [Case] = [
    Case(
      "pinned-header", "higher than a quarter of the screen", finds: "/header",
      says: "of the screen"
    ) {
      .withHeader(height: 224.5)
    },
    Case("pinned-header", "a quarter of it") { .withHeader(height: 224) },
    Case("pinned-header", "one that does not stay may be higher") {
      .withHeader(height: 400, isPinned: false)
    },
    Case(
      "pinned-header", "its content lies on the rows", finds: "/header",
      says: "covers `row` at rest"
    ) { .withHeader(height: 20, content: 40) },
    Case("empty-section", "boxes alone", finds: "", says: "414 x 60 pt") {
      .ofRow(.box("box", 50, 50, background: "grey"), height: 60)
    },
    Case("empty-section", "nothing of it has a size", finds: "") { .ofRow(.text("a", 0, 0)) },
    Case("empty-section", "one letter") { .ofRow(.text("a")) },
    Case("unknown-block", "drawn by the generic section", finds: "", says: "no provider") {
      .drawn(by: .generic, with: "SE3002")
    },
    Case("unknown-block", "drawn as a placeholder", finds: "") {
      .drawn(by: .placeholder, with: "SE3002")
    },
    Case("unknown-block", "its own provider failed, which drawing says") {
      .drawn(by: .placeholder, with: "SE3004")
    },
    Case("unknown-block", "drawn by its own provider") { .drawn(by: nil, with: "SE3008") },
  ]

  static let identities: [Case] = [
    Case("duplicate-id", "one item twice", finds: "/card[1]", says: "the same as card[0]") {
      .ofRow(labelled("a", "x://1"), labelled("a", "x://1"))
    },
    Case("duplicate-id", "one label, two places, which `same-name` reports") {
      .ofRow(labelled("a", "x://1"), labelled("a", "x://2"))
    },
    Case("duplicate-id", "two labels, one place") {
      .ofRow(labelled("a", "x://1"), labelled("b", "x://1"))
    },
    Case("duplicate-id", "a target in a target that reads the same") {
      var outer = labelled("a", "x://1")
      outer.children = [labelled("a", "x://2")]
      return .ofRow(outer)
    },
  ]

  static let spoken: [Case] = [
    Case(
      "emptied-list", "a heading and an empty list", finds: "/header", says: "above 100 pt"
    ) { .ofRow(.box("header", nil, 40, [.text("New")]), .carousel(100, [])) },
    Case("emptied-list", "a heading and a card") {
      .ofRow(.box("header", nil, 40, [.text("New")]), .carousel(100, [.image(60, 60)]))
    },
    Case("emptied-list", "a heading alone is a divider") {
      .ofRow(.box("header", nil, 40, [.text("New")]))
    },
    Case("unnamed-control", "an icon", finds: "/item", says: "no text, label or badge") {
      .ofRow(.box("item", 44, 44, action: "a://b", [TestNode(kind: .icon, text: "x")]))
    },
    Case("unnamed-control", "the words of a target inside are its own", finds: "/item") {
      .ofRow(
        .box("item", 90, 90, action: "a://b", [.box("play", action: "a://c", [.text("Play")])]))
    },
    Case("unnamed-control", "an icon in a row with words and the same action") {
      .ofRow(
        .box(
          "item", 90, 90, action: "a://b",
          [
            .text("Play"), TestNode(kind: .icon, text: "x", action: "a://b"),
          ]))
    },
    Case("unnamed-control", "a label") {
      .ofRow(TestNode(kind: .box, name: "item", label: "Play", action: "a://b"))
    },
    Case("unnamed-control", "a link without a word", finds: "/text", says: "no letter or digit") {
      .ofRow(link(2..<5, of: "a ... b"))
    },
    Case("unnamed-control", "a link with a word") { .ofRow(link(0..<1, of: "a ... b")) },
    Case("engine-words", "a label of a kind", finds: "/card", says: "`image`") {
      .ofRow(TestNode(kind: .box, name: "card", label: "image", children: [.image(20, 20)]))
    },
    Case("engine-words", "dots on a page in Chinese", finds: "/page-control", says: "in English") {
      dots(locale: "zh-CN")
    },
    Case("engine-words", "dots on a page in English") { dots(locale: "en-GB") },
    Case("struck-price", "no other price", finds: "/text", says: "struck price only") {
      .ofRow(price("199", struck: 0..<3), .box("other", [.text("free")]))
    },
    Case("struck-price", "the current price in the same text") {
      .ofRow(price("149 199", struck: 4..<7))
    },
    Case("struck-price", "the current price beside it") {
      .ofRow(.box("card", action: "a://b", [price("199", struck: 0..<3), .text("149")]))
    },
    Case("struck-price", "a price of another card", finds: "/card[1]/text") {
      .ofRow(
        .box("card", action: "a://b", [.text("149")]),
        .box("card", action: "a://c", [price("199", struck: 0..<3)]))
    },
    Case("struck-price", "struck words") { .ofRow(price("sold", struck: 0..<4)) },
  ]

  private static func link(_ range: Range<Int>, of text: String) -> TestNode {
    .text(text, run: range) { $0.actionTarget = $1.addText("a://b".utf8) }
  }

  private static func price(_ text: String, struck: Range<Int>) -> TestNode {
    .text(text, run: struck) { run, _ in run.traits = .strike }
  }

  private static func dots(locale: String) -> CheckPages {
    TestPages.section(base: LayoutEnvironment(locale: locale)) { section, _ in
      TestNode.box("", [TestNode(kind: .pageControl, content: { $0.count = 3 })])
        .add(to: &section.arena)
      section.rows = [.init(node: 0, height: nil)]
    }
  }

  private static func labelled(_ label: String, _ action: String) -> TestNode {
    TestNode(kind: .box, name: "card", label: label, action: action, children: [.image(20, 20)])
  }

  private static func marginal(_ edit: @escaping (inout Edges) -> Void) -> TestNode {
    .text("a", 100, style: { edit(&$0.margin) })
  }

  static let names: [Case] = [
    Case("role-in-name", "a button", finds: "/card", says: "`Play Button.`") {
      .ofRow(card("Jazz", "a://b", label: "Play Button."))
    },
    Case("role-in-name", "a picture in Chinese", finds: "/image", says: "专辑图片") {
      var image = TestNode.image(40, 40)
      image.label = "专辑图片"
      return .ofRow(image)
    },
    Case("role-in-name", "a role alone, in another word, or of something else") {
      .ofRow(
        card("Jazz", "a://b", label: "Button"), card("Jazz", "a://c", label: "Unbutton"),
        card("Jazz", "a://d", label: "Family picture"))
    },
    Case("same-name", "two cards", finds: "/card[1]", says: "`Jazz, ¥9`, as") {
      .ofRow(card("Jazz", "a://b"), card("Jazz", "a://c"), card("Folk", "a://d"))
    },
    Case("same-name", "three cards are one finding", finds: "/card[1]", says: "`Jazz, ¥9`, as") {
      .ofRow(card("Jazz", "a://b"), card("Jazz", "a://c"), card("Jazz", "a://d"))
    },
    Case("role-in-name", "a label that is the visible text") {
      .ofRow(card("Play button", "a://b", label: "Play button"))
    },
    Case("same-name", "the same action, and More in each row") {
      .ofRow(
        card("Jazz", "a://b"), card("Jazz", "a://b"),
        row("One", more: "a://m"), row("Two", more: "a://n"))
    },
  ]

  private static func row(_ text: String, more action: String) -> TestNode {
    .box("row", nil, 60, [.text(text), .box("more", 44, 44, action: action, [.text("More")])])
  }

  private static func card(_ text: String, _ action: String, label: String = "") -> TestNode {
    var card = TestNode.box("card", 90, 90, action: action, [.text(text), .text("¥9")])
    card.label = label
    return card
  }

  static let otherPages: [Case] = [
    Case(
      "large-text", "a fixed height suits one size", finds: "/text", says: "at ax5: text is clipped"
    ) { .scaled { .box("", nil, 100, [.text("a", 100, 20, size: $0)]) } },
    Case(
      "large-text", "a text that grows into the next", finds: "/image[1]",
      says: "at ax5: `image[1]` overlaps"
    ) {
      .scaled {
        .box(
          "", nil, 200,
          [.image(100, 10), .box("title", 100, 20, [.text("a", size: $0)]), .image(100, 100)])
      }
    },
    Case("large-text", "a height that follows from the text") {
      .scaled { .box("", [.text("a b c", 100, size: $0)]) }
    },
    Case("large-text", "what is clipped already is another finding") {
      .scaled { .box("", nil, 100, [.text("a", 100, 10, size: $0)]) }
    },
    Case("rtl", "a margin at the left", finds: "/line/text", says: "expected 304") {
      .ofRow(
        .box("line", 414, nil, style: { $0.flexDirection = .row }, [marginal { $0.left = 10 }]))
    },
    Case("rtl", "a margin at the start") {
      .ofRow(
        .box("line", 414, nil, style: { $0.flexDirection = .row }, [marginal { $0.start = 10 }]))
    },
    Case("rtl", "a direction of its own is meant") {
      .ofRow(
        .box(
          "clock", 200, style: { ($0.flexDirection, $0.direction) = (.row, .ltr) },
          [.text("a", 100)]))
    },
    Case("rtl", "other nodes", finds: "", says: "other nodes in rtl") {
      TestPages.section { section, environment in
        let texts: [TestNode] =
          environment.direction == .rtl ? [.text("a")] : [.text("a"), .text("b")]
        TestNode.box("", texts).add(to: &section.arena)
        section.rows = [.init(node: 0, height: nil)]
      }
    },
  ]
}

extension CheckPages {
  /// Returns pages with a row that is built for each text size.
  fileprivate static func scaled(_ make: (Float) -> TestNode) -> CheckPages {
    TestPages.section { section, environment in
      make(14 * Float(environment.textSize.factor)).add(to: &section.arena)
      section.rows = [.init(node: 0, height: nil)]
    }
  }

  /// Returns pages with a header above a row. The header's content can be higher than the header.
  fileprivate static func withHeader(
    height: Double, content: Float? = nil, isPinned: Bool = true
  ) -> CheckPages {
    TestPages.section { section, _ in
      let header = TestNode.box("header", [.image(50, content ?? Float(height))])
      TestNode.box("", [header, .box("row", nil, 100, [.image(100, 100)])]).add(to: &section.arena)
      section.header = .init(node: 1, isPinned: isPinned, height: height)
      section.rows = [.init(node: 3, height: nil)]
    }
  }

  fileprivate static func drawn(
    by step: Section.Fallback.Step?, with code: String
  ) -> CheckPages {
    TestPages.section { section, _ in
      TestNode.box("", [.text("a")]).add(to: &section.arena)
      section.rows = [.init(node: 0, height: nil)]
      section.fallback = step.map { .init(step: $0, reason: "no provider for the code") }
      section.diagnosticCodes = [code]
    }
  }
}
