import CIsolation
import CWorkerMemory
import Glibc
import PluginCalls

/// The memory shared with the host, in which the worker stores the results of a message.
struct Arena {
  private let memory: UnsafeMutableRawPointer
  /// The offset of the next result from the start of the memory, in bytes.
  private var used = Int(SE_ARENA_DATA_OFFSET)

  init?(recordsCrashes: Bool) {
    guard let memory = se_map(SE_WORKER_ARENA, Int(SE_ARENA_SIZE), true) else { return nil }
    self.memory = memory
    guard recordsCrashes else { return }
    se_crash_install(memory)
    se_note_refused_memory(memory)
  }

  /// The size of the memory without the space for a crash record, in bytes.
  private static let size = Int(SE_ARENA_CRASH_OFFSET)

  var header: UnsafeMutablePointer<se_arena_header> {
    memory.assumingMemoryBound(to: se_arena_header.self)
  }

  var place: UnsafeMutablePointer<UInt32> {
    let offset = MemoryLayout<se_arena_header>.offset(of: \.place) ?? 0
    return (memory + offset).assumingMemoryBound(to: UInt32.self)
  }

  private func entry(_ job: Int) -> UnsafeMutablePointer<se_arena_entry> {
    (memory + Int(SE_ARENA_ENTRIES_OFFSET)).assumingMemoryBound(to: se_arena_entry.self) + job
  }

  mutating func beginMessage() { used = Int(SE_ARENA_DATA_OFFSET) }

  func begin(job: Int) { se_store(&header.pointee.started, UInt32(job + 1)) }

  /// The memory that is available for the result of the next job.
  var room: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: memory + used, count: Self.size - used)
  }

  /// Ends a job. Its result is the first `count` bytes of `room`; `nil` means that it is too large.
  mutating func end(job: Int, count: Int?) {
    let output = count.map(drain) ?? 0
    entry(job).pointee = se_arena_entry(
      offset: UInt64(used), length: count.map(UInt32.init) ?? tooLargeResult,
      output_length: UInt32(output))
    // The next result starts at a multiple of eight bytes.
    used += ((count ?? 0) + output + 7) & ~7
    se_store(&header.pointee.done, UInt32(job + 1))
  }

  mutating func end(job: Int, result: [UInt8]) {
    let room = room
    guard result.count <= room.count else { return end(job: job, count: nil) }
    room.copyBytes(from: result)
    end(job: job, count: result.count)
  }

  /// Appends the text that the plugin printed during the job, and returns its size, at most 2 KB.
  private func drain(behind count: Int) -> Int {
    let most = min(2048, Self.size - used - count)
    guard most > 0 else { return 0 }
    let drained = se_drain(SE_WORKER_OUTPUT, memory + used + count, most)
    // If the plugin closed the worker's descriptors, the worker exits and the job stays unfinished.
    if drained == Int(SE_CLOSED) { _exit(disconnectedStatus) }
    return drained
  }
}
