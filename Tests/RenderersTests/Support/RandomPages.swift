import Support
import LayoutCore
import Page
import TestTools

@testable import Renderers

/// Random pages of any shape, with texts that are difficult to quote.
struct RandomPages {
  var random: SplitMix64
  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  static let texts = [
    "", "", "plain", "two words", "夏日音乐节 · 现场直播", "\"quoted\" \\ back", "tab\tline\nbreak\r",
    "\u{0}\u{1B}[31m\u{7F}\u{85}\u{2028}", "👨‍👩‍👧 family", "مرحبا بالعالم", "a=b !c @1,2 3x4", "…", "#",
    "[0]", "e\u{301}\u{202E}", "orpheus://song/1?a=b&c=d", "1×2+3",
  ]

  mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }

  mutating func number() -> Double {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: 0
    case 1: Double.random(in: 0...1e9, using: &random)
    case 2: Double(Int.random(in: 0...400, using: &random))
    default: Double.random(in: 0...400, using: &random)
    }
  }

  mutating func node(depth: Int) -> Node {
    let kind = NodeKind.allCases.randomElement(using: &random) ?? .box
    let count = depth == 0 ? 0 : Int.random(in: 0...4, using: &random)
    var children: [Node] = []
    for _ in 0..<count { children.append(node(depth: depth - 1)) }
    var node = Node(kind, number() - 100, number() - 50, number(), number(), children: children)
    node.strings.name = Bool.random(using: &random) ? text() : ""
    node.strings.text = text()
    node.strings.label = text()
    node.strings.badge = text()
    node.strings.action = text()
    node.strings.actionType = text()
    node.strings.color = text()
    node.content.maxLines = UInt32.random(in: 0...3, using: &random)
    node.content.font.weight = Bool.random(using: &random) ? 400 : 700
    node.content.role = AccessibilityRole.allCases.randomElement(using: &random) ?? .none
    node.content.textAlign = TextAlign.allCases.randomElement(using: &random) ?? .start
    node.content.cornerRadius = Bool.random(using: &random) ? 0 : 10
    node.content.interval = Bool.random(using: &random) ? 0 : 4.5
    node.content.current = UInt32.random(in: 0...2, using: &random)
    node.content.scroll = kind == .carousel && Bool.random(using: &random) ? 30 : 0
    node.content.count = UInt32.random(in: 0...5, using: &random)
    node.style.lanes = UInt32.random(in: 0...3, using: &random)
    node.style.columnGap = 10
    node.style.padding.start = .points(Float(Int.random(in: 0...1, using: &random) * 10))
    if Int.random(in: 0..<4, using: &random) == 0 { describe(&node) }
    return node
  }

  /// Adds random content of `section.content/1` to a node.
  private mutating func describe(_ node: inout Node) {
    func pick<T>(_ initial: T, _ others: [T]) -> T {
      Bool.random(using: &random) ? initial : others.randomElement(using: &random) ?? initial
    }
    let bytes = node.strings.text.utf8.count
    let size: Float = pick(0, [9, 30.5])
    let lengths: [Float] = (0..<6).map { _ in pick(0, [0.25, 7, 18]) }
    let words = (0..<8).map { _ in text() }
    let flags = UInt8.random(in: 0...15, using: &random)
    let truncation = pick(.tail, NodeAttributes.Truncation.allCases)
    let mode = pick(.fill, NodeAttributes.ContentMode.allCases)
    let (opacity, scale): (Float, Float) = (pick(1, [0, 0.5]), pick(0, [0.5, 0.9]))
    let breaksWords = pick(false, [true])
    node.describe = { arena in
      let texts = words.map { arena.addText($0.utf8) }
      if bytes > 0 {
        var run = TextRun(range: 0..<bytes)
        run.font = Font(size: size, weight: size > 0 ? 700 : 0)
        run.traits = TextRun.Traits(rawValue: flags & 7)
        (run.letterSpacing, run.lineHeight, run.baselineOffset) =
          (lengths[0], lengths[1], -lengths[2])
        (run.family, run.color, run.background) = (texts[0], texts[1], texts[2])
        (run.actionType, run.actionTarget, run.image) = (texts[3], texts[4], texts[5])
        (run.imageWidth, run.imageHeight) = (lengths[3], lengths[4])
        arena.addRun(run)
      }
      arena.describeOpenNode { own in
        (own.lineHeight, own.letterSpacing, own.firstLineIndent) =
          (lengths[5], -lengths[4], lengths[3])
        (own.minimumScale, own.truncation, own.breaksWords) = (scale, truncation, breaksWords)
        (own.picture, own.contentMode, own.tint) = (texts[6], mode, texts[7])
        (own.placeholder, own.borderColor, own.borderWidth) = (texts[0], texts[1], lengths[0])
        (own.corners, own.opacity) = (.init(rawValue: flags), opacity)
        own.shadow.color = texts[2]
        (own.shadow.x, own.shadow.y, own.shadow.blur) = (-lengths[1], lengths[2], lengths[3])
        (own.resourceType, own.resourceID, own.state) = (texts[3], texts[4], texts[5])
      }
    }
  }

  mutating func page() -> Page {
    var sections: [PlacedSection] = []
    var y = 0.0
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let height = number()
      var nodes: [Node] = []
      for _ in 0..<Int.random(in: 0...3, using: &random) { nodes.append(node(depth: 3)) }
      var heights: [Double] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) { heights.append(number()) }
      var section = PlacedSection(text(), y: y, height: height, rows: heights, nodes)
      section.section.title = text()
      section.section.layout = Section.Layout.allCases.randomElement(using: &random) ?? .list
      stand(&section)
      section.section.isClosable = Bool.random(using: &random)
      if Bool.random(using: &random) {
        section.section.fallback = Section.Fallback(step: .generic, reason: text())
        section.section.diagnosticCodes = ["SE3002"]
      }
      sections.append(section)
      y += height
    }
    let environment = LayoutEnvironment(
      width: number(), scale: [1, 2, 3, 1.5, 2.625].randomElement(using: &random) ?? 2,
      direction: Bool.random(using: &random) ? .ltr : .rtl, locale: text())
    var diagnostics: [Diagnostic] = []
    if Bool.random(using: &random) {
      diagnostics = [
        Diagnostic(
          .unknownBlock, .warning, "no provider is registered for `X`",
          at: SourceLocation(file: "feed.json", line: 3, column: 9, path: "$.data"),
          label: "unknown", notes: ["drawn by the generic section"], helps: ["look"],
          blockCode: "X", plugin: "x@1", node: "X/card")
      ]
    }
    var page = Page(sections, environment: environment, feedID: text())
    page.environment.isExact = Bool.random(using: &random)
    page.tokens = ["text": "#000000", "page": "#F8F8F8"]
    if Bool.random(using: &random) {
      page.chrome = Page.Chrome(
        top: PlacedSection("BAR", y: 0, height: 44, [node(depth: 1)]))
    }
    if Bool.random(using: &random) {
      page.viewport = Viewport(offset: 12.5, height: 896, topInset: 44, bottomInset: 49)
    }
    page.diagnostics = diagnostics
    return page
  }

  /// Sets the layout attributes of a section, each with equal probability to its default or another
  /// value.
  private mutating func stand(_ placed: inout PlacedSection) {
    var section = placed.section
    defer { placed.section = section }
    func pick<T>(_ initial: T, _ others: [T]) -> T {
      Bool.random(using: &random) ? initial : others.randomElement(using: &random) ?? initial
    }
    section.columns = pick(1, [2, 5])
    section.lanes = pick(1, [2, 3])
    section.rowAlignment = pick(.start, [.center, .end, .spaceBetween, .spaceAround, .spaceEvenly])
    section.itemAlignment = pick(.start, [.center, .end, .stretch])
    section.orthogonalScrolling = pick(
      .continuous, Section.OrthogonalScrolling.allCases.filter { $0 != .continuous })
    section.peek = pick(0, [16, 0.25])
    section.currentGroup = pick(0, [1, 4])
    placed.contentOffset = pick(0, [-20, 130.5])
    section.placement = pick(.flow, [.overlay, .floatTop, .floatBottom])
    section.gapAbove = pick(0, [8])
    section.rowSpacing = pick(0, [6])
    section.itemSpacing = pick(0, [6, 7])
    section.insets = pick(.zero, [EdgeInsets(top: 1, end: 2, bottom: 3, start: 4)])
    section.margins = pick(
      .zero,
      [
        EdgeInsets(top: 8, end: 8, bottom: 8, start: 8), EdgeInsets(top: 1, end: 2, bottom: 3),
      ])
    guard section.arena.count > 1 else { return }
    section.backgroundExtent = pick(.rows, [.section])
    section.background = Bool.random(using: &random) ? nil : 1
    var row = Section.Row(node: 1, height: nil)
    row.columnSpan = pick(1, [2])
    row.rowSpan = pick(1, [3])
    row.isFullBleed = Bool.random(using: &random)
    row.isStretched = Bool.random(using: &random)
    section.rows = [row]
  }

  mutating func options() -> RenderOptions {
    var options = RenderOptions()
    options.all = Bool.random(using: &random)
    options.chrome = Bool.random(using: &random)
    options.frames = Bool.random(using: &random) ? .parent : .absolute
    options.depth = Bool.random(using: &random) ? nil : Int.random(in: 0...4, using: &random)
    options.accessibility = Bool.random(using: &random)
    return options
  }
}
