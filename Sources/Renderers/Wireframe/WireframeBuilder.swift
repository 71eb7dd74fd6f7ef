import LayoutCore
import Page

/// Adds the boxes of one section to a wireframe, in drawing order.
struct WireframeBuilder {
  /// A node of the section, from the layout or from the lines of a page that was read.
  struct Node {
    var index: Int
    /// The index after the last descendant.
    var end: Int
    var kind: NodeKind
    var path: String
    /// The frame in section coordinates.
    var frame: Rect
    var text: Wireframe.Text?
    /// The attributes as a dump writes them.
    var style = ""
    /// Whether the children are items, unless they are `isFree`.
    var isCollection = false
    /// Whether the node is no item, although its parent is a collection.
    var isFree = false
    var isClipped = false
    var isOffscreen = false
    /// The distance in points by which the children are scrolled to the left.
    var scroll = 0.0
    /// Whether the node clips its children.
    var clips = false
  }

  /// An open box, or the section.
  struct Level {
    var end: Int
    /// The index of the box; -1 for the section.
    var box = -1
    var path: String
    /// The origin of the box in section coordinates.
    var origin = Point.zero
    var shift = 0.0
    var clip = -1
    var isOffscreen = false
    var isCollection = false
    var opacity = 1.0
  }

  /// The index of the section in the wireframe.
  let section: Int
  /// The origin of the section in feed coordinates.
  let origin: Point
  var levels: [Level]

  /// - Parameters:
  ///   - end: The index after the last node of the section.
  ///   - clip: The area to which the section clips its content, in feed coordinates; `nil` for none.
  init(_ section: Int, end: Int, clip: Rect?, in wireframe: inout Wireframe) {
    let entry = wireframe.sections[section]
    self.section = section
    origin = Point(x: entry.frame.x, y: entry.frame.y)
    levels = [Level(end: end, path: entry.path)]
    if let clip { levels[0].clip = wireframe.addClip(clip, within: -1) }
  }

  /// Returns the parent of the next node.
  mutating func parent(of index: Int) -> Level {
    while levels.count > 1, levels[levels.count - 1].end <= index { levels.removeLast() }
    return levels[levels.count - 1]
  }

  /// Adds the box of a node. Nodes come in document order, except that parts may come later.
  mutating func add(
    _ node: Node, _ values: AttributeValues, in parent: Level, to wireframe: inout Wireframe
  ) {
    var box = Wireframe.Box(
      section: section, parent: parent.box, level: levels.count - 1, node: node.index,
      kind: node.kind, path: node.path, frame: node.frame.moved(by: origin.x, origin.y))
    box.shift = parent.shift
    box.clip = parent.clip
    box.text = node.text
    box.style = node.style
    box.radius = values.number(.radius) ?? 0
    box.role = values.word(.role).flatMap(AccessibilityRole.init(word:)) ?? .none
    box.count = values.integer(.count) ?? 0
    box.current = values.integer(.current) ?? 0
    box.label = values.text(.label)
    box.badge = values.text(.badge)
    box.action = values.text(.action)
    box.color = values.text(.color)
    box.background = values.text(.background)
    box.decoration = Wireframe.Decoration(values, within: parent.opacity)
    box.isClipped = node.isClipped
    box.isOffscreen = node.isOffscreen || parent.isOffscreen
    box.isItem = parent.isCollection && !node.isFree
    wireframe.boxes.append(box)
    guard node.end > node.index + 1 || node.index == 0 else { return }
    var level = Level(
      end: node.end, box: wireframe.boxes.count - 1, path: node.path,
      origin: Point(x: node.frame.x, y: node.frame.y), shift: parent.shift - node.scroll,
      clip: parent.clip, isOffscreen: box.isOffscreen, isCollection: node.isCollection,
      opacity: box.decoration?.opacity ?? parent.opacity)
    if node.clips { level.clip = wireframe.addClip(box.drawnFrame, within: parent.clip) }
    levels.append(level)
  }
}

extension AccessibilityRole {
  fileprivate init?(word: String) {
    guard let role = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = role
  }
}

extension Wireframe.Decoration {
  /// Returns `nil` if the node has no decoration and `outerOpacity` is 1.
  fileprivate init?(_ values: AttributeValues, within outerOpacity: Double) {
    opacity = outerOpacity * (values.number(.opacity) ?? 1)
    borderColor = values.text(.borderColor)
    borderWidth = values.number(.border) ?? 0
    if case .corners(let named)? = values[.corners] { corners = named }
    placeholder = values.text(.placeholder)
    picture = values.text(.picture)
    let modes: [NodeAttributes.ContentMode] = [.fit, .stretch]
    contentMode = modes.first { "\($0)" == values.word(.mode) } ?? .fill
    tint = values.text(.tint)
    if case .shadow(let cast)? = values[.shadow] {
      shadowColor = values.string(cast.color)
      shadow = cast
    }
    if self == Self() { return nil }
  }
}
