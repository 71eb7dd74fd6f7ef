package import CSectionABI
internal import FeedTape
package import LayoutCore

/// What the callbacks of `se_host` work on while one section is made. Reached through
/// `se_host.context`; a struct behind a pointer, so that a callback counts no references.
package struct HostContext {
  /// The call into the plugin that is under way.
  package enum Call {
    case open, describe, rowCount, frame, close, render
    case item(UInt32)
    case rowHeight(UInt32)
    case build(se_part, UInt32)
  }

  /// What a plugin says with `fail` or `warn`.
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
  /// Nodes of the arena that are open and are not the plugin's to close.
  var baseDepth = 0
  /// The first thing that the contract forbids. From then on nothing is recorded.
  var violation: ResultViolation?
  /// Of the call under way.
  var failure: Report?
  package private(set) var warnings: [Report] = []
  package private(set) var droppedWarnings = 0
  /// What a renderer has written; where a recorder writes it down, it stands there alone.
  var output: [UInt8] = []
  /// Bytes that it has written.
  var outputCount = 0
  /// Writes down what the plugin answers and says, for another process; `nil` within one process.
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
    // Mostly it is the new one that `takeArena` left behind.
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

  /// The nodes of the section, which the context gives up.
  mutating func takeArena() -> NodeArena {
    // Moved, not copied: a copy counts eight references up, and down again.
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

  /// Values of the feed and of the settings share the index space of `se_value`: this bit tells
  /// which document an index is of. Tapes end far below it.
  package static let settingsBit: UInt32 = 1 << 31

  /// The document of a value, its index there, and the bit to give the values found from it.
  @inline(__always)
  func resolve(_ value: se_value) -> (document: FeedTape, index: UInt32, bit: UInt32) {
    value.index & Self.settingsBit == 0
      ? (feed, value.index, 0) : (settings, value.index & ~Self.settingsBit, Self.settingsBit)
  }
}

extension HostContext.Call {
  /// As the contract names it: "row_height of row 3".
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

  /// The part that is being built: "row 3".
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
