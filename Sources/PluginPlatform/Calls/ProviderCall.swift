package import CSectionABI
package import FeedTape
package import LayoutCore
internal import Support

/// Draws one block: calls the provider's functions in order and checks each result.
package struct ProviderCall {
  /// The reason why a provider gave no section.
  package enum Stop: Error {
    case declined(HostContext.Report?)
    case failed(HostContext.Call, HostContext.Report?)
    case violation(ResultViolation)
  }

  /// The plugin's id and version, as sections record them.
  let plugin: Section.Provider
  package var provider: se_provider
  let calls: HostCalls
  let request: BlockRequest<FeedTape>
  let layoutOverride: SectionLayoutOverride
  /// The plugin's extension SE_ROWS; `nil` if it has none.
  let rows: se_rows?
  /// The rows that `request.kept` keeps; `nil` in a worker, which leaves them out.
  let earlier: EarlierRows?

  /// - Parameter layoutOverride: The feed layout's changes to the section; none for a transcript.
  package init(
    plugin: Section.Provider, provider: se_provider, rows: se_rows? = nil, calls: HostCalls,
    request: BlockRequest<FeedTape>, layoutOverride: SectionLayoutOverride = .init(),
    earlier: EarlierRows? = nil
  ) {
    self.plugin = plugin
    self.provider = provider
    self.rows = rows
    self.earlier = earlier
    self.calls = calls
    self.request = request
    self.layoutOverride = layoutOverride
  }

  var host: UnsafePointer<se_host> { UnsafePointer(calls.host) }
  /// The context. Callbacks change it, so do not borrow its parts during a call of the plugin.
  var context: HostTable.Context { calls.context }
  var state: UnsafeMutableRawPointer? { context.pointee.state }

  /// Calls the provider and returns the section. The layout engine computes the frames later.
  package func section() throws(Stop) -> Section {
    var section = Section(blockCode: request.blockCode, provider: plugin)
    context.pointee.begin(
      feed: request.feed, settings: request.settings, in: request.environment)
    // The strings of se_block must stay valid until `close` has returned.
    try lend(request.blockCode) { code throws(Stop) in
      try lend(request.showType) { type throws(Stop) in
        try lend(request.environment.locale) { locale throws(Stop) in
          try draw(block(code: code, type: type, locale: locale), into: &section)
        }
      }
    }
    return section
  }

  private func block(code: se_str, type: se_str, locale: se_str) -> se_block {
    let environment = request.environment
    var block = se_block()
    block.value = se_value(index: request.block)
    block.settings = se_value(
      index: request.settingsValue == FeedTape.missing
        ? 0 : request.settingsValue | HostContext.settingsBit)
    block.block_code = code
    block.show_type = type
    block.environment.width = environment.width
    block.environment.scale = environment.scale
    block.environment.appearance = environment.appearance == .dark ? SE_DARK : SE_LIGHT
    block.environment.direction = environment.direction == .rtl ? SE_RTL : SE_LTR
    block.environment.text_size = environment.textSize.raw
    // `begin` has set the text scale from the same environment.
    block.environment.text_scale = context.pointee.textScale.bodyFactor
    block.environment.locale = locale
    return block
  }

  private func draw(_ block: se_block, into section: inout Section) throws(Stop) {
    guard let open = provider.open else {
      throw .violation(ResultViolation("open", "is NULL"))
    }
    var block = block
    var state: UnsafeMutableRawPointer?
    context.pointee.begin(.open)
    let status = open(provider.`self`, host, &block, &state)
    context.pointee.state = state
    // `close` is called exactly once if `open` returned SE_OK, even if a later call fails.
    defer {
      if status == SE_OK, let close = provider.close {
        context.pointee.begin(.close)
        close(state)
      }
    }
    try calls.finish(status)

    var description = se_section()
    try call(.describe, &description) { provider.describe?(state, host, $0) }
    do {
      try section.read(description)
    } catch {
      throw .violation(error)
    }
    let layout = section.layout
    let unused = section.unusedSettings(in: layout)
    section.apply(layoutOverride)
    let rowCount = try rowCount()
    section.rowElements = try rowElements(rowCount)
    let asked = asked(of: section, rowCount)
    try readItems(into: &section, asked)
    // A feed layout can choose a kind that uses a setting of the provider.
    section.ignoredSettings = (unused + section.unusedSettings(in: layout).filter(\.isOfRow))
      .filter { !$0.isUsed(by: section.layout) }
    section.ignoredOverrides = layoutOverride.unusedSettings(in: section.layout)
    try build(&section, asked, hasBackground: description.has_background)
    if let page = layoutOverride.currentGroup, !section.scrollsAlongX {
      section.currentGroup = 0
      if !section.arena.showPage(page) { section.ignoredOverrides.append(.currentGroup) }
    }
    try readFrame(into: &section)
    fillFrame(of: &section)
  }

  private func rowCount() throws(Stop) -> UInt32 {
    var count: UInt32 = provider.row_count == nil ? 1 : 0
    try call(.rowCount, &count) { provider.row_count?(state, host, $0) }
    guard count <= BorderLimits.rows else {
      throw .violation(
        ResultViolation(
          "row_count", "returned \(count), more than \(BorderLimits.rows)", isLimit: true))
    }
    return count
  }

  /// Returns the index of the array whose elements make the rows; 0 if the provider names none.
  private func rowElements(_ rowCount: UInt32) throws(Stop) -> UInt32 {
    guard let elements = rows?.elements else { return 0 }
    context.pointee.begin(.elements)
    let value = elements(state, host)
    context.pointee.recorder?.returned(from: context.pointee.call, SE_OK, value)
    try calls.check(SE_OK)
    let isPromise =
      value.index & HostContext.settingsBit == 0 && request.feed.kind(value.index) == .array
      && request.feed.count(value.index) == rowCount
    return isPromise ? value.index : 0
  }

  /// Returns, for each row, whether the provider is called for it.
  private func asked(of section: Section, _ rowCount: UInt32) -> [Bool] {
    guard let kept = request.kept, kept.count == rowCount, kept.elements == section.rowElements
    else { return Array(repeating: true, count: Int(rowCount)) }
    var asked = Array(repeating: false, count: Int(rowCount))
    for row in kept.asked where row < rowCount { asked[Int(row)] = true }
    return asked
  }

  private func readFrame(into section: inout Section) throws(Stop) {
    var frame = se_frame()
    try call(.frame, &frame) { provider.frame?(state, host, $0) }
    do {
      section.frameRequest.x = try BorderChecks.number(
        frame.x, "x", minimum: -BorderLimits.points)
      let width = try BorderChecks.length(frame.width, "width")
      switch width.unit {
      case .auto, .content, .maxContent, .minContent, .fitContent, .stretch: break
      case .points: section.frameRequest.width = frame.width.value
      case .percent:
        section.frameRequest.width = request.environment.width * frame.width.value / 100
      }
      section.frameRequest.height = try BorderChecks.points(frame.height, "height")
    } catch {
      throw .violation(error.of("the frame"))
    }
  }

  /// Sets the row's height if the provider gave a frame height and the only row is automatic. The
  /// row gets the frame height minus insets, margins, header and footer. Does nothing if the header
  /// or footer is automatic too.
  private func fillFrame(of section: inout Section) {
    guard section.rows.count == 1, section.rows[0].height == nil,
      var height = section.frameRequest.height
    else { return }
    height -= section.insets.top + section.insets.bottom
    height -= section.margins.top + section.margins.bottom
    for part in [section.header, section.footer].compactMap({ $0 }) {
      guard let taken = part.height else { return }
      height -= taken
    }
    let (node, rest) = (section.rows[0].node, max(0, height))
    section.rows[0].height = rest
    var style = LayoutNode(arena: section.arena, index: node).style
    style.height = .points(Float(rest))
    section.arena.setStyle(style, of: node)
  }

  /// Builds the nodes: a root with header, rows, footer and background, or one row without a root.
  private func build(
    _ section: inout Section, _ asked: [Bool], hasBackground: Bool
  ) throws(Stop) {
    let hasRoot = hasBackground || !section.canBeBareRow
    if hasRoot { context.pointee.arena.begin(.list, content: content(named: "section")) }

    if let header = section.header {
      section.header?.node = try part(
        .header, height: header.height, content: content(named: "header"))
    }
    let row = content(named: "row")
    var styles: [UInt32] = []
    var kept = 0
    if let old = earlier?.section.section, !old.rows.isEmpty {
      let asked = Double(asked.count { $0 }) / Double(old.rows.count)
      context.pointee.arena.reserve(old.arena, growingBy: min(asked, 1))
    }
    for index in section.rows.indices where index >= kept {
      guard asked[index] else {
        if let earlier {
          kept = try keep(index, of: earlier, in: &section.rows, content: row, &styles)
        }
        continue
      }
      let warnings = warnings
      let height = try rowHeight(UInt32(index))
      section.rows[index].height = height
      section.rows[index].node = try part(.row, UInt32(index), height: height, content: row)
      if self.warnings != warnings { section.rows[index].hasWarnings = true }
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
    var length = se_length()
    try call(.rowHeight, row: row, &length) { provider.row_height?(state, host, row, $0) }
    do {
      return try BorderChecks.points(length, "row_height")
    } catch {
      throw .violation(error.of("row \(row)"))
    }
  }

  /// The number of warnings so far.
  private var warnings: Int { context.pointee.warnings.count + context.pointee.droppedWarnings }

  /// Adds the rows, with results of the provider's `item`. `build` adds nodes and heights.
  private func readItems(into section: inout Section, _ asked: [Bool]) throws(Stop) {
    section.rows.reserveCapacity(asked.count)
    for row in asked.indices {
      guard asked[row] else {
        section.rows.append(
          earlier.map { $0.section.section.rows[Int($0.rows[row].earlier)] }
            ?? Section.Row(node: 0, height: nil))
        continue
      }
      let warnings = warnings
      let index = row
      let row = UInt32(row)
      section.rows.append(.init(node: 0, height: nil))
      defer { if self.warnings != warnings { section.rows[index].hasWarnings = true } }
      var item = se_item()
      try call(.item, row: row, &item) { provider.item?(state, host, row, $0) }
      do {
        try section.rows[Int(row)].read(item)
      } catch {
        throw .violation(error.of("row \(row)"))
      }
    }
  }

  /// Adds the nodes of a row that is kept, and of those after it that are kept and also followed it
  /// before. Returns the index after the last of them.
  private func keep(
    _ row: Int, of earlier: EarlierRows, in rows: inout [Section.Row], content: NodeContent,
    _ styles: inout [UInt32]
  ) throws(Stop) -> Int {
    let old = earlier.section.section
    let kept = earlier.rows[row]
    let first = Int(kept.earlier)
    var end = row + 1
    while end < rows.count, earlier.rows[end].distance == kept.distance,
      Int(earlier.rows[end].earlier) == first + end - row
    {
      end += 1
    }
    // The sum could exceed a limit, which is reported for the row that exceeds it.
    if context.pointee.arena.records.count + old.arena.count > BorderLimits.nodes
      || context.pointee.arena.text.count + old.arena.text.count > BorderLimits.textBytesPerSection
    {
      end = row + 1
    }
    let copies = old.rows[first..<first + end - row]
    let nodes = old.arena.end(of: copies[copies.endIndex - 1].node) - copies[first].node
    guard context.pointee.arena.records.count + nodes <= BorderLimits.nodes else {
      throw .violation(.tooManyNodes)
    }
    let distance = context.pointee.arena.addRows(
      copies, of: old.arena, content: content, movingSourcesBy: Int(kept.distance), &styles)
    guard context.pointee.arena.text.count <= BorderLimits.textBytesPerSection else {
      throw .violation(
        ResultViolation(
          "the texts up to row \(row)",
          "pass \(BorderLimits.textBytesPerSection) bytes for the section", isLimit: true))
    }
    for index in row..<end { rows[index].node = copies[first + index - row].node + distance }
    return end
  }

  /// Adds the node of a part, and its children with the plugin's `build`. Returns the node's index.
  private func part(
    _ part: HostContext.Call.Kind, _ row: UInt32 = 0, height: Double?, content: NodeContent
  ) throws(Stop) -> Int {
    var style = Style()
    if let height { style.height = .points(Float(height)) }
    // Reads the arena's arrays directly, because a call of its methods would copy the arena.
    guard context.pointee.arena.records.count < BorderLimits.nodes + context.pointee.leeway
    else {
      throw .violation(.tooManyNodes)
    }
    let node = context.pointee.arena.begin(.box, style: style, content: content)
    let depth = context.pointee.arena.open.count
    context.pointee.baseDepth = depth
    context.pointee.begin(part, row: row)
    let contractPart = context.pointee.call.contractPart
    try calls.finish(provider.build?(state, host, contractPart, row) ?? SE_OK)
    let open = context.pointee.arena.open.count - depth
    guard open == 0 else {
      throw .violation(
        ResultViolation(context.pointee.call.name, "left \(counted(open, "node")) open"))
    }
    context.pointee.arena.end()
    return node
  }

  /// Calls a function of the plugin that writes `answer`, records the status and the answer, and
  /// checks the status. If the function is NULL, `answer` keeps its default.
  @inline(__always)
  private func call<Answer: TranscriptStruct>(
    _ kind: HostContext.Call.Kind, row: UInt32 = 0, _ answer: inout Answer,
    _ function: (UnsafeMutablePointer<Answer>) -> se_status?
  ) throws(Stop) {
    context.pointee.begin(kind, row: row)
    let status = function(&answer) ?? SE_OK
    context.pointee.recorder?.returned(from: context.pointee.call, status, answer)
    try calls.check(status)
  }
}

extension HostCalls {
  /// Records the status of the call that just returned, and checks it.
  func finish(_ status: se_status) throws(ProviderCall.Stop) {
    context.pointee.recorder?.returned(from: context.pointee.call, status)
    try check(status)
  }

  /// Throws if the call that just returned failed, declined or violated the contract.
  fileprivate func check(_ status: se_status) throws(ProviderCall.Stop) {
    // A violation is reported first, because it may be the cause of the status.
    if let violation = context.pointee.violation { throw .violation(violation) }
    let call = context.pointee.call
    let report = context.pointee.failure
    switch status {
    case SE_OK:
      // If the plugin called `fail` but returned SE_OK, keeps the section with a warning.
      if let report { context.pointee.add(warning: report) }
    case SE_FAILED: throw .failed(call, report)
    case SE_DECLINED:
      guard call.kind == .open else {
        throw .violation(
          ResultViolation(call.name, "returned SE_DECLINED, which only open may"))
      }
      throw .declined(report)
    default:
      throw .violation(ResultViolation(call.name, "returned the unknown status \(status)"))
    }
  }
}

extension LayoutEnvironment.TextSize {
  /// The number of the text size in the contract: its position among the cases of the contract. For
  /// a text size of Android, the number of the case whose factor is nearest to the size's factor.
  package var raw: se_text_size {
    let nearest = Self.ofContract.indices.min {
      abs(Self.allCases[$0].factor - factor) < abs(Self.allCases[$1].factor - factor)
    }
    return se_text_size(nearest ?? 0)
  }
}
