import CIsolation
import Glibc
import PluginCalls

/// The shared memory in which the results of a message stand.
struct Arena {
  private let memory: UnsafeMutableRawPointer
  /// Bytes that results take.
  private var used = Int(SE_ARENA_DATA_OFFSET)

  init?(recordsCrashes: Bool) {
    guard let memory = se_map(SE_WORKER_ARENA, Int(SE_ARENA_SIZE), true) else { return nil }
    self.memory = memory
    if recordsCrashes { se_crash_install(memory) }
  }

  /// Without what is kept for the record of a crash.
  private static let size = Int(SE_ARENA_CRASH_OFFSET)

  var header: UnsafeMutablePointer<se_arena_header> {
    memory.assumingMemoryBound(to: se_arena_header.self)
  }

  /// Of the call under way.
  var place: UnsafeMutablePointer<UInt32> {
    let offset = MemoryLayout<se_arena_header>.offset(of: \.place) ?? 0
    return (memory + offset).assumingMemoryBound(to: UInt32.self)
  }

  private func entry(_ job: Int) -> UnsafeMutablePointer<se_arena_entry> {
    (memory + Int(SE_ARENA_ENTRIES_OFFSET)).assumingMemoryBound(to: se_arena_entry.self) + job
  }

  /// Results of an earlier message are given up.
  mutating func beginMessage() { used = Int(SE_ARENA_DATA_OFFSET) }

  func begin(job: Int) { se_store(&header.pointee.started, UInt32(job + 1)) }

  /// What is left for the result of the next job.
  var room: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: memory + used, count: Self.size - used)
  }

  /// The job is done; its result stands in the first `count` bytes of `room`.
  mutating func end(job: Int, count: Int) {
    let output = drain(behind: count)
    entry(job).pointee = se_arena_entry(
      offset: UInt64(used), length: UInt32(count), output_length: UInt32(output))
    // The next one starts at a multiple of eight.
    used += (count + output + 7) & ~7
    se_store(&header.pointee.done, UInt32(job + 1))
  }

  mutating func endWithoutRoom(job: Int) {
    entry(job).pointee = se_arena_entry(
      offset: UInt64(used), length: tooLargeResult, output_length: 0)
    se_store(&header.pointee.done, UInt32(job + 1))
  }

  mutating func end(job: Int, result: [UInt8]) {
    let room = room
    guard result.count <= room.count else { return endWithoutRoom(job: job) }
    room.copyBytes(from: result)
    end(job: job, count: result.count)
  }

  /// What plugins printed meanwhile, as far as it is worth reading.
  private func drain(behind count: Int) -> Int {
    let most = min(2048, Self.size - used - count)
    guard most > 0 else { return 0 }
    let drained = se_drain(SE_WORKER_OUTPUT, memory + used + count, most)
    // Whoever closed this one closed the others too: the job that did is still under way.
    if drained == Int(SE_CLOSED) { _exit(disconnectedStatus) }
    return drained
  }
}
