internal import CFeedTape
package import LayoutCore

/// A message from the host to its worker. Each message has a number of jobs; the worker counts the
/// started and finished ones in the arena, stores a result for each, and answers once.
package enum WorkerMessage: UInt32 {
  /// One job: enter the sandbox. The result is the set of protections in force.
  case prepare = 1
  /// One job per plugin: load it. The results are `LoadedTable`s.
  case load
  /// One job per block: draw it. The results are transcripts.
  case draw
  /// One job per page, whose documents are its layout and its options. The results are transcripts.
  case render
  /// One job per block: time it. The results are lists of `SectionTiming`s.
  case time
  /// One job: return the list of the addresses of each provider's function `open`.
  case locate
  /// One job: return the stack trace of a crash, from the record of a worker, as a list of lines.
  case explain
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
package struct WorkerSetup {
  /// Bits of the protections, defined in CIsolation, that the worker puts in force.
  package var protections: UInt32
  /// Limit of data memory, in bytes.
  package var memoryLimit: UInt64
  /// Limit of processor time, in seconds.
  package var timeLimit: UInt64
  /// Files and folders that loading needs.
  package var readable: [String]
  /// The folder of the Swift runtime's libraries.
  package var runtimeFolder: String?
  /// `nil` selects the bundled ones.
  package var metrics: FontMetrics?
  /// Whether a manifest passes functions of the host to its library. They must be created before
  /// the sandbox, which denies it.
  package var hasCallbacks: Bool

  package init(
    protections: UInt32, memoryLimit: UInt64, timeLimit: UInt64, readable: [String],
    runtimeFolder: String?, metrics: FontMetrics?, hasCallbacks: Bool = false
  ) {
    self.protections = protections
    self.memoryLimit = memoryLimit
    self.timeLimit = timeLimit
    self.readable = readable
    self.runtimeFolder = runtimeFolder
    self.metrics = metrics
    self.hasCallbacks = hasCallbacks
  }
}

/// A plugin for the worker to load: copies of its libraries, each as a path or a descriptor sent
/// with the message, the required libraries first and the plugin last.
package struct WorkerPlugin {
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
}

/// A document in shared memory: records, then texts, padded to a multiple of eight bytes.
package struct SharedDocument {
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

/// A page for the worker to write; its documents are the layout and the options.
package struct RenderTask {
  package var plugin: Int
  package var renderer: Int
  package init(plugin: Int, renderer: Int) {
    self.plugin = plugin
    self.renderer = renderer
  }
}

extension FlatWriter {
  package mutating func add(_ task: RenderTask) {
    add(UInt32(task.plugin))
    add(UInt32(task.renderer))
  }

  package mutating func add(_ setup: WorkerSetup) {
    add(setup.protections)
    add(setup.memoryLimit)
    add(setup.timeLimit)
    add(list: setup.readable) { $0.add($1) }
    add(optional: setup.runtimeFolder) { $0.add($1) }
    add(optional: setup.metrics) { $0.add($1) }
    add(setup.hasCallbacks)
  }

  package mutating func add(_ plugin: WorkerPlugin) {
    add(UInt32(plugin.files))
    add(list: plugin.paths) { $0.add($1) }
    add(list: plugin.needed) { $0.add($1) }
    add(optional: plugin.manifest) { $0.add($1) }
  }

  package mutating func add(_ document: SharedDocument) {
    add(UInt64(document.valueCount))
    add(UInt64(document.byteCount))
  }
}

extension FlatReader {
  package mutating func setup() throws(Malformed) -> WorkerSetup {
    WorkerSetup(
      protections: try integer(), memoryLimit: try integer(), timeLimit: try integer(),
      readable: try list { reader throws(Malformed) in try reader.text() },
      runtimeFolder: try optional { reader throws(Malformed) in try reader.text() },
      metrics: try optional { reader throws(Malformed) in try reader.metrics() },
      hasCallbacks: try flag())
  }

  package mutating func plugin() throws(Malformed) -> WorkerPlugin {
    WorkerPlugin(
      files: Int(try integer(UInt32.self)),
      paths: try list { reader throws(Malformed) in try reader.text() },
      needed: try list { reader throws(Malformed) in try reader.text() },
      manifest: try optional { reader throws(Malformed) in try reader.manifest() })
  }

  package mutating func renderTask() throws(Malformed) -> RenderTask {
    RenderTask(
      plugin: Int(try integer(UInt32.self)), renderer: Int(try integer(UInt32.self)))
  }

  package mutating func document() throws(Malformed) -> SharedDocument {
    SharedDocument(
      valueCount: Int(try integer(UInt64.self)), byteCount: Int(try integer(UInt64.self)))
  }
}
