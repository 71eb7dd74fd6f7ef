import SectionEngine
import SectionKit
import Testing

/// The section of the app that is tested.
struct Ticker: SectionProvider {
  static let blockCodes: [StaticString] = ["TICKER"]
  struct Line: Decodable { var text: String; var url: String }
  let lines: [Line]

  init(_ block: Block) throws {
    guard block["lines"].kind == .array else { throw Decline("a ticker needs lines") }
    lines = try block["lines"].decode()
  }
  var rowCount: Int { lines.count }
  func body(row: Int) -> Body {
    Row { Text(lines[row].text).font(15).lines(1).shrink() }
      .frame(height: 44).align(.center).padding(horizontal: 16).action("web", lines[row].url)
  }
}

@Suite struct TickerTests {
  static let layout =
    #"{"name": "t", "version": 1, "sources": {"feed": {"items": "$", "element": {"code": "type"}}}}"#

  func page(_ block: String, width: Double = 390) throws -> FeedPage {
    let engine = try Engine(
      layout: Array(Self.layout.utf8), providers: SectionProviders([Ticker.self]))
    var environment = engine.standardEnvironment
    environment.width = width
    return engine.page(of: ["feed": Array("[\(block)]".utf8)], in: environment)
  }

  @Test(arguments: [320.0, 390, 834]) func eachLineIsARow(width: Double) throws {
    let page = try page(
      #"{"type": "TICKER", "lines": [{"text": "One", "url": "a"}, {"text": "Two", "url": "b"}]}"#,
      width: width)
    #expect(page.sections[0].rowHeights == [44, 44])
    #expect(page.sections[0].frame.width == width)
    #expect(page.node(at: Point(x: 20, y: 60))?.action?.target == "b")
    #expect(page.diagnostics.isEmpty)
  }

  @Test func anotherShapeIsDeclined() throws {
    let page = try page(#"{"type": "TICKER", "lines": "none"}"#)
    #expect(page.sections[0].fallbackReason?.contains("a ticker needs lines") == true)
    #expect(page.diagnostics.map(\.code) == [.providerDeclined])
  }

  @Test func aLineWithoutTextIsLeftOut() throws {
    let page = try page(#"{"type": "TICKER", "lines": [{"url": "a"}, {"text": "B", "url": "b"}]}"#)
    #expect(page.sections[0].rowCount == 1)
    #expect(page.diagnostics.map(\.code) == [.providerWarning])
    #expect(page.diagnostics.first?.location?.path == "$[0].lines[0].text")
  }
}
