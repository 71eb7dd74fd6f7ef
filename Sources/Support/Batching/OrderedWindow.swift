/// Writes results in the order of their numbers, although they become ready in any order. The
/// thread that adds the next result writes it and the ready results after it. A thread whose result
/// is too far ahead waits. Each number must be added exactly once; a gap blocks all later results.
package final class OrderedWindow: Sendable {
  private struct State {
    /// The number of the result to be written next.
    var next = 0
    /// The results that are ready but not next, by number.
    var ready: [Int: [UInt8]] = [:]
    var size = 0
    var isWriting = false
    /// Whether results are refused, because writing failed or the window was closed.
    var isClosed = false

    mutating func close() {
      isClosed = true
      ready = [:]
    }
  }

  private let monitor = Monitor(State())
  /// The number of places for results in the window; the first is for result `next`. At least 1.
  private let capacity: Int
  /// The maximum total size of the waiting results, in bytes.
  private let room: Int
  /// Called for each result in order, from number 0, on any thread; returning `false` ends writing.
  private let write: @Sendable ([UInt8]) -> Bool

  /// Creates a window for `capacity` results, with at most `room` bytes of waiting results. `write`
  /// gets the results in order, on any thread; returning `false` ends writing.
  package init(
    capacity: Int, room: Int, write: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.capacity = max(capacity, 1)
    self.room = room
    self.write = write
  }

  /// Adds a result. Waits while the window has no place for the result, unless it is the next one.
  /// - Returns: Whether more results are accepted.
  @discardableResult
  package func add(_ result: [UInt8], at number: Int) -> Bool {
    let (capacity, room) = (capacity, room)
    let isDue = monitor.wait { state in
      state.isClosed || number == state.next
        || (number < state.next + capacity && state.size + result.count <= room)
    } then: { state in
      guard !state.isClosed else { return false }
      state.ready[number] = result
      state.size += result.count
      guard number == state.next, !state.isWriting else { return false }
      state.isWriting = true
      return true
    }
    if isDue { writeReady() }
    return monitor.withState { !$0.isClosed }
  }

  /// Refuses further results, and drops those that are not being written yet.
  package func close() { monitor.change { $0.close() } }

  package var isWriting: Bool { monitor.withState { $0.isWriting } }

  private func writeReady() {
    while true {
      let result = monitor.withState { state -> [UInt8]? in
        let result = state.ready.removeValue(forKey: state.next)
        state.size -= result?.count ?? 0
        if result == nil { state.isWriting = false }
        return result
      }
      guard let result else { return }
      let isWritten = write(result)
      monitor.change { state in
        state.next += 1
        if !isWritten { state.close() }
      }
    }
  }
}
