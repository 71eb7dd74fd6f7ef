import LayoutCore
import TestTools
import Testing

/// Pages have whole pixels: sections and siblings touch, texts have room, and a section that only
/// moves keeps its frames. Random pages, at the scales of devices; a failure reports the seed.
@Suite("Whole pixels") struct WholePixelTests {
  static let seeds = UInt64(0)..<100
  static let scales = [1, 1.5, 2, 2.625, 2.75, 3, 3.5, 4]

  private static func environment(_ scale: Double) -> LayoutEnvironment {
    LayoutEnvironment(width: 390, scale: scale)
  }

  private static func measurer(_ environment: LayoutEnvironment) -> any TextMeasurer {
    FixedTextMeasurer(advance: 7.13, lineHeight: 17.1).adapted(to: environment)
  }

  /// A random page with gaps, whose lengths are not whole pixels.
  private static func sections(_ seed: UInt64) -> [Section] {
    var random = SplitMix64(seed: seed)
    return RandomPage(seed: seed).sections.map { described in
      var section = described.build(scale: 1)
      section.gapAbove = Double.random(in: 0...20, using: &random)
      section.minimumHeight += Double.random(in: 0...2, using: &random)
      return section
    }
  }

  private static func page(_ seed: UInt64, _ environment: LayoutEnvironment) -> [PlacedSection] {
    LayoutEngine(environment: environment, measurer: measurer(environment))
      .layOut(sections(seed))
  }

  private func isWhole(_ length: Double, _ scale: Double) -> Bool {
    abs(length * scale - (length * scale).rounded()) < 1e-6
  }

  @Test("sections begin on pixels and leave no gap and no overlap", arguments: scales)
  func sections(scale: Double) {
    let environment = Self.environment(scale)
    for seed in Self.seeds {
      var bottom = 0.0
      for section in Self.page(seed, environment) where section.section.placement == .flow {
        let frame = environment.grid.frame(of: section)
        let gap = environment.grid.snap(section.section.gapAbove)
        #expect(isWhole(frame.y, scale) && isWhole(frame.height, scale), "seed \(seed)")
        #expect(abs(frame.y - bottom - gap) < 1e-6, "seed \(seed)")
        bottom = frame.maxY
        // The root has the section's size, so no row ends below the section unless it overflows.
        let root = environment.grid.frames(of: section, in: .absolute)[0]
        #expect(abs(root.height - frame.height) < 1e-6 && root.y == 0, "seed \(seed)")
      }
    }
  }

