internal import CFeedTape

/// A message from the host to a worker, with one or more jobs. In shared memory (the arena), the
/// worker counts started and finished jobs, and stores their results. Then it sends one answer.
package enum WorkerMessage: UInt32 {
  /// One job: enter the sandbox. The result is the set of active protections.
  case prepare = 1
  /// One job per plugin: load it. The results are `LoadedTable`s.
  case load
  /// One job per block: draw it. The results are transcripts.
  case draw
  /// One job: call a renderer to write a page from layout and options. The result is a transcript.
  case render
  /// One job per block: measure the time to draw it. The results are lists of `SectionTiming`s.
  case time
  /// One job per block: draw it. The results are lists of the values that the plugin read.
  case read
  /// One job: return the address of the function `open` of each provider.
  case locate
  /// One job: return the stack trace of a crash as lines, from the record of the crashed worker.
  case explain
  /// One job per block: draw it without `section.content/1`. The results are transcripts.
  case drawBare
}

/// A worker's answer to a message. It has one byte, because a single byte is never sent partially.
package enum WorkerAnswer: UInt8 {
  case finished = 1
  /// The arena has no room for more results. The host must send the unfinished jobs again.
  case outOfRoom
}

/// The length that marks a result as larger than the whole arena.
package let tooLargeResult = UInt32.max

/// The exit status of a worker whose connection to the host ended.
package let disconnectedStatus: Int32 = 70

/// The exit status of a debugged worker whose plugin did not free all its memory.
package let leakedStatus: Int32 = 71

/// The first message to a worker.
package struct WorkerSetup: FlatRecord {
  /// The protections that the worker activates, as bits that CIsolation.h defines.
  package var protections: UInt32
  /// Limit of data memory, in bytes.
  package var memoryLimit: UInt64
  /// Limit of processor time, in seconds.
  package var timeLimit: UInt64
  /// The files and folders that the worker may read to load libraries.
  package var readable: [String]
  package var runtimeFolder: String?
  /// The size, in bytes, of the file that is sent with the message and contains a `TextMeasuring`.
  /// `nil` if no file is sent; the worker then uses the bundled metrics.
  package var measuringSize: Int?
  /// Whether to create the functions that a manifest's library can call. They must be created
  /// before the worker enters the sandbox.
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

/// A plugin to load. Its libraries are given by `paths`, then by `files` descriptors that are sent
/// with the message. The plugin's own library is the last.
package struct WorkerPlugin: FlatRecord {
  package var files: Int
  package var paths: [String]
  /// The names of the libraries that the plugin needs.
  package var needed: [String]
  /// The description of the library in the manifest; `nil` for a library with an entry function.
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

/// The size of a document in shared memory: records, texts, and padding to a multiple of 8 bytes.
package struct SharedDocument: FlatNumbers {
  /// The number of records.
  package var valueCount: Int
  /// The number of bytes of the texts.
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

/// The times to draw one section, in nanoseconds, from one round of measurement.
package struct SectionTiming: FlatNumbers, Sendable, Hashable {
  /// The time with a provider whose functions do nothing.
  package var nothing: Double
  /// The time of `open` and `close` alone.
  package var opened: Double
  /// The time of all calls except `build`.
  package var unbuilt: Double
  /// The time of all calls.
  package var whole: Double

  package init(nothing: Double, opened: Double, unbuilt: Double, whole: Double) {
    self.nothing = nothing
    self.opened = opened
    self.unbuilt = unbuilt
    self.whole = whole
  }
}
