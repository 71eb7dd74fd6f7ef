import Feeds
import LayoutCore
import Renderers

@testable import LayoutReview

/// A node in the notation of the tests.
struct TestNode {
  var kind: NodeKind
  var name = ""
  var text = ""
  var label = ""
  var actionType = ""
  var action = ""
  var color = ""
  var background = ""
  var style: (inout Style) -> Void = { _ in }
  var content: (inout NodeContent) -> Void = { _ in }
  var run: ((inout NodeArena) -> TextRun)?
  /// The identity of the item of the feed, with the type "item"; empty for none.
  var item = ""
  var children: [TestNode] = []

  static func box(
    _ name: String = "", _ width: Float? = nil, _ height: Float? = nil,
    action: String = "", background: String = "",
    style: @escaping (inout Style) -> Void = { _ in }, _ children: [TestNode] = []
  ) -> TestNode {
    TestNode(
      kind: .box, name: name, action: action, background: background,
      style: { $0.set(width, height, style) }, children: children)
  }

  static func box(_ name: String, _ children: [TestNode]) -> TestNode {
    box(name, nil, nil, children)
  }

  static func text(
    _ text: String, _ width: Float? = nil, _ height: Float? = nil, lines: UInt32 = 0,
    size: Float = 14, weight: UInt16 = 400, color: String = "",
    style: @escaping (inout Style) -> Void = { _ in }
  ) -> TestNode {
    TestNode(
      kind: .text, text: text, color: color, style: { $0.set(width, height, style) },
      content: {
        $0.maxLines = lines
        $0.font = Font(size: size, weight: weight)
      })
  }

  /// Returns a text in which a range has its own style.
  static func text(
    _ text: String, run range: Range<Int>,
    _ edit: @escaping (inout TextRun, inout NodeArena) -> Void
  ) -> TestNode {
    var node = TestNode.text(text)
    node.run = { arena in
      var run = TextRun(range: range)
      edit(&run, &arena)
      return run
    }
    return node
  }

  static func image(
    _ width: Float? = nil, _ height: Float? = nil, ratio: Float = 0,
    style: @escaping (inout Style) -> Void = { _ in }
  ) -> TestNode {
    TestNode(
      kind: .image, style: { $0.set(width, height, style) },
      content: { $0.imageAspectRatio = ratio })
  }

  static func carousel(_ height: Float, _ children: [TestNode]) -> TestNode {
    TestNode(kind: .carousel, style: { $0.set(nil, height) { _ in } }, children: children)
  }

  func add(to arena: inout NodeArena) {
    var style = Style()
    self.style(&style)
    var content = NodeContent()
    self.content(&content)
    content.name = arena.addText(name.utf8)
    content.text = arena.addText(text.utf8)
    content.label = arena.addText(label.utf8)
    content.actionType = arena.addText(actionType.utf8)
    content.actionTarget = arena.addText(action.utf8)
    content.color = arena.addText(color.utf8)
    content.background = arena.addText(background.utf8)
    arena.begin(kind, style: style, content: content)
    if let run { arena.addRun(run(&arena)) }
    if !item.isEmpty {
      let (type, id) = (arena.addText("item".utf8), arena.addText(item.utf8))
      arena.describeOpenNode { ($0.resourceType, $0.resourceID) = (type, id) }
    }
    for child in children { child.add(to: &arena) }
    arena.end()
  }
}

extension Style {
  fileprivate mutating func set(_ width: Float?, _ height: Float?, _ edit: (inout Style) -> Void) {
    if let width { self.width = .points(width) }
    if let height { self.height = .points(height) }
    edit(&self)
  }

  mutating func place(_ x: Float, _ y: Float) {
    position = .absolute
    inset.left = .points(x)
    inset.top = .points(y)
  }
}

/// Pages of one section, in every environment that a rule needs.
enum TestPages {
  static let tokens = [
    "text": "#000000", "page": "#ffffff", "grey": "#777777", "enough": "#767676",
    "veil": "#00000080", "light": "#eeeeee",
  ]

  /// Returns pages with a section that the test builds for each environment.
  static func section(
    tokens: [String: String] = tokens, base: LayoutEnvironment = LayoutEnvironment(),
    _ make: (inout Section, LayoutEnvironment) -> Void
  ) -> CheckPages {
    func page(_ change: (inout LayoutEnvironment) -> Void = { _ in }) -> CheckPages.Examined {
      var environment = base
      change(&environment)
      var section = Section(blockCode: "CODE", provider: .init(id: "test", version: "1.0.0"))
      make(&section, environment)
      let page = LaidOut.page([section], in: environment, tokens: tokens)
      return (page, page.checkedSections())
    }
    var pages = CheckPages(page())
    let others = (
      page { $0.appearance = .dark }, page { $0.textSize = .ax5 }, page { $0.direction = .rtl }
    )
    pages.otherAppearance = { others.0 }
    pages.largestText = { others.1 }
    pages.mirrored = { others.2 }
    return pages
  }

  /// Returns the findings of a rule on the pages.
  static func findings(
    _ rule: String, _ pages: CheckPages, limits: [String: Double] = [:]
  ) -> [Finding] {
    CheckRule.named(rule).map { RuleRun.findings(of: $0, on: pages, limits: limits) } ?? []
  }
}
