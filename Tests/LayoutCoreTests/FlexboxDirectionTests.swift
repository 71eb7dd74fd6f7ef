import LayoutCore
import Testing

/// Leaves without any content.
private final class NoLeaves: LeafMeasuring {
  func hasContent(_ node: Int) -> Bool { false }
  func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size { .zero }
  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float? { nil }
}

/// Directions that differ within one tree, and boxes that leave the flow.
@Suite struct FlexboxDirectionTests {
  /// Returns a row of 100 points with a row of 60, which contains an item of 20.
  private static func arena(_ direction: Style.Direction, inner: Style.Direction) -> NodeArena {
    var arena = NodeArena()
    arena.add(.box, { $0 = row(100, direction) }) { arena in
      arena.add(.box, { $0 = row(60, inner) }) { $0.add(.box, { $0.width = 20 }) }
    }
    return arena
  }

  private static func row(_ width: Float, _ direction: Style.Direction) -> Style {
    var style = Style()
    style.flexDirection = .row
    style.width = .points(width)
    style.height = 10
    style.direction = direction
    return style
  }

  private static func frames(_ arena: NodeArena) -> [NodeArena.Frame] {
    var arena = arena
    NodeLayout(profile: .css, isRightToLeft: false, leaves: NoLeaves())
      .layOut(&arena, width: nil, height: nil)
    return arena.frames
  }

  @Test("a direction applies to the subtree until a node sets another")
  func inherited() {
    // From right to left, x is 100 - 60 for the inner row and 60 - 20 for its item.
    let both = Self.frames(Self.arena(.rtl, inner: .inherit))
    #expect(both[1].x == 40 && both[2].x == 40)
    let inner = Self.frames(Self.arena(.inherit, inner: .rtl))
    #expect(inner[1].x == 0 && inner[2].x == 40)
    let outer = Self.frames(Self.arena(.rtl, inner: .ltr))
    #expect(outer[1].x == 40 && outer[2].x == 0)
  }

  @Test("the children of a box with display contents are items of its parent")
  func contents() {
    var arena = NodeArena()
    arena.add(.box, { $0 = Self.row(100, .inherit) }) { arena in
      arena.add(
        .box,
        {
          $0 = Self.row(60, .inherit); $0.display = .contents
        }
      ) { arena in
        arena.add(.box, { $0.width = 20 })
        arena.add(
          .box,
          {
            $0.width = 5; $0.position = .absolute; $0.inset.right = 0
          })
      }
      arena.add(.box, { $0.width = 10 })
    }
    // The items of 20 and 10 are side by side. The absolute box is at 100 - 5.
    let frames = Self.frames(arena)
    #expect([2, 3, 4].map { frames[$0].x } == [0, 95, 20])
  }
}
