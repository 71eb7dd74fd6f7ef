import TestTools
import Testing

@testable import LayoutCore

/// The properties of every section, checked on random sections; a failure reports the seed.
@Suite struct SectionPropertyTests {
  static let seeds = UInt64(0)..<20_000
  /// The seeds of pages with four sections.
  static let pageSeeds = UInt64(0)..<5_000

  @Test("the parts of a section sum to its height")
  func sum() {
    for seed in Self.seeds {
      let section = RandomItems(seed: seed).laidOut()
      let top = section.rowFrames.map(\.y).min() ?? 0
      let rows = section.rowFrames.isEmpty ? 0 : (section.rowFrames.map(\.maxY).max() ?? 0) - top
      let insets = section.rows.isEmpty ? 0 : section.insets.top + section.insets.bottom
      let sum =
        section.margins.top + (section.header?.height ?? 0) + insets + rows
        + (section.footer?.height ?? 0) + section.margins.bottom
      // In layouts other than these, cells and lanes may be higher than their items.
      let isFilled = [.list, .flow, .waterfall].contains(section.section.layout)
      let free = section.contentHeight - max(sum, section.minimumHeight)
      #expect(isFilled ? abs(free) < 1e-6 : free > -1e-6, "seed \(seed)")
    }
  }

  @Test("no two items overlap, and none extends beyond the section's inner width")
  func overlap() {
    for seed in Self.seeds {
      let section = RandomItems(seed: seed).laidOut()
      #expect(overlaps(section.rowFrames).isEmpty, "seed \(seed)")
      guard !section.scrollsAlongX else { continue }
      let start = section.margins.start + section.insets.start
      let end = RandomItems.width - section.margins.end - section.insets.end
      for (row, frame) in zip(section.rows, section.rowFrames) where !row.isFullBleed {
        let isInside = frame.x >= start - 1e-6 && frame.maxX <= max(end, start) + 0.01
        #expect(isInside, "seed \(seed)")
      }
    }
  }

