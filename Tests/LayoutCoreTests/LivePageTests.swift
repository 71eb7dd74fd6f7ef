import LayoutCore
import TestTools
import Testing

@Suite struct LivePageTests {
  private let engine = LayoutEngine(
    environment: LayoutEnvironment(width: 100), measurer: HalfEmMeasurer())

  /// Returns a section with one text per row. Lines are 10 points high, characters 5 wide, so 100
  /// points fit 20 characters.
  private func section(_ texts: String...) -> LayoutSection {
    var section = LayoutSection(
      blockCode: "A", provider: LayoutSection.Provider(id: "test", version: "1"))
    section.arena.begin(.box)
    for text in texts {
      section.rows.append(LayoutSection.Row(node: section.arena.count, height: nil))
      section.arena.begin(.box)
      var content = NodeContent()
      content.text = section.arena.addText(Array(text.utf8))
      content.font = Font(size: 10)
      section.arena.begin(.text, content: content)
      section.arena.end()
      section.arena.end()
    }
    section.arena.end()
    return section
  }

  private func lineHeight() -> Double { HalfEmMeasurer().lineHeight(Font(size: 10)) }

  @Test("a longer text moves the rows below it, and only those changes are reported")
  func text() {
    let line = lineHeight()
    let page = LivePage([section("a", "b"), section("c"), section("d")], engine: engine)
    #expect(page.sections.map(\.frame.y) == [0, 2 * line, 3 * line])
    // 21 characters take two lines.
    page.setText(String(repeating: "x", count: 21), of: 2, in: 0)
    let changes = page.update()
    #expect(page.sections.map(\.frame.y) == [0, 3 * line, 4 * line])
    #expect(changes.sections.map(\.index) == [0, 1, 2])
    #expect(changes.sections.map(\.oldFrame?.y) == [0, 2 * line, 3 * line])
    // The changed nodes are the text, its row, the row below, and the root.
    #expect(changes.nodes.map(\.change.node) == [0, 1, 2, 3])
    #expect(page.update().isEmpty)
  }

  @Test("a hidden collection has no content size, and regains it when it is shown")
  func hiddenCollection() {
    var rail = section()
    rail.arena = NodeArena()
    rail.arena.begin(.box)
    rail.arena.begin(.carousel)
    var style = Style()
    style.width = .points(150)
    style.height = .points(20)
    rail.arena.begin(.box, style: style)
    for _ in 0..<3 { rail.arena.end() }
    rail.rows = [LayoutSection.Row(node: 1, height: nil)]
    let page = LivePage([rail], engine: engine)
    let shown = Size(width: 150, height: 20)
    #expect(page[0].arena.contentSize(of: 1) == shown)
    var hidden = Style()
    hidden.display = .none
    page.setStyle(hidden, of: 1, in: 0)
    _ = page.update()
    #expect(page[0].arena.contentSize(of: 1) == nil)
    page.setStyle(Style(), of: 1, in: 0)
    _ = page.update()
    #expect(page[0].arena.contentSize(of: 1) == shown)
  }

  @Test("repeatedly replaced texts use no more memory, and other texts stay")
  func ticker() {
    let page = LivePage([section("tick", "stays")], engine: engine)
    for round in 0..<2_000 { page.setText("round \(round), all the same", of: 2, in: 0) }
    _ = page.update()
    let root = LayoutNode(arena: page[0].arena, index: 0)
    #expect(root.children.map { $0.children[0].text } == ["round 1999, all the same", "stays"])
    #expect(page[0].arena.text.count < 4_096)
  }

  @Test("sections are inserted, removed and moved, and only those are reported")
  func structure() {
    let line = lineHeight()
    let page = LivePage([section("a"), section("b", "b"), section("c")], engine: engine)
    page.remove(at: 0)
    page.insert(section("d", "d", "d"), at: 1)
    var changes = page.update()
    #expect(changes.removed == [0])
    #expect(changes.sections.map(\.oldIndex) == [1, nil, 2])
    #expect(page.sections.map(\.frame.y) == [0, 2 * line, 5 * line])
    #expect(changes.nodes.isEmpty)
    page.move(from: 2, to: 0)
    changes = page.update()
    #expect(changes.sections.map(\.oldIndex) == [2, 0, 1])
    #expect(page.sections.map(\.frame.y) == [0, line, 3 * line])
    page.replace(1, with: section("e"))
    changes = page.update()
    #expect(changes.sections.map(\.index) == [1, 2])
    #expect(changes.sections.map(\.isReplaced) == [true, false])
    #expect(page.sections.map(\.frame.y) == [0, line, 2 * line])
    // The new section has the height of the old one, but is still a replacement.
    page.replace(0, with: section("f"))
    changes = page.update()
    #expect(changes.sections.map(\.index) == [0] && changes.sections[0].isReplaced)
    #expect(page.update().isEmpty)
  }

  @Test("after any edits the page equals a layout from scratch")
  func scratch() {
    for seed in UInt64(0)..<1_000 {
      var random = SplitMix64(seed: seed)
      let page = LivePage(
        RandomPage(seed: seed).sections.map { $0.build(scale: 1) },
        engine: LayoutEngine(
          environment: LayoutEnvironment(width: 390), measurer: HalfEmMeasurer()))
      var width = 390.0
      for _ in 0..<4 {
        let index = Int.random(in: 0..<page.count, using: &random)
        let node = Int.random(in: 0..<page[index].arena.count, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: page.replace(index, with: RandomSection(&random).build(scale: 1))
        case 1: page.insert(RandomSection(&random).build(scale: 1), at: index)
        case 2 where page.count > 1: page.remove(at: index)
        case 3: page.move(from: index, to: Int.random(in: 0..<page.count, using: &random))
        case 4:
          width = Double(Int.random(in: 0...800, using: &random))
          page.setWidth(width)
        case 5: page.setStyle(RandomTree(&random, depth: 0).style, of: node, in: index)
        default: page.setText(String(repeating: "y", count: 33), of: node, in: index)
        }
        _ = page.update()
        var fresh = page.sections
        for index in fresh.indices {
          for node in 0..<fresh[index].arena.count { fresh[index].arena.setFrame(.zero, of: node) }
        }
        LayoutEngine(environment: LayoutEnvironment(width: width), measurer: HalfEmMeasurer())
          .layOut(&fresh)
        for (live, fresh) in zip(page.sections, fresh) {
          #expect(live.frame == fresh.frame, "seed \(seed)")
          #expect(live.rowHeights == fresh.rowHeights, "seed \(seed)")
          #expect(live.rowFrames == fresh.rowFrames, "seed \(seed)")
          #expect(live.parts == fresh.parts, "seed \(seed)")
          #expect(live.arena.contentSizes == fresh.arena.contentSizes, "seed \(seed)")
          #expect(live.arena.frames == fresh.arena.frames, "seed \(seed)")
        }
      }
    }
  }

  @Test("the number of threads does not change the frames")
  func threads() {
    let sections = (0..<40).flatMap { RandomPage(seed: $0).sections.map { $0.build(scale: 1) } }
    func laidOut(_ threads: Int?) -> [LayoutSection] {
      var sections = sections
      LayoutEngine(
        environment: LayoutEnvironment(width: 390), measurer: HalfEmMeasurer(), threads: threads
      ).layOut(&sections)
      return sections
    }
    let alone = laidOut(1)
    #expect(alone.reduce(0) { $0 + $1.arena.count } > 2_000)
    for threads in [2, 3, 8, nil] {
      for (one, many) in zip(alone, laidOut(threads)) {
        #expect(one.frame == many.frame && one.arena.frames == many.arena.frames)
      }
    }
  }
}
