import PluginShared
import SectionKit

/// The list at the end of the page, as high as its items but at least 400 points, under a header
/// that stays at the top of the screen while the list scrolls.
///
/// If the items have `items`, the outer items are tabs `{id, title, action, items}`: the header has
/// their titles, and the list shows the tab with the index in the setting `tab`, by default 0.
///
/// Settings with their defaults: `minimumHeight` 400, `tab` 0, `header.gap` 20, `header.height` 44,
/// `item.padding` 10, `item.picture` 80, `item.fontSize` 15, `item.subtitle.fontSize` 12, and the
/// settings that ``Surroundings`` reads, with a `margin` of 0.
struct BottomFloat: MallGroup {
  static let blockCodes: [StaticString] = ["bottomFloat"]

  let surroundings: Surroundings
  private let tabs: [MallItem]
  /// The index of the visible tab.
  private let selected: Int
  private let items: [MallItem]
  private let tabSize, tabGap: Double
  private let minimumHeight, padding, picture, titleSize, subtitleSize: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    let lists = block.root.array.filter { $0["items"].exists }
    tabs = lists.map(MallItem.init)
    selected = min(metrics.count("tab", standard: 0), max(0, tabs.count - 1))
    items = try MallItem.items(of: tabs.isEmpty ? block.root : lists[selected]["items"])
    tabSize = metrics.number("header", "fontSize", standard: 17)
    tabGap = metrics.number("header", "gap", standard: 20)
    surroundings = Surroundings(
      metrics, isEmpty: items.isEmpty, margin: 0, header: 44, isHeaderPinned: true)
    minimumHeight = metrics.number("minimumHeight", standard: 400)
    padding = metrics.number("item", "padding", standard: 10)
    picture = metrics.number("item", "picture", standard: 80)
    titleSize = metrics.number("item", "fontSize", standard: 15)
    subtitleSize = metrics.number("item", "subtitle", "fontSize", standard: 12)
  }

  @BodyBuilder var header: Body {
    if tabs.isEmpty {
      surroundings.header
    } else {
      let missing = max(0, Metrics.target - surroundings.headerHeight.points)
      Row {
        for (index, tab) in tabs.enumerated() {
          Row {
            tab.titleNode(tabSize, weight: index == selected ? .bold : .regular)
              .color(index == selected ? "text" : "secondary")
          }
          // The target extends below the header.
          .padding(bottom: missing).margin(bottom: -missing)
          .shrink().align(.center).role(.button).action(tab.tap).name("tab")
        }
      }
      .grow().frame(minHeight: surroundings.headerHeight.points).gap(tabGap).padding(horizontal: 10)
      .role(.header).name("header")
    }
  }

  func lineHeight(_ row: Int) -> Figure? { nil }

  @BodyBuilder func line(_ row: Int) -> Body {
    Stack {
      for item in items { node(of: item) }
    }
    .frame(minHeight: minimumHeight).name("list")
  }

  private func node(of item: MallItem) -> Node {
    item.whole(
      Row {
        if item.image != nil {
          item.picture().frame(width: picture, height: picture).margin(end: padding)
            .cornerRadius(8).role(.image)
        }
        Stack {
          item.titleNode(titleSize, lines: 2)
          item.subtitleNode(subtitleSize, lines: 2)
          item.priceNode(titleSize)
        }
        .grow().shrink().basis(0).gap(4).name("texts")
      }
      .padding(padding).align(.center))
  }
}
