import LayoutCore
import Testing

/// Leaves without any content.
private struct NoLeaves: LeafMeasuring {
  func hasContent(_ node: Int) -> Bool { false }
  func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size { .zero }
  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float? { nil }
}

/// Directions that differ within one tree, and trees that change.
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

  private static func tree(_ arena: NodeArena) -> NodeTree {
    var tree = NodeTree(
      arena, profile: .css, isRightToLeft: false, leaves: NoLeaves())
    tree.layOut(width: nil, height: nil)
    return tree
  }

  @Test("a direction applies to the subtree until a node sets another")
  func inherited() {
    // The positions from the right are 100 - 60 and 60 - 20.
    let both = Self.tree(Self.arena(.rtl, inner: .inherit))
    #expect(both.frame(of: 1).x == 40 && both.frame(of: 2).x == 40)
    let inner = Self.tree(Self.arena(.inherit, inner: .rtl))
    #expect(inner.frame(of: 1).x == 0 && inner.frame(of: 2).x == 40)
    let outer = Self.tree(Self.arena(.rtl, inner: .ltr))
    #expect(outer.frame(of: 1).x == 40 && outer.frame(of: 2).x == 0)
  }

  @Test("a changed direction gives the same frames as a layout from scratch")
  func changed() {
    var tree = Self.tree(Self.arena(.inherit, inner: .inherit))
    for direction in [Style.Direction.rtl, .inherit, .ltr, .rtl] {
      tree.setStyle(Self.row(100, direction), of: 0)
      tree.layOut(width: nil, height: nil)
      let scratch = Self.tree(Self.arena(direction, inner: .inherit))
      for node in 0..<tree.count { #expect(tree.frame(of: node) == scratch.frame(of: node)) }
    }
  }

  @Test("static, absent and display-contents boxes are the same from scratch and after a change")
  func boxes() {
    let changes: [(inout Style) -> Void] = [
      { $0.position = .static }, { $0.display = .contents }, { $0.display = .none }, { _ in },
      { $0.display = .contents }, { $0.position = .absolute }, { _ in },
    ]
    func arena(_ change: (inout Style) -> Void) -> NodeArena {
      var arena = NodeArena()
      arena.add(.box, { $0 = Self.row(100, .inherit) }) { arena in
        arena.add(
          .box,
          {
            $0 = Self.row(60, .inherit); change(&$0)
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
      return arena
    }
    var tree = Self.tree(arena { _ in })
    for change in changes {
      var style = Self.row(60, .inherit)
      change(&style)
      tree.setStyle(style, of: 1)
      tree.layOut(width: nil, height: nil)
      let scratch = Self.tree(arena(change))
      for node in 0..<tree.count { #expect(tree.frame(of: node) == scratch.frame(of: node)) }
    }
    // With display contents the items of 20 and 10 are side by side. The absolute box is at
    // 100 - 5.
    let contents = Self.tree(arena { $0.display = .contents })
    #expect([2, 3, 4].map { contents.frame(of: $0).x } == [0, 95, 20])
  }
}
