import Dispatch
import Synchronization

extension LayoutEngine {
  /// Below so many nodes a second thread costs more than it saves.
  private static let bulk = 2_000

  /// Runs a body on contiguous chunks of indices, which together are all of them; on several threads
  /// where there is enough to do. Sections do not know of each other, so the order does not matter.
  /// - Parameter weights: of each index; the chunks weigh about the same.
  func forEachChunk(weights: [Int], _ body: @Sendable (Range<Int>) -> Void) {
    let total = weights.reduce(0, +)
    // More chunks than threads, so that one slow chunk does not keep the others waiting.
    let wanted = min(threads.map { 8 * $0 } ?? 64, weights.count, total / (Self.bulk / 2))
    guard threads != 1, wanted > 1 else { return body(0..<weights.count) }
    var bounds = [0]
    var sum = 0
    for (index, weight) in weights.enumerated() {
      sum += weight
      if sum * wanted >= total * bounds.count && bounds.count < wanted { bounds.append(index + 1) }
    }
    if bounds.last != weights.count { bounds.append(weights.count) }
    let count = bounds.count - 1
    let next = Atomic(0)
    // As many iterations as threads may work; each takes chunks until there are none.
    DispatchQueue.concurrentPerform(iterations: min(threads ?? count, count)) { [bounds] _ in
      while true {
        let chunk = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard chunk < count else { return }
        body(bounds[chunk]..<bounds[chunk + 1])
      }
    }
  }
}
