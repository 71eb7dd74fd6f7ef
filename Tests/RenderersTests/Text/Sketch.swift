import Page
import Renderers

@testable import LayoutCore

/// A node of a layout made by hand. Its frame is given in the parent's coordinates.
struct Sketch {
  var kind: NodeKind
  var frame: Rect
  var text = ""
  var label = ""
  var badge = ""
  var name = ""
  var background = ""
  var target = ""
  var role = AccessibilityRole.none
  var align = TextAlign.start
  var maxLines: UInt32 = 0
  var radius: Float = 0
  var dots: (count: UInt32, current: UInt32) = (0, 0)
  var style = Style()
  var children: [Sketch] = []

  init(
    _ kind: NodeKind, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ text: String = "", _ children: [Sketch] = []
  ) {
    self.kind = kind
    frame = Rect(x: x, y: y, width: width, height: height)
    self.text = text
    self.children = children
  }

  /// Returns the node with some properties changed.
  func with(_ change: (inout Sketch) -> Void) -> Sketch {
    var copy = self
    change(&copy)
    return copy
  }

  func add(to arena: inout NodeArena) {
    var content = NodeContent()
    content.text = arena.addText(Array(text.utf8))
    content.label = arena.addText(Array(label.utf8))
    content.badge = arena.addText(Array(badge.utf8))
    content.name = arena.addText(Array(name.utf8))
    content.background = arena.addText(Array(background.utf8))
    content.actionTarget = arena.addText(Array(target.utf8))
    content.role = role
    content.textAlign = align
    content.maxLines = maxLines
    content.cornerRadius = radius
    content.count = dots.count
    content.current = dots.current
    let index = arena.begin(kind, style: style, content: content)
    for child in children { child.add(to: &arena) }
    arena.end()
    arena.frames[index].x = Float(frame.x)
    arena.frames[index].y = Float(frame.y)
    arena.frames[index].width = Float(frame.width)
    arena.frames[index].height = Float(frame.height)
  }
}

func section(_ code: String, y: Double = 0, height: Double, _ root: Sketch?) -> PlacedSection {
  var section = PlacedSection(
    Section(
      blockCode: code, provider: Section.Provider(id: code.lowercased(), version: "1.0.0")))
  section.frame = Rect(x: 0, y: y, width: 414, height: height)
  section.contentHeight = height
  root?.add(to: &section.section.arena)
  section.section.rows = [Section.Row(node: 0, height: nil)]
  section.rowHeights = [height]
  return section
}

/// Returns a page 414 points wide with its sections below each other.
func page(
  _ sections: [PlacedSection], title: String = "Home",
  environment: LayoutEnvironment = LayoutEnvironment(),
  measurer: any TextMeasurer = FixedTextMeasurer(advance: 6, lineHeight: 15)
) -> Page {
  var sections = sections
  var y = 0.0
  for index in sections.indices {
    sections[index].frame.y = y
    y += sections[index].frame.height
  }
  return Page(
    feedID: "home", title: title, layoutName: "home@1", environment: environment,
    sections: sections, measurer: measurer)
}

func draw(_ page: Page, _ change: (inout RenderOptions) -> Void = { _ in }) -> String {
  var options = RenderOptions()
  change(&options)
  return String(decoding: TextRenderer(options: options).bytes(of: page), as: UTF8.self)
}
