import CFeedTape
import CFiles
import CIsolation
import CSectionABI
import PluginWorker
import FeedTape
import Glibc
import PluginCalls

final class Worker {
  private typealias Malformed = FlatReader.Malformed

  private let parent: Int32
  private var arena: Arena
  private var measurer: any TextMeasurer = RecordedTextMeasurer()
  private var runtimeFolder: String?
  private var callbacks: MeasureCallbacks?
  /// The table of the first loaded copy of the plugin; `nil` if the plugin was refused.
  private var plugin: LoadedTable?
  private var documents: [FeedTape] = []
  private var mapping: (start: UnsafeMutableRawPointer, size: Int)?

  private let isDebugged: Bool

  init(parent: Int32, arena: Arena, isDebugged: Bool) {
    self.parent = parent
    self.isDebugged = isDebugged
    self.arena = arena
  }

  func serve() -> Never {
    var files = [Int32](repeating: -1, count: Int(SE_MESSAGE_FILES))
    while true {
      var message = se_message()
      guard se_receive(SE_WORKER_CONTROL, &message, &files) == 1,
        let payload = payload(Int(message.length)), let kind = WorkerMessage(rawValue: message.kind)
      else { _exit(endStatus()) }
      arena.beginMessage()
      var answer = WorkerAnswer.finished
      do {
        var reader = FlatReader(payload)
        let files = files.prefix(Int(message.files))
        switch kind {
        case .prepare:
          let setup: WorkerSetup = try reader.read()
          let measuring = try measuring(in: files.first, setup.measuringSize)
          self.answer(0) { prepare(setup, measuring, &$0) }
        case .load: try load(&reader, files: files)
        case .draw, .drawBare, .time, .read: answer = try draw(&reader, files: files, kind)
        case .render: try render(&reader, files: files)
        case .locate: locate()
        case .explain: try explain(&reader, files: files)
        }
      } catch { _exit(disconnectedStatus) }
      var byte = answer.rawValue
      guard se_write_all(SE_WORKER_CONTROL, &byte, 1) == 0 else { _exit(disconnectedStatus) }
    }
  }

  /// Returns the exit status after the host has closed the connection.
  private func endStatus() -> Int32 {
    guard isDebugged else { return disconnectedStatus }
    return se_report_leaks() ? leakedStatus : 0
  }

  private func payload(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return count == 0 || se_read_all(SE_WORKER_CONTROL, &bytes, count) == 1 ? bytes : nil
  }

  // MARK: Protections

  private func measuring(
    in file: Int32?, _ size: Int?
  ) throws(Malformed) -> TextMeasuring? {
    guard let size else { return nil }
    guard let file else { throw Malformed() }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { $1 = fill($0, from: file, at: 0) }
    var reader = FlatReader(bytes)
    return try reader.read(TextMeasuring.self)
  }

  private func prepare(
    _ setup: WorkerSetup, _ measuring: TextMeasuring?, _ result: inout FlatWriter
  ) {
    // Loads HarfBuzz before the sandbox prevents that. The host has loaded it too, so this can fail
    // only if memory runs out.
    if let measuring {
      guard let measurer = try? measuring.measurer() else { _exit(disconnectedStatus) }
      self.measurer = measurer
    }
    runtimeFolder = setup.runtimeFolder
    if setup.hasCallbacks { callbacks = MeasureCallbacks() }
    var inForce: UInt32 = 0
    func protect(_ protection: UInt32, _ body: () -> Bool) {
      if setup.protections & protection != 0, body() { inForce |= protection }
    }
    protect(SE_PARENT_DEATH) { se_die_with_parent(parent) }
    protect(SE_RESOURCE_LIMITS) { se_limit_resources(setup.memoryLimit, setup.timeLimit) }
    protect(SE_NO_NEW_PRIVILEGES) { se_renounce_privileges() }
    protect(SE_LANDLOCK) {
      let paths = setup.readable.map { strdup($0) }
      defer { for path in paths { free(path) } }
      return paths.map { UnsafePointer($0) }.withUnsafeBufferPointer {
        se_restrict_files($0.baseAddress, $0.count)
      }
    }
    // This must be the last protection, because the others need system calls that it denies.
    protect(SE_SECCOMP) { se_restrict_calls(arena.header) }
    result.add(inForce)
  }

  // MARK: Plugins

  private func load(_ reader: inout FlatReader, files: ArraySlice<Int32>) throws(Malformed) {
    let wanted = try reader.read([WorkerPlugin].self)
    var files = files
    for (job, plugin) in wanted.enumerated() {
      // The descriptors stay open, because the loader identifies a library by its /proc path.
      let mine = files.prefix(plugin.files)
      files = files.dropFirst(plugin.files)
      answer(job) { result in
        do throws(PluginRefusal) {
          let table = try load(plugin, copies: mine)
          result.add(table)
          if job == 0 { self.plugin = table }
        } catch {
          result.add(refused: error)
        }
      }
    }
  }

  private func load(
    _ plugin: WorkerPlugin, copies: ArraySlice<Int32>
  ) throws(PluginRefusal) -> LoadedTable {
    PluginFile.preloadRuntime(plugin.needed, from: runtimeFolder)
    if let manifest = plugin.manifest, manifest.systemLibrary != nil {
      return try ManifestPlugin.load(manifest, library: nil, callbacks: callbacks)
    }
    // Uses the process id, because a debugger opens this path too and has another "/proc/self".
    let paths = plugin.paths + copies.map { "/proc/\(getpid())/fd/\($0)" }
    guard let own = paths.last else { throw .loader("its copy is missing") }
    for path in paths.dropLast() { _ = try DynamicLoader.load(path) }
    guard let manifest = plugin.manifest else { return try PluginFile.load(own) }
    let library = try DynamicLoader.load(own)
    return try ManifestPlugin.load(manifest, library: library, callbacks: callbacks)
  }

