internal import FeedSession
internal import LayoutCore

extension LayoutEngine {
  /// Lays out the bars around the content, each in coordinates of its own.
  func chrome(_ chrome: FeedLayout.Chrome) -> LayoutTree.Chrome {
    LayoutTree.Chrome(
      top: chrome.navigationBar.map { laidOut(navigationBar($0)) },
      bottom: chrome.tabBar.map { laidOut(tabBar($0)) })
  }

  private func laidOut(_ section: LayoutSection) -> LayoutSection {
    var sections = [section]
    layOut(&sections)
    return sections[0]
  }

  private func bar(_ name: String, height: Double) -> LayoutSection {
    var bar = LayoutSection(
      blockCode: name, provider: .init(id: "chrome", version: "1.0.0"))
    bar.rows = [.init(node: 0, height: height)]
    return bar
  }

  private func navigationBar(_ layout: FeedLayout.NavigationBar) -> LayoutSection {
    var bar = bar("navigation-bar", height: layout.height)
    var root = Style()
    root.height = .points(Float(layout.height))
    bar.arena.begin(.box, style: root)
    if let field = layout.searchField {
      var style = Style()
      style.flexGrow = 1
      style.flexDirection = .row
      style.alignItems = .center
      style.margin.start = .points(Float(field.insetX))
      style.margin.end = .points(Float(field.insetX))
      style.margin.top = .points(Float(field.insetY))
      style.margin.bottom = .points(Float(field.insetY))
      style.padding.start = .points(12)
      style.padding.end = .points(12)
      var content = NodeContent()
      content.name = bar.arena.addText("search-field".utf8)
      content.role = .button
      content.background = bar.arena.addText("field".utf8)
      content.cornerRadius = Float(max(0, layout.height - 2 * field.insetY) / 2)
      bar.arena.begin(.box, style: style, content: content)
      var placeholder = NodeContent()
      placeholder.text = bar.arena.addText(field.placeholder.utf8)
      placeholder.font = Font(size: Float(14 * environment.textSize.factor))
      placeholder.maxLines = 1
      placeholder.color = bar.arena.addText("secondary".utf8)
      var text = Style()
      text.flexShrink = 1
      bar.arena.begin(.text, style: text, content: placeholder)
      bar.arena.end()
      bar.arena.end()
    }
    bar.arena.end()
    return bar
  }

  private func tabBar(_ layout: FeedLayout.TabBar) -> LayoutSection {
    var bar = bar("tab-bar", height: layout.height)
    var root = Style()
    root.flexDirection = .row
    root.height = .points(Float(layout.height))
    bar.arena.begin(.box, style: root)
    for (index, item) in layout.items.enumerated() {
      var style = Style()
      style.flexGrow = 1
      style.flexBasis = .points(0)
      var content = NodeContent()
      content.name = bar.arena.addText("tab".utf8)
      content.text = bar.arena.addText(item.title.utf8)
      content.actionTarget = bar.arena.addText((item.action ?? "").utf8)
      content.font = Font(
        size: Float(10 * environment.textSize.factor), weight: index == layout.selected ? 600 : 400)
      content.maxLines = 1
      content.textAlign = .center
      content.role = .button
      content.color = bar.arena.addText((index == layout.selected ? "accent" : "secondary").utf8)
      bar.arena.begin(.button, style: style, content: content)
      bar.arena.end()
    }
    bar.arena.end()
    return bar
  }
}
