package import PluginShared
package import SectionKit

/// A header and a carousel of items below it, shared by card rails, videos and podcasts.
///
/// The section scales with the page. Three lengths do not scale: the header, the insets, and the
/// carousel height minus the item height. The section grows with its texts.
package struct Rail {
  package let rowHeight, itemHeight: Figure
  private let heading: Heading
  private let contentHeight: Figure
  private let bottomInset, top, inset, spacing: Double
  package let title: RailTitle
  private let cell: Cell

  /// Creates a rail.
  ///
  /// - Parameters:
  ///   - kind: The key of the settings with the dimensions, such as `"card"`.
  ///   - itemWidth: The width of an item in points.
  package init(_ metrics: Metrics, kind: String, heading: Heading, itemWidth: Double) {
    self.heading = heading
    rowHeight = metrics.rowHeight(standard: 240)
    bottomInset = metrics.number("content", "bottomInset", standard: 0)
    contentHeight = metrics.figure(max(0, rowHeight.points - heading.height - bottomInset))
    itemHeight = metrics.figure(
      max(0, contentHeight.points - metrics.number(kind, "heightInset", standard: 30)))
    top = metrics.number(kind, "top", standard: 5)
    inset = metrics.number(kind, "inset", standard: 10)
    spacing = metrics.number(kind, "spacing", standard: 10)
    title = RailTitle(metrics, kind: kind, itemWidth: itemWidth)
    cell = Cell(metrics)
  }

  package var section: SectionDescription { SectionDescription(title: heading.title.text) }

  package func body(@BodyBuilder _ items: () -> Body) -> Body {
    Body {
      for node in cell.nodes { node }
      heading.node
      Carousel(items)
        .frame(height: contentHeight).margin(bottom: bottomInset)
        .padding(top: top, end: inset, start: inset)
        .gap(spacing)
    }
  }
}

/// The text below a cover. It has at most the number of lines in the settings, and at most as many
/// as fit below the cover.
package struct RailTitle {
  private let gap, width, size: Double
  private let lines: Int

  init(_ metrics: Metrics, kind: String, itemWidth: Double) {
    gap = metrics.number(kind, "title", "gap", standard: 5)
    width = max(0, itemWidth - metrics.number(kind, "title", "widthInset", standard: 10))
    size = metrics.number(kind, "title", "fontSize", standard: 12)
    lines = metrics.count(kind, "title", "maximumLines", standard: 2)
  }

  package func node(_ text: String, source: Source?) -> Node {
    Text(text).frame(width: width).font(size).lines(lines).margin(top: gap).shrink().color("text")
      .source(source)
  }
}
