import CustomDump
import Support
import LayoutCore
import Page
import TestConditions
import Testing

@testable import Renderers

@Suite("Dump parser")
struct DumpParserTests {
  static let header =
    "# layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent\n"

  static func parse(_ text: String) -> (page: Page?, diagnostics: [Diagnostic]) {
    DumpParser.parse(Array(text.utf8), file: "a.dump")
  }

  static func print(_ page: Page) -> String {
    String(decoding: DumpRenderer(options: RenderOptions()).bytes(of: page), as: UTF8.self)
  }

  @Test("a dump is parsed into its values")
  func values() throws {
    let text =
      Self.header + """
        feed news 414x240 locale=zh-CN
          section A @0,0.5 414x240 rows=1x240 fallback="generic: x" SE3002
            carousel @0,40 414x190 axis=x
              card[3] "a\\"\\u0007" @-1,5 120x160 action=web://a !truncated !clipped SE3008
              … 2 offscreen
        # 1 warning: SE3002 (1)

        """
    let result = Self.parse(text)
    #expect(result.diagnostics.isEmpty)
    let page = try #require(result.page)
    let lines = try #require(page.lines)
    #expect(lines.header == DumpHeader(scale: 2))
    #expect(page.feedID == "news" && page.environment.locale == "zh-CN")
    #expect(lines.size == Size(width: 414, height: 240))
    #expect(lines.facts == [Page.Text("locale", "zh-CN")])
    #expect(lines.map(\.kind) == [.section(.section), .node, .node, .elided])
    #expect(lines.map(\.level) == [0, 1, 2, 2])
    #expect(lines.map(\.end) == [4, 4, 3, 4])
    #expect(lines.map(\.number) == [-1, -1, 3, 2])
    #expect(lines.map { lines.text($0.name) } == ["A", "carousel", "card", "offscreen"])
    #expect(lines.map { lines.text($0.string) } == ["", "", "a\"\u{7}", ""])
    #expect(
      lines.map(\.frame) == [
        Rect(x: 0, y: 0.5, width: 414, height: 240), Rect(x: 0, y: 40, width: 414, height: 190),
        Rect(x: -1, y: 5, width: 120, height: 160), .zero,
      ])
    #expect(
      lines.map { lines.tail(of: $0) } == [
        Page.Tail(
          attributes: [
            Page.Text("rows", "1x240"), Page.Text("fallback", "generic: x"),
          ], codes: ["SE3002"]),
        Page.Tail(attributes: [Page.Text("axis", "x")]),
        Page.Tail(
          attributes: [Page.Text("action", "web://a")],
          flags: ["truncated", "clipped"], codes: ["SE3008"]), Page.Tail(),
      ])
    #expect(lines.summary == "1 warning: SE3002 (1)")
    #expect(lines.sections == [Page.SectionLine(line: 0, keyword: .section, name: "A")])
    #expect(Self.print(page) == text)
  }

  @Test(
    "a malformed line is SE5002 with its line and column",
    arguments: [
      ("", 1, 1), ("hello\n", 1, 1), (Self.header, 2, 1), (Self.header + "feed\n", 2, 1),
      (Self.header + "feed news 414\n", 2, 14),
      (Self.header + "feed news 414x1\n   section A @0,0 1x1\n", 3, 4),
      (Self.header + "feed news 414x1\n    text @0,0 1x1\n", 3, 5),
      (Self.header + "feed n 4x1\n  section A @0,0 1x1\n      text @0,0 1x1\n", 4, 7),
      (Self.header + "feed n 4x1\n  section A @0;0 1x1\n", 3, 15),
      (Self.header + "feed n 4x1\n  section A @0,0 1x1 a=\n", 3, 24),
      (Self.header + "feed n 4x1\n  section A @0,0 1x1 !x a=b\n", 3, 25),
      (Self.header + "feed n 4x1\n  section \"夏\\q\" @0,0 1x1\n", 3, 13),
      (Self.header + "feed n 4x1\n  section \"\\ud800\" @0,0 1x1\n", 3, 12),
      (Self.header + "feed n 4x1\n# done\n  section A @0,0 1x1\n", 4, 1),
      (Self.header + "feed n 4x1\n  section A @0,0 1x1\n    a[01] @0,0 1x1\n", 4, 7),
      (Self.header + "feed n 4x1\n  section A @0,0 1x1\n    … 2\n", 4, 8),
    ])
  func malformed(text: String, line: Int, column: Int) throws {
    let result = Self.parse(text)
    #expect(result.page == nil)
    let first = try #require(result.diagnostics.first)
    #expect(first.code == .invalidDump)
    #expect(first.location?.file == "a.dump")
    #expect(first.location?.line == line)
    #expect(first.location?.column == column)
  }

  @Test("a diagnostic names the expected and the actual text")
  func wording() throws {
    let result = Self.parse(Self.header + "feed n 4x1\n  section A @0,0 1by1 rows=0\n")
    let diagnostic = try #require(result.diagnostics.first)
    #expect(diagnostic.message == "line 3 is not a line of a layout dump")
    #expect(diagnostic.label == "expected a size `WIDTHxHEIGHT`, found `by1 rows=0`")
  }

  @Test("every malformed line is reported, up to a limit")
  func many() {
    let lines = String(repeating: "  nothing\n", count: 100)
    let result = Self.parse(Self.header + "feed n 4x1\n" + lines)
    #expect(result.diagnostics.count == DumpParser.maximumFindings)
    #expect(result.diagnostics.map { $0.location?.line } == Array(3..<23))
  }

  @Test("line breaks of Windows are accepted")
  func windows() {
    let text = Self.header + "feed n 4x1\n  section A @0,0 1x1\n"
    let windows = String(text.flatMap { $0 == "\n" ? ["\r", "\n"] : [$0] })
    #expect(Self.parse(windows).page.map(Self.print) == text)
  }

  @Test(
    "a rendered page can be parsed and printed to the same bytes", .exhaustive,
    arguments: 1...300 as ClosedRange
  )
  func roundTrip(seed: Int) {
    var pages = RandomPages(seed: UInt64(seed))
    let page = pages.page()
    let options = pages.options()
    let dump = DumpRenderer(options: options).bytes(of: page)
    let result = DumpParser.parse(dump, file: "x")
    #expect(result.diagnostics.first == nil, "seed \(seed)")
    let printed = result.page.map(Self.print) ?? ""
    expectNoDifference(printed, String(decoding: dump, as: UTF8.self), "seed \(seed)")
    #expect(result.page?.lines == page.projected(options).lines, "seed \(seed)")
  }

  @Test("every prefix of a dump is parsed or refused", .exhaustive)
  func prefixes() {
    var pages = RandomPages(seed: 7)
    let dump = DumpRenderer(options: RenderOptions()).bytes(of: pages.page())
    for length in 0..<min(dump.count, 4_000) {
      let result = DumpParser.parse(Array(dump[..<length]), file: "x")
      #expect((result.page == nil) == !result.diagnostics.isEmpty)
    }
  }

  @Test(
    "a changed dump is parsed or refused, and a parsed dump prints to itself", .exhaustive,
    arguments: 1...40)
  func mutations(seed: Int) {
    var pages = RandomPages(seed: UInt64(seed))
    let dump = DumpRenderer(options: pages.options()).bytes(of: pages.page())
    for _ in 0..<100 {
      var changed = dump
      for _ in 0..<Int.random(in: 1...3, using: &pages.random) {
        let place = Int.random(in: 0..<changed.count, using: &pages.random)
        switch Int.random(in: 0..<3, using: &pages.random) {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &pages.random)
        case 1: changed.remove(at: place)
        default: changed.insert(changed[changed.count / 2], at: place)
        }
      }
      let result = DumpParser.parse(changed, file: "x")
      guard let page = result.page else {
        #expect(!result.diagnostics.isEmpty, "seed \(seed)")
        continue
      }
      let again = Self.parse(Self.print(page)).page
      #expect(again.map(Self.print) == Self.print(page), "seed \(seed)")
    }
  }

  @Test("bidirectional controls are escaped in a dump, and parsed again")
  func bidirectional() throws {
    let controls = [0x61C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069)
    var out = ByteWriter()
    let text = String(
      String.UnicodeScalarView(controls.compactMap { Unicode.Scalar(UInt32($0)) }))
    out.write(jsonString: "a\(text)b…“”\u{200D}\u{2065}\u{206A}\u{61B}")
    let escapes = controls.map { "\\u" + String($0 + 0x10000, radix: 16).dropFirst() }.joined()
    #expect(out.string == "\"a\(escapes)b…“”\u{200D}\u{2065}\u{206A}\u{61B}\"")
    let dump =
      Self.header + """
        feed \(out.string) 414x240
          section A @0,0 414x240
            title \(out.string) @0,0 10x10

        """
    let page = try #require(Self.parse(dump).page)
    #expect(page.feedID.unicodeScalars.count == controls.count + 9)
    #expect(Self.print(page) == dump)
    var xml = ByteWriter()
    xml.write(xml: "a\(text)b…\u{2065}\u{61B}<")
    #expect(xml.string == "ab…\u{2065}\u{61B}&lt;")
  }
}
