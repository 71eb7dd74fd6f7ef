import Foundation
import Testing

/// The settings of a feed layout for sections whose block code no plugin claims.
@Suite("The generic section under a feed layout") struct GenericSectionTests {
  private static let feed = """
    [{"type": "a", "title": "Tides", "items": [
       {"title": "Only on week days, from eight to noon, at the pier", "desc": "877", "pic": "a.png"},
       {"title": "Fog", "pic": "b.png"}]},
     {"type": "b", "title": "Boats", "items": [{"title": "Red boat"}]}]
    """

  /// - Parameter sections: The JSON of `sections` in the layout.
  private static func run(
    _ command: String, sections: String, _ options: [String] = []
  ) throws -> Program.Result {
    let scratch = try Scratch()
    let layout = try scratch.write(
      """
      {"name": "pier", "version": 1,
       "sources": {"feed": {"items": "$", "element": {"code": "type"}}}, "sections": \(sections)}
      """, to: "pier.json")
    let feed = try scratch.write(Self.feed, to: "feed.json")
    let result = try Program.run([command, feed, "--layout", layout] + options)
    #expect(result.status == 0, "\(result.errors)")
    return result
  }

  @Test("a heading is the section's header, and the layout can pin it")
  func pinned() throws {
    let sections = #"{"a": {"layout": {"headerPinned": true}}}"#
    let dump = try Self.run("dump", sections: sections)
    let section = try #require(DumpSection.sections(of: dump.text).first { $0.code == "a" })
    #expect(section.value(of: "pinned") == "header" && section.height == 240)
    let options = ["--scroll-y", "100", "--height", "300"]
    let scrolled = try Self.run("dump", sections: sections, options)
    let header = try #require(
      DumpNode.nodes(of: scrolled.text, in: "a").first { $0.name == "header" })
    #expect(header.y == 100, "\(header.line)")
  }

  @Test(
    "a heading keeps its rule with every placement of the section",
    arguments: [
      #""minimumHeight": 300"#, #""margins": {"top": 8, "start": 12}"#, #""headerPinned": true"#,
    ])
  func ruled(_ layout: String) throws {
    let picture = try Self.run("render", sections: #"{"a": {"layout": {\#(layout)}}}"#).text
    #expect(picture.contains("Tides ────────"), "\(picture)")
  }

  @Test("lengths in the settings may be zero")
  func zero() throws {
    func nodes(_ settings: String) throws -> [DumpNode] {
      let dump = try Self.run("dump", sections: #"{"a": {\#(settings)}}"#, ["--all"])
      return DumpNode.nodes(of: dump.text, in: "a")
    }
    let flush = try nodes(#""card": {"inset": 0, "top": 0, "heightInset": 0, "title": {"gap": 0}}"#)
    let cards = flush.filter { $0.name == "card" }
    #expect(cards.map(\.x) == [0, 130] && cards.allSatisfy { $0.y == 0 && $0.height == 200 })
    let title = try #require(flush.first { $0.line.contains("text \"Fog\"") })
    #expect(title.y == 120)
    let close = try nodes(#""card": {"spacing": 0, "title": {"widthInset": 0}}"#)
    #expect(close.filter { $0.name == "card" }.map(\.x) == [10, 130])
    #expect(close.first { $0.line.contains("text \"Fog\"") }?.width == 120)
    let bare = try nodes(#""header": {"height": 0}"#)
    #expect(!bare.contains { $0.name == "header" })
    #expect(bare.first { $0.name == "carousel" }?.height == 240)
  }

  @Test("a title below a cover has one line if a second would take the detail's space")
  func detail() throws {
    // At a page width of 375, a cover leaves 147 - 108.5 points below it. Two lines of the title
    // and one of the detail need 5 + 2 x 14 + 2 + 14.
    for (width, lines, y) in [("414", "lines=2/2", 28.0), ("375", "lines=1/1", 14)] {
      let dump = try Self.run("dump", sections: "{}", ["--width", width])
      let nodes = DumpNode.nodes(of: dump.text, in: "a")
      let title = try #require(
        nodes.first { $0.line.contains("\"Only on week") && $0.name == "text" })
      let detail = try #require(nodes.first { $0.line.contains("\"877\"") })
      #expect(title.line.contains(lines), "\(title.line)")
      #expect(detail.y - title.y == y + 2 && detail.height == 14, "\(detail.line)")
    }
  }

  @Test(
    "a code that the layout assigns to the generic section causes no warning and is not a fallback")
  func settled() throws {
    let settings = #"{"generic": {"height": 200}}"#
    let all = try Self.run("dump", sections: #"{"a": \#(settings), "b": \#(settings)}"#)
    #expect(all.errors.isEmpty && !all.text.contains("fallback") && !all.text.contains("SE3002"))
    #expect(DumpSection.sections(of: all.text).allSatisfy { $0.line.contains("via=generic@") })
    let one = try Self.run("dump", sections: #"{"a": \#(settings)}"#)
    let fallen = DumpSection.sections(of: one.text).filter { $0.line.contains("fallback=") }
    #expect(fallen.map(\.code) == ["b"])
    #expect(one.errors.contains("no provider is registered for `b`"))
    let none = try Self.run("dump", sections: "{}")
    #expect(none.errors.contains("no provider is registered for 2 block codes: `a`, `b`"))
    #expect(none.text.contains("# 1 warning: SE3002 (1)"))
  }
}
