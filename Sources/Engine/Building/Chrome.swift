internal import Feeds
internal import Page

extension LayoutEngine {
  /// Lays out the bars above and below the content, each in its own coordinates. The refresh
  /// indicator is below the navigation bar; the load-more indicator is above the tab bar.
  func chrome(of layout: FeedLayout, state: PageState) -> Page.Chrome {
    let bars = ChromeBars(textScale: measurer.scale(of: environment.textSize))
    let header = state.header == .idle ? nil : layout.states.header[state.header]
    let footer = state.footer.flatMap { layout.states.footer[$0] }
    return Page.Chrome(
      top: stacked([
        layout.chrome.navigationBar.map(bars.navigationBar),
        header.map { bars.indicator("refresh", $0) },
      ]),
      bottom: stacked([
        footer.map { bars.indicator("load-more", $0) }, layout.chrome.tabBar.map(bars.tabBar),
      ]))
  }

  /// Stacks bars into one section; `nil` without bars. The node of a single bar is its root.
  private func stacked(_ bars: [ChromeBars.Bar?]) -> PlacedSection? {
    let bars = bars.compactMap { $0 }
    guard !bars.isEmpty else { return nil }
    var section = Section(
      blockCode: bars.map(\.name).joined(separator: "+"),
      provider: .init(id: "chrome", version: "1.0.0"))
    if bars.count > 1 { section.arena.begin(.box) }
    for bar in bars {
      var root = bar.style
      root.height = .points(Float(bar.height))
      let node = section.arena.begin(.box, style: root)
      section.rows.append(.init(node: node, height: bar.height))
      bar.draw(&section.arena)
      section.arena.end()
    }
    if bars.count > 1 { section.arena.end() }
    return layOut([section])[0]
  }
}

private struct ChromeBars {
  let textScale: TextScale

  struct Bar {
    var name: String
    /// The bar height, in points.
    var height: Double
    var style = Style()
    /// Adds the children of the bar's node.
    var draw: (inout NodeArena) -> Void
  }

  func navigationBar(_ layout: FeedLayout.NavigationBar) -> Bar {
    Bar(name: "navigation-bar", height: layout.height) { arena in
      if let field = layout.searchField {
        searchField(field, barHeight: layout.height, in: &arena)
      }
    }
  }

  private func searchField(
    _ field: FeedLayout.SearchField, barHeight: Double, in arena: inout NodeArena
  ) {
    var style = Style()
    style.flexGrow = 1
    style.flexDirection = .row
    style.alignItems = .center
    let (x, y) = (Length.points(Float(field.insetX)), Length.points(Float(field.insetY)))
    style.margin = Edges(top: y, bottom: y, start: x, end: x)
    style.padding = Edges(start: .points(12), end: .points(12))
    var content = NodeContent()
    content.name = arena.addText("search-field".utf8)
    content.role = .button
    content.background = arena.addText("field".utf8)
    content.cornerRadius = Float(max(0, barHeight - 2 * field.insetY) / 2)
    arena.begin(.box, style: style, content: content)
    var text = Style()
    text.flexShrink = 1
    line(field.placeholder, size: 14, color: "secondary", style: text, in: &arena)
    arena.end()
  }

  func tabBar(_ layout: FeedLayout.TabBar) -> Bar {
    var style = Style()
    style.flexDirection = .row
    return Bar(name: "tab-bar", height: layout.height, style: style) { arena in
      for (index, item) in layout.items.enumerated() {
        tab(item, isSelected: index == layout.selected, in: &arena)
      }
    }
  }

  private func tab(_ item: FeedLayout.TabBar.Item, isSelected: Bool, in arena: inout NodeArena) {
    var style = Style()
    style.flexGrow = 1
    style.flexBasis = .points(0)
    var content = arena.label(
      item.title, name: "tab", size: textScale(10), weight: isSelected ? 600 : 400,
      color: isSelected ? "accent" : "secondary")
    content.actionTarget = arena.addText((item.action ?? "").utf8)
    content.maxLines = 1
    content.textAlign = .center
    content.role = .button
    arena.leaf(.button, style: style, content: content)
  }

  /// Returns a bar for the top or bottom of the list: a centered text, as high as a touch target.
  func indicator(_ name: String, _ words: String) -> Bar {
    var style = Style()
    style.justifyContent = .center
    style.alignItems = .center
    return Bar(name: name, height: 44, style: style) { arena in
      line(words, size: 13, color: "secondary", in: &arena)
    }
  }

  private func line(
    _ text: String, size: Double, color: String, style: Style = Style(),
    in arena: inout NodeArena
  ) {
    var content = arena.label(text, size: textScale(size), color: color)
    content.maxLines = 1
    arena.leaf(.text, style: style, content: content)
  }
}

extension NodeArena {
  mutating func leaf(_ kind: NodeKind, style: Style = Style(), content: NodeContent) {
    begin(kind, style: style, content: content)
    end()
  }

  /// Returns the content of a text node. `size` is in points; `color` is the name of a color token.
  mutating func label(
    _ text: String, name: String = "", size: Double, weight: UInt16 = 400, color: String
  ) -> NodeContent {
    var content = NodeContent()
    if !name.isEmpty { content.name = addText(name.utf8) }
    content.text = addText(text.utf8)
    content.font = Font(size: Float(size), weight: weight)
    content.color = addText(color.utf8)
    return content
  }
}
