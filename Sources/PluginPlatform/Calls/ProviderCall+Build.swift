internal import CSectionABI
internal import Support
internal import LayoutCore

extension ProviderCall {
  /// Builds the tree: header, rows, footer and background below a root, or one bare row.
  func build(_ section: inout Section, hasBackground: Bool) throws(Stop) {
    let hasRoot = hasBackground || !section.canBeBareRow
    if hasRoot { context.pointee.arena.begin(.list, content: content(named: "section")) }

    if let header = section.header {
      section.header?.node = try part(
        .header, height: header.height, content: content(named: "header"))
    }
    let row = content(named: "row")
    for index in section.rows.indices {
      let height = try rowHeight(UInt32(index))
      section.rows[index].height = height
      section.rows[index].node = try part(.row, UInt32(index), height: height, content: row)
    }
    if let footer = section.footer {
      section.footer?.node = try part(
        .footer, height: footer.height, content: content(named: "footer"))
    }
    if hasBackground {
      section.background = try part(
        .background, height: nil, content: content(named: "background"))
    }

    if hasRoot { context.pointee.arena.end() }
    section.arena = context.pointee.takeArena()
  }

  private func content(named name: StaticString) -> NodeContent {
    var content = NodeContent()
    content.name = name.withUTF8Buffer { context.pointee.arena.addText($0) }
    return content
  }

  private func rowHeight(_ row: UInt32) throws(Stop) -> Double? {
    guard let function = provider.row_height else { return nil }
    var length = se_length()
    try call(.rowHeight, row: row, &length) { function(state, host, row, $0) }
    do {
      return try BorderChecks.points(length, "row_height")
    } catch {
      throw .violation(error.of("row \(row)"))
    }
  }

  /// Adds the rows with their properties; nodes and heights follow later.
  func readItems(into section: inout Section, rowCount: UInt32) throws(Stop) {
    section.rows.reserveCapacity(Int(rowCount))
    for row in 0..<rowCount {
      section.rows.append(.init(node: 0, height: nil))
      guard let function = provider.item else { continue }
      var item = se_item()
      try call(.item, row: row, &item) { function(state, host, row, $0) }
      do {
        try section.rows[Int(row)].read(item)
      } catch {
        throw .violation(error.of("row \(row)"))
      }
    }
  }

  /// Begins the node of a part, and calls the plugin to fill it.
  private func part(
    _ part: HostContext.Call.Kind, _ row: UInt32 = 0, height: Double?, content: NodeContent
  ) throws(Stop) -> Int {
    var style = Style()
    if let height { style.height = .points(Float(height)) }
    // Reads the arrays directly: a method of the arena would copy it.
    guard context.pointee.arena.records.count < BorderLimits.nodes + context.pointee.leeway
    else {
      throw .violation(.tooManyNodes)
    }
    let node = context.pointee.arena.begin(.box, style: style, content: content)
    let depth = context.pointee.arena.open.count
    context.pointee.baseDepth = depth
    if let build = provider.build {
      context.pointee.begin(part, row: row)
      try calls.finish(build(state, host, context.pointee.call.contractPart, row))
      let open = context.pointee.arena.open.count - depth
      guard open == 0 else {
        throw .violation(
          ResultViolation(context.pointee.call.name, "left \(counted(open, "node")) open"))
      }
    }
    context.pointee.arena.end()
    return node
  }
}
