internal import CSectionABI
internal import PluginCalls

/// The section of one block. `open` calls all functions of the manifest, or declines the block.
final class ManifestSection {
  let plugin: ManifestPlugin
  let block: se_block
  private(set) var rowCount: UInt32 = 1
  private(set) var frame = se_frame()
  private var heights: [Double] = []
  private var items: [se_value] = []
  /// The title in UTF-8. The host borrows it until `close`.
  private var title = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

  static func at(_ section: UnsafeMutableRawPointer) -> ManifestSection {
    Unmanaged<ManifestSection>.fromOpaque(section).takeUnretainedValue()
  }

  /// Stores the result of `answer` for a section in `out`. Returns SE_FAILED if a pointer is NULL.
  static func answer<Answer>(
    _ section: UnsafeMutableRawPointer?, into out: UnsafeMutablePointer<Answer>?,
    _ answer: (ManifestSection) -> Answer
  ) -> se_status {
    guard let section, let out else { return SE_FAILED }
    out.pointee = answer(at(section))
    return SE_OK
  }

  static func open(
    _ plugin: ManifestPlugin, _ host: UnsafePointer<se_host>, _ block: se_block,
    _ section: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> se_status {
    let reader = ValueReader(host: host)
    do throws(ManifestCaller.Stop) {
      let opened = ManifestSection(plugin, block)
      try opened.ask(ManifestCaller(plugin: plugin, reader: reader, block: block))
      section.pointee = Unmanaged.passRetained(opened).toOpaque()
      return SE_OK
    } catch {
      reader.report(isFailure: true, error.place, error.path, error.message)
      return error.isDecline ? SE_DECLINED : SE_FAILED
    }
  }

  private init(_ plugin: ManifestPlugin, _ block: se_block) {
    self.plugin = plugin
    self.block = block
  }

  deinit { title.deallocate() }

  private func ask(_ caller: ManifestCaller) throws(ManifestCaller.Stop) {
    let reader = caller.reader
    let most = Int(BorderLimits.rows)
    if let path = plugin.program.items {
      let list = reader.value(path, from: block.value)
      guard reader.kind(list) == SE_ARRAY else {
        throw .init(
          isDecline: true, place: block.value, path: path.text,
          message: "`\(path.text)` of the block: expected an array, found \(reader.words(list))")
      }
      items = reader.elements(list, limit: most)
      rowCount = reader.count(list)
    }
    if let path = plugin.program.title {
      let text = Array(reader.text(reader.value(path, from: block.value)).utf8)
      if !text.isEmpty {
        title = .allocate(capacity: text.count)
        _ = title.initialize(from: text)
      }
    }
    if let wanted = plugin.program.rowCount { rowCount = try rows(caller.number(wanted), wanted) }
    // Skips the calls for too many rows: the host will refuse their number.
    if let wanted = plugin.program.rowHeight, rowCount <= most {
      heights.reserveCapacity(Int(rowCount))
      for row in 0..<Int(rowCount) {
        heights.append(try caller.number(wanted, row: .init(index: row, item: item(row))))
      }
    }
    try askFrame(caller)
  }

  private func rows(
    _ count: Double, _ wanted: ManifestProgram.Argument
  ) throws(ManifestCaller.Stop) -> UInt32 {
    if let rows = UInt32(exactly: count) { return rows }
    // For a number above `UInt32.max`, returns that: the host reports that it exceeds the limit.
    if count.isFinite, count > Double(UInt32.max) { return .max }
    let owner = if case .call(let call) = wanted.source { "`\(call.symbol)`" } else { "`rowCount`" }
    throw .init(
      isDecline: false, place: block.value, path: "",
      message: "\(owner) gave \(ResultViolation.text(count)), which is not a number of rows")
  }

  private func askFrame(_ caller: ManifestCaller) throws(ManifestCaller.Stop) {
    let program = plugin.program
    if let call = program.frame {
      let measures = try caller.measures(call)
      frame.x = measures[.x] ?? 0
      frame.width = se_length(points: measures[.width])
      frame.height = se_length(points: measures[.height])
    }
    if let x = program.x { frame.x = try caller.number(x) }
    if let width = program.width { frame.width = se_length(points: try caller.number(width)) }
    if let height = program.height { frame.height = se_length(points: try caller.number(height)) }
  }

  func item(_ row: Int) -> se_value {
    // If the manifest has no list of items, the block itself is the item of every row.
    guard plugin.program.items != nil else { return block.value }
    return items.indices.contains(row) ? items[row] : se_value()
  }

  func height(_ row: UInt32) -> Double? {
    heights.indices.contains(Int(row)) ? heights[Int(row)] : nil
  }

  var description: se_section {
    var section = se_section()
    if !title.isEmpty {
      section.title = se_str(UnsafeBufferPointer(title))
      section.header.present = true
    }
    return section
  }

  func build(_ host: UnsafePointer<se_host>, _ part: se_part, _ row: UInt32) {
    let body = ManifestBody(reader: ValueReader(host: host))
    if part == SE_PART_HEADER, let path = plugin.program.title {
      body.header(
        String(decoding: title, as: UTF8.self),
        source: body.reader.value(path, from: block.value))
    }
    guard part == SE_PART_ROW, let template = plugin.program.item else { return }
    if row == 0 { body.reportLosses(of: template) }
    let item = item(Int(row))
    guard body.reader.kind(item) != SE_MISSING else { return }
    body.row(template, item, height: height(row), width: block.environment.width)
  }
}
