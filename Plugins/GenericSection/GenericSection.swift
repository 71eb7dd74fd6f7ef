import SectionKit

/// Draws blocks that nobody else knows: a title and a rail of cards, found where the feed layout says
/// or under their usual names.
///
/// It claims every block that no other provider draws. The title is the block's own; the items are its
/// `creatives`, the block itself when it is an array, or the first list of objects inside it. A block
/// without items is one card. It declines a block in which it finds neither title nor item.
struct Generic: SectionProvider {
  static let blockCodes: [StaticString] = ["*"]

  private let title: Phrase?
  private let items: [Item]
  private let style: GenericStyle

  init(_ block: Block) throws {
    style = GenericStyle(block)
    let found = try BlockReader.read(block.root, FieldPlaces(block.settings))
    title = found.title
    items = found.items
  }

  var section: SectionDescription { SectionDescription(title: title?.text ?? "") }

  func rowHeight(_ row: Int) -> RowHeight { .points(style.rowHeight) }

  func body(row: Int) -> Body {
    if let title {
      Row {
        Text(title.text).font(style.titleSize, .bold).lines(1).shrink().color("text")
          .source(title.source)
      }
      .frame(height: style.headerHeight).padding(horizontal: style.inset).align(.center)
      .role(.header).name("header")
    }
    if !items.isEmpty {
      let height = style.contentHeight(hasHeader: title != nil)
      Carousel {
        for item in items { node(of: item, height: height) }
      }
      .frame(height: height)
      .padding(top: style.top, end: style.inset, start: style.inset)
      .gap(style.inset).align(.start)
    }
  }

  private func node(of item: Item, height: Double) -> Node {
    let cardHeight = max(0, height - style.cardInset)
    let textRoom = item.texts.isEmpty ? 0 : style.captionRoom
    let coverHeight = item.hasImage ? max(0, min(style.cardWidth, cardHeight - textRoom)) : 0
    return Stack {
      if item.hasImage {
        Image().frame(width: style.cardWidth, height: coverHeight).cornerRadius(style.radius)
          .role(.image)
      }
      for (index, phrase) in item.texts.enumerated() {
        Text(phrase.text).frame(width: max(0, style.cardWidth - style.inset))
          .font(style.captionSize).lines(item.hasImage ? 2 : 0).margin(top: index == 0 ? 5 : 2)
          .shrink().color(index == 0 ? "text" : "secondary").source(phrase.source)
      }
    }
    .frame(width: style.cardWidth, height: cardHeight)
    .label(item.texts.first?.text ?? "").role(.button)
    .action(item.actionType, item.actionTarget).name("card")
  }
}

/// The figures of a generic section on one page, in points.
private struct GenericStyle {
  let rowHeight, headerHeight, top, inset, cardInset, cardWidth, radius: Double
  let titleSize, captionSize: Double
  /// Room below a cover for a gap and two lines.
  let captionRoom: Double

  /// As high as the server hints, else 240 points at the design width; both scale with the page.
  init(_ block: Block) {
    let settings = block.settings
    let width = block.environment.width
    func positive(_ value: Value) -> Double? {
      value.double.flatMap { $0 > 0 && $0 <= 100_000 ? $0 : nil }
    }
    let scale = width / (positive(settings["designWidth"]) ?? 414)
    if let hint = positive(settings["hint"]["height"]),
      let hintWidth = positive(settings["hint"]["designWidth"])
    {
      rowHeight = hint * (width / hintWidth)
    } else {
      rowHeight = (positive(settings["generic"]["height"]) ?? 240) * scale
    }
    // Texts grow with the reader's text size; the row does not.
    let line = 1.2 * block.environment.textScale
    titleSize = positive(settings["header"]["title"]["fontSize"]) ?? 17
    headerHeight = min(
      rowHeight, max(positive(settings["header"]["height"]) ?? 40, (line * titleSize).rounded()))
    top = positive(settings["card"]["top"]) ?? 5
    inset = positive(settings["card"]["inset"]) ?? 10
    cardInset = positive(settings["card"]["heightInset"]) ?? 30
    cardWidth = (positive(settings["card"]["width"]) ?? 120) * scale
    radius = positive(settings["card"]["cornerRadius"]) ?? 10
    captionSize = positive(settings["card"]["title"]["fontSize"]) ?? 12
    captionRoom = 5 + 2 * (line * captionSize).rounded()
  }

  func contentHeight(hasHeader: Bool) -> Double {
    max(0, rowHeight - (hasHeader ? headerHeight : 0))
  }
}

/// The one symbol that the host looks for.
@c @implementation
public func section_plugin_entry(_ abi: UInt32) -> PluginExport {
  .sections(id: "generic", version: "1.0.0", Generic.self)
}
