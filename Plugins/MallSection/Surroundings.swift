import PluginShared
import SectionKit

/// The parts that every group has around its items: margin, header, footer, a background behind the
/// items, and the placeholder row of an empty group.
struct Surroundings {
  let isEmpty: Bool
  /// The horizontal space on each side of the items, in points.
  let margin: Double
  private let insetTop, insetBottom: Double
  let headerHeight: Figure
  private let footerHeight: Figure
  private let headerSize, footerSize: Double
  private let isHeaderPinned: Bool
  private let title, footerText: String
  private let hasBackground: Bool
  private let backgroundColor: String
  private let backgroundRadius: Double
  private let placeholderText: String
  /// The height of the placeholder row, in points.
  let placeholderHeight: Double

  /// - Parameters:
  ///   - margin: The margin in points, unless the settings define it.
  ///   - header: The header's height in points, unless the settings define it; 0 means no header.
  init(
    _ metrics: Metrics, isEmpty: Bool, margin: Double = 10, header: Double = 0,
    isHeaderPinned: Bool = false
  ) {
    self.isEmpty = isEmpty
    self.margin = metrics.number("margin", standard: margin)
    insetTop = metrics.number("insets", "top", standard: 0)
    insetBottom = metrics.number("insets", "bottom", standard: 0)
    headerHeight = metrics.figure("header", "height", standard: header)
    headerSize = metrics.number("header", "fontSize", standard: 17)
    self.isHeaderPinned = metrics.flag("header", "pinned", standard: isHeaderPinned)
    title = metrics.text("title", standard: "")
    footerHeight = metrics.figure("footer", "height", standard: 0)
    footerSize = metrics.number("footer", "fontSize", standard: 12)
    footerText = metrics.text("footer", "text", standard: "")
    hasBackground = metrics.flag("background", "visible", standard: false)
    backgroundColor = metrics.text("background", "color", standard: "cell")
    backgroundRadius = metrics.number("background", "cornerRadius", standard: 8)
    placeholderText = metrics.text("empty", "text", standard: "")
    placeholderHeight = metrics.number("empty", "height", standard: 140)
  }

  /// Returns the description of the section.
  ///
  /// - Parameters:
  ///   - layout: The arrangement of the items; an empty group is a list of one row.
  ///   - lineGap: The gap between lines of items, in points.
  ///   - itemGap: The gap between items on a line, in points.
  func section(
    _ layout: SectionLayout = .list, lineGap: Double = 0, itemGap: Double = 0
  ) -> SectionDescription {
    SectionDescription(
      title: title, layout: isEmpty ? .list : layout,
      insets: EdgeInsets(top: insetTop, end: margin, bottom: insetBottom, start: margin),
      rowSpacing: lineGap, itemSpacing: itemGap,
      header: headerHeight.points > 0
        ? Supplement(height: headerHeight.row, isPinned: isHeaderPinned) : nil,
      footer: footerHeight.points > 0 ? Supplement(height: footerHeight.row) : nil,
      background: hasBackground && !isEmpty ? .rows : nil)
  }

  @BodyBuilder var header: Body {
    Row {
      Text(title).font(headerSize, .bold).lines(1).shrink().color("text")
    }
    .grow().frame(minHeight: headerHeight.points).padding(horizontal: 10).align(.center)
    .role(.header).name("header")
  }

  @BodyBuilder var footer: Body {
    Row {
      Text(footerText).font(footerSize).lines(1).shrink().color("secondary")
    }
    .grow().frame(minHeight: footerHeight.points).padding(horizontal: 10).align(.center)
    .justify(.center).name("footer")
  }

  @BodyBuilder var background: Body {
    Stack().grow().cornerRadius(backgroundRadius).background(backgroundColor).name("background")
  }

  @BodyBuilder var placeholder: Body {
    Stack {
      Text(placeholderText).font(14).lines(2).shrink().textAlign(.center).color("secondary")
    }
    .grow().padding(horizontal: 10).align(.center).justify(.center).name("empty")
  }
}
