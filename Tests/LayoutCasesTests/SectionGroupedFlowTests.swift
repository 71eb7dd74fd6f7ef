import LayoutCore
import Testing

/// Groups with frames derived by hand, in lines of 100 points.
@Suite struct SectionGroupedFlowTests {
  private func group(_ count: Int, _ configure: (inout GroupedFlow.Group) -> Void = { _ in })
    -> GroupedFlow.Group
  {
    var group = GroupedFlow.Group(itemCount: count)
    configure(&group)
    return group
  }

  private func lines(_ rects: [Rect]) -> [[Double]] {
    rects.map { [$0.x, $0.y, $0.width, $0.height] }
  }

  private let squares = [Size](repeating: Size(width: 40, height: 40), count: 4)

  @Test("groups share a line until a group with a header begins a new one")
  func sharing() {
    let flow = GroupedFlow(axis: .vertical, breadth: 100)
    let frames = flow.place(
      squares, in: [group(1), group(1), group(1) { $0.header = 10 }, group(1)])
    #expect(
      lines(frames.items) == [
        [0, 0, 40, 40], [40, 0, 40, 40], [0, 50, 40, 40], [40, 50, 40, 40],
      ])
    #expect(frames.headers[2] == Rect(x: 0, y: 40, width: 100, height: 10))
    #expect(frames.headers[1] == nil)
    #expect(frames.end == 90)
  }

  @Test("on the horizontal axis columns follow each other")
  func horizontal() {
    let flow = GroupedFlow(axis: .horizontal, breadth: 100)
    let frames = flow.place(
      squares,
      in: [
        group(3) {
          $0.insets = EdgeInsets(top: 5, end: 2, bottom: 5, start: 7)
          $0.lineSpacing = 6
          $0.itemSpacing = 4
          $0.footer = 3
          $0.footerGap = 1
        }, group(1) { $0.header = 8 },
      ])
    // Two items take 40 + 4 + 40 of 90, so the third begins a new line. The footer is at
    // 7 + 40 + 6 + 40 + 1, and the header of the next group at 94 + 3 + 2.
    #expect(
      lines(frames.items) == [
        [7, 5, 40, 40], [7, 49, 40, 40], [53, 5, 40, 40], [107, 0, 40, 40],
      ])
    #expect(frames.footers[0] == Rect(x: 94, y: 5, width: 3, height: 90))
    #expect(frames.headers[1] == Rect(x: 99, y: 0, width: 8, height: 100))
  }

  @Test("an item up to a point too wide fits, and an item up to a point too short reaches the edge")
  func tolerance() {
    var flow = GroupedFlow(axis: .vertical, breadth: 100)
    let sizes = [Size(width: 50, height: 1), Size(width: 51, height: 1)]
    #expect(flow.place(sizes, in: [group(2)]).items[1].y == 0)
    #expect(flow.place([sizes[1], sizes[1]], in: [group(2)]).items[1].y == 1)
    let short = [Size(width: 50, height: 1), Size(width: 49.25, height: 1)]
    #expect(flow.place(short, in: [group(2)]).items[1].width == 49.25)
    flow.stretchesToEdge = true
    #expect(flow.place(short, in: [group(2)]).items[1].width == 50)
  }

  @Test("the header of an empty group is at the end of the previous group, or hidden")
  func emptyGroups() {
    var flow = GroupedFlow(axis: .vertical, breadth: 100)
    let groups = [
      group(1),
      group(0) {
        $0.header = 10; $0.footer = 5
      }, group(1) { $0.header = 20 },
    ]
    let hidden = flow.place(squares, in: groups)
    #expect(hidden.headers[1] == nil && hidden.footers[1] == nil)
    #expect(hidden.headers[2]?.y == 40)
    flow.showsEmptyGroups = true
    let shown = flow.place(squares, in: groups)
    #expect(shown.headers[1] == Rect(x: 0, y: 40, width: 100, height: 10))
    #expect(shown.footers[1] == Rect(x: 0, y: 50, width: 100, height: 5))
    #expect(shown.headers[2]?.y == 55)
  }

  @Test("a pinned header follows the edge until the next group pushes it out")
  func pinning() {
    let flow = GroupedFlow(axis: .vertical, breadth: 100)
    let frames = flow.place(
      squares, in: [group(2) { $0.header = 10 }, group(2) { $0.header = 10 }])
    // The header rests at 0, and the next group begins at 50.
    let starts = [-30.0, 0, 15, 40, 45, 500].map { flow.pinnedHeader(0, of: frames, edge: $0)?.y }
    #expect(starts == [0, 0, 15, 40, 40, 40])
    #expect(flow.pinnedHeader(1, of: frames, edge: 500)?.y == 500)
  }
}
