import AllocationCount
import LayoutCore
import LayoutWorkloads

/// Cost of node layout on workloads of known size.
struct NodeLayoutCost {
  /// A piece of work that is measured separately, by time and by instructions.
  enum Phase: String, CaseIterable {
    case build, first, huge, nest, chain

    /// The maximum number of instructions per node; `nil` if there is no limit.
    var instructionLimit: Double? { self == .first ? 1_300 : nil }

    /// The time limit, in nanoseconds per node or in microseconds for the whole phase.
    var timeLimit: (value: Double, isPerNode: Bool) {
      switch self {
      case .build: (100, true)
      case .first: (200, true)
      case .huge: (150, true)
      case .nest: (1_000, false)
      case .chain: (100, false)
      }
    }
  }

  /// Measures time and allocations of every phase.
  static func measure(_ report: inout Report) {
    for phase in Phase.allCases {
      let (run, nodes) = body(of: phase)
      let time = fastest(rounds: 50, [run])[0]
      let (limit, isPerNode) = phase.timeLimit
      report.line(
        "node layout, \(phase)", isPerNode ? time / Double(nodes) : time / 1_000,
        unit: isPerNode ? "ns/node" : "us", limit: limit)
    }
    measureDepths(&report)
    // For each page width, the expected sum of all frames. Two other layout engines compute the
    // same sum.
    for (width, sum) in [(412, 134_698_218.3), (390, 134_767_224.9)] {
      var feed = Workload.feed(width: Float(width))
      _ = feed.layOut()
      report.line(
        "check sum of the feed at \(width), difference", abs(feed.checkSum - sum), unit: "",
        limit: 0.1)
    }
    var feed = Workload.feed(width: 390)
    _ = feed.layOut()
    let before = allocation_count()
    _ = feed.layOut()
    // Only the solver's stacks, which grow by doubling, allocate memory. Nodes allocate none.
    report.line("allocations of a layout", Double(allocation_count() - before), unit: "", limit: 64)
    measureMemory(&report)
  }

  /// Measures nested nodes. The cost of a node must not depend on the depth of the nesting.
  private static func measureDepths(_ report: inout Report) {
    let nests = [8, 16, 24, 32, 64].map { (depth: $0, work: Workload.nest($0)) }
    let times = fastest(rounds: 200, nests.map { nest in { _ = laidOut(nest.work) } })
    let perNode = zip(nests, times).map { $1 / Double($0.work.arena.count) }
    for (nest, cost) in zip(nests, perNode) {
      report.line("a node of a nest of \(nest.depth)", cost, unit: "ns")
    }
    report.line(
      "a node of a nest of 64 / of 8", (perNode.last ?? 0) / perNode[0], unit: "", limit: 1.3)
  }

  /// Measures the heap memory of a laid-out tree of the feed workload, without the contents of its
  /// leaves.
  private static func measureMemory(_ report: inout Report) {
    let before = allocated_bytes()
    var feed = Workload.feed(width: 390)
    _ = feed.layOut()
    let texts = feed.leaves.texts.capacity * MemoryLayout<CountedLeaves.Text?>.stride
    let bytes = Double(allocated_bytes() - before) - Double(texts)
    report.line(
      "memory of a tree that is laid out", bytes / Double(feed.arena.count), unit: "bytes/node",
      limit: 120)
    withExtendedLifetime(feed) {}
  }

  /// Returns the phase as a closure that can run any number of times, and its number of nodes.
  static func body(of phase: Phase) -> (run: () -> Void, nodes: Int) {
    switch phase {
    case .build:
      return ({ _ = Workload.feed(width: 390) }, 19_001)
    case .first:
      let feed = Workload.feed(width: 390)
      return ({ _ = laidOut(feed) }, feed.arena.count)
    case .huge:
      let huge = Workload.huge()
      return ({ _ = laidOut(huge) }, huge.arena.count)
    case .nest:
      let nest = Workload.nest(32)
      return ({ _ = laidOut(nest) }, nest.arena.count)
    case .chain:
      let chains = Workload.Chain.allCases.map { Workload.chain(20, $0) }
      return ({ for chain in chains { _ = laidOut(chain, .css) } }, 3 * 21)
    }
  }

  private static func laidOut(
    _ work: Workload, _ profile: LayoutProfile = .contract
  ) -> Double {
    var arena = work.arena
    NodeLayout(profile: profile, isRightToLeft: false, leaves: work.leaves)
      .layOut(&arena, width: nil, height: nil)
    return Double(arena.frames[0].height)
  }
}
