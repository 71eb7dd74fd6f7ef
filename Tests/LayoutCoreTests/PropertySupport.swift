import LayoutCore
import TestTools

/// A random tree as a value, so that it can be built twice with one difference.
struct RandomTree {
  var kind: NodeKind
  var style: Style
  var text: String
  var children: [RandomTree]

  /// - Parameter depth: The maximum number of levels below this node.
  init(_ random: inout SplitMix64, depth: Int) {
    let isLeaf = depth == 0 || Int.random(in: 0..<4, using: &random) == 0
    style = Self.style(&random)
    children = []
    text = ""
    kind = .box
    if isLeaf {
      kind =
        [.text, .text, .box, .image, .button, .icon, .badge, .spacer].randomElement(
          using: &random) ?? .box
      if kind == .text || kind == .button || kind == .badge {
        text = String(repeating: "x", count: Int.random(in: 1...60, using: &random))
      }
      return
    }
    kind =
      [.box, .box, .box, .box, .box, .list, .carousel, .pager].randomElement(using: &random)
      ?? .box
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      children.append(RandomTree(&random, depth: depth - 1))
    }
  }

  /// Returns a random style with logical edges only, so that the other direction is the mirror
  /// image.
  private static func style(_ random: inout SplitMix64) -> Style {
    var style = Style()
    func chance(_ one: Int, _ random: inout SplitMix64) -> Bool {
      Int.random(in: 0..<one, using: &random) == 0
    }
    func points(_ range: ClosedRange<Int>, _ random: inout SplitMix64) -> Length {
      .points(Float(Int.random(in: range, using: &random)) / 4)
    }
    func length(_ random: inout SplitMix64) -> Length {
      chance(4, &random)
        ? .percent(Float(Int.random(in: 1...4, using: &random) * 25)) : points(0...400, &random)
    }
    func edges(_ range: ClosedRange<Int>, _ random: inout SplitMix64) -> Edges {
      Edges(
        top: points(range, &random), bottom: points(range, &random), start: points(range, &random),
        end: points(range, &random))
    }
    style.flexDirection =
      [.column, .column, .row, .row, .rowReverse, .columnReverse].randomElement(using: &random)
      ?? .column
    style.flexWrap = chance(5, &random) ? (chance(2, &random) ? .wrap : .wrapReverse) : .noWrap
    style.justifyContent =
      [.start, .start, .center, .end, .spaceBetween, .spaceAround, .spaceEvenly].randomElement(
        using: &random) ?? .start
    let isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
    // A column aligns baselines at its left edge in both directions, which is not a mirror image.
    style.alignItems =
      [.stretch, .stretch, .start, .center, .end, isRow ? .baseline : .start].randomElement(
        using: &random) ?? .stretch
    if chance(6, &random) {
      style.alignSelf = [.stretch, .start, .center, .end].randomElement(using: &random) ?? .start
    }
    style.alignContent =
      [.start, .stretch, .center, .spaceBetween, .end].randomElement(using: &random) ?? .start
    if chance(3, &random) { style.flexGrow = Float(Int.random(in: 1...6, using: &random)) / 2 }
    if chance(3, &random) { style.flexShrink = Float(Int.random(in: 1...6, using: &random)) / 2 }
    if chance(6, &random) { style.flexBasis = length(&random) }
    if chance(3, &random) { style.width = length(&random) }
    if chance(3, &random) { style.height = length(&random) }
    if chance(8, &random) { style.minWidth = length(&random) }
    if chance(8, &random) { style.minHeight = length(&random) }
    if chance(8, &random) { style.maxWidth = length(&random) }
    if chance(8, &random) { style.maxHeight = length(&random) }
    if chance(12, &random) {
      style.aspectRatio = Float(Int.random(in: 1...8, using: &random)) / 4
    }
    if chance(4, &random) { style.margin = edges(0...60, &random) }
    if chance(10, &random) { style.autoMargins = [.start] }
    if chance(4, &random) { style.padding = edges(0...60, &random) }
    if chance(8, &random) { style.border = edges(0...8, &random) }
    if chance(8, &random) { style.inset = edges(-20...20, &random) }
    if chance(10, &random) { style.position = .absolute }
    if chance(20, &random) { style.display = .none }
    if chance(4, &random) {
      style.rowGap = .points(Float(Int.random(in: 0...40, using: &random)) / 4)
      style.columnGap = .points(Float(Int.random(in: 0...40, using: &random)) / 4)
    }
    style.lanes = UInt32.random(in: 0...3, using: &random)
    return style
  }

  func build(_ arena: inout NodeArena, scale: Float = 1) {
    var content = NodeContent()
    content.text = arena.addText(Array(text.utf8))
    content.font = Font(size: 10 * scale)
    if kind == .image { content.imageAspectRatio = 1.5 }
    arena.begin(kind, style: scale == 1 ? style : style.scaled(by: scale), content: content)
    for child in children { child.build(&arena, scale: scale) }
    arena.end()
  }
}

