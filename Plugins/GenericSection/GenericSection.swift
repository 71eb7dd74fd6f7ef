import SectionKit

/// A section for blocks of unknown shape: a title and a rail of cards. Their fields are read at the
/// paths in the feed layout, or else under common names.
///
/// It claims every block that no other provider draws. The title is the block's own; the items are
/// its `creatives`, the block itself if it is an array, or the first list of objects inside it. A
/// block without items is drawn as one card. A block with a `tree` setting is drawn with all of its
/// texts and pictures, container by container. A block with neither a title nor an item is
/// declined. The section is higher than its setting or hint if its texts need it.
struct Generic: SectionProvider {
  static let blockCodes: [StaticString] = ["*"]

  private let title: Phrase?
  private let lead: Lead
  private let arrangement: Arrangement
  private let items: [Item]
  private let tree: ContentTree?
  private let isTree: Bool
  /// The height of a block that shows nothing, if the layout sets it.
  private let separator: Double?
  private let style: GenericStyle

  init(_ block: Block) throws {
    style = GenericStyle(block)
    let places = FieldPlaces(block.settings)
    arrangement = places.arrangement
    if let keys = places.tree {
      title = places.title(of: block.root)
      tree = ContentTree.read(block.root, places, keys)
      (lead, items, isTree) = (Lead(), [], true)
      let hasContent = title != nil || tree != nil
      separator = hasContent || !keys.isEmpty ? nil : style.statedHeight
      // A `tree` setting without keys is for blocks that show nothing, such as separators; they are
      // not declined.
      guard title != nil || tree != nil || keys.isEmpty else {
        throw Decline("found no text and no picture in \(block.root.kind)")
      }
      return
    }
    let found = try BlockReader.read(block.root, places)
    (title, items, tree, isTree) = (found.title, found.items, nil, false)
    separator = nil
    // A block without a list becomes one card; texts in a card are not repeated above it.
    var lead = places.lead(of: block.root)
    lead.texts.removeAll { phrase in
      found.items.contains { $0.texts.contains { $0.source == phrase.source } }
    }
    self.lead = lead
  }

  private var hasHeader: Bool { title != nil && style.headerHeight > 0 }

  var section: SectionDescription {
    SectionDescription(
      title: title?.text ?? "", header: hasHeader ? .height(style.headerHeight) : nil)
  }

  func rowHeight(_ row: Int) -> RowHeight {
    if let separator { return .points(separator) }
    return isTree || !lead.isEmpty || style.grows || arrangement != .rail
      ? .automatic : .points(style.contentHeight(hasHeader: hasHeader))
  }

  var header: Body {
    if let title {
      Row {
        Text(title.text).font(style.titleSize, .bold).lines(1).shrink().color("text")
          .source(title.source)
      }
      .grow().padding(horizontal: style.inset).align(.center).role(.header).name("header")
    }
  }

  func body(row: Int) -> Body {
    if let tree {
      Stack { TreeDrawing(style: style).node(of: tree) }
        .padding(top: style.top, end: style.inset, bottom: style.top, start: style.inset)
    } else if !lead.isEmpty {
      Stack {
        if let image = lead.image {
          Image(url: image).frame(height: style.cardWidth).role(.image)
            .margin(top: style.top, end: style.inset, start: style.inset)
        }
        for phrase in lead.texts {
          Text(phrase.text).font(style.captionSize).color("secondary").source(phrase.source)
            .margin(top: style.top, end: style.inset, start: style.inset)
        }
        if !lead.buttons.isEmpty {
          Row { for button in lead.buttons { node(of: button) } }.gap(style.spacing)
            .margin(top: style.top, end: style.inset, start: style.inset)
        }
        if !items.isEmpty { content }
      }
    } else if !items.isEmpty {
      content
    }
  }

  private var content: Node {
    switch arrangement {
    case .rail: rail
    case .list:
      List { for item in items { row(of: item) } }
        .padding(top: style.top, end: style.inset, bottom: style.top, start: style.inset)
        .gap(style.spacing).node
    }
  }

  private var rail: Node {
    let height = style.contentHeight(hasHeader: hasHeader)
    let rail = Carousel {
      for item in items { node(of: item, height: height) }
    }
    return (style.grows ? rail.frame(minHeight: height) : rail.frame(height: height))
      .padding(top: style.top, end: style.inset, start: style.inset)
      .gap(style.spacing).node
  }

  /// Returns a row of a list: the picture, then the texts one below the other, then the buttons.
  private func row(of item: Item) -> Node {
    let row = Row {
      if let image = item.image {
        Image(url: image).frame(width: style.imageWidth, height: style.imageWidth)
          .cornerRadius(style.radius).role(.image)
      }
      if !item.texts.isEmpty {
        Stack {
          for (index, phrase) in item.texts.enumerated() {
            Text(phrase.text).font(style.captionSize).color(index == 0 ? "text" : "secondary")
              .source(phrase.source)
          }
        }
        .gap(GenericStyle.detailGap).grow().shrink()
      }
      for button in item.buttons { node(of: button) }
    }
    .gap(style.spacing).align(.center)
    return tappable(row.node, item, name: item.role.name ?? "row")
  }

