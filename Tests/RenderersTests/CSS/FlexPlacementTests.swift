import LayoutCore
import Testing

@testable import Renderers

/// CSS for boxes of known frames. `Tests/Browser/test_code.py` compares frames in Chromium.
@Suite("Flexbox CSS") struct FlexPlacementTests {
  private static func place(
    _ frames: [(x: Double, y: Double)], size: Double = 20, in width: Double = 100,
    _ height: Double = 100, wraps: Bool = false, isRightToLeft: Bool = false,
    _ edit: (inout Style) -> Void
  ) -> FlexPlacement {
    var style = Style()
    edit(&style)
    return FlexPlacement(
      style, isRow: nil, wraps: wraps,
      box: GridRect(Rect(x: 0, y: 0, width: width, height: height)),
      frames: frames.map { GridRect(Rect(x: $0.x, y: $0.y, width: size, height: size)) },
      isRightToLeft: isRightToLeft)
  }

  @Test("padding and gap give the places, and a margin the rest")
  func gaps() {
    let even = Self.place([(10, 0), (35, 0), (60, 0)]) {
      $0.flexDirection = .row
      $0.columnGap = 5
      $0.padding.start = 10
    }
    #expect(even.items.allSatisfy { $0.isEmpty })
    #expect(even.container?.contains("padding: 0 0 0 10px") == true)
    #expect(even.container?.contains("column-gap: 5px") == true)
    let uneven = Self.place([(0, 2.5), (30, 0)]) { $0.flexDirection = .row }
    #expect(uneven.items == [["margin-block-start: 2.5px"], ["margin-inline-start: 10px"]])
  }

  @Test("positions are from the leading edge of the axis: at the right, or at the end if reversed")
  func directions() {
    let column = Self.place([(80, 0), (70, 20)], isRightToLeft: true) { _ in }
    #expect(column.items == [[], ["margin-inline-start: 10px"]])
    let row = Self.place([(80, 0), (60, 0)], isRightToLeft: true) { $0.flexDirection = .row }
    #expect(row.items.allSatisfy { $0.isEmpty })
    let reversed = Self.place([(75, 0), (55, 0)]) { $0.flexDirection = .rowReverse }
    #expect(reversed.items == [["margin-inline-end: 5px"], []])
    #expect(reversed.container?.contains("flex-direction: row-reverse") == true)
  }

  @Test("a declared alignment is written if it gives the places exactly")
  func alignments() {
    let centered = Self.place([(40, 0)]) { $0.alignItems = .center }
    #expect(centered.items == [[]] && centered.container?.contains("align-items: center") == true)
    let off = Self.place([(41, 0)]) { $0.alignItems = .center }
    #expect(off.items == [["margin-inline-start: 41px"]])
    let apart = Self.place([(0, 0), (40, 0), (80, 0)]) {
      $0.flexDirection = .row
      $0.justifyContent = .spaceBetween
    }
    #expect(apart.items.allSatisfy { $0.isEmpty })
    #expect(apart.container?.contains("justify-content: space-between") == true)
  }

  @Test("items in lines wrap where a browser wraps them, and other places need no flexbox")
  func lines() {
    func row(_ frames: [(x: Double, y: Double)], width: Double) -> FlexPlacement {
      Self.place(frames, in: width, wraps: true) {
        $0.flexDirection = .row
        $0.flexWrap = .wrap
        $0.rowGap = 4
      }
    }
    let wrapped = row([(0, 0), (20, 0), (0, 24)], width: 50)
    #expect(wrapped.items.allSatisfy { $0.isEmpty })
    #expect(wrapped.container?.contains("row-gap: 4px") == true)
    #expect(row([(0, 0), (20, 0), (0, 24)], width: 90).container == nil, "the third item has room")
  }

  @Test("lengths are whole 64ths, so that a browser does not round them")
  func rounding() {
    let frames = (0..<8).map { (x: Double($0) * 100 / 3, y: 0.0) }
    let row = Self.place(frames, size: 100 / 3, in: 300) { $0.flexDirection = .row }
    #expect(row.items.allSatisfy { $0.isEmpty }, "edges of neighbours are equal")
    #expect(px(GridRect(Rect(x: 0, y: 0, width: 100 / 3, height: 1)).width) == "33.328125px")
  }
}
