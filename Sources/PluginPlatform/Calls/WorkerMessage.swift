internal import CFeedTape

/// A message from the host to its worker. Each message has a number of jobs; the worker counts the
/// started and finished ones in the arena, stores a result for each, and answers once.
package enum WorkerMessage: UInt32 {
  /// One job: enter the sandbox. The result is the set of protections in force.
  case prepare = 1
  /// One job per plugin: load it. The results are `LoadedTable`s.
  case load
  /// One job per block: draw it. The results are transcripts.
  case draw
  /// One job: write a page, given as layout and options, with a renderer. It gives a transcript.
  case render
  /// One job per block: time it. The results are lists of `SectionTiming`s.
  case time
  /// One job per block: draw it. The results are lists of the values that the plugin read.
  case read
  /// One job: return the list of the addresses of each provider's function `open`.
  case locate
  /// One job: return the stack trace of a crash, from the record of a worker, as a list of lines.
  case explain
  /// Like `draw`, as a host of contract 1.0 that offers no extension for content.
  case drawBare
}

/// How a message ended, as one byte, which cannot be sent partially.
package enum WorkerAnswer: UInt8 {
  case finished = 1
  /// The results did not fit; the unfinished jobs have to be sent again.
  case outOfRoom
}

/// Length that marks the result of a single job as too large for the arena.
package let tooLargeResult = UInt32.max

/// Exit status of a worker that lost its connection to the host.
package let disconnectedStatus: Int32 = 70

/// The first message to a worker.
package struct WorkerSetup: FlatRecord {
  /// Bits of the protections, defined in CIsolation, that the worker puts in force.
  package var protections: UInt32
  /// Limit of data memory, in bytes.
  package var memoryLimit: UInt64
  /// Limit of processor time, in seconds.
  package var timeLimit: UInt64
  /// Files and folders that loading needs.
  package var readable: [String]
  package var runtimeFolder: String?
  /// The size of the file with the `TextMeasuring` that comes with the message; `nil` without one,
  /// for the bundled metrics.
  package var measuringSize: Int?
  /// Whether a manifest passes functions of the host, which the sandbox would not let be created.
  package var hasCallbacks: Bool

  package init(
    protections: UInt32, memoryLimit: UInt64, timeLimit: UInt64, readable: [String],
    runtimeFolder: String?, measuringSize: Int? = nil, hasCallbacks: Bool = false
  ) {
    self.protections = protections
    self.memoryLimit = memoryLimit
    self.timeLimit = timeLimit
    self.readable = readable
    self.runtimeFolder = runtimeFolder
    self.measuringSize = measuringSize
    self.hasCallbacks = hasCallbacks
  }

  static var fields: FlatFields<Self> {
    .init(
      \.protections, \.memoryLimit, \.timeLimit, \.readable, \.runtimeFolder, \.measuringSize,
      \.hasCallbacks, make: Self.init)
  }
}

/// A plugin for the worker: a path or a sent descriptor for each library, the plugin's own last.
package struct WorkerPlugin: FlatRecord {
  package var files: Int
  package var paths: [String]
  /// Names of the libraries that it needs.
  package var needed: [String]
  /// The program that calls the library, if it has no entry of its own.
  package var manifest: ManifestProgram?

  package init(
    files: Int, paths: [String] = [], needed: [String], manifest: ManifestProgram? = nil
  ) {
    self.files = files
    self.paths = paths
    self.needed = needed
    self.manifest = manifest
  }

  static var fields: FlatFields<Self> {
    .init(\.files, \.paths, \.needed, \.manifest, make: Self.init)
  }
}

/// A document in shared memory: records, then texts, padded to a multiple of eight bytes.
package struct SharedDocument: FlatNumbers {
  package var valueCount: Int
  package var byteCount: Int
  package init(valueCount: Int, byteCount: Int) {
    self.valueCount = valueCount
    self.byteCount = byteCount
  }

  /// The size in bytes, with padding.
  package var size: Int {
    (valueCount * MemoryLayout<se_tape_value>.stride + byteCount + 7) & ~7
  }
}

/// Nanoseconds per section, from one round of measurement.
package struct SectionTiming: FlatNumbers, Sendable, Hashable {
  /// Time with a provider whose functions do nothing.
  package var nothing: Double
  /// Time of `open` and `close` alone.
  package var opened: Double
  /// Time of all calls except `build`.
  package var unbuilt: Double
  /// Time of all calls.
  package var whole: Double

  package init(nothing: Double, opened: Double, unbuilt: Double, whole: Double) {
    self.nothing = nothing
    self.opened = opened
    self.unbuilt = unbuilt
    self.whole = whole
  }
}
