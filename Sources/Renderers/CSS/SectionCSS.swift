import LayoutCore
import Page
import Support

/// Writes a section, or a node with its descendants, as an HTML document with flexbox CSS. A browser
/// lays it out with the frames of the dump, within 1/64 px.
///
/// Sizes are those of the layout; places follow from direction, padding, gap and alignment as far as
/// possible, then from margins. Items that flexbox cannot place so, such as those of a waterfall, have
/// `left` and `top`. Boxes with the same declarations share a class.
package struct SectionCSS {
  private let view: SnappedSection
  private let page: Page
  private let root: Int
  private let paths: [String]
  private let frames: [GridRect]
  /// Whether each node is right-to-left: as set by its style, else as its parent.
  private let directions: [Bool]
  /// The box of each node, with texts and colours; `nil` for a node that is not drawn.
  private let boxes: [Int: Wireframe.Box]
  /// The fill of each picture without a file: a grey that is legible below the texts on it.
  private let fills: [Int: String]

  /// Returns `nil` if the page lacks the place, or the section has no nodes.
  package init?(_ place: NodePlace, on page: Page) {
    guard let view = page.view(of: place.part), view.section.arena.count > 0 else { return nil }
    self.view = view
    self.page = page
    root = place.node ?? 0
    let name: String
    if case .section(let index) = place.part {
      name = page.sectionNames[index]
    } else {
      name = place.part.keyword.rawValue
    }
    paths = view.paths(in: name)
    frames = view.grid.frames(of: view.section, in: .absolute).map(GridRect.init)
    var directions = [Bool](
      repeating: page.environment.direction == .rtl, count: view.section.arena.count)
    for index in directions.indices {
      let node = view.node(index)
      if node.style.direction != .inherit { directions[index] = node.style.direction == .rtl }
      for child in node.children { directions[child.index] = directions[index] }
    }
    self.directions = directions
    var options = RenderOptions(all: true, chrome: true)
    options.style = .app
    let wireframe = Wireframe(page, options: options)
    let own = wireframe.sections.first { $0.part == place.part }?.boxes ?? 0..<0
    boxes = Dictionary(wireframe.boxes[own].map { ($0.node, $0) }) { first, _ in first }
    let legible = wireframe.fillsBelowTexts
    let isDark = page.environment.appearance == .dark
    let greys = RedlineStyle.palette.first { $0.name == "image" }
    let grey = isDark ? greys?.dark : greys?.light
    fills = Dictionary(
      own.compactMap { index in
        let box = wireframe.boxes[index]
        let usual = box.kind == .image && box.fillToken == nil ? grey : nil
        return (legible[index] ?? usual).map { (box.node, $0) }
      }
    ) { first, _ in first }
  }

  package var html: [UInt8] {
    var classes = Classes()
    var content = ByteWriter()
    write(root, placement: [], indent: "", &classes, to: &content)
    var out = ByteWriter()
    out.write(
      markup: """
        <!doctype html>
        <html>
        <meta charset="utf-8">
        <title>\(paths[root])</title>
        <style>

        """)
    let colors = page.tokens.sorted(by: { $0.key < $1.key }).compactMap { token, color in
      SRGBColor(hex: color) == nil ? nil : Self.identifier(token).map { "--\($0): \(color);" }
    }
    if !colors.isEmpty { out.write(":root { \(colors.joined(separator: " ")) }\n") }
    let body = ["background": "page", "color": "text"].sorted(by: { $0.key < $1.key }).compactMap {
      property, token in color(token).map { " \(property): \($0);" }
    }
    out.write("body { margin: 0;\(body.joined()) }\n")
    out.write("[data-node] { position: relative; box-sizing: border-box; flex: none; }\n")
    for (name, declarations) in classes.all {
      out.write(".\(name) { \(declarations.joined(separator: "; ")); }\n")
    }
    out.write("</style>\n")
    out.write(content.bytes)
    return out.bytes
  }

  /// The classes by declarations, in document order.
  private struct Classes {
    private(set) var all: [(name: String, declarations: [String])] = []
    private var names: [[String]: String] = [:]
    private var counts: [String: Int] = [:]

    /// Returns the class of the declarations. A new class has the name of the node, and a number if
    /// the name has other declarations already.
    mutating func name(for node: String, _ declarations: [String]) -> String {
      if let known = names[declarations] { return known }
      let base = SectionCSS.identifier(node) ?? "box"
      let count = counts[base, default: 0] + 1
      counts[base] = count
      let name = count == 1 ? base : "\(base)-\(count)"
      names[declarations] = name
      all.append((name, declarations))
      return name
    }
  }

  /// Returns a name without characters that CSS would have to escape; `nil` if none is left.
  private static func identifier(_ name: String) -> String? {
    let letters = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      .drop { !$0.isLetter }
    return letters.isEmpty ? nil : String(letters)
  }

  // MARK: Nodes

  /// - Parameter placement: The declarations that place the node in its parent.
  private func write(
    _ index: Int, placement: [String], indent: String, _ classes: inout Classes,
    to out: inout ByteWriter
  ) {
    let node = view.node(index)
    guard node.style.display != .none else { return }
    let frame = frames[index]
    let inner = self.placement(of: node)
    let size = ["width: \(px(frame.width))", "height: \(px(frame.height))"]
    let ownDirection =
      node.style.direction == .inherit ? [] : ["direction: \(node.style.direction)"]
    let name = classes.name(
      for: node.name, placement + size + ownDirection + (inner.container ?? []) + look(of: index))
    let label = node.label.isEmpty ? nil : " aria-label=\"\(node.label)\"" as XML
    let role: XML? =
      node.kind == .image ? " role=\"img\"" : label == nil ? nil : " role=\"group\""
    // The root, not the document, has the direction: a document from right to left begins at the right.
    let direction: XML? = index == root && directions[root] ? " dir=\"rtl\"" : nil
    out.write(
      markup: """
        \(indent)<div class="\(name)" data-node="\(paths[index])"\(direction)\(role)\(label)>
        """)
    let children = node.children
    guard !children.isEmpty else {
      writeText(of: index, to: &out)
      return out.write("</div>\n")
    }
    out.write("\n")
    for (child, placement) in zip(children, inner.children) {
      write(child.index, placement: placement, indent: indent + "  ", &classes, to: &out)
    }
    out.write(markup: "\(indent)</div>\n")
  }

  private func placement(
    of node: LayoutNode
  ) -> (container: [String]?, children: [[String]]) {
    let children = node.children
    guard !children.isEmpty else { return (nil, []) }
    let frame = frames[node.index]
    let local = children.map { child in
      var local = frames[child.index]
      (local.x, local.y) = (local.x - frame.x, local.y - frame.y)
      return local
    }
    let isInFlow = children.map { child in
      let style = child.style
      return style.position != .absolute && style.display != .none
        && !(node.index == 0 && view.section.background == child.index)
    }
    let flowing = children.indices.filter { isInFlow[$0] }
    let flex = FlexPlacement(
      node.style, isRow: isRow(node), wraps: isRow(node) != nil || node.style.flexWrap != .noWrap,
      box: frame, frames: flowing.map { local[$0] }, isRightToLeft: directions[node.index])
    var placements = local.map { ["position: absolute", "left: \(px($0.x))", "top: \(px($0.y))"] }
    guard let container = flex.container else { return (nil, placements) }
    for (index, items) in zip(flowing, flex.items) { placements[index] = items }
    return (container, placements)
  }

  /// Whether the children follow each other along x; `nil` for the direction of the style.
  private func isRow(_ node: LayoutNode) -> Bool? {
    if node.index == 0, view.section.isRootOfParts {
      return [.carousel, .pager, .flow, .grid].contains(view.section.layout)
        && view.section.header == nil && view.section.footer == nil
    }
    switch node.style.display {
    case .carousel, .pager: return true
    case .list: return false
    case .flex, .none, .contents: return node.kind.isCollection ? node.kind != .list : nil
    }
  }

  // MARK: Look

  private func look(of index: Int) -> [String] {
    guard let box = boxes[index] else { return [] }
    var result: [String] = []
    if let text = box.text {
      let lineHeight = GridRect(Rect(x: 0, y: 0, width: 0, height: text.lineHeight)).height
      result.append("font: \(text.weight) \(points(text.size))px/\(px(lineHeight)) sans-serif")
      result.append("white-space: pre")
      if text.align != .start { result.append("text-align: \(text.align.word)") }
      if Wireframe.Text.isCentered(box) {
        result.append("text-align: center; align-content: center")
      }
    }
    if let color = color(box.color) { result.append("color: \(color)") }
    if let fill = fills[index] ?? box.fillToken.flatMap(color) {
      result.append("background: \(fill)")
    }
    if box.radius > 0 { result.append("border-radius: \(points(box.radius))px") }
    if let decoration = box.decoration {
      if decoration.borderWidth > 0, let color = color(decoration.borderColor) {
        // A border would move the content, whose places have no border.
        result.append("box-shadow: inset 0 0 0 \(points(decoration.borderWidth))px \(color)")
      }
    }
    let own = view.node(index).style
    if view.node(index).kind.isCollection || own.overflow != .visible {
      result.append("overflow: hidden")
    }
    return result
  }

  private func color(_ token: String) -> String? {
    guard !token.isEmpty else { return nil }
    if let color = page.tokens[token], SRGBColor(hex: color) != nil,
      let name = Self.identifier(token)
    {
      return "var(--\(name))"
    }
    return SRGBColor(hex: token) == nil ? nil : token
  }

  private func writeText(of index: Int, to out: inout ByteWriter) {
    guard let text = boxes[index]?.text else { return }
    for (number, line) in text.lines.enumerated() {
      if number > 0 { out.write("<br>") }
      out.write(xml: line.text)
    }
  }
}
