import LayoutCore
import Testing

@Suite struct PixelGridTests {
  @Test("an edge snaps to the nearest pixel, half a pixel up")
  func halfUp() {
    // At scale 2 a pixel is half a point, so 0.25 is half a pixel and 0.24 is less.
    let grid = PixelGrid(scale: 2)
    #expect([0.24, 0.25, 0.5, -0.25, -0.3].map(grid.snap) == [0, 0.5, 0.5, 0, -0.5])
    #expect(PixelGrid.exact.snap(0.3) == 0.3)
  }

  @Test("the height of a section is the next section's y less its own")
  func sectionHeight() {
    var section = PlacedSection(section(rowHeights: []) { $0.add() })
    section.frame = Rect(x: 0, y: 100.4, width: 390, height: 50.3)
    // The upper edge moves from 100.4 to 100, the lower edge from 150.7 to 151.
    #expect(
      PixelGrid(scale: 1).frame(of: section) == Rect(x: 0, y: 100, width: 390, height: 51))
  }

  @Test("snapped thirds of a row touch, in coordinates of the parent and of the section")
  func thirds() {
    let section = laidOut(width: 100) { arena in
      arena.add(
        .box,
        {
          $0.flexDirection = .row; $0.padding = Edges(left: .points(0.5))
        }
      ) { arena in
        for _ in 0..<3 {
          arena.add(
            .box,
            {
              $0.flexGrow = 1; $0.height = .points(10)
            })
        }
      }
    }
    // The edges are at 0.5, 33.667, 66.833 and 100.
    let frames = PixelGrid(scale: 1).frames(of: section, in: .absolute)
    #expect(frames.dropFirst().map(\.x) == [1, 34, 67])
    #expect(frames.dropFirst().map(\.width) == [33, 33, 33])
    #expect(PixelGrid(scale: 1).frames(of: section, in: .parent).map(\.x) == [0, 1, 34, 67])
  }
}
