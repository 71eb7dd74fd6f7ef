internal import CSectionABI
internal import Support
internal import LayoutCore

extension ProviderCall {
  /// Builds the tree: the root, with header, rows, footer and background below it. A section that
  /// consists of one bare row has no separate root.
  func build(
    _ section: inout Section, rowCount: UInt32, hasBackground: Bool,
    state: UnsafeMutableRawPointer?
  ) throws(Stop) {
    try readItems(into: &section, rowCount: rowCount, state: state)
    let hasRoot = hasBackground || !section.canBeBareRow
    if hasRoot {
      context.pointee.arena.begin(.list, content: content(named: "section"))
    }

    try build(&section.header, SE_PART_HEADER, named: "header", state: state)
    let row = content(named: "row")
    for index in section.rows.indices {
      let height = try rowHeight(UInt32(index), state: state)
      section.rows[index].height = height
      section.rows[index].node = try part(
        SE_PART_ROW, UInt32(index), height: height, content: row, state: state)
    }
    try build(&section.footer, SE_PART_FOOTER, named: "footer", state: state)
    if hasBackground {
      section.background = try part(
        SE_PART_BACKGROUND, 0, height: nil, content: content(named: "background"), state: state)
    }

    if hasRoot { context.pointee.arena.end() }
    section.arena = context.pointee.takeArena()
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
    let status = function(state, host, row, &length)
    context.pointee.recorder?.returned(.rowHeight, status, length)
    try check(status)
    do {
      return try BorderChecks.points(length, "row_height")
    } catch {
      throw .violation(error.of("row \(row)"))
    }
  }

  /// Adds the rows with the properties that the provider requests; their nodes and heights follow
  /// later.
  private func readItems(
    into section: inout Section, rowCount: UInt32, state: UnsafeMutableRawPointer?
  ) throws(Stop) {
    section.rows.reserveCapacity(Int(rowCount))
    for row in 0..<rowCount {
      section.rows.append(.init(node: 0, height: nil))
      guard let function = provider.item else { continue }
      var item = se_item()
      context.pointee.begin(.item(row))
      let status = function(state, host, row, &item)
      context.pointee.recorder?.returned(.item, status, item)
      try check(status)
      do {
        try section.rows[Int(row)].read(item)
      } catch {
        throw .violation(error.of("row \(row)"))
      }
    }
  }

  private func build(
    _ supplement: inout Section.Supplement?, _ part: se_part, named name: StaticString,
    state: UnsafeMutableRawPointer?
  ) throws(Stop) {
    guard var described = supplement else { return }
    described.node = try self.part(
      part, 0, height: described.height, content: content(named: name), state: state)
    supplement = described
  }

  /// Begins the node of a part, and calls the plugin to fill it.
  private func part(
    _ part: se_part, _ row: UInt32, height: Double?, content: NodeContent,
    state: UnsafeMutableRawPointer?
  ) throws(Stop) -> Int {
    var style = Style()
    if let height { style.height = .points(Float(height)) }
    // Reads the arrays directly: a method of the arena would copy it.
    guard context.pointee.arena.records.count < BorderLimits.nodes else {
      throw .violation(
        ResultViolation("the section", "has more than \(BorderLimits.nodes) nodes", isLimit: true))
    }
    let node = context.pointee.arena.begin(.box, style: style, content: content)
    let depth = context.pointee.arena.open.count
    context.pointee.baseDepth = depth
    if let build = provider.build {
      context.pointee.begin(.build(part, row))
      let status = build(state, host, part, row)
      context.pointee.recorder?.returned(.build, status)
      try check(status)
      let open = context.pointee.arena.open.count - depth
      guard open == 0 else {
        throw .violation(
          ResultViolation(
            context.pointee.call.name, "left \(counted(open, "node")) open"))
      }
    }
    context.pointee.arena.end()
    return node
  }
}
