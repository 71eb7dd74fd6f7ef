internal import CSectionABI
internal import LayoutCore

extension ProviderCall {
  /// Builds the tree: the root, and below it header, rows, footer and background. A section that is
  /// one bare row has no root besides it.
  func build(
    _ section: inout LayoutSection, _ description: se_section, rowCount: UInt32,
    state: UnsafeMutableRawPointer?
  ) throws(Stop) {
    let isBareRow =
      rowCount == 1 && section.layout == .list && section.insets == .zero
      && section.minimumHeight == 0 && !description.header.present && !description.footer.present
      && !description.has_background
    if !isBareRow {
      context.pointee.arena.begin(.list, content: content(named: "section"))
    }

    if description.header.present {
      section.header = try supplement(
        description.header, SE_PART_HEADER, named: "header", state: state)
    }
    section.rows.reserveCapacity(Int(rowCount))
    let row = content(named: "row")
    for index in 0..<rowCount {
      let height = try rowHeight(index, state: state)
      let node = try part(SE_PART_ROW, index, height: height, content: row, state: state)
      section.rows.append(.init(node: node, height: height))
    }
    if description.footer.present {
      section.footer = try supplement(
        description.footer, SE_PART_FOOTER, named: "footer", state: state)
    }
    if description.has_background {
      section.background = try part(
        SE_PART_BACKGROUND, 0, height: nil, content: content(named: "background"), state: state)
    }

    if !isBareRow { context.pointee.arena.end() }
    // Moved, not copied: the context starts the next section with a new one.
    swap(&section.arena, &context.pointee.arena)
  }

  private func content(named name: StaticString) -> NodeContent {
    var content = NodeContent()
    content.name = name.withUTF8Buffer { context.pointee.arena.addText($0) }
    return content
  }

  private func rowHeight(
    _ row: UInt32, state: UnsafeMutableRawPointer?
  ) throws(Stop) -> Double? {
    guard let function = provider.row_height else { return nil }
    var length = se_length()
    context.pointee.begin(.rowHeight(row))
    try check(function(state, host, row, &length))
    do {
      return try BorderChecks.points(length, "row_height")
    } catch {
      throw .violation(error.of("row \(row)"))
    }
  }

  private func supplement(
    _ supplement: se_supplement, _ part: se_part, named name: StaticString,
    state: UnsafeMutableRawPointer?
  ) throws(Stop) -> LayoutSection.Supplement {
    let height: Double?
    do {
      height = try BorderChecks.points(supplement.height, "height")
    } catch {
      throw .violation(error.of("the \(name)"))
    }
    let node = try self.part(part, 0, height: height, content: content(named: name), state: state)
    return .init(node: node, isPinned: supplement.pinned, height: height)
  }

  /// Begins the node of a part, and lets the plugin fill it.
  private func part(
    _ part: se_part, _ row: UInt32, height: Double?, content: NodeContent,
    state: UnsafeMutableRawPointer?
  ) throws(Stop) -> Int {
    var style = Style()
    if let height { style.height = .points(Float(height)) }
    guard context.pointee.arena.count < BorderLimits.nodes else {
      throw .violation(
        ResultViolation("the section", "has more than \(BorderLimits.nodes) nodes", isLimit: true))
    }
    let node = context.pointee.arena.begin(.box, style: style, content: content)
    let depth = context.pointee.arena.depth
    context.pointee.baseDepth = depth
    if let build = provider.build {
      context.pointee.begin(.build(part, row))
      try check(build(state, host, part, row))
      let open = context.pointee.arena.depth - depth
      guard open == 0 else {
        throw .violation(
          ResultViolation(
            context.pointee.call.name, "left \(open) node\(open == 1 ? "" : "s") open"))
      }
    }
    context.pointee.arena.end()
    return node
  }
}

extension LayoutSection {
  /// Takes over what `describe` said of the section as a whole.
  mutating func read(_ description: se_section) throws(ResultViolation) {
    do {
      layout = try BorderChecks.enumeration(description.layout, "layout", below: SE_LAYOUT_COUNT)
      isClosable = description.closable
      title = String(decoding: try BorderChecks.text(description.title, "title"), as: UTF8.self)
      let limit = -BorderLimits.points
      insets = EdgeInsets(
        top: try BorderChecks.number(description.inset_top, "inset_top", minimum: limit),
        end: try BorderChecks.number(description.inset_end, "inset_end", minimum: limit),
        bottom: try BorderChecks.number(description.inset_bottom, "inset_bottom", minimum: limit),
        start: try BorderChecks.number(description.inset_start, "inset_start", minimum: limit))
      rowSpacing = try BorderChecks.number(description.row_spacing, "row_spacing")
      itemSpacing = try BorderChecks.number(description.item_spacing, "item_spacing")
      minimumHeight = try BorderChecks.number(description.minimum_height, "minimum_height")
    } catch {
      throw error.of("the section")
    }
  }
}
