internal import CSectionABI
internal import FeedTape
internal import LayoutCore

/// The state of the `se_host` callbacks while one section is made. It is reached through
/// `se_host.context`; a struct behind a pointer, so that callbacks do not count references.
package struct HostContext {
  /// A report of a plugin, by `fail` or `warn`.
  package struct Report {
    package var place: UInt32
    package var path: String
    package var message: String
    /// Whether the host ignored a call of `section.content/1`, as opposed to a plugin's report.
    package var isContent = false
    /// Whether it did so because a size exceeds `BorderLimits`.
    package var isLimit = false

    package init(place: UInt32, path: String, message: String) {
      self.place = place
      self.path = path
      self.message = message
    }
  }

  private(set) var measurer: any TextMeasurer
  /// Records the plugin's answers and calls for another process; `nil` within one process.
  private(set) var recorder: CallRecorder?
  private(set) var notesReads: Bool
  /// Whether the host offers `section.content/1`; hosts of contract 1.0 do not.
  private(set) var offersContent: Bool
  private(set) var feed = FeedTape.empty
  private(set) var settings = FeedTape.empty
  private(set) var textScale = TextScale(.large)

  /// The call into the plugin that is in progress.
  var call = Call(kind: .open)
  /// The plugin's own state of the section, from `open`.
  var state: UnsafeMutableRawPointer?
  var arena = NodeArena()
  /// The number of open nodes that the engine began and the plugin must not close.
  var baseDepth = 0
  /// The font size of the newest node before the text scale.
  var fontSize = 0.0
  /// The functions of `section.content/1` that were called for the newest node, as bits of tags.
  var described: UInt32 = 0
  /// The first violation of the contract. Nothing is recorded after it.
  var violation: ResultViolation?
  /// The failure reported during the current call.
  var failure: Report?
  package private(set) var warnings: [Report] = []
  package private(set) var droppedWarnings = 0
  /// The size of the texts that `measure_text` measured, in bytes.
  var measuredBytes = 0
  /// The output of a renderer; empty if a recorder is present, which records it instead.
  var output: [UInt8] = []
  /// The size of the output, in bytes.
  var outputCount = 0
  /// The scalars and arrays of feed and settings that the plugin read.
  package private(set) var reads: Set<UInt32> = []

  /// Begins a section or a page.
  /// - Parameter environment: `nil` for a page.
  mutating func begin(feed: FeedTape, settings: FeedTape, in environment: LayoutEnvironment?) {
    self = HostContext(
      measurer: environment.map(measurer.adapted) ?? measurer, recorder: recorder,
      notesReads: notesReads, offersContent: offersContent, feed: feed,
      settings: settings, textScale: measurer.scale(of: environment?.textSize ?? .large))
  }

  mutating func begin(_ kind: Call.Kind, row: UInt32 = 0) {
    call = Call(kind: kind, row: row)
    failure = nil
    recorder?.entered(call)
  }

  /// Returns the nodes of the section and replaces them with an empty arena.
  mutating func takeArena() -> NodeArena {
    // Moved, not copied: a copy would retain and release ten references.
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

  mutating func noteRead(of value: se_value) { reads.insert(value.index) }

  /// The bit of `se_value` that marks values of the settings; indices of tapes never reach it.
  package static let settingsBit: UInt32 = 1 << 31

  /// Returns the document of a value, its index there, and the bit for values found from it.
  @inline(__always)
  func resolve(_ value: se_value) -> (document: FeedTape, index: UInt32, bit: UInt32) {
    value.index & Self.settingsBit == 0
      ? (feed, value.index, 0) : (settings, value.index & ~Self.settingsBit, Self.settingsBit)
  }
}
