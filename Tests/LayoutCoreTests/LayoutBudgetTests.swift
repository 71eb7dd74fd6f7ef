import Foundation
import LayoutCore
import LayoutWorkloads
import TestTools
import TestConditions
import Testing

/// The cost limits of layout: visits of deep trees are bounded, and layout that exceeds its budget
/// is abandoned.
@Suite struct LayoutBudgetTests {
  /// The number of trees in the property test, which `SECTIONENGINE_LAYOUT_TREES=100000` increases.
  private static let trees =
    ProcessInfo.processInfo.environment["SECTIONENGINE_LAYOUT_TREES"].flatMap { UInt64($0) }
    ?? 60

  @Test("visits of deep random trees stay below 64, and mostly 8, times nodes x depth", .exhaustive)
  func deepTrees() {
    for profile in [LayoutProfile.contract, .css] {
      var ratios: [Double] = []
      for seed in 0..<Self.trees {
        var tree = DeepTree(seed: seed)
        let visits = tree.work.layOut(profile: profile, width: 390)
        let ratio = Double(visits) / Double(tree.work.arena.count * (tree.depth + 1))
        #expect(ratio <= 64, "seed \(seed)")
        ratios.append(ratio)
      }
      ratios.sort()
      #expect(ratios[ratios.count * 95 / 100] <= 8)
    }
  }

  @Test("visits of a chain of boxes that size each other grow at most with the square of its depth")
  func chains() {
    for variant in 0..<6 {
      for depth in [50, 100, 250] {
        var tree = DeepTree.chain(depth, variant: variant)
        let visits = tree.layOut(width: 390)
        #expect(visits <= 8 * tree.arena.count * depth, "depth \(depth), variant \(variant)")
      }
    }
  }

  private func engine(threads: Int? = nil) -> LayoutEngine {
    LayoutEngine(
      environment: LayoutEnvironment(width: 390), measurer: HalfEmMeasurer(), threads: threads)
  }

  private func section(bytes: Int) -> Section {
    var section = Section(blockCode: "TEXT", provider: .init(id: "test", version: "1"))
    var content = NodeContent()
    content.text = section.arena.addText(Array(repeating: UInt8(ascii: "x"), count: bytes))
    content.maxLines = 1
    section.rows = [.init(node: section.arena.begin(.text, content: content), height: nil)]
    section.arena.end()
    return section
  }

  @Test("a section that exceeds its budget is reported, and its neighbours are laid out")
  func section() {
    let sections = engine().layOut(
      [section(bytes: 30), section(bytes: 3_000_000), section(bytes: 30)])
    let costs = sections.map(\.cost)
    #expect(costs.map(\.exceeded) == [nil, .section, nil])
    #expect(costs.map(\.isFree) == [true, false, true])
    #expect(sections[0].frame.height > 0 && sections[2].frame.height == sections[0].frame.height)
    for frame in sections[1].arena.frames {
      #expect(frame.width.isFinite && frame.height.isFinite)
    }
  }

  @Test("the work before the first measurement of texts belongs to the budgets")
  func preparation() {
    let engine = LayoutEngine(
      environment: LayoutEnvironment(width: 390), measurer: HalfEmMeasurer(preparation: 1))
    let costs = engine.layOut([section(bytes: 300_000), section(bytes: 30)]).map(\.cost)
    #expect(costs.map(\.exceeded) == [.section, nil])
    #expect(costs[1].visits >= 30)
    // Each of the texts is within the budget of its section, but 16 MB exceed the page's budget.
    let flood = engine.layOut((0..<250).map { _ in section(bytes: 64_000) }).map(\.cost)
    let lost = flood.firstIndex { $0.exceeded == .page } ?? flood.count
    #expect(lost > 100 && lost < 160)
    #expect(flood[lost...].allSatisfy { $0.exceeded == .page })
  }

  @Test("expensive sections share the page's budget in order, with any number of threads")
  func page() {
    let expensive = (0..<90).map { _ in section(bytes: 1_000_000) }
    let costs = engine(threads: 1).layOut(expensive).map(\.cost)
    let lost = costs.firstIndex { $0.exceeded == .page } ?? costs.count
    #expect(lost > 20 && lost < costs.count)
    #expect(costs[..<lost].allSatisfy { $0.exceeded == nil })
    #expect(costs[lost...].allSatisfy { $0.exceeded == .page })
    // A cheap section at the end is still laid out.
    let others = engine(threads: 4).layOut(expensive + [section(bytes: 30)]).map(\.cost)
    #expect(Array(others.dropLast()) == costs)
    #expect(others.last?.exceeded == nil)
  }

