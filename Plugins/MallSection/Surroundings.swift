import PluginShared
import SectionKit

/// What every group has around its items: margin, header, footer, a background behind the items, and
/// the row that stands for items where there are none.
struct Surroundings {
  let isEmpty: Bool
  /// Free space at the start and the end of the items, in points.
  let margin: Double
  private let insetTop, insetBottom: Double
  private let headerHeight, footerHeight, headerSize, footerSize: Double
  private let isHeaderPinned: Bool
  private let title, footerText: String
  private let hasBackground: Bool
  private let backgroundColor: String
  private let backgroundRadius: Double
  private let placeholderText: String
  /// Of the row without items, in points.
  let placeholderHeight: Double

  /// - Parameters:
  ///   - margin: In points, where the settings do not say.
  ///   - header: Height in points, where the settings do not say; 0: none.
  init(
    _ metrics: Metrics, isEmpty: Bool, margin: Double = 10, header: Double = 0,
    isHeaderPinned: Bool = false
  ) {
    self.isEmpty = isEmpty
    self.margin = metrics.number("margin", standard: margin)
    insetTop = metrics.number("insets", "top", standard: 0)
    insetBottom = metrics.number("insets", "bottom", standard: 0)
    headerHeight = metrics.number("header", "height", standard: header)
    headerSize = metrics.number("header", "fontSize", standard: 17)
    self.isHeaderPinned = metrics.flag("header", "pinned", standard: isHeaderPinned)
    title = metrics.text("title", standard: "")
    footerHeight = metrics.number("footer", "height", standard: 0)
    footerSize = metrics.number("footer", "fontSize", standard: 12)
    footerText = metrics.text("footer", "text", standard: "")
    hasBackground = metrics.flag("background", "visible", standard: false)
    backgroundColor = metrics.text("background", "color", standard: "cell")
    backgroundRadius = metrics.number("background", "cornerRadius", standard: 8)
    placeholderText = metrics.text("empty", "text", standard: "")
    placeholderHeight = metrics.number("empty", "height", standard: 140)
  }

  /// - Parameters:
  ///   - layout: How the items stand; a group without any is a list of one row.
  ///   - lineGap: Between lines of items, in points.
  ///   - itemGap: Between items of one line, in points.
  func section(
    _ layout: SectionLayout = .list, lineGap: Double = 0, itemGap: Double = 0
  ) -> SectionDescription {
    SectionDescription(
      title: title, layout: isEmpty ? .list : layout,
      insets: EdgeInsets(top: insetTop, end: margin, bottom: insetBottom, start: margin),
      rowSpacing: lineGap, itemSpacing: itemGap,
      header: headerHeight > 0
        ? Supplement(height: .points(headerHeight), isPinned: isHeaderPinned) : nil,
      footer: footerHeight > 0 ? .height(footerHeight) : nil,
      background: hasBackground && !isEmpty ? .rows : nil)
  }

  @BodyBuilder var header: Body {
    Row {
      Text(title).font(headerSize, .bold).lines(1).shrink().color("text")
    }
    .grow().padding(horizontal: 10).align(.center).role(.header).name("header")
  }

  @BodyBuilder var footer: Body {
    Row {
      Text(footerText).font(footerSize).lines(1).shrink().color("secondary")
    }
    .grow().padding(horizontal: 10).align(.center).justify(.center).name("footer")
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
