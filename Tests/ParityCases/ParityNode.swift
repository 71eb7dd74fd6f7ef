internal import LayoutCore
internal import Renderers
internal import TestTools
internal import Page

/// A section or node of a page, and how an app shows it.
final class ParityNode {
  let path: String
  /// The name without its number: "card".
  let name: String
  let string: String
  /// The frame on the page, in the coordinates of the parent.
  let page: Rect
  let scrollsAlongX: Bool
  /// Whether the node draws something or receives taps, so that its differences are reported.
  let draws: Bool
  weak var parent: ParityNode?
  var children: [ParityNode] = []

  /// The frame in the app, in the coordinates of the parent.
  var app: Rect
  var text: String
  /// Whether the app lacks the node.
  var isRemoved = false
  /// Whether only the app has the node.
  var isInserted = false
  /// Whether the node has a view of its own in the dump.
  var isShown = true
  /// Whether the node's texts are merged into the label of one view.
  var isMerged = false
  /// The changed properties: sides of the frame, such as "width", and "text".
  var touched: Set<String> = []

  init(
    path: String, name: String, string: String, page: Rect, scrollsAlongX: Bool = false,
    draws: Bool = true
  ) {
    self.path = path
    self.name = name
    self.string = string
    self.page = page
    self.scrollsAlongX = scrollsAlongX
    self.draws = draws
    app = page
    text = string
  }

  func add(_ child: ParityNode) {
    child.parent = self
    children.append(child)
  }

  var isSection: Bool { parent?.parent == nil }
  var isText: Bool { children.isEmpty && !string.isEmpty && name != "icon" && name != "image" }
  var isPicture: Bool { children.isEmpty && name == "image" }

  /// The node and its descendants, in document order.
  var subtree: [ParityNode] { [self] + children.flatMap(\.subtree) }
  var ancestors: [ParityNode] {
    Array(sequence(first: self, next: \.parent).dropFirst()).filter { $0.parent != nil }
  }
  var section: ParityNode { ancestors.last ?? self }
  /// The node and all nodes in and around it with the same frame; a view may show any of them.
  var twins: [ParityNode] {
    func fills(_ node: ParityNode) -> Bool {
      node.parent.map {
        node.page == Rect(x: 0, y: 0, width: $0.page.width, height: $0.page.height)
      } ?? false
    }
    let outer = sequence(first: self) { fills($0) ? $0.parent : nil }
    let inner = sequence(first: self) { $0.children.first(where: fills) }
    return Array(outer) + inner.dropFirst()
  }
  /// Whether the app lacks the node or one of its ancestors.
  var isGone: Bool { ([self] + ancestors).contains(where: \.isRemoved) }

  /// The frame in the app, in the coordinates of the feed.
  var absolute: Rect {
    ancestors.reduce(app) { $0.moved(by: $1.app.x, $1.app.y) }
  }

  /// Returns the part of the screen in which the carousels around the node can show it.
  func clip(in screen: Rect) -> Rect {
    ancestors.reduce(screen) { $1.scrollsAlongX ? $0.intersection($1.absolute) : $0 }
  }

  /// Whether the whole node is visible on the screen.
  func isVisible(in screen: Rect) -> Bool {
    let clip = clip(in: screen)
    let frame = absolute
    return frame.x >= clip.x - 0.5 && frame.maxX <= clip.maxX + 0.5 && frame.y >= clip.y + 1
      && frame.maxY <= clip.maxY - 1
  }

  /// Returns a root node whose children are the sections of the page.
  static func root(of drawn: Page) -> ParityNode {
    var page = drawn.lines ?? Page.Lines()
    page.makeParentRelative()
    page = page.withoutBarsAndElided
    let root = ParityNode(path: "", name: "", string: "", page: .zero)
    var nodes: [ParityNode] = []
    for (line, path) in zip(page, page.paths) {
      let axis = page.attribute("axis", of: line)
      let node = ParityNode(
        path: path, name: page.text(line.name), string: page.text(line.string), page: line.frame,
        scrollsAlongX: !axis.isEmpty && page.bytes[axis.range].elementsEqual("x".utf8),
        draws: Int(line.end) == nodes.count + 1
          || ["background", "action", "border"].contains { !page.attribute($0, of: line).isEmpty })
      (line.parent < 0 ? root : nodes[Int(line.parent)]).add(node)
      nodes.append(node)
    }
    return root
  }
}

/// Pages of random sections: rails, grids, lists with prices, banners and paragraphs.
struct RandomPage {
  private var random: SplitMix64
  private var out = ""
  private var y = 0.0
  private var words = 0