extension Style {
  /// Returns the style with every length multiplied.
  func scaled(by factor: Float) -> Style {
    func scale(_ length: Length) -> Length {
      length.unit == .points ? .points(length.value * factor) : length
    }
    func scale(_ edges: Edges) -> Edges {
      Edges(
        top: scale(edges.top), right: scale(edges.right), bottom: scale(edges.bottom),
        left: scale(edges.left), start: scale(edges.start), end: scale(edges.end))
    }
    var style = self
    style.flexBasis = scale(flexBasis)
    style.width = scale(width)
    style.height = scale(height)
    style.minWidth = scale(minWidth)
    style.minHeight = scale(minHeight)
    style.maxWidth = scale(maxWidth)
    style.maxHeight = scale(maxHeight)
    style.margin = scale(margin)
    style.padding = scale(padding)
    style.border = scale(border)
    style.inset = scale(inset)
    style.rowGap = scale(rowGap)
    style.columnGap = scale(columnGap)
    return style
  }
}

/// A random page of sections with headers, footers, and rows of fixed and automatic height.
struct RandomPage {
  var sections: [RandomSection]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    sections = (0..<3).map { _ in RandomSection(&random) }
  }

  func laidOut(
    direction: LayoutEnvironment.Direction = .ltr, scale: Float = 1
  ) -> [PlacedSection] {
    LayoutEngine(
      environment: .exact(width: 390 * Double(scale), direction: direction),
      measurer: HalfEmMeasurer()
    ).layOut(sections.map { $0.build(scale: scale) })
  }
}

struct RandomSection {
  var layout: Section.Layout
  var insets: EdgeInsets
  var rowSpacing, itemSpacing, minimumHeight: Double
  var rows: [(tree: RandomTree, height: Double?)]
  var header, footer, background: RandomTree?

  init(_ random: inout SplitMix64) {
    func points(_ limit: Int) -> Double { Double(Int.random(in: 0...limit, using: &random)) / 4 }
    layout = Section.Layout.allCases.randomElement(using: &random) ?? .list
    insets = EdgeInsets(top: points(80), end: points(80), bottom: points(80), start: points(80))
    rowSpacing = points(40)
    itemSpacing = points(40)
    minimumHeight = points(2000)
    rows = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let height = Bool.random(using: &random) ? nil : points(800)
      rows.append((RandomTree(&random, depth: 5), height))
    }
    header = Bool.random(using: &random) ? RandomTree(&random, depth: 2) : nil
    footer = Bool.random(using: &random) ? RandomTree(&random, depth: 2) : nil
    background = Bool.random(using: &random) ? RandomTree(&random, depth: 0) : nil
  }

  func build(scale: Float) -> Section {
    let factor = Double(scale)
    var section = Section(
      blockCode: "RANDOM", provider: Section.Provider(id: "test", version: "1"))
    section.layout = layout
    section.insets = EdgeInsets(
      top: insets.top * factor, end: insets.end * factor, bottom: insets.bottom * factor,
      start: insets.start * factor)
    section.rowSpacing = rowSpacing * factor
    section.itemSpacing = itemSpacing * factor
    section.minimumHeight = minimumHeight * factor
    section.arena.begin(.box)
    func add(_ tree: RandomTree) -> Int {
      let node = section.arena.count
      tree.build(&section.arena, scale: scale)
      return node
    }
    if let header {
      section.header = Section.Supplement(node: add(header), isPinned: false, height: nil)
    }
    for row in rows {
      section.rows.append(
        Section.Row(node: add(row.tree), height: row.height.map { $0 * factor }))
    }
    if let footer {
      section.footer = Section.Supplement(
        node: add(footer), isPinned: false, height: 20 * factor)
    }
    section.background = background.map(add)
    section.arena.end()
    return section
  }
}
