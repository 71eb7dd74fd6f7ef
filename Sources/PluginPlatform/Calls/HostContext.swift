package import CSectionABI
internal import FeedTape
package import LayoutCore

/// The state of the `se_host` callbacks while one section is made. It is reached through
/// `se_host.context`; a struct behind a pointer, so that callbacks do not count references.
package struct HostContext {
  /// The call into the plugin that is in progress.
  package enum Call {
    case open, describe, rowCount, frame, close, render
    case item(UInt32)
    case rowHeight(UInt32)
    case build(se_part, UInt32)
  }

  /// A report of a plugin, by `fail` or `warn`.
  package struct Report {
    package var place: UInt32
    package var path: String
    package var message: String

    package init(place: UInt32, path: String, message: String) {
      self.place = place
      self.path = path
      self.message = message
    }
  }

  let measurer: any TextMeasurer
  var feed: FeedTape
  var settings: FeedTape
  var textFactor = 1.0

  var call = Call.open
  var arena = NodeArena()
  /// The number of open nodes that the engine began and the plugin must not close.
  var baseDepth = 0
  /// The first violation of the contract. Nothing is recorded after it.
  var violation: ResultViolation?
  /// The failure reported during the current call.
  var failure: Report?
  package private(set) var warnings: [Report] = []
  package private(set) var droppedWarnings = 0
  /// The output of a renderer; empty if a recorder is present, which records it instead.
  var output: [UInt8] = []
  /// The size of the output, in bytes.
  var outputCount = 0
  /// Records the plugin's answers and calls for another process; `nil` within one process.
  package var recorder: CallRecorder?

  package init(measurer: any TextMeasurer) {
    self.measurer = measurer
    feed = .empty
    settings = .empty
  }

  mutating func begin(feed: FeedTape, settings: FeedTape, textFactor: Double) {
    self.feed = feed
    self.settings = settings
    self.textFactor = textFactor
    // Usually it is the new one from `takeArena`.
    if !arena.records.isEmpty || !arena.text.isEmpty { arena = NodeArena() }
    output = []
    outputCount = 0
    baseDepth = 0
    violation = nil
    failure = nil
    warnings = []
    droppedWarnings = 0
  }

  mutating func begin(_ call: Call) {
    self.call = call
    failure = nil
    recorder?.entered(call)
  }

  /// Returns the nodes of the section and replaces them with an empty arena.
  mutating func takeArena() -> NodeArena {
    // Moved, not copied: a copy would retain and release eight references.
    withUnsafeMutablePointer(to: &arena) { place in
      let taken = place.move()
      place.initialize(to: NodeArena())
      return taken
    }
  }

  mutating func add(warning report: Report) {
    guard warnings.count < BorderLimits.warnings else {
      droppedWarnings += 1
      return
    }
    warnings.append(report)
  }

  mutating func note(_ violation: ResultViolation) {
    if self.violation == nil { self.violation = violation }
  }

  /// Values of the feed and of the settings share the index space of `se_value`; this bit marks
  /// those of the settings. Tapes never reach it.
  package static let settingsBit: UInt32 = 1 << 31

  /// Returns the document of a value, its index there, and the bit for values found from it.
  @inline(__always)
  func resolve(_ value: se_value) -> (document: FeedTape, index: UInt32, bit: UInt32) {
    value.index & Self.settingsBit == 0
      ? (feed, value.index, 0) : (settings, value.index & ~Self.settingsBit, Self.settingsBit)
  }
}

extension HostContext.Call {
  /// The call in the contract's terms, such as "row_height of row 3".
  package var name: String {
    switch self {
    case .open: "open"
    case .describe: "describe"
    case .rowCount: "row_count"
    case .frame: "frame"
    case .close: "close"
    case .render: "render"
    case .item(let row): "item of row \(row)"
    case .rowHeight(let row): "row_height of row \(row)"
    case .build: "build of \(part)"
    }
  }

  /// The part that is being built, such as "row 3".
  var part: String {
    switch self {
    case .build(SE_PART_ROW, let row): "row \(row)"
    case .build(SE_PART_HEADER, _): "the header"
    case .build(SE_PART_FOOTER, _): "the footer"
    case .build(SE_PART_BACKGROUND, _): "the background"
    default: "no part"
    }
  }

  var isBuilding: Bool { if case .build = self { true } else { false } }
}