  @Test("right-to-left is the mirror image of left-to-right")
  func mirror() {
    for seed in Self.seeds {
      let items = RandomItems(seed: seed)
      let left = items.laidOut()
      let right = items.laidOut(direction: .rtl)
      #expect(
        left.contentHeight == right.contentHeight && left.contentOffset == right.contentOffset)
      for (a, b) in zip(left.rowFrames, right.rowFrames) {
        let isMirrored =
          abs(b.x - (RandomItems.width - a.maxX)) < 1e-6 && a.y == b.y && a.width == b.width
          && a.height == b.height
        #expect(isMirrored, "seed \(seed)")
      }
    }
  }

  @Test("doubling all lengths doubles all frames")
  func doubling() {
    for seed in Self.seeds {
      let items = RandomItems(seed: seed)
      for (a, b) in zip(items.laidOut().rowFrames, items.laidOut(factor: 2).rowFrames) {
        let isDouble =
          abs(2 * a.x - b.x) < 1e-3 && abs(2 * a.y - b.y) < 1e-3
          && abs(2 * a.width - b.width) < 1e-3 && abs(2 * a.height - b.height) < 1e-3
        #expect(isDouble, "seed \(seed)")
      }
    }
  }

  @Test("a pinned header stays below the previous one and above the end of its section")
  func pinning() {
    for seed in Self.pageSeeds {
      var random = SplitMix64(seed: seed)
      let page = RandomItems.page(&random)
      let viewport = Viewport(
        offset: Double.random(in: -200...2_000, using: &random), height: 300,
        topInset: Double.random(in: 0...60, using: &random), bottomInset: 20)
      var end = -Double.infinity
      for section in page where section.placement == .flow {
        let header = viewport.headerFrame(of: section)
        let footer = viewport.footerFrame(of: section)
        for part in [header, footer] {
          guard let part else { continue }
          #expect(part.y >= end - 1e-6 && part.maxY <= section.frame.maxY + 1e-6, "seed \(seed)")
        }
        if let header, let footer {
          #expect(header.maxY <= footer.y + 1e-6, "seed \(seed)")
        }
        end = section.frame.y + section.parts.bottom
      }
    }
  }

  @Test("a waterfall equals a greedy search over all lanes")
  func waterfallOracle() {
    for seed in Self.seeds {
      var random = SplitMix64(seed: seed)
      let columns = Int.random(in: 1...6, using: &random)
      let gap = Double(Int.random(in: 0...8, using: &random))
      let spans = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        Int.random(in: 1...3, using: &random)
      }
      var items = spans.map { span in
        var item = SectionItem(
          node: 0, width: 0, height: Double(Int.random(in: 0...9, using: &random)))
        item.columnSpan = Int32(span)
        return item
      }
      let tracks = ColumnTracks<Double>(count: columns, total: 100, gap: 4)
      _ = items.place(WaterfallLayout(tracks: tracks, rowGap: gap).place)
      // The placed items of each lane. For each item, all lanes are compared to find the shortest.
      var lanes = [[Rect]](repeating: [], count: columns)
      for (item, span) in zip(items, spans) {
        let span = min(span, columns)
        let ends = (0...(columns - span)).map { first in
          lanes[first..<(first + span)].joined().map { $0.maxY + gap }.max() ?? 0
        }
        let lowest = ends.min() ?? 0
        let column = ends.firstIndex(of: lowest) ?? 0
        #expect(item.x == tracks.x(column) && item.y == lowest, "seed \(seed)")
        let rect = Rect(x: item.x, y: item.y, width: item.width, height: item.height)
        for lane in column..<(column + span) { lanes[lane].append(rect) }
      }
    }
  }

  @Test("extreme lengths give finite frames")
  func absurd() {
    let lengths = [Double.nan, .infinity, -.infinity, 1e30, -1e30, -1, 0, 5]
    for seed in UInt64(0)..<2_000 {
      var random = SplitMix64(seed: seed)
      var section = RandomItems(seed: seed).build(factor: 1)
      func absurd() -> Double { lengths.randomElement(using: &random) ?? 0 }
      section.insets = EdgeInsets(top: absurd(), end: absurd(), bottom: absurd(), start: absurd())
      section.margins = EdgeInsets(top: absurd(), end: absurd(), bottom: absurd(), start: absurd())
      section.rowSpacing = absurd()
      section.itemSpacing = absurd()
      section.minimumHeight = absurd()
      section.peek = absurd()
      section.gapAbove = absurd()
      section.itemWidthScale = absurd()
      section.columns = [Int.min, -1, 0, Int.max].randomElement(using: &random) ?? 0
      section.lanes = [Int.min, -1, 0, 3, Int.max].randomElement(using: &random) ?? 0
      section.currentGroup = [Int.min, -1, 2, Int.max].randomElement(using: &random) ?? 0
      for row in section.rows.indices {
        section.rows[row].height = absurd()
        section.rows[row].width =
          Bool.random(using: &random) ? .points(absurd()) : .fraction(absurd())
        section.rows[row].columnSpan = [Int.min, 0, Int.max].randomElement(using: &random) ?? 0
        section.rows[row].rowSpan = [Int.min, 0, Int.max].randomElement(using: &random) ?? 0
      }
      for section in RandomItems.engine(width: absurd()).layOut([section, section]) {
        let rects =
          section.rowFrames + [section.frame]
          + [section.parts.header, section.parts.footer].compactMap { $0 }
        let isSane = rects.allSatisfy {
          $0.x.isFinite && $0.y.isFinite && $0.width.isFinite && $0.height.isFinite
            && $0.width >= 0 && $0.height >= 0
        }
        #expect(isSane && section.contentHeight.isFinite, "seed \(seed)")
        let areFinite = section.arena.records.indices.allSatisfy { node in
          let frame = LayoutNode(arena: section.arena, index: node).frame
          return frame.x.isFinite && frame.y.isFinite && frame.width.isFinite
            && frame.height.isFinite
        }
        #expect(areFinite, "seed \(seed)")
      }
    }
  }
}
