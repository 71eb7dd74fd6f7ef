import AllocationCount
import LayoutCore
import LayoutWorkloads

/// Cost of node layout on workloads of known size.
struct NodeLayoutCost {
  /// A piece of work that is measured separately, by time and by instructions.
  enum Phase: String, CaseIterable {
    case build, first, width, dirty, huge, nest, chain

    /// The instructions per node.
    var instructionLimit: Double? { self == .first ? 1_300 : nil }

    /// The time limit, in nanoseconds per node or in microseconds for the whole phase.
    var timeLimit: (value: Double, isPerNode: Bool) {
      switch self {
      case .build: (100, true)
      case .first, .width: (200, true)
      case .huge: (150, true)
      case .dirty: (50, false)
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
    var feed = Workload.feed(width: 390)
    _ = feed.layOut()
    // Two other layout engines compute the same sum.
    report.line(
      "check sum of the feed, difference", abs(feed.checkSum - 134_767_224.9), unit: "", limit: 0.1)
    let second = body(of: .width)
    second.run()
    second.run()
    let before = allocation_count()
    second.run()
    // The list of changes grows by doubling; nodes allocate nothing.
    report.line(
      "allocations of a second layout", Double(allocation_count() - before), unit: "", limit: 32)
    measureMemory(&report)
  }

  /// Measures nests of growing depth: a node of the deepest costs as much as one of the flattest.
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
    let feed = LaidOutFeed()
    let texts = feed.leaves.texts.capacity * MemoryLayout<CountedLeaves.Text?>.stride
    let bytes = Double(allocated_bytes() - before) - Double(texts)
    report.line(
      "memory of a tree that is laid out", bytes / Double(feed.count), unit: "bytes/node",
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
    case .width:
      let feed = LaidOutFeed()
      return ({ feed.changeWidth() }, feed.count)
    case .dirty:
      let feed = LaidOutFeed()
      return ({ feed.changeText() }, feed.count)
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
    var tree = NodeTree(
      work.arena, profile: profile, isRightToLeft: false, leaves: work.leaves)
    tree.layOut(width: nil, height: nil)
    return Double(tree.frame(of: 0).height)
  }
}

/// The feed workload, laid out once and then changed repeatedly.
final class LaidOutFeed {
  private var tree: NodeTree
  let leaves: CountedLeaves
  private let text: Int
  private let root: Style
  private var isOdd = false

  init() {
    let feed = Workload.feed(width: 390)
    leaves = feed.leaves
    text = feed.text(section: 250, card: 3)
    root = feed.arena.styles[Int(feed.arena.records[0].style)]
    tree = NodeTree(feed.arena, profile: .contract, isRightToLeft: false, leaves: feed.leaves)
    tree.layOut(width: nil, height: nil)
  }

  var count: Int { tree.count }

  /// Changes the width, alternating between 390 and 412 points.
  func changeWidth() {
    isOdd.toggle()
    var style = root
    style.width = .points(isOdd ? 412 : 390)
    tree.setStyle(style, of: 0)
    tree.layOut(width: nil, height: nil)
  }

  /// Changes the length of one text, alternating between two lengths of different height.
  func changeText() {
    isOdd.toggle()
    leaves.texts[text]?.characters = isOdd ? 60 : 12
    tree.contentChanged(of: text)
    tree.layOut(width: nil, height: nil)
  }
}
