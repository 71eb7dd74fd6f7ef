package import CSectionABI
internal import FeedTape
package import LayoutCore

/// One provider drawing one block: the calls of the contract in their order, and the checks between
/// them.
package struct ProviderCall {
  /// Why there is no section.
  package enum Stop: Error {
    case declined(HostContext.Report?)
    case failed(HostContext.Call, HostContext.Report?)
    case violation(ResultViolation)
  }

  /// Who draws, as sections name it.
  let artist: LayoutSection.Provider
  let provider: se_provider
  let host: UnsafePointer<se_host>
  /// The context behind `host`. No call into the plugin happens while a part of it is borrowed:
  /// its callbacks change it.
  let context: UnsafeMutablePointer<HostContext>
  let request: BlockRequest

  package init(
    artist: LayoutSection.Provider, provider: se_provider, host: UnsafePointer<se_host>,
    context: UnsafeMutablePointer<HostContext>, request: BlockRequest
  ) {
    self.artist = artist
    self.provider = provider
    self.host = host
    self.context = context
    self.request = request
  }

  /// The section, not yet laid out.
  package func section() throws(Stop) -> LayoutSection {
    context.pointee.begin(
      feed: request.feed, settings: request.settings,
      textFactor: request.environment.textSize.factor)
    // The strings of se_block, which live until the section is closed.
    let code = Array(request.blockCode.utf8)
    let type = Array(request.showType.utf8)
    let locale = Array(request.environment.locale.utf8)
    return try code.withUnsafeBufferPointer { code throws(Stop) in
      try type.withUnsafeBufferPointer { type throws(Stop) in
        try locale.withUnsafeBufferPointer { locale throws(Stop) in
          try draw(block(code: code, type: type, locale: locale))
        }
      }
    }
  }

  private func block(
    code: UnsafeBufferPointer<UInt8>, type: UnsafeBufferPointer<UInt8>,
    locale: UnsafeBufferPointer<UInt8>
  ) -> se_block {
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> se_str {
      se_str(
        data: bytes.baseAddress.map {
          UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
        }, length: bytes.count)
    }
    let environment = request.environment
    var block = se_block()
    block.value = se_value(index: request.block)
    block.settings = se_value(
      index: request.settingsValue == FeedTape.missing
        ? 0 : request.settingsValue | HostContext.settingsBit)
    block.block_code = text(code)
    block.show_type = text(type)
    block.environment.width = environment.width
    block.environment.scale = Double(environment.scale)
    block.environment.appearance = environment.appearance == .dark ? SE_DARK : SE_LIGHT
    block.environment.direction = environment.direction == .rtl ? SE_RTL : SE_LTR
    let size = LayoutEnvironment.TextSize.allCases.firstIndex(of: environment.textSize)
    block.environment.text_size = size.map { se_text_size($0) } ?? SE_TEXT_LARGE
    block.environment.text_scale = environment.textSize.factor
    block.environment.locale = text(locale)
    return block
  }

  private func draw(_ block: se_block) throws(Stop) -> LayoutSection {
    guard let open = provider.open else {
      throw .violation(ResultViolation("open", "is NULL"))
    }
    var block = block
    var state: UnsafeMutableRawPointer?
    context.pointee.begin(.open)
    let status = open(provider.`self`, host, &block, &state)
    context.pointee.recorder?.returned(.open, status)
    // Exactly once for each `open` that returned SE_OK, whatever comes after it.
    defer {
      if status == SE_OK, let close = provider.close {
        context.pointee.begin(.close)
        close(state)
      }
    }
    try check(status)

    var description = se_section()
    if let describe = provider.describe {
      context.pointee.begin(.describe)
      let status = describe(state, host, &description)
      context.pointee.recorder?.described(status, description)
      try check(status)
    }
    var section = LayoutSection(
      blockCode: request.blockCode, provider: artist)
    do {
      try section.read(description)
    } catch {
      throw .violation(error)
    }
    section.apply(request.layoutOverride)
    let rowCount = try rowCount(state)
    try build(
      &section, rowCount: rowCount, hasBackground: description.has_background, state: state)
    try readFrame(into: &section, state: state)
    return section
  }

  private func rowCount(_ state: UnsafeMutableRawPointer?) throws(Stop) -> UInt32 {
    guard let function = provider.row_count else { return 1 }
    var count: UInt32 = 0
    context.pointee.begin(.rowCount)
    let status = function(state, host, &count)
    context.pointee.recorder?.returned(.rowCount, status, count)
    try check(status)
    guard count <= BorderLimits.rows else {
      throw .violation(
        ResultViolation(
          "row_count", "returned \(count), more than \(BorderLimits.rows)", isLimit: true))
    }
    return count
  }

  private func readFrame(
    into section: inout LayoutSection, state: UnsafeMutableRawPointer?
  ) throws(Stop) {
    guard let function = provider.frame else { return }
    var frame = se_frame()
    context.pointee.begin(.frame)
    let status = function(state, host, &frame)
    context.pointee.recorder?.returned(.frame, status, frame)
    try check(status)
    do {
      section.frameRequest.x = try BorderChecks.number(
        frame.x, "x", minimum: -BorderLimits.points)
      let width = try BorderChecks.length(frame.width, "width")
      switch width.unit {
      case .auto, .maxContent, .minContent, .fitContent, .stretch: break
      case .points: section.frameRequest.width = frame.width.value
      case .percent:
        section.frameRequest.width = request.environment.width * frame.width.value / 100
      }
      section.frameRequest.height = try BorderChecks.points(frame.height, "height")
    } catch {
      throw .violation(error.of("the frame"))
    }
  }

  func check(_ status: se_status) throws(Stop) { try Self.check(status, context) }

  /// What the call that just returned means.
  static func check(
    _ status: se_status, _ context: UnsafeMutablePointer<HostContext>
  ) throws(Stop) {
    // A violation explains more than the status that it may have led to.
    if let violation = context.pointee.violation { throw .violation(violation) }
    let call = context.pointee.call
    let report = context.pointee.failure
    switch status {
    case SE_OK:
      // It said that it fails and then did not: worth a word, not the section.
      if let report { context.pointee.add(warning: report) }
    case SE_FAILED: throw .failed(call, report)
    case SE_DECLINED:
      guard case .open = call else {
        throw .violation(
          ResultViolation(call.name, "returned SE_DECLINED, which only open may"))
      }
      throw .declined(report)
    default:
      throw .violation(ResultViolation(call.name, "returned the unknown status \(status)"))
    }
  }
}
