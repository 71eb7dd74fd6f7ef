import LayoutCore
import Testing

@Suite struct FlexboxTests {
  @Test("a column stretches its children and places them below each other")
  func column() {
    // The inner width is 400 - 2 x 10; y is 10, then 10 + 30 + gap 5.
    let section = laidOut { arena in
      arena.add(
        .box,
        {
          $0.padding = Edges(all: 10); $0.rowGap = 5
        }
      ) { arena in
        arena.add(.box, { $0.height = .points(30) })
        arena.add(.box, { $0.height = .points(40) })
      }
    }
    #expect(section.frameLines == ["0 0 400 95", "10 10 380 30", "10 45 380 40"])
  }

  @Test("a row grows its flexible items and centres items on the cross axis")
  func row() {
    // 10 characters of 5 points are 50 wide, so 400 - 50 - 60 = 290 points go to the text. The line
    // is 32 high, the text 12.5.
    let section = laidOut { arena in
      arena.add(
        .box,
        {
          $0.flexDirection = .row; $0.alignItems = .center
        }
      ) { arena in
        arena.add(.text, { $0.flexGrow = 1 }, text: "0123456789")
        arena.add(
          .box,
          {
            $0.width = .points(60); $0.height = .points(32)
          })
      }
    }
    #expect(section.frameLines == ["0 0 400 32", "0 9.75 340 12.5", "340 0 60 32"])
  }

  @Test("a text wraps within its width")
  func wrappedText() {
    // 100 characters of 5 points in 400 - 20 = 380: 76 per line, so there are two lines of 12.5.
    let section = laidOut { arena in
      arena.add(.box, { $0.padding = Edges(all: 10) }) { arena in
        arena.add(.text, text: String(repeating: "x", count: 100))
      }
    }
    #expect(section.frameLines == ["0 0 400 45", "10 10 380 25"])
  }

  @Test("a column that wraps is as wide as its columns within its maximum height")
  func wrappedColumns() {
    // The maximum 20 holds one of two boxes of 15, so 10 and 8 are beside each other.
    let section = laidOut { arena in
      arena.add(.box, { $0.alignItems = .start }) { arena in
        arena.add(
          .box,
          {
            $0.flexWrap = .wrap; $0.height = .points(90); $0.maxHeight = .points(20)
          }
        ) { arena in
          for width in [10, 8] as [Float] {
            arena.add(
              .box,
              {
                $0.width = .points(width); $0.height = .points(15)
              })
          }
        }
      }
    }
    #expect(section.frameLines == ["0 0 400 20", "0 0 18 20", "0 0 10 15", "10 0 8 15"])
  }