  private func tappable(_ node: Node, _ item: Item, name: String) -> Node {
    node.label(item.texts.first?.text ?? "").role(.button)
      .action(item.actionType, item.actionTarget).name(name)
  }

  private func node(of button: Item.Button) -> Node {
    TreeDrawing(style: style).button(
      Text(button.text.text).font(style.captionSize).color("text").source(button.text.source).node,
      type: button.actionType, target: button.actionTarget)
  }

  private func node(of item: Item, height: Double) -> Node {
    let cardHeight = max(0, height - style.cardInset)
    let textRoom = item.texts.isEmpty ? 0 : style.captionRoom
    let coverHeight = item.image != nil ? max(0, min(style.cardWidth, cardHeight - textRoom)) : 0
    func lines(of text: Int) -> Int {
      guard item.image != nil else { return 0 }
      let hasDetail = item.texts.count > 1
      return text > 0 ? 2 : style.titleLines(in: cardHeight - coverHeight, hasDetail: hasDetail)
    }
    let card = Stack {
      if let image = item.image {
        Image(url: image).frame(width: style.cardWidth, height: coverHeight).cornerRadius(
          style.radius
        )
        .role(.image)
      }
      for (index, phrase) in item.texts.enumerated() {
        Text(phrase.text).frame(width: max(0, style.cardWidth - style.textInset))
          .font(style.captionSize).lines(lines(of: index))
          .margin(
            top: index == 0 ? style.titleGap : GenericStyle.detailGap, start: style.textInset / 2
          ).shrink().color(
            index == 0 ? "text" : "secondary"
          ).source(phrase.source)
      }
      for button in item.buttons {
        node(of: button).margin(top: style.titleGap, start: style.textInset / 2)
      }
    }
    .frame(width: style.cardWidth)
    let sized = style.grows ? card.frame(minHeight: cardHeight) : card.frame(height: cardHeight)
    return tappable(sized, item, name: item.role.name ?? "card")
  }
}

/// The dimensions of a generic section on a page, in points.
struct GenericStyle {
  /// Whether the section is higher than `rowHeight` if its texts need it. A height of 0 hides the
  /// content.
  var grows: Bool { rowHeight > 0 }
  /// The height that the layout sets for the section; `nil` without one.
  let statedHeight: Double?
  let rowHeight, headerHeight, top, inset, spacing, cardInset, cardWidth, radius: Double
  let titleSize, captionSize, titleGap, textInset: Double
  /// The width and height of a picture in a block that is drawn as a `ContentTree`.
  var imageWidth: Double { cardWidth / 2 }
  private let captionLine: Double
  /// The height that a gap and two lines of text need below a cover.
  let captionRoom: Double
  /// The gap between the two texts of a card.
  static let detailGap = 2.0

  /// Computes the dimensions. The row is at least as high as the server hints, or else 240 points at
  /// the design width; both scale with the page.
  init(_ block: Block) {
    let settings = block.settings
    let width = block.environment.width
    func positive(_ value: Value) -> Double? {
      value.double.flatMap { $0 > 0 && $0 <= 100_000 ? $0 : nil }
    }
    func length(_ value: Value) -> Double? {
      value.double.flatMap { $0 >= 0 && $0 <= 100_000 ? $0 : nil }
    }
    let scale = width / (positive(settings["designWidth"]) ?? 414)
    statedHeight = length(settings["generic"]["height"]).map { $0 * scale }
    if let hint = positive(settings["hint"]["height"]),
      let hintWidth = positive(settings["hint"]["designWidth"])
    {
      rowHeight = hint * (width / hintWidth)
    } else {
      rowHeight = (length(settings["generic"]["height"]) ?? 240) * scale
    }
    func line(_ size: Double) -> Double { block.measureText("x", fontSize: size).height }
    titleSize = positive(settings["header"]["title"]["fontSize"]) ?? 17
    let header = length(settings["header"]["height"]) ?? 40
    headerHeight = header > 0 ? min(rowHeight, max(header, line(titleSize))) : 0
    let card = settings["card"]
    top = length(card["top"]) ?? 5
    inset = length(card["inset"]) ?? 10
    spacing = length(card["spacing"]) ?? 10
    cardInset = length(card["heightInset"]) ?? 30
    cardWidth = (length(card["width"]) ?? 120) * scale
    radius = length(card["cornerRadius"]) ?? 10
    captionSize = positive(card["title"]["fontSize"]) ?? 12
    titleGap = length(card["title"]["gap"]) ?? 5
    textInset = length(card["title"]["widthInset"]) ?? 10
    captionLine = line(captionSize)
    captionRoom = titleGap + 2 * captionLine
  }

  func contentHeight(hasHeader: Bool) -> Double {
    max(0, rowHeight - (hasHeader ? headerHeight : 0))
  }

  /// Returns the number of title lines below a cover: two, or one if two would leave no line for
  /// the detail. Shrinking the title instead would leave a gap above the detail.
  func titleLines(in room: Double, hasDetail: Bool) -> Int {
    let needed = captionRoom + Self.detailGap + captionLine
    return hasDetail && room < needed ? 1 : 2
  }
}

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var generic: SectionPlugin {
    SectionPlugin(id: "generic", version: "1.0.0", [Generic.self])
  }
}
