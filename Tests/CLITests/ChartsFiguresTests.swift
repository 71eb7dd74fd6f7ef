import Foundation
import Testing

/// Sizes of the audio charts, from the dimensions of the original app; S is the page's width.
@Suite struct ChartsFiguresTests {
  static let widths = [320.0, 375, 414]

  private func dump(_ layout: String, _ options: [String]) throws -> String {
    let result = try Program.run(["dump", "--layout", layout, "--unrounded", "--all"] + options)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.text
  }

  @Test("the home page has three charts in a pager and seven below each other", arguments: widths)
  func home(_ s: Double) throws {
    let text = try dump("audio-charts", ["--width", "\(s)"])
    let sections = DumpSection.sections(of: text)
    #expect(sections.map(\.code) == ["chartBanners", "chartSheets"])
    let rowsAndGaps: Double = 7 * 250 + 6 * 10
    let seven: Double = 45 + rowsAndGaps + 20
    #expect(sections.map(\.height) == [200, seven])

    let banners = DumpNode.nodes(of: text, in: "chartBanners")
    let pager = try #require(banners.first { $0.name == "pager" })
    #expect(pager.isSized(s, 200) && pager.line.contains(" pages=3 "))
    #expect(pager.line.hasSuffix(" interval=4s"))
    let turning = banners.filter { $0.name == "sheet" }
    #expect(turning.allSatisfy { $0.isSized(s, 200) })
    #expect(
      zip(turning, ["23", "24", "25"]).allSatisfy { $0.line.contains("action=audio://chart/\($1)") }
    )

    let sheets = DumpNode.nodes(of: text, in: "chartSheets")
    #expect(sheets.first { $0.name == "header" }?.isSized(s, 45) == true)
    let rows = sheets.filter { $0.name == "row" }
    #expect(rows.count == 7)
    for (index, row) in rows.enumerated() {
      #expect(row.isSized(s - 20, 250) && row.isPlaced(10, 45 + Double(index) * 260), "\(row.line)")
    }
    let names = ["新歌榜", "热歌榜", "摇滚榜", "爵士榜", "流行榜", "欧美金曲榜", "经典老歌榜"]
    let types = [1, 2, 11, 12, 16, 21, 22]
    let shown = sheets.filter { $0.name == "sheet" }
    #expect(shown.count == 7)
    for (sheet, (name, type)) in zip(shown, zip(names, types)) {
      #expect(sheet.line.contains("\"\(name)\""), "\(sheet.line)")
      #expect(sheet.line.contains("action=audio://chart/\(type) "), "\(sheet.line)")
    }
  }

  @Test("songs are rows of 58 points under a header of 50 points", arguments: widths)
  func list(_ s: Double) throws {
    let text = try dump("audio-chart", ["--width", "\(s)"])
    let section = try #require(DumpSection.sections(of: text).first { $0.code == "chartSongs" })
    #expect(section.height == 50 + 10 * 58 && section.value(of: "rows") == "10x58")
    let nodes = DumpNode.nodes(of: text, in: "chartSongs")
    #expect(nodes.first { $0.name == "header" }?.isSized(s, 50) == true)
    for (index, row) in nodes.filter({ $0.name == "row" }).enumerated() {
      #expect(row.isSized(s, 58) && row.isPlaced(0, 50 + Double(index) * 58), "\(row.line)")
    }
  }

  @Test("a home page with some charts missing shows the others in order")
  func partial() throws {
    let folder = Program.repository.appendingPathComponent("Layouts/samples/audio-charts")
    let scratch = try Scratch()
    let refusal = try scratch.write(
      #"{"error_code": 40008, "message": "sign in again"}"#, to: "refusal.json")
    let result = try Program.run([
      "dump", refusal, "--layout", "audio-charts", "--all",
      "--source", "type22=\(folder.path)/type22.json",
      "--source", "type25=\(folder.path)/type25.json",
      "--source", "type1=\(folder.path)/type1.json",
    ])
    #expect(result.errors.contains("sign in again"))
    let sheets = DumpNode.nodes(of: result.text, in: "chartSheets").filter { $0.name == "sheet" }
    #expect(sheets.map { $0.line.contains("chart/1 ") } == [true, false])
    let pager = DumpNode.nodes(of: result.text, in: "chartBanners").first
    #expect(pager?.line.contains("pages=1") == true)
  }

  @Test("a list without songs has neither rows nor a header")
  func empty() throws {
    let scratch = try Scratch()
    let layout = try scratch.write(
      """
      {"name": "songs", "version": 1,
       "sources": {"blocks": {"items": "$.blocks", "union": {}}}}
      """, to: "songs.json")
    for empty in ["[]", "null", "{}", #""""#, #"{"song_list": []}"#] {
      let feed = try scratch.write("{\"blocks\": [{\"chartSongs\": \(empty)}]}", to: "feed.json")
      let text = try Program.run(["dump", feed, "--layout", layout, "--all"]).text
      let section = try #require(DumpSection.sections(of: text).first)
      #expect(section.height == 0 && section.value(of: "via") == "charts@1.0.0")
      #expect(DumpNode.nodes(of: text, in: "chartSongs").isEmpty)
    }
  }
}