  @Test("a tree laid out again after it exceeded its budget has the frames of a new one")
  func again() {
    var tree = DeepTree.chain(60, variant: 1)
    let layout = NodeLayout(profile: .contract, isRightToLeft: false, leaves: tree.leaves)
    let cost = layout.layOut(&tree.arena, width: 390, height: nil, budget: 50)
    #expect(cost.exceeded == .section && cost.visits > 50)
    let whole = layout.layOut(&tree.arena, width: 390, height: nil, budget: .max)
    #expect(whole.exceeded == nil)
    var fresh = DeepTree.chain(60, variant: 1)
    _ = fresh.layOut(width: 390)
    #expect(tree.arena.frames == fresh.arena.frames)
  }
}

/// A deep random tree of nested boxes with a few siblings each.
private struct DeepTree {
  var work = Workload()
  let depth: Int
  private var random: SplitMix64

  /// Creates a tree. The styles of a third of the trees repeat, which multiplies the visits from
  /// level to level.
  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    depth = Int.random(in: 16...250, using: &random)
    let repeats = seed % 3 == 0 ? Int.random(in: 1...5, using: &random) : depth
    let siblings = Int.random(in: 0...2, using: &random)
    let styles = (0..<repeats).map { _ in style() }
    for level in 0..<depth {
      work.begin { $0 = styles[level % repeats] }
      if siblings > 0 { for _ in 0..<Int.random(in: 0...siblings, using: &random) { leaf() } }
    }
    text()
    for _ in 0..<depth {
      if siblings > 0, chance(3) { leaf() }
      work.end()
    }
  }

  /// Returns a chain of boxes that wrap, grow and shrink, with limits in percent, changing
  /// directions and alignments.
  static func chain(_ depth: Int, variant: Int) -> Workload {
    var tree = Workload()
    for level in 0..<depth {
      let number = level + variant
      tree.begin {
        $0.flexDirection = [.row, .column, .rowReverse, .columnReverse][number % 4]
        $0.flexWrap = [.noWrap, .wrap, .wrapReverse][level * (variant + 1) % 3]
        $0.flexGrow = Float(level % 3) / 2
        $0.flexShrink = Float((level + 1) % 3) / 2
        $0.minWidth = .percent(Float(5 + number * 7 % 40))
        $0.maxWidth = .percent(Float(60 + number * 11 % 40))
        $0.minHeight = .percent(Float(5 + number * 5 % 30))
        $0.maxHeight = .percent(Float(70 + number * 3 % 60))
        $0.alignItems = [.stretch, .start, .center, .end, .baseline][number % 5]
        $0.padding = Edges(top: 1, right: .points(Float(level % 3)), bottom: 1, left: 1)
      }
    }
    tree.text(200, 7, 18)
    for _ in 0..<depth { tree.end() }
    return tree
  }

  private mutating func chance(_ one: Int) -> Bool {
    Int.random(in: 0..<one, using: &random) == 0
  }

  private mutating func style() -> Style {
    var style = RandomTree(&random, depth: 0).style
    style.display = .flex
    style.position = .relative
    if chance(2) { style.flexWrap = chance(2) ? .wrap : .wrapReverse }
    // A fixed size does not depend on the box's contents, so half of the sizes are automatic.
    if chance(2) { style.width = .auto }
    if chance(2) { style.height = .auto }
    if chance(3) { style.minWidth = .percent(Float(Int.random(in: 1...60, using: &random))) }
    if chance(3) { style.maxWidth = .percent(Float(Int.random(in: 60...120, using: &random))) }
    if chance(3) { style.maxHeight = .percent(Float(Int.random(in: 60...120, using: &random))) }
    if chance(4) { style.padding.start = .percent(Float(Int.random(in: 0...8, using: &random))) }
    if chance(6) { style.alignItems = .baseline }
    return style
  }

  private mutating func text() {
    let style = style()
    work.text(Int.random(in: 1...200, using: &random), 7, 18) { $0 = style }
  }

  private mutating func leaf() {
    guard chance(2) else { return text() }
    let style = style()
    work.leaf { $0 = style }
  }
}
