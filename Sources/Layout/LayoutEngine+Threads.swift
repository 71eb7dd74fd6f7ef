import Dispatch
import Synchronization

extension LayoutEngine {
  /// The number of nodes below which a second thread costs more than it saves.
  private static let bulk = 2_000

  /// Calls `body` with contiguous chunks that together cover all indices, on several threads if
  /// there is enough work. Sections are independent of each other, so the order does not matter.
  /// - Parameter weights: One weight per index; the chunks have about the same total weight.
  func forEachChunk(weights: [Int], _ body: @Sendable (Range<Int>) -> Void) {
    let total = weights.reduce(0, +)
    // More chunks than threads, so that one slow chunk does not delay the others.
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
    // One iteration per thread; each takes chunks until none is left.
    DispatchQueue.concurrentPerform(iterations: min(threads ?? count, count)) { [bounds] _ in
      while true {
        let chunk = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard chunk < count else { return }
        body(bounds[chunk]..<bounds[chunk + 1])
      }
    }
  }
}
