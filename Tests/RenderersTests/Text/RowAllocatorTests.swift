import TestTools
import Testing

@testable import Renderers

@Suite struct RowAllocatorTests {
  typealias Band = RowAllocator.Band

  private func text(
    _ top: Double, _ bottom: Double, lines: Int = 1, _ columns: Range<Int> = 0..<4
  ) -> Band {
    Band(kind: .lines(lines), top: top, bottom: bottom, columns: columns)
  }

  private func box(_ top: Double, _ bottom: Double, interior: Int = 1) -> Band {
    Band(kind: .box(interior: interior), top: top, bottom: bottom, columns: 0..<4)
  }

  private func rows(_ bands: [Band]) -> [ClosedRange<Int>] {
    RowAllocator(bands).rows.map { $0.first...max($0.first, $0.last) }
  }

  @Test("texts below each other get one row each, at any distance")
  func stacked() {
    #expect(rows([text(0, 15), text(15, 30), text(400, 415)]) == [0...0, 1...1, 2...2])
    #expect(rows([text(15, 30), text(0, 15)]) == [1...1, 0...0])
  }

  @Test("texts beside each other share a row")
  func beside() {
    #expect(rows([text(0, 15), text(3, 15, 5..<9)]) == [0...0, 0...0])
  }

  @Test("overlapping texts get separate rows")
  func overlapping() {
    #expect(rows([text(0, 15), text(3, 18), text(6, 21)]) == [0...0, 1...1, 2...2])
  }

  @Test("a text that can move to its other cells moves before it takes another row")
  func moves() {
    var badge = text(4, 19, 0..<4)
    badge.otherColumns = 10..<14
    let allocator = RowAllocator([text(0, 15, 2..<6), badge])
    #expect(allocator.rows.map(\.first) == [0, 0])
    #expect(allocator.rows.map(\.isMoved) == [false, true])
  }

  @Test("a box is as high as the texts beside it")
  func boxes() {
    let lines = [text(10, 25, 9..<12), text(30, 45, 9..<12), text(50, 65, 9..<12)]
    #expect(rows([box(0, 80)] + lines) == [0...4, 1...1, 2...2, 3...3])
    #expect(rows([box(0, 80, interior: 5), text(85, 100)]) == [0...6, 7...7])
  }

  @Test("boxes with the same top and bottom share their rows")
  func aligned() {
    #expect(
      rows([box(0, 80), box(0.2, 80.2, interior: 3), text(80, 95)]) == [0...4, 0...4, 5...5])
  }

  @Test("the lines of one text are in consecutive rows")
  func lines() {
    #expect(rows([text(0, 45, lines: 3), text(45, 60)]) == [0...2, 3...3])
  }

  @Test("a text that ends before another begins is above it", arguments: 0..<200 as Range<UInt64>)
  func order(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bands = (0..<30).map { _ -> Band in
      let top = Double.random(in: 0..<300, using: &random)
      let height = Double.random(in: 1..<80, using: &random)
      let start = Int.random(in: 0..<60, using: &random)
      let columns = start..<(start + Int.random(in: 1..<20, using: &random))
      return Bool.random(using: &random)
        ? Band(kind: .box(interior: 1), top: top, bottom: top + max(height, 4), columns: columns)
        : Band(
          kind: .lines(Int.random(in: 1...3, using: &random)), top: top, bottom: top + height,
          columns: columns)
    }
    let rows = rows(bands)
    for (a, upper) in bands.enumerated() {
      for (b, lower) in bands.enumerated() where upper.bottom <= lower.top {
        #expect(rows[a].upperBound < rows[b].lowerBound, "seed \(seed): \(upper) above \(lower)")
      }
    }
    #expect(self.rows(bands) == rows, "seed \(seed)")
  }

  @Test("without bands there are no rows")
  func empty() {
    #expect(RowAllocator([]).count == 0)
  }
}
