internal import CFeedTape
package import LayoutCore

/// What a host asks of its worker. Each message has a number of jobs; the worker counts those that it
/// began and finished in the arena, leaves a result for each, and answers once.
package enum WorkerMessage: UInt32 {
  /// One job: protects itself. The result is the set of protections that are in force.
  case prepare = 1
  /// A job for each plugin: loads it. The results are `LoadedTable`s.
  case load
  /// A job for each block. The results are transcripts.
  case draw
  /// A job for each page, whose documents are its layout and its options. The results are transcripts.
  case render
  /// A job for each block. The results are lists of `SectionTiming`s.
  case time
  /// One job: the result is a list of addresses, of the function `open` of each provider.
  case locate
  /// One job: reads where a plugin died, from the record of its worker. The result is a list of lines.
  case explain
}

/// How a message ended: one byte, of which no half can be sent.
package enum WorkerAnswer: UInt8 {
  case finished = 1
  /// The results did not fit; the jobs from the one that is not done on have to be asked for again.
  case outOfRoom
}

/// Length of the result of a job that does not fit though it was the only one.
package let tooLargeResult = UInt32.max

/// Status with which a worker ends that cannot reach its host.
package let disconnectedStatus: Int32 = 70

/// The first message to a worker.
package struct WorkerSetup {
  /// Bits of CIsolation's protections that it shall put in force.
  package var protections: UInt32
  /// Bytes.
  package var memoryLimit: UInt64
  /// Seconds of the processor.
  package var timeLimit: UInt64
  /// Files and folders that loading needs.
  package var readable: [String]
  /// Of the Swift runtime's libraries.
  package var runtimeFolder: String?
  /// `nil`: the bundled ones.
  package var metrics: FontMetrics?
  /// A manifest hands functions of the host to its library: making them takes what the sandbox denies.
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

/// A plugin for the worker to load: copies of its libraries, each a path or a descriptor that travels with
/// the message, those that it needs first, itself last.
package struct WorkerPlugin {
  package var files: Int
  package var paths: [String]
  /// Names of the libraries that it needs.
  package var needed: [String]
  /// What calls it where it has no entry of its own.
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

/// A document in shared memory: records, then texts, each at a multiple of eight bytes.
package struct SharedDocument {
  package var valueCount: Int
  package var byteCount: Int
  package init(valueCount: Int, byteCount: Int) {
    self.valueCount = valueCount
    self.byteCount = byteCount
  }

  /// In bytes, with what fills it up.
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
