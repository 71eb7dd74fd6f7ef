import LayoutCore
import Testing

@Suite struct PropertyTests {
  static let seeds = UInt64(0)..<500
  /// The seeds of pages with 20 000 trees in all, in rows, headers, footers and backgrounds.
  static let manySeeds = UInt64(0)..<2_300

  @Test("all frames are finite, and no size is negative")
  func finite() {
    for seed in Self.seeds {
      for section in RandomPage(seed: seed).laidOut() {
        for record in section.arena.frames {
          let isFinite =
            record.x.isFinite && record.y.isFinite && record.width.isFinite
            && record.height.isFinite && record.width >= 0 && record.height >= 0
          #expect(isFinite, "seed \(seed)")
        }
      }
    }
  }

  @Test("sections touch each other, exactly and in pixels")
  func sectionsTouch() {
    for seed in Self.manySeeds {
      let sections = RandomPage(seed: seed).laidOut()
      for (above, below) in zip(sections, sections.dropFirst()) {
        #expect(above.frame.maxY == below.frame.y, "seed \(seed)")
        for scale in 1...3 {
          let grid = PixelGrid(scale: Double(scale))
          #expect(
            abs(grid.frame(of: above).maxY - grid.frame(of: below).y) < 1e-9, "seed \(seed)")
        }
      }
    }
  }

  @Test("siblings that touch have no gap after snapping")
  func siblingsTouch() {
    var touching = 0
    for seed in Self.manySeeds {
      for section in RandomPage(seed: seed).laidOut() {
        let exact = PixelGrid.exact.frames(of: section, in: .absolute)
        for scale in 1...3 {
          let snapped = PixelGrid(scale: Double(scale)).frames(of: section, in: .absolute)
          for node in section.arena.records.indices {
            let children = LayoutNode(arena: section.arena, index: node).children.map(\.index)
            for (a, b) in zip(children, children.dropFirst()) {
              if abs(exact[a].maxY - exact[b].y) < 1e-5 {
                touching += 1
                #expect(abs(snapped[a].maxY - snapped[b].y) < 1e-9, "seed \(seed) node \(b)")
              }
              if abs(exact[a].maxX - exact[b].x) < 1e-5 {
                #expect(abs(snapped[a].maxX - snapped[b].x) < 1e-9, "seed \(seed) node \(b)")
              }
            }
          }
        }
      }
    }
    #expect(touching > 1000)
  }

  @Test("the parts of a section sum to its content height, or its minimum is larger")
  func contentHeight() {
    for seed in Self.seeds {
      for section in RandomPage(seed: seed).laidOut() {
        let rows = section.rowFrames.map(\.maxY).max() ?? 0
        let top = section.rowFrames.map(\.y).min() ?? 0
        func outer(_ part: Section.Supplement?) -> Double {
          guard let part else { return 0 }
          if let height = part.height { return height }
          let node = LayoutNode(arena: section.arena, index: part.node)
          if node.style.display == .none { return 0 }
          let margin = node.style.margin
          return node.frame.height + Double(margin.top.value + margin.bottom.value)
        }
        let sum =
          outer(section.header) + outer(section.footer)
          + (section.rows.isEmpty ? 0 : section.insets.top + rows - top + section.insets.bottom)
        #expect(
          abs(section.contentHeight - max(sum, section.minimumHeight)) < 1e-3, "seed \(seed)")
      }
    }
  }

  @Test("right-to-left is the mirror image of left-to-right")
  func mirror() {
    for seed in Self.seeds {
      let page = RandomPage(seed: seed)
      for (ltr, rtl) in zip(page.laidOut(), page.laidOut(direction: .rtl)) {
        for node in ltr.arena.records.indices {
          let parent = LayoutNode(arena: ltr.arena, index: node)
          for child in parent.children {
            let left = child.frame
            let right = LayoutNode(arena: rtl.arena, index: child.index).frame
            let isMirrored =
              abs(right.x - (parent.frame.width - left.x - left.width)) < 0.01
              && abs(right.y - left.y) < 0.01 && abs(right.width - left.width) < 0.01
              && abs(right.height - left.height) < 0.01
            #expect(
              isMirrored || isHidden(ltr.arena, child.index), "seed \(seed) node \(child.index)")
          }
        }
      }
    }
  }

  private func isHidden(_ arena: NodeArena, _ node: Int) -> Bool {
    arena.records.indices.contains {
      arena.styles[Int(arena.records[$0].style)].display == .none
        && ($0..<Int(arena.records[$0].subtreeEnd)).contains(node)
    }
  }

  @Test("laying out twice gives the same frames")
  func twice() {
    for seed in Self.seeds {
      let sections = RandomPage(seed: seed).laidOut()
      let first = sections.map(\.frameLines)
      let again = LayoutEngine(
        environment: .exact(width: 390), measurer: HalfEmMeasurer()
      ).layOut(sections.map(\.section))
      #expect(again.map(\.frameLines) == first, "seed \(seed)")
    }
  }

  @Test("doubling every length doubles every frame")
  func doubling() {
    for seed in Self.seeds {
      let page = RandomPage(seed: seed)
      for (once, twice) in zip(page.laidOut(), page.laidOut(scale: 2)) {
        for (a, b) in zip(once.arena.frames, twice.arena.frames) {
          let isDouble =
            abs(2 * a.x - b.x) < 0.02 && abs(2 * a.y - b.y) < 0.02
            && abs(2 * a.width - b.width) < 0.02 && abs(2 * a.height - b.height) < 0.02
          #expect(isDouble, "seed \(seed)")
        }
      }
    }
  }

  @Test("the number of threads does not change the frames")
  func threads() {
    let sections = (0..<40).flatMap { RandomPage(seed: $0).sections.map { $0.build(scale: 1) } }
    func laidOut(_ threads: Int?) -> [PlacedSection] {
      LayoutEngine(
        environment: LayoutEnvironment(width: 390), measurer: HalfEmMeasurer(), threads: threads
      ).layOut(sections)
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