  @Test(
    "items that grow from a basis are as high as their content, unless the column has a height",
    arguments: [(nil, [10, 30]), (100, [50, 50])] as [(Float?, [Int])])
  func growingBases(height: Float?, expected: [Int]) {
    let section = laidOut { arena in
      arena.add(.box, { $0.height = height.map { .points($0) } ?? .auto }) { arena in
        for content in [10, 30] as [Float] {
          arena.add(
            .box,
            {
              $0.flexGrow = 1; $0.flexShrink = 1; $0.flexBasis = .points(0)
            }
          ) { arena in
            arena.add(.box, { $0.height = .points(content) })
          }
        }
      }
    }
    let height = expected[0] + expected[1]
    #expect(
      section.frameLines == [
        "0 0 400 \(height)", "0 0 400 \(expected[0])", "0 0 400 10",
        "0 \(expected[0]) 400 \(expected[1])", "0 0 400 30",
      ])
  }

  @Test(
    "an item with an aspect ratio stretches only in a row that wraps",
    arguments: [(Style.FlexWrap.wrap, 40), (.noWrap, 20)])
  func stretchedRatio(wrap: Style.FlexWrap, height: Int) {
    let section = laidOut { arena in
      arena.add(
        .box,
        {
          $0.flexDirection = .row; $0.flexWrap = wrap
        }
      ) { arena in
        arena.add(
          .box,
          {
            $0.width = .points(60); $0.aspectRatio = 3
          })
        arena.add(.box, { $0.height = .points(40) })
      }
    }
    #expect(
      section.frameLines == ["0 0 400 40", "0 0 60 \(height)", "60 0 0 40"])
  }

  @Test("leaves without a style have the size of their content")
  func kinds() {
    // A button is 4 x 5 + 2 x 6 wide and 12.5 + 2 x 6 high, a badge without padding 10 x 12.5. An
    // icon has the font size, a page control is 3 x 7 + 2 x 9 wide, an image 60 / 1.5 high. A
    // spacer has no size.
    let section = laidOut { arena in
      arena.add(.box, { $0.alignItems = .start }) { arena in
        arena.add(.button, { $0.padding = Edges(all: 6) }, text: "more")
        arena.add(.badge, text: "12")
        arena.add(.icon, text: "*", size: 24)
        arena.add(.pageControl, count: 3)
        arena.add(.image, { $0.width = .points(60) }, imageAspectRatio: 1.5)
        arena.add(.spacer)
      }
    }
    #expect(
      section.frameLines.dropFirst() == [
        "0 0 32 24.5", "0 24.5 10 12.5", "0 37 24 24", "0 61 39 7", "0 68 60 40", "0 108 0 0",
      ])
  }

  @Test("an image's aspect ratio does not override two explicit sizes")
  func explicitImage() {
    let section = laidOut { arena in
      arena.addBox { arena in
        arena.add(
          .image,
          {
            $0.width = .points(60); $0.height = .points(60)
          }, imageAspectRatio: 1.5)
      }
    }
    #expect(section.frameLines == ["0 0 400 60", "0 0 60 60"])
  }

  @Test("an absolute child follows its insets, or has the position of an only item")
  func absolute() {
    // The box is 400 x 100 with a border of 2, so x is 398 - 10 - 50. The child of height 8 is
    // centred on the main axis: y is (100 - 8) / 2.
    let section = laidOut(height: 100) { arena in
      arena.add(
        .box,
        {
          $0.border = Edges(all: 2); $0.justifyContent = .center
        }
      ) { arena in
        arena.add(
          .box,
          {
            $0.position = .absolute
            $0.width = .points(50)
            $0.height = .points(8)
            $0.inset = Edges(right: .points(10))
          })
      }
    }
    #expect(section.frameLines == ["0 0 400 100", "338 46 50 8"])
  }

  @Test("start edges and rows are mirrored in right-to-left direction")
  func rightToLeft() {
    let section = laidOut(direction: .rtl) { arena in
      arena.add(
        .box,
        {
          $0.flexDirection = .row; $0.padding = Edges(start: .points(16))
        }
      ) { arena in
        arena.add(
          .box,
          {
            $0.width = .points(100); $0.height = .points(10)
          })
        arena.add(
          .box,
          {
            $0.width = .points(50); $0.margin = Edges(start: .points(4))
          })
      }
    }
    // The first item is at 400 - 16 - 100, the second 4 points further left.
    #expect(section.frameLines == ["0 0 400 10", "284 0 100 10", "230 0 50 10"])
  }

  @Test(
    "extreme numbers in a style give finite frames",
    arguments: [
      Float.nan, .infinity, -.infinity, 1e30, -1e30, .greatestFiniteMagnitude, -5,
    ])
  func absurd(_ value: Float) {
    func set(_ style: inout Style) {
      style.flexDirection = .row
      style.flexGrow = value
      style.flexShrink = value
      style.flexBasis = .percent(value)
      style.width = .points(value)
      style.minHeight = .points(value)
      style.maxWidth = .percent(value)
      style.aspectRatio = value
      style.margin = Edges(top: .points(value), start: .percent(value))
      style.padding = Edges(all: value)
      style.border = Edges(all: value)
      style.inset = Edges(left: .percent(value))
      style.rowGap = .percent(value)
      style.columnGap = .points(value)
      style.maxHeight = .fitContent
      style.minWidth = .minContent
      style.overflowY = .scroll
      style.scrollbarWidth = value
    }
    for kind in NodeKind.allCases {
      let section = laidOut(width: Double(value), height: Double(value)) { arena in
        arena.add(kind, set) { arena in
          arena.add(.box, set) { $0.add(.text, set, text: "text", size: value) }
          arena.add(.icon, set, size: value)
        }
      }
      for record in section.arena.frames {
        let numbers = [record.x, record.y, record.width, record.height]
        #expect(numbers.allSatisfy { $0.isFinite }, "\(kind)")
      }
      #expect(section.frame.height.isFinite && section.contentHeight.isFinite)
    }
  }
}

extension Edges {
  init(all length: Float) {
    self.init(
      top: .points(length), right: .points(length), bottom: .points(length), left: .points(length))
  }
}
