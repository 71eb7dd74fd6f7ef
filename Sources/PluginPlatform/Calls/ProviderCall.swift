package import CSectionABI
internal import FeedTape
package import LayoutCore

/// One call of a provider, which draws one block: the functions of the contract in order, with the
/// checks between them.
package struct ProviderCall {
  /// Why there is no section.
  package enum Stop: Error {
    case declined(HostContext.Report?)
    case failed(HostContext.Call, HostContext.Report?)
    case violation(ResultViolation)
  }

  /// The provider's name in sections.
  let plugin: Section.Provider
  let provider: se_provider
  let host: UnsafePointer<se_host>
  /// The context behind `host`. No part of it may be borrowed during a call into the plugin, since
  /// the callbacks change it.
  let context: UnsafeMutablePointer<HostContext>
  let request: BlockRequest

  package init(
    plugin: Section.Provider, provider: se_provider, host: UnsafePointer<se_host>,
    context: UnsafeMutablePointer<HostContext>, request: BlockRequest
  ) {
    self.plugin = plugin
    self.provider = provider
    self.host = host
    self.context = context
    self.request = request
  }

  /// Returns the section, not yet laid out.
  package func section() throws(Stop) -> Section {
    var section = Section(blockCode: request.blockCode, provider: plugin)
    try draw(into: &section)
    return section
  }

  private func draw(into section: inout Section) throws(Stop) {
    context.pointee.begin(
      feed: request.feed, settings: request.settings,
      textFactor: request.environment.textSize.factor)
    // The strings of se_block, which live until the section is closed.
    var (code, type, locale) = (request.blockCode, request.showType, request.environment.locale)
    var stop: Stop?
    code.withUTF8 { code in
      type.withUTF8 { type in
        locale.withUTF8 { locale in
          do throws(Stop) {
            try draw(block(code: code, type: type, locale: locale), into: &section)
          } catch {
            stop = error
          }
        }
      }
    }
    if let stop { throw stop }
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
    block.environment.text_size = environment.textSize.raw
    // The value passed to `begin`.
    block.environment.text_scale = context.pointee.textFactor
    block.environment.locale = text(locale)
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
    context.pointee.recorder?.returned(.open, status)
    // Called exactly once for each `open` that returned SE_OK, whatever happens after it.
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
    into section: inout Section, state: UnsafeMutableRawPointer?
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

  @inline(__always)
  func check(_ status: se_status) throws(Stop) {
    // The common case without a report or violation.
    guard status == SE_OK, context.pointee.violation == nil, context.pointee.failure == nil else {
      return try Self.check(status, context)
    }
  }

  /// Throws the reason why the call that just returned stops the section.
  static func check(
    _ status: se_status, _ context: UnsafeMutablePointer<HostContext>
  ) throws(Stop) {
    // A violation is more specific than a status that it may have caused.
    if let violation = context.pointee.violation { throw .violation(violation) }
    let call = context.pointee.call
    let report = context.pointee.failure
    switch status {
    case SE_OK:
      // The plugin called `fail` but returned SE_OK: warn, and keep the section.
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

extension LayoutEnvironment.TextSize {
  /// The numbers of the contract, which names `SE_TEXT_LARGE` alone.
  fileprivate var raw: se_text_size {
    switch self {
    case .xs: 0
    case .s: 1
    case .m: 2
    case .large: SE_TEXT_LARGE
    case .xl: 4
    case .xxl: 5
    case .xxxl: 6
    case .ax1: 7
    case .ax2: 8
    case .ax3: 9
    case .ax4: 10
    case .ax5: 11
    }
  }
}
