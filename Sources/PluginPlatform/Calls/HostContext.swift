internal import CSectionABI
internal import FeedTape
internal import LayoutCore

/// The state of the `se_host` callbacks while a plugin draws one section or writes one page. The
/// callbacks reach it through `se_host.context`. A pointer to a struct needs no reference counting.
package struct HostContext {
  /// A message that a plugin reported with `fail` or `warn`, or a warning of the host.
  package struct Report {
    /// The index of the value that the report is about, with `settingsBit` for a value of settings.
    package var place: UInt32
    package var path: String
    package var message: String
    /// Whether the report is the host's warning that it ignored a call of `section.content/1`.
    package var isContent = false
    /// Whether the host ignored the call because a size or number exceeds `BorderLimits`.
    package var isLimit = false

    package init(place: UInt32, path: String, message: String) {
      self.place = place
      self.path = path
      self.message = message
    }
  }

  private(set) var measurer: any TextMeasurer
  /// In a worker, the recorder of the plugin's calls and answers; `nil` in the host.
  private(set) var recorder: CallRecorder?
  private(set) var notesReads: Bool
  /// Whether the host offers `section.content/1`, which contract 1.0 lacks.
  private(set) var offersContent: Bool
  private(set) var feed = FeedTape.empty
  private(set) var settings = FeedTape.empty
  private(set) var textScale = TextScale(.large)

  /// The call into the plugin that is in progress.
  var call = Call(kind: .open)
  /// The pointer to the plugin's own state for the section, which `open` returned.
  var state: UnsafeMutableRawPointer?
  var arena = NodeArena()
  /// The number of open nodes that the engine began. The plugin must not close them.
  var baseDepth = 0
  /// The font size of the node that was begun last, in points before the user's text size applies.
  var fontSize = 0.0
  /// The functions of `section.content/1` that were called for the node that was begun last, except
  /// `run`. Bit n is set for the function whose `TranscriptTag` has the raw value n.
  var described: UInt32 = 0
  /// The first violation of the contract. The host ignores later calls that add or measure content.
  var violation: ResultViolation?
  /// The failure reported during the current call.
  var failure: Report?
  package private(set) var warnings: [Report] = []
  package private(set) var droppedWarnings = 0
  /// The bytes that `measure_text` measured for the section; a text counts as at least 16 bytes.
  var measuredBytes = 0
  /// The output of a renderer; empty in a worker, where the recorder stores the output.
  var output: [UInt8] = []
  /// The size of the output, in bytes.
  var outputCount = 0
  /// The indices of the values that the plugin read, with `settingsBit` for values of settings.
  package private(set) var reads: Set<UInt32> = []

  /// Resets the state for the next section or page.
  /// - Parameter environment: The environment of a section; `nil` for a page.
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
    // Moves the arena instead of copying it, which would retain and release ten references.
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

  /// The bit of an `se_value` that marks a value of the settings. No index of a tape has this bit.
  package static let settingsBit: UInt32 = 1 << 31

  /// Returns a value's document, its index there, and the bit of the document: 0 or `settingsBit`.
  @inline(__always)
  func resolve(_ value: se_value) -> (document: FeedTape, index: UInt32, bit: UInt32) {
    value.index & Self.settingsBit == 0
      ? (feed, value.index, 0) : (settings, value.index & ~Self.settingsBit, Self.settingsBit)
  }
}
