import LayoutCore

extension DumpRenderer {
  func write(
    _ section: PlacedSection, _ keyword: FlatPage.Keyword, of tree: LayoutTree,
    codes: NodeCodes, reading: [Int: AccessibleElement], to writer: inout DumpWriter
  ) {
    let view = SectionView(section, environment: tree.environment, options: options)
    writer.section(keyword, section.blockCode, frame: view.frame) { out in
      out.write(key: "rows")
      out.write(rowHeights: view.rowHeights)
      writeRows(of: section, grid: view.grid, to: &out)
      out.write(
        attribute: "via", word: "\(section.provider.id)@\(section.provider.version)")
      if let fallback = section.fallback {
        out.write(attribute: "fallback", word: fallback.words)
      }
      if !section.title.isEmpty { out.write(attribute: "title", word: section.title) }
      if section.isClosable { out.write(attribute: "closable", word: "true") }
      for code in section.diagnosticCodes { out.write(code: code) }
    }
    DumpNodeWriter(
      view: view, options: options, measurer: tree.measurer,
      codes: codes.mention(section.blockCode) ? codes : nil, reading: reading
    ).write(to: &writer)
  }

  func writeRows(
    of section: PlacedSection, grid: PixelGrid, to out: inout ByteWriter
  ) {
    let isList = section.layout == .list
    if !isList { out.write(attribute: "layout", word: section.layout.word) }
    if section.columns > 1 { out.write(attribute: "columns", integer: section.columns) }
    if section.lanes > 1 { out.write(attribute: "lanes", integer: section.lanes) }
    if section.rowAlignment != .start {
      out.write(attribute: "align", word: section.rowAlignment.word)
    }
    if section.itemAlignment != .start {
      out.write(attribute: "align-items", word: section.itemAlignment.word)
    }
    if section.orthogonalScrolling != .continuous {
      out.write(attribute: "scrolling", word: section.orthogonalScrolling.word)
    }
    if section.peek > 0 { out.write(attribute: "peek", number: section.peek) }
    if section.currentGroup > 0 { out.write(attribute: "group", integer: section.currentGroup) }
    if let width = section.contentWidth {
      out.write(attribute: "content", number: grid.snap(width))
    }
    writeSpace(of: section, to: &out)
    if section.placement != .flow {
      out.write(attribute: "place", word: section.placement.word)
    }
    if section.gapAbove > 0 { out.write(attribute: "gap-above", number: section.gapAbove) }
    if section.background != nil, section.backgroundExtent != .rows {
      out.write(attribute: "background", word: section.backgroundExtent.word)
    }
    if section.hasOtherHeightThanContent {
      out.write(attribute: "content-height", number: section.contentHeight)
    }
    let pinned = section.pinnedParts
    if !pinned.isEmpty { out.write(attribute: "pinned", word: pinned.joined(separator: "+")) }
  }

  private func writeSpace(of section: PlacedSection, to out: inout ByteWriter) {
    let isList = section.layout == .list
    let gap = isList ? section.rowSpacing : section.itemSpacing
    if section.spacesBothAxes, section.rowSpacing != section.itemSpacing {
      out.write(attribute: "gap", number: section.rowSpacing)
      out.write("/")
      out.write(number: section.itemSpacing)
    } else if gap > 0 {
      out.write(attribute: "gap", number: gap)
    }
    if isList || section.scrollsAlongX {
      out.writeInset(
        start: isList ? section.insets.top : section.insets.start,
        end: isList ? section.insets.bottom : section.insets.end)
    } else {
      out.write(attribute: "inset", edges: section.insets)
    }
    out.write(attribute: "margin", edges: section.margins)
  }
}

extension PlacedSection {
  /// Whether the provider requested a height that differs from that of the content.
  var hasOtherHeightThanContent: Bool { abs(contentHeight - frame.height) >= 0.005 }
}

extension Section {
  /// The extent of the rows along x with both insets, if they scroll along x.
  var contentWidth: Double? {
    !scrollsAlongX || arena.count == 0 ? nil : arena.contentSize(of: 0)?.width
  }

  /// "header" and "footer", in this order, if they stay at the edge of the screen.
  var pinnedParts: [String] {
    [("header", header), ("footer", footer)].compactMap { $1?.isPinned == true ? $0 : nil }
  }

  fileprivate var spacesBothAxes: Bool {
    switch layout {
    case .grid, .flow, .waterfall, .onePlusN: true
    case .carousel, .pager: lanes > 1
    case .list: rows.contains { $0.width != .automatic }
    }
  }
}
