import Foundation
import Testing

/// The settings of a feed layout for sections of the mall: header, footer, background, and the row
/// shown if there are no items.
@Suite struct MallVariantTests {
  /// Dumps a feed whose blocks are the groups themselves, including empty ones.
  private func dump(_ groups: String, sections: String) throws -> String {
    let scratch = try Scratch()
    let layout = try scratch.write(
      """
      {"name": "variants", "version": 1, "sections": \(sections),
       "sources": {"groups": {"items": "$.groups", "union": {}}}}
      """, to: "variants.json")
    let feed = try scratch.write("{\"groups\": \(groups)}", to: "feed.json")
    let result = try Program.run([
      "dump", feed, "--layout", layout, "--width", "375", "--all", "--unrounded",
    ])
    #expect(result.status == 0, "\(result.errors)")
    return result.text
  }

  private static let settings = """
    {"otc": {"item": {"height": 50, "expandedHeight": 140}, "header": {"height": 30},
             "footer": {"height": 12}, "insets": {"top": 5, "bottom": 7},
             "background": {"visible": true}},
     "walletCard": {"header": {"height": 18}}}
    """

  @Test("each section has its own header, footer and background")
  func parts() throws {
    let text = try dump(
      #"[{"otc": [{"title": "A"}]}, {"walletCard": [{"title": "B"}]}]"#, sections: Self.settings)
    let nodes = DumpNode.nodes(of: text, in: "otc").filter { $0.depth == 0 }
    #expect(nodes.first { $0.name == "header" }?.isSized(375, 30) == true)
    #expect(nodes.first { $0.name == "footer" }?.isSized(375, 12) == true)
    let background = try #require(nodes.first { $0.name == "background" })
    #expect(background.isPlaced(0, 30) && background.isSized(375, 5 + 50 + 7))
    let sections = DumpSection.sections(of: text)
    let heights: [Double] = [30 + 5 + 50 + 7 + 12, 18 + 85]
    #expect(sections.map(\.height) == heights)
  }

  @Test("an empty list shows one row of 140 points, without a background")
  func placeholder() throws {
    for empty in ["[]", "{}", "null", #""""#, #"{"items": []}"#] {
      let text = try dump("[{\"otc\": \(empty)}]", sections: Self.settings)
      let section = try #require(DumpSection.sections(of: text).first)
      #expect(section.value(of: "rows") == "1x140" && section.value(of: "via") == "mall@1.0.0")
      let nodes = DumpNode.nodes(of: text, in: "otc")
      #expect(nodes.contains { $0.name == "empty" && $0.isSized(355, 140) })
      #expect(!nodes.contains { $0.name == "background" })
    }
  }

  @Test("a payload that makes a row higher moves the sections below")
  func expansion() throws {
    func sections(_ otc: String) throws -> [DumpSection] {
      DumpSection.sections(
        of: try dump(
          #"[{"otc": [{"title": "A"}, \#(otc)]}, {"walletCard": [{"title": "B"}]}]"#,
          sections: Self.settings))
    }
    let before = try sections(#"{"title": "C"}"#)
    let after = try sections(#"{"title": "C", "expanded": true}"#)
    #expect(before.map { $0.value(of: "rows") } == ["2x50", "1x85"])
    #expect(after.map { $0.value(of: "rows") } == ["1x50+1x140", "1x85"])
    #expect(after[0].height == before[0].height + 90 && after[1].y == before[1].y + 90)
  }
}
