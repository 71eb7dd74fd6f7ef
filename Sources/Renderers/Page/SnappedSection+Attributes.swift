import LayoutCore
import Page

extension SnappedSection {
  /// The format for which attributes of a section are read.
  enum Format: Equatable {
    case dump
    /// - Parameters:
    ///   - index: The index of the section on the page.
    ///   - showsRoot: Whether the root of the section is written.
    case json(index: Int, showsRoot: Bool)
  }

  /// Reads the attributes of the section, as far as the format has them.
  /// - Parameter values: Receives the attributes. The function first removes all others.
  func readSectionAttributes(for format: Format, into values: inout AttributeValues) {
    // A `PlacedSection` reads the properties of its section through key paths, which is slow.
    let (placed, section) = (self.section, self.section.section)
    values.removeAll()
    values.add(.rows, .heights(rowHeights))
    values.add(.layout, .word(section.layout.word))
    if section.columns > 1 { values.add(.columns, .integer(section.columns)) }
    if section.lanes > 1 { values.add(.sectionLanes, .integer(section.lanes)) }
    values.add(.rowAlignment, section.rowAlignment.word, unless: "start")
    if ![.auto, .start].contains(section.itemAlignment) {
      values.add(.itemAlignment, .word(section.itemAlignment.word))
    }
    values.add(.scrolling, section.orthogonalScrolling.word, unless: "continuous")
    if section.peek > 0 { values.add(.peek, .number(section.peek)) }
    if section.currentGroup > 0 { values.add(.group, .integer(section.currentGroup)) }
    if let width = section.contentWidth { values.add(.contentWidth, .number(grid.snap(width))) }
    values.addSpace(
      rows: section.rowSpacing, items: section.itemSpacing, insets: section.insets,
      isList: section.layout == .list, scrolls: section.scrollsAlongX,
      hasBothAxes: section.spacesBothAxes)
    if section.margins != .zero { values.add(.margins, .edges(section.margins)) }
    values.add(.placement, section.placement.word, unless: "flow")
    if section.gapAbove > 0 { values.add(.gapAbove, .number(section.gapAbove)) }
    if section.background != nil, section.backgroundExtent != .rows {
      values.add(.backgroundExtent, .word(section.backgroundExtent.word))
    }
    if format != .dump || placed.hasOtherHeightThanContent {
      values.add(.contentHeight, .number(placed.contentHeight))
    }
    values.add(.pinned, .words(section.pinnedParts))
    values.add(.provider, .words([section.provider.id, section.provider.version]))
    if let fallback = section.fallback {
      values.add(.fallback, .words([fallback.step.rawValue, fallback.reason]))
    }
    values.add(.title, .word(section.title))
    values.add(.closable, .flag(section.isClosable))
    guard case .json(let index, let showsRoot) = format else { return }
    values.add(.blockCode, .word(section.blockCode))
    values.add(.codes, .words(section.diagnosticCodes))
    if placed.contentOffset != 0 { values.add(.contentOffset, .number(placed.contentOffset)) }
    if section.root != nil, !showsRoot {
      values.add(.sectionElided, .integer(section.arena.count))
    }
    values.add(.sectionFrame, .frame(frame))
    values.add(.index, .integer(index))
    values.add(.edgeInsets, .edges(section.insets))
    values.add(.itemSpacing, .number(section.itemSpacing))
    values.add(.rowCount, .integer(placed.rowHeights.count))
    values.add(.rowSpacing, .number(section.rowSpacing))
    values.add(placed.origin)
  }

  /// Reads the attributes of a node, for any format.
  /// - Parameters:
  ///   - arena: The section's arena. It is a parameter, because reading it from the section for each
  ///     node would retain and release many references.
  ///   - text: The lines of a running text; `nil` for other nodes.
  ///   - element: The accessible element, if it is written.
  ///   - showsLines: Whether the lines of the text are written.
  ///   - values: Receives the attributes. The function first removes all others. `attributeValues`
  ///     creates it with the texts and runs of the arena.
  func readAttributes(
    of index: Int, in arena: NodeArena, text: FittedText?, element: AccessibleElement?,
    showsLines: Bool,
    into values: inout AttributeValues
  ) {
    let kind = arena.records[index].kind
    let content = arena.content(of: index) ?? NodeContent()
    values.removeAll()
    if let row = demandingRows[index] { values.add(row) }
    if kind.isCollection, let collection = collection(node(index)) { values.add(collection) }
    if content.text.count > 0 {
      values.add(.font, .numbers(Double(content.font.size), Double(content.font.weight)))
      if let text { values.add(.lines, .pair(text.lines.count, Int(content.maxLines))) }
      if content.textAlign != .start { values.add(.align, .word(content.textAlign.word)) }
    }
    if kind == .pageControl {
      values.add(.count, .integer(Int(content.count)))
      values.add(.current, .integer(Int(content.current)))
    }
    values.add(.color, content.color)
    values.add(.background, content.background)
    values.add(.radius, unlessZero: max(0, content.cornerRadius))
    values.add(.aspect, unlessZero: max(0, content.imageAspectRatio))
    values.add(.badge, content.badge)
    if content.role != .none { values.add(.role, .word(content.role.word)) }
    if content.actionTarget.count > 0 {
      values.add(.action, content.actionTarget)
      values.add(.actionType, .text(content.actionType))
    }
    if let own = arena.attributes(of: index) { values.add(own) }
    if let scale = text?.styled?.scale, scale < 1 { values.add(.scale, .number(scale)) }
    if let element { values.add(element) }
    if showsLines, let text { values.add(.textLines, .textLines(text.lines)) }
    if let text { values.add(.truncated, .flag(text.isTruncated)) }
    let visibility = visibilities[index]
    if visibility != .visible { values.add(.visibility, .word(visibility.rawValue)) }
    // A root whose children are header, rows and footer is a box, even if it is a list.
    let isRootOfParts = index == 0 && kind == .list && section.isRootOfParts
    values.add(.kind, .word(isRootOfParts ? NodeKind.box.word : kind.word))
    values.add(.label, content.label)
    values.add(.text, content.text)
    if element?.isOffscreen == true { values.add(.announcedOffscreen, .flag(true)) }
  }