  private static let repeated = ["More ›", "¥99", "NEW", "Play all", "更多", "¥19.9", "12.3万"]
  private static let stems = [
    "Harbour", "夜行的人", "Slow morning", "Paper lantern", "雨停之前", "Kitchen radio", "ليالٍ هادئة",
    "Nine rivers", "山海回声", "Oat bread", "Café ☕️", "Long walk home",
  ]

  static func page(seed: UInt64, sections: Int? = nil) -> Page? {
    var page = RandomPage(random: SplitMix64(seed: seed))
    for index in 0..<(sections ?? Int.random(in: 5...14, using: &page.random)) { page.add(index) }
    let text =
      "# layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent\n"
      + "feed random 390x\(page.y) appearance=light locale=en direction=ltr\n" + page.out
    return DumpParser.parse(Array(text.utf8), file: "random.dump").page
  }

  private init(random: SplitMix64) { self.random = random }

  private mutating func text() -> String {
    if Int.random(in: 0..<3, using: &random) == 0 {
      return Self.repeated.randomElement(using: &random) ?? ""
    }
    words += 1
    return "\(Self.stems.randomElement(using: &random) ?? "") \(words)"
  }

  private mutating func line(
    _ level: Int, _ name: String, _ frame: (Double, Double, Double, Double), _ string: String = "",
    _ tail: String = ""
  ) {
    out += String(repeating: " ", count: 2 + 2 * level) + name
    if !string.isEmpty { out += " \"\(string)\"" }
    out += " @\(frame.0),\(frame.1) \(frame.2)x\(frame.3)\(tail)\n"
  }

  private mutating func add(_ index: Int) {
    let kind = Int.random(in: 0..<5, using: &random)
    let header = kind == 3 ? 0.0 : 40.0
    let rows = Int.random(in: 2...3, using: &random)
    let row = [176.0, 90, 72, 150, 60][kind]
    let count = kind == 1 || kind == 2 ? rows : 1
    let height = header + row * Double(count) + 10
    out += "  section BLOCK_\(index) @0,\(y) 390x\(height)\n"
    y += height + (Bool.random(using: &random) ? 0 : 8)
    if header > 0 {
      line(1, "header", (0, 0, 390, 40))
      line(2, "text", (10, 10, 120, 20), text(), " font=17/700 lines=1/1")
      if Bool.random(using: &random) {
        line(2, "button", (320, 10, 60, 20), text(), " font=12/400 action=app://more")
      }
    }
    switch kind {
    case 0: rail()
    case 1: for row in 0..<rows { grid(row) }
    case 2: for row in 0..<rows { list(row) }
    case 3:
      line(1, "banner", (10, 10, 370, 130), "", " action=app://banner")
      line(2, "image", (0, 0, 370, 130))
      line(2, "tag", (300, 100, 60, 22), text(), " font=10/400")
    default:
      line(1, "text", (10, 44, 370, 40), text(), " font=14/400 lines=2/3")
    }
  }

  private mutating func rail() {
    line(1, "carousel", (0, 40, 390, 176), "", " axis=x items=5 gap=10 inset=10")
    for card in 0..<5 {
      let title = text()
      line(2, "card[\(card)]", (10 + 123 * Double(card), 5, 113, 160), title, " action=app://card")
      line(3, "image", (0, 0, 113, 113), "", " aspect=1")
      line(3, "text", (0, 118, 103, 16), title, " font=12/400 lines=1/1")
      line(3, "price", (0, 138, 50, 16), text(), " font=12/400 lines=1/1")
    }
  }

  private mutating func grid(_ row: Int) {
    for column in 0..<4 {
      line(
        1, "cell[\(row * 4 + column)]", (10 + 94 * Double(column), 40 + 90 * Double(row), 88, 80),
        "", " background=surface")
      line(2, "image", (20, 4, 48, 48))
      line(2, "text", (4, 58, 80, 16), text(), " font=12/400 lines=1/1")
    }
  }

  private mutating func list(_ row: Int) {
    line(1, "row[\(row)]", (0, 40 + 72 * Double(row), 390, 64), "", " background=surface")
    line(2, "image", (10, 6, 52, 52))
    line(2, "text", (72, 10, 200, 20), text(), " font=15/400 lines=1/1")
    line(2, "subtitle", (72, 34, 160, 16), text(), " font=12/400 lines=1/1")
    line(2, "price", (310, 20, 70, 20), text(), " font=15/700 lines=1/1")
  }
}