  // MARK: Sections

  private func draw(
    _ reader: inout FlatReader, files: ArraySlice<Int32>, _ kind: WorkerMessage
  ) throws(Malformed) -> WorkerAnswer {
    let shared = try reader.read([SharedDocument].self)
    if let file = files.first { try open(shared, in: file) }
    let (providers, requests): ([Int], [BlockRequest<Int>]) = try reader.values()
    let recorder = CallRecorder(arena.room, place: arena.place)
    let isRecorded = kind == .draw || kind == .drawBare
    let calls = HostCalls(
      measurer: measurer, recorder: isRecorded ? recorder : nil, notesReads: kind == .read,
      offersContent: kind != .drawBare)
    for (job, (provider, request)) in zip(providers, requests).enumerated() {
      let call = call(of: provider, request, calls)
      guard isRecorded else {
        // Results of `time` and `read` are small: a few numbers, or one index per feed value.
        answer(job) { result in
          if kind == .time { return result.add(call.map { Timing($0).measured() } ?? []) }
          _ = try? call?.section()
          result.add(calls.context.pointee.reads.sorted())
        }
        continue
      }
      arena.begin(job: job)
      recorder.begin(in: arena.room)
      // Ignores the section: the host makes it again from the transcript.
      _ = try? call?.section()
      if recorder.isFull, job > 0 { return .outOfRoom }
      arena.end(job: job, count: recorder.isFull ? nil : recorder.count)
    }
    return .finished
  }

  private func call(
    of provider: Int, _ request: BlockRequest<Int>, _ calls: HostCalls
  ) -> ProviderCall? {
    guard let plugin, plugin.providers.indices.contains(provider),
      documents.indices.contains(request.feed), documents.indices.contains(request.settings)
    else { return nil }
    return ProviderCall(
      plugin: .init(id: plugin.id, version: plugin.version),
      provider: plugin.providers[provider], rows: plugin.rows, calls: calls,
      request: request.with(
        feed: documents[request.feed], settings: documents[request.settings]))
  }

  // MARK: Pages and tools

  private func render(_ reader: inout FlatReader, files: ArraySlice<Int32>) throws(Malformed) {
    let shared = try reader.read([SharedDocument].self)
    let renderer = try reader.read(Int.self)
    guard let file = files.first, shared.count == 2 else { throw Malformed() }
    try open(shared, in: file)
    let recorder = CallRecorder(arena.room, place: arena.place)
    let calls = HostCalls(measurer: measurer, recorder: recorder)
    arena.begin(job: 0)
    if let plugin, plugin.renderers.indices.contains(renderer) {
      // Ignores the output: the host reads it from the transcript.
      _ = try? calls.output(
        of: plugin.renderers[renderer], layout: documents[0], options: documents[1])
    }
    arena.end(job: 0, count: recorder.isFull ? nil : recorder.count)
  }

  /// Answers with the addresses of the functions `open` of each provider and `render` of each
  /// renderer, for a debugger.
  private func locate() {
    answer(0) { result in
      result.add(
        (plugin?.providers ?? []).map { unsafeBitCast($0.open, to: Int.self) }
          + (plugin?.renderers ?? []).map { unsafeBitCast($0.render, to: Int.self) })
    }
  }

  /// Answers with the stack trace of a crash. `files` are the program of the crashed worker, then
  /// the copies of the plugin's libraries.
  private func explain(_ reader: inout FlatReader, files: ArraySlice<Int32>) throws(Malformed) {
    let names = try reader.read([String].self)
    let record = try reader.read([UInt8].self)
    answer(0) { result in
      let lines = CrashReport.lines(
        of: record, program: files.first ?? -1, libraries: Array(zip(names, files.dropFirst())))
      result.add(lines)
    }
  }

  private func answer(_ job: Int, _ body: (inout FlatWriter) -> Void) {
    arena.begin(job: job)
    var result = FlatWriter()
    body(&result)
    arena.end(job: job, result: result.bytes)
  }

  // MARK: Documents

  /// Maps documents into memory, and unmaps the documents of earlier messages.
  private func open(_ shared: [SharedDocument], in file: Int32) throws(Malformed) {
    defer { close(file) }
    documents = []
    if let mapping { se_unmap(mapping.start, mapping.size) }
    mapping = nil
    let size = shared.reduce(0) { $0 + $1.size }
    guard size > 0 else { return }
    guard let start = se_map(file, size, false) else { throw Malformed() }
    mapping = (start, size)
    var next = UnsafeRawPointer(start)
    for document in shared {
      let values = next.assumingMemoryBound(to: se_tape_value.self)
      let bytes = (next + document.valueCount * MemoryLayout<se_tape_value>.stride)
        .assumingMemoryBound(to: UInt8.self)
      documents.append(
        FeedTape(
          values: UnsafeBufferPointer(start: values, count: document.valueCount),
          bytes: UnsafeBufferPointer(start: bytes, count: document.byteCount)))
      next += document.size
    }
  }
}
