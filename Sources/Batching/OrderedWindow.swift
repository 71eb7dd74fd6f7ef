/// Brings results that become ready in any order into that of their numbers, and holds few of them.
///
/// There is no thread for it: whoever brings the result that is due writes it, with those behind it that
/// are ready. Who is far ahead waits, so that one slow result does not fill the memory with those that
/// stand behind it. A number that is never brought stops everything; each must be brought once.
package final class OrderedWindow: Sendable {
  private struct State {
    /// The number that is due.
    var next = 0
    /// Results that stand behind the one that is due.
    var ready: [Int: [UInt8]] = [:]
    /// Of those, in bytes.
    var size = 0
    var isWriting = false
    /// Nothing is taken any more: writing failed.
    var isClosed = false
  }

  private let monitor = Monitor(State())
  /// Results that may be ahead of the one that is due.
  private let capacity: Int
  /// Bytes that results may take that wait.
  private let room: Int
  private let write: @Sendable ([UInt8]) -> Bool

  /// - Parameters:
  ///   - capacity: Numbers that may be ahead of the one that is due, at least 1.
  ///   - room: Bytes of results that may wait for the one that is due.
  ///   - write: Called for one result after the other, from 0 on, on any thread; `false` ends it.
  package init(
    capacity: Int, room: Int, write: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.capacity = max(capacity, 1)
    self.room = room
    self.write = write
  }

  /// Brings a result. Waits while it is too far ahead; never where it is the one that is due.
  /// - Returns: Whether more are wanted.
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

  /// Takes no more results, and drops those that are not being written yet.
  package func close() {
    monitor.change { state in
      state.isClosed = true
      state.ready = [:]
    }
  }

  /// Whether a result is being written right now.
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
        if !isWritten {
          state.isClosed = true
          state.ready = [:]
        }
      }
    }
  }
}
