import LayoutCore
import Page
import Support

/// A node with its frame, in a short form for tests.
struct Node {
  var kind: NodeKind
  var frame: Rect
  var style = Style()
  var strings = Strings()
  var content = NodeContent()
  /// Adds data beyond the content, such as rich text, while the node is open in the arena.
  var describe: (inout NodeArena) -> Void = { _ in }
  var children: [Node]

  struct Strings {
    var name = ""
    var text = ""
    var label = ""
    var badge = ""
    var actionType = ""
    var action = ""
    var color = ""
    var background = ""
  }

  init(
    _ kind: NodeKind, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    name: String = "", text: String = "", children: [Node] = [],
    _ edit: (inout Node) -> Void = { _ in }
  ) {
    self.kind = kind
    frame = Rect(x: x, y: y, width: width, height: height)
    self.children = children
    strings.name = name
    strings.text = text
    edit(&self)
  }

  func add(to arena: inout NodeArena) {
    var content = content
    func copy(_ text: String) -> TextRange { arena.addText(Array(text.utf8)) }
    content.name = copy(strings.name)
    content.text = copy(strings.text)
    content.label = copy(strings.label)
    content.badge = copy(strings.badge)
    content.actionType = copy(strings.actionType)
    content.actionTarget = copy(strings.action)
    content.color = copy(strings.color)
    content.background = copy(strings.background)
    let index = arena.begin(kind, style: style, content: content)
    arena.setFrame(frame, of: index)
    describe(&arena)
    for child in children { child.add(to: &arena) }
    arena.end()
  }
}

extension PlacedSection {
  init(
    _ code: String, y: Double, width: Double = 414, height: Double, rows: [Double]? = nil,
    _ nodes: [Node] = [],
    via provider: Section.Provider = Section.Provider(id: "test", version: "1.0.0"),
    _ edit: (inout Section) -> Void = { _ in }
  ) {
    self.init(Section(blockCode: code, provider: provider))
    frame = Rect(x: 0, y: y, width: width, height: height)
    rowHeights = rows ?? [height]
    contentHeight = height
    if !nodes.isEmpty {
      Node(.box, 0, 0, width, height, children: nodes).add(to: &section.arena)
    }
    edit(&section)
  }
}

extension Page {
  init(
    _ sections: [PlacedSection], environment: LayoutEnvironment = LayoutEnvironment(),
    feedID: String = "news", diagnostics: [Diagnostic] = []
  ) {
    self.init(
      feedID: feedID, title: "", layoutName: "\(feedID)@1", environment: environment,
      sections: sections, measurer: FixedMeasurer(), diagnostics: diagnostics)
  }
}
