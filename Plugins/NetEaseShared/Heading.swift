package import PluginShared
package import SectionKit

/// The header of a section: a title, and optionally a tag line and a button. Its height does not
/// scale with the page, but grows with its texts.
package struct Heading {
  package struct Line {
    package var text: String
    package var source: Source?

    package init(text: String, source: Source?) {
      self.text = text
      self.source = source
    }

    /// Reads `{"title": …}`; `nil` without a title.
    package init?(_ value: Value) {
      guard let text = value.text("title") else { return nil }
      self.init(text: text, source: value["title"].source)
    }
  }

  private struct Button {
    var title: String
    var tap: Tap?
    var source: Source
  }

  /// The title is `mainTitle`, or else `subTitle`, or else the title in the settings. If there is a
  /// `mainTitle`, `subTitle` is the tag line.
  package private(set) var title: Line
  package var tagline: Line?
  private var button: Button?
  /// The action of the block, for a tap outside of the button.
  private let tap: Tap?
  private let style: HeadingStyle

  package init(_ block: Block, metrics: Metrics) {
    style = HeadingStyle(metrics)
    tap = Tap(block.root)
    let element = block["uiElement"]
    let main = Line(element["mainTitle"])
    let sub = Line(element["subTitle"])
    title = main ?? sub ?? Line(text: metrics.text("title", standard: ""), source: nil)
    tagline = main == nil ? nil : sub
    readButton(element["button"])
  }

  package var height: Double { style.height.points }

  /// Reads the button of an element, unless the settings hide it.
  package mutating func readButton(_ value: Value) {
    guard style.hasButton, let title = value.text("text") else { return }
    button = Button(title: title, tap: Tap(value), source: value.source)
  }

  package var node: Node {
    header {
      Text(title.text).font(style.titleSize, style.titleWeight).lines(1).shrink()
        .color("text").source(title.source)
    }
  }

  /// Returns the header with the titles of segments, `gap` points apart, in place of the title.
  /// - Parameter selected: The index of the segment that is shown.
  package func node(segments: [Line], selected: Int, gap: Double) -> Node {
    header {
      Row {
        for (index, segment) in segments.enumerated() {
          Text(segment.text)
            .font(style.titleSize, index == selected ? style.titleWeight : .regular).lines(1)
            .color(index == selected ? "text" : "secondary").role(.button).name("segment")
            .shrink(style.segmentShrink).source(segment.source)
        }
      }.gap(gap).shrink(style.segmentShrink).align(.center).name("segments")
    }
  }

  private func header(@BodyBuilder _ title: () -> Body) -> Node {
    Row {
      title()
      if let tagline {
        Text(tagline.text).font(style.taglineSize).lines(1).shrink()
          .margin(start: style.taglineGap).color("secondary").name("tagline")
          .source(tagline.source)
      }
      Spacer()
      if let button {
        SectionKit.Button(button.title).frame(width: style.buttonWidth)
          .frame(height: style.buttonHeight).font(style.buttonFontSize).lines(1)
          .cornerRadius(style.buttonRadius).border(style.buttonBorder).color("secondary")
          .source(button.source)
          .target(above: style.targetAbove, below: style.targetBelow)
          .role(.button).action(button.tap).source(button.source).name("target")
      }
    }
    .frame(height: style.height)
    .padding(end: style.buttonInset, start: style.titleInset)
    .align(.center).role(.header).action(tap).name("header")
  }
}

/// The dimensions of a header, in points that do not scale.
struct HeadingStyle {
  let height, buttonWidth, buttonHeight: Figure
  let titleInset, titleSize, segmentShrink, taglineGap, taglineSize: Double
  let buttonInset, buttonFontSize, buttonRadius, buttonBorder, targetAbove, targetBelow: Double
  let titleWeight: FontWeight
  let hasButton: Bool

  init(_ metrics: Metrics) {
    height = metrics.figure("header", "height", standard: 40)
    titleInset = metrics.number("header", "title", "inset", standard: 10)
    titleSize = metrics.number("header", "title", "fontSize", standard: 17)
    titleWeight = metrics.weight("header", "title", "fontWeight", standard: .bold)
    segmentShrink = metrics.isLargeText ? 1 : 0
    taglineGap = metrics.number("header", "tagline", "gap", standard: 8)
    taglineSize = metrics.number("header", "tagline", "fontSize", standard: 12)
    hasButton = metrics.flag("header", "button", "visible", standard: true)
    buttonInset = metrics.number("header", "button", "inset", standard: 10)
    buttonWidth = metrics.figure("header", "button", "width", standard: 65)
    buttonHeight = metrics.figure("header", "button", "height", standard: 20)
    buttonFontSize = metrics.number("header", "button", "fontSize", standard: 12)
    buttonRadius = metrics.number("header", "button", "cornerRadius", standard: 10)
    buttonBorder = metrics.number("header", "button", "border", standard: 1)
    let drawn = max(buttonHeight.points, metrics.height(ofLines: 1, fontSize: buttonFontSize))
    let missing = max(0, Metrics.target - drawn)
    targetAbove = min(missing, max(0, height.points - drawn) / 2)
    targetBelow = missing - targetAbove
  }
}