  /// Returns the fitted lines of running text; `nil` for other nodes, such as icons.
  func runningText(
    of index: Int, in arena: NodeArena, _ measurer: any TextMeasurer
  ) -> FittedText? {
    switch arena.records[index].kind {
    case .text, .button, .badge:
      LayoutNode(arena: arena, index: index).fittedText(measurer)
    default: nil
    }
  }

  /// Empty storage for `readAttributes`.
  func attributeValues() -> AttributeValues {
    var values = AttributeValues()
    values.storage = section.arena.text
    values.runs = section.arena.runs
    return values
  }
}

extension AttributeValues {
  fileprivate mutating func add(_ attribute: Attribute, _ text: TextRange) {
    if text.count > 0 { add(attribute, .text(text)) }
  }

  fileprivate mutating func add(_ attribute: Attribute, _ word: String, unless other: String) {
    if word != other { add(attribute, .word(word)) }
  }

  fileprivate mutating func add(_ attribute: Attribute, unlessZero number: Float) {
    if number != 0 { add(attribute, .number(Double(number))) }
  }

  fileprivate mutating func add(_ row: Section.Row) {
    if row.columnSpan > 1 || row.rowSpan > 1 { add(.span, .pair(row.columnSpan, row.rowSpan)) }
    if row.isFullBleed { add(.bleed, .flag(true)) }
    if row.isStretched { add(.stretch, .flag(true)) }
  }

  fileprivate mutating func add(_ collection: CollectionMetrics) {
    add(.axis, .word(collection.axis))
    add(.items, .integer(collection.items))
    if let pages = collection.pages {
      add(.pages, .integer(pages.count))
      add(.page, .integer(pages.current))
      add(.lanes, .integer(pages.lanes))
      add(.interval, .number(pages.interval))
    }
    add(.content, .number(collection.content))
    if collection.scroll > 0 { add(.scroll, .number(collection.scroll)) }
    add(.gap, .number(collection.gap))
    add(.inset, .numbers(collection.insetStart, collection.insetEnd))
  }

  /// Adds the attributes of the contract feature `section.content/1`.
  package mutating func add(_ own: NodeAttributes) {
    if !own.runs.isEmpty { add(.runs, .runs(own.runs)) }
    add(.lineHeight, unlessZero: own.lineHeight)
    add(.letterSpacing, unlessZero: own.letterSpacing)
    add(.indent, unlessZero: own.firstLineIndent)
    add(.minimumScale, unlessZero: own.minimumScale)
    if own.truncation != .tail { add(.truncation, .word("\(own.truncation)")) }
    if own.breaksWords { add(.breaks, .flag(true)) }
    add(.picture, own.picture)
    if own.contentMode != .fill { add(.mode, .word("\(own.contentMode)")) }
    add(.tint, own.tint)
    add(.placeholder, own.placeholder)
    if own.borderWidth > 0 || own.borderColor.count > 0 {
      add(.border, .number(Double(own.borderWidth)))
    }
    add(.borderColor, own.borderColor)
    if own.corners != [] { add(.corners, .corners(own.corners)) }
    if own.opacity < 1 { add(.opacity, .number(Double(own.opacity))) }
    if own.shadow.color.count > 0 { add(.shadow, .shadow(own.shadow)) }
    if own.resourceID.count > 0 {
      add(.item, .resource(type: own.resourceType, id: own.resourceID))
    }
    add(.state, own.state)
  }

  /// Adds the identity and the path of the block.
  mutating func add(_ origin: FeedOrigin?) {
    guard let origin else { return }
    add(.identity, .word(origin.identity))
    add(.feedPath, .word(origin.path))
  }

  mutating func add(_ item: FeedOrigin.Item) {
    add(.feedItem, .words([item.id, item.type]))
    add(.feedItemIndexPath, .indexPath(item.indexPath))
    add(.feedItemPath, .word(item.path))
  }

  fileprivate mutating func add(_ element: AccessibleElement) {
    add(.reads, .integer(element.order))
    add(.says, .word(element.label))
    add(.announcedRole, .word(element.role))
    add(.target, .frame(element.target))
  }
}

extension PlacedSection {
  /// Whether the provider requested a frame height that differs from the content height.
  fileprivate var hasOtherHeightThanContent: Bool { abs(contentHeight - frame.height) >= 0.005 }
}

extension Section {
  /// The content width of a section that scrolls horizontally, with both insets; else `nil`.
  fileprivate var contentWidth: Double? {
    !scrollsAlongX || arena.count == 0 ? nil : arena.contentSize(of: 0)?.width
  }

  /// The pinned parts of the section: "header", "footer", both in this order, or none.
  fileprivate var pinnedParts: [String] {
    [("header", header), ("footer", footer)].compactMap { $1?.isPinned == true ? $0 : nil }
  }

  /// Whether the section has spacing along both axes.
  fileprivate var spacesBothAxes: Bool {
    switch layout {
    case .grid, .flow, .waterfall, .onePlusN: true
    case .carousel, .pager: lanes > 1
    case .list: rows.contains { $0.width != .automatic }
    }
  }
}