  @Test("a section that only moves keeps its frames", arguments: scales)
  func moving(scale: Double) {
    let environment = Self.environment(scale)
    let engine = LayoutEngine(environment: environment, measurer: Self.measurer(environment))
    for seed in Self.seeds {
      let sections = Self.sections(seed)
      var above = sections[0]
      above.frameRequest.height = 33.37
      let alone = engine.layOut([sections[1]])[0]
      let below = engine.layOut([above, sections[1]])[1]
      #expect(
        environment.grid.frames(of: alone, in: .parent)
          == environment.grid.frames(of: below, in: .parent), "seed \(seed)")
      let heights = [alone, below].map { environment.grid.frame(of: $0).height }
      #expect(abs(heights[0] - heights[1]) < 1e-6, "seed \(seed)")
    }
  }

  @Test("a text is not narrower or lower than its lines", arguments: scales)
  func texts(scale: Double) {
    let environment = Self.environment(scale)
    let measurer = Self.measurer(environment)
    var count = 0
    for seed in Self.seeds {
      for section in Self.page(seed, environment) {
        let frames = environment.grid.frames(of: section, in: .parent)
        for index in frames.indices where section.arena.records[index].kind == .text {
          let node = LayoutNode(arena: section.arena, index: index)
          let insets = node.style.pointInsets
          let room = node.frame.width - insets.start - insets.end
          // A box that is narrower than a letter cannot hold its text.
          guard room >= 8, let fitted = node.fittedText(measurer), !fitted.isTruncated
          else { continue }
          count += 1
          let width = fitted.lines.map(\.width).max() ?? 0
          // Lines may exceed a width by 0.01 points, which are rounding errors.
          let isWide = frames[index].width - insets.start - insets.end >= width - 0.011
          #expect(isWide, "seed \(seed), node \(index)")
          // The style can give a height of a part of a pixel more than the lines.
          let lines = 17.1 * Double(fitted.lines.count) + insets.top + insets.bottom
          let needed = environment.grid.roundedUp(lines)
          guard node.frame.height >= needed - 0.001 else { continue }
          #expect(frames[index].height >= needed - 0.001, "seed \(seed), node \(index)")
        }
      }
    }
    #expect(count > 100)
  }

  @Test("siblings that touch leave no gap and no overlap", arguments: scales)
  func siblings(scale: Double) {
    let environment = Self.environment(scale)
    for seed in Self.seeds {
      for section in Self.page(seed, environment) {
        let exact = PixelGrid.exact.frames(of: section, in: .absolute)
        let whole = environment.grid.frames(of: section, in: .absolute)
        for parent in exact.indices {
          var last: Int?
          var child = parent + 1
          while child < Int(section.arena.records[parent].subtreeEnd) {
            if let last, abs(exact[last].maxY - exact[child].y) < 1e-9 {
              #expect(abs(whole[last].maxY - whole[child].y) < 1e-6, "seed \(seed)")
            }
            last = child
            child = Int(section.arena.records[child].subtreeEnd)
          }
        }
      }
    }
  }

  @Test("a wrapped text is as wide as its longest line, or as the space")
  func wrapped() {
    func width(_ edit: (inout LayoutEnvironment) -> Void) -> Double {
      var environment = LayoutEnvironment(width: 100, scale: 3)
      edit(&environment)
      let section = section(rowHeights: [nil]) { arena in
        arena.addBox { arena in
          arena.add(.box, { ($0.flexDirection, $0.justifyContent) = (.row, .center) }) { arena in
            arena.add(.text, { $0.flexShrink = 1 }, text: "aaaa bbbbbbb ccc")
          }
        }
      }
      let placed = LayoutEngine(environment: environment, measurer: Self.measurer(environment))
        .layOut([section])[0]
      return Double(placed.arena.frames[placed.arena.count - 1].width)
    }
    // "aaaa bbbbbbb" has 12 letters of 7.13 points: 85.56, rounded up to thirds.
    #expect(abs(width { _ in } - 257.0 / 3) < 1e-4)
    #expect(width { $0.platform = .android } == 100)
    #expect(
      abs(width { ($0.platform, $0.wrappedWidth) = (.android, .longestLine) } - 257.0 / 3) < 1e-4)
    #expect(width { $0.wrappedWidth = .available } == 100)
    #expect(abs(width { $0.isExact = true } - 85.56) < 1e-4)
  }

  @Test("missing height of an item that spans rows goes to rows without items of their own")
  func spanningRows() {
    let cases: [(heights: [Double?], spans: [Int], expected: [Double])] = [
      // A cell of two rows beside a cell of one row: the second row has no item of its own.
      ([100, 30], [2, 1], [100, 30]),
      ([100, 30, 40], [2, 1, 1], [100, 45, 55]),
    ]
    for example in cases {
      var section = section(rowHeights: example.heights) { arena in
        arena.addBox { arena in for _ in example.heights { arena.add() } }
      }
      (section.layout, section.columns) = (.grid, 2)
      for index in section.rows.indices {
        section.rows[index].rowSpan = example.spans[index]
        section.rows[index].isStretched = true
      }
      let placed = LayoutEngine(environment: .exact(width: 100), measurer: HalfEmMeasurer())
        .layOut([section])[0]
      #expect(placed.rowFrames.map(\.height) == example.expected)
    }
  }
}
