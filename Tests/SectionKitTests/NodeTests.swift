import Testing

@testable import SectionKit

@Suite("Nodes")
struct NodeTests {
  /// Returns the nodes that the host receives for a body.
  private func lines(@BodyBuilder _ content: () throws -> Body) rethrows -> [String] {
    let host = FakeHost()
    Emitter(host: host.pointer).emit(try content())
    #expect(host.depth == 0)
    return host.lines
  }

  @Test("every element is a node of its kind")
  func kinds() {
    let lines = lines {
      Stack { Text("t") }
      Stack()
      Row { Button("b") }
      List { Icon("i") }
      Carousel { Badge("g") }
      Pager(lanes: 3, current: 1, interval: 4) { Spacer() }
      Image("a cat", aspectRatio: 1.5)
      Spacer(8)
      PageControl(count: 5, current: 2)
    }
    #expect(
      lines == [
        "box",
        "  text text=\"t\"",
        "box",
        "box flex_direction=1",
        "  button text=\"b\"",
        "list",
        "  icon text=\"i\"",
        "carousel",
        "  badge text=\"g\"",
        "pager count=3 current=1 interval=4.0",
        "  spacer flex_grow=1.0",
        "image label=\"a cat\" image_aspect_ratio=1.5",
        "spacer flex_basis=8.0",
        "page_control count=5 current=2",
      ])
  }

  @Test("every modifier of size and edges sets its property")
  func boxes() {
    let lines = lines {
      Stack {
        Stack().frame(width: 10, height: 20)
        Stack().frame(width: .percent(50), height: .points(3))
        Stack().frame(minWidth: 1, maxWidth: 2, minHeight: 3, maxHeight: 4)
        Stack().frame(minWidth: .percent(10), maxHeight: .percent(40))
        Stack().aspectRatio(2).grow().shrink(0.5).basis(.percent(30))
        Stack().padding(1).margin(horizontal: 2).border(3)
        Stack().padding(top: 1, end: 2, bottom: 3, start: 4)
        Stack().padding(horizontal: 5, vertical: 6).padding(top: 7)
        Stack().margin(Edges(top: .percent(1), start: .points(2)))
        Stack().border(bottom: 1).padding(Edges(end: .percent(3)))
        Stack().absolute(top: 1, end: 2).inset(bottom: 3)
        Stack().position(.absolute).inset(Edges(start: .percent(50)))
      }
    }
    #expect(
      lines == [
        "box",
        "  box width=10.0 height=20.0",
        "  box width=50.0% height=3.0",
        "  box min_width=1.0 min_height=3.0 max_width=2.0 max_height=4.0",
        "  box min_width=10.0% max_height=40.0%",
        "  box flex_grow=1.0 flex_shrink=0.5 flex_basis=30.0% aspect_ratio=2.0",
        "  box margin.end=2.0 margin.start=2.0 padding.top=1.0 padding.end=1.0 padding.bottom=1.0 "
          + "padding.start=1.0 border.top=3.0 border.end=3.0 border.bottom=3.0 border.start=3.0",
        "  box padding.top=1.0 padding.end=2.0 padding.bottom=3.0 padding.start=4.0",
        "  box padding.top=7.0 padding.end=5.0 padding.bottom=6.0 padding.start=5.0",
        "  box margin.top=1.0% margin.start=2.0",
        "  box padding.end=3.0% border.bottom=1.0",
        "  box position=1 inset.top=1.0 inset.end=2.0 inset.bottom=3.0",
        "  box position=1 inset.start=50.0%",
      ])
  }

  @Test("every modifier of the container and of the content sets its property")
  func content() {
    let host = FakeHost()
    let value = host.value(["a": 1])["a"]
    let lines = lines {
      Stack {
        Stack().gap(4).align(.center).alignSelf(.end).alignContent(.spaceBetween)
        Stack().gap(row: 1).gap(column: 2).justify(.spaceEvenly).wrap().clipped()
        Stack().direction(.rowReverse).wrap(.wrapReverse)
        Text("a").font(15, .bold).lines(2).textAlign(.center).color("text")
        Stack().background("cell").cornerRadius(10).name("card").label("a card").role(.link)
        Image().badge("1.2万").action("web", "https://example.org").source(value)
        Image().badge(nil).action("web", nil).source(nil).font(12)
      }
    }
    #expect(
      lines == [
        "box",
        "  box align_items=2 align_self=3 align_content=6 row_gap=4.0 column_gap=4.0",
        "  box flex_wrap=1 justify_content=5 overflow=1 row_gap=1.0 column_gap=2.0",
        "  box flex_direction=3 flex_wrap=2",
        "  text text=\"a\" font_size=15.0 font_weight=700 max_lines=2 text_align=1 color=\"text\"",
        "  box role=4 name=\"card\" label=\"a card\" corner_radius=10.0 background=\"cell\"",
        "  image badge=\"1.2万\" action.type=\"web\" action.target=\"https://example.org\" "
          + "source=\(value.raw.index)",
        "  image action.type=\"web\" font_size=12.0 font_weight=400",
      ])
  }

  @Test("modifiers return a changed copy, in any order")
  func values() {
    let text = Text("a")
    let bold = text.font(15, .bold)
    #expect(lines { text } == ["text text=\"a\""])
    #expect(
      lines { bold.padding(1).name("x") } == lines { text.name("x").padding(1).font(15, .bold) })
  }

  @Test("strings of any length and script are passed completely")
  func strings() {
    let text = String(repeating: "今天👩‍👩‍👧 ", count: 100)
    #expect(lines { Text(text).label("") } == ["text text=\(text.debugDescription)"])
  }

  @Test("if, else, switch, for, optionals and bodies work in a builder")
  func builder() {
    func build(_ number: Int, _ word: String?) -> [String] {
      lines {
        Row {
          if number > 1 { Text("many") }
          if number == 0 { Text("none") } else { Text("some") }
          for index in 0..<number { Text("\(index)") }
          word.map { Text($0) }
          switch number {
          case 0: Icon("zero")
          case 1: Icon("one")
          default:
            Icon("two")
            Icon("or more")
          }
          Body([Node(SE_NODE_SPACER)])
        }
      }.dropFirst().map { String($0.dropFirst(2)) }
    }
    #expect(build(0, nil) == ["text text=\"none\"", "icon text=\"zero\"", "spacer"])
    #expect(
      build(2, "w") == [
        "text text=\"many\"", "text text=\"some\"", "text text=\"0\"", "text text=\"1\"",
        "text text=\"w\"", "icon text=\"two\"", "icon text=\"or more\"", "spacer",
      ])
  }

  @Test("top-level nodes are direct children of the part, however many there are")
  func roots() {
    #expect(lines {}.isEmpty)
    #expect(lines { Text("a") } == ["text text=\"a\""])
    #expect(
      lines {
        Text("a")
        Text("b")
      } == ["text text=\"a\"", "text text=\"b\""])
  }

  @Test("the enumerations of the kit have the contract's numbers")
  func numbers() {
    #expect(
      Alignment.allCases.map(\.rawValue) == [
        SE_ALIGN_AUTO, SE_ALIGN_START, SE_ALIGN_CENTER, SE_ALIGN_END, SE_ALIGN_STRETCH,
        SE_ALIGN_BASELINE, SE_ALIGN_SPACE_BETWEEN, SE_ALIGN_SPACE_AROUND, SE_ALIGN_SPACE_EVENLY,
      ])
    #expect(
      Justification.allCases.map(\.rawValue) == [
        SE_JUSTIFY_START, SE_JUSTIFY_CENTER, SE_JUSTIFY_END, SE_JUSTIFY_SPACE_BETWEEN,
        SE_JUSTIFY_SPACE_AROUND, SE_JUSTIFY_SPACE_EVENLY,
      ])
    #expect(
      FlexDirection.allCases.map(\.rawValue)
        == [SE_COLUMN, SE_ROW, SE_COLUMN_REVERSE, SE_ROW_REVERSE])
    #expect(FlexWrap.allCases.map(\.rawValue) == [SE_NO_WRAP, SE_WRAP, SE_WRAP_REVERSE])
    #expect(Position.allCases.map(\.rawValue) == [SE_RELATIVE, SE_ABSOLUTE])
    #expect(
      TextAlignment.allCases.map(\.rawValue) == [SE_TEXT_START, SE_TEXT_CENTER, SE_TEXT_END])
    #expect(
      Role.allCases.map(\.rawValue) == [
        SE_ROLE_NONE, SE_ROLE_BUTTON, SE_ROLE_IMAGE, SE_ROLE_HEADER, SE_ROLE_LINK,
        SE_ROLE_ADJUSTABLE,
      ])
    #expect(Role.allCases.count == 6)
    #expect(Environment.TextSize.allCases.count == 12)
    #expect(Environment.TextSize.large.rawValue == SE_TEXT_LARGE)
  }
}
