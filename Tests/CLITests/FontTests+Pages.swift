import Foundation
import TestTools
import Testing

/// Dumps and pictures of pages that are measured with fonts.
extension FontTests {
  @Test("a dump names the font set and the text engine, and writes lines on request")
  func dump() throws {
    let feed = try scratch.write(CPlugin.feed, to: "feed.json")
    func dump(_ arguments: String...) throws -> Program.Result {
      try Program.run(["dump", feed] + arguments, folder: scratch.url)
    }
    let drawn = try dump("--font", "set.json", "--text-lines")
    #expect(drawn.status == 0, "\(drawn.errors)")
    let header = try #require(drawn.lines.first { $0.hasPrefix("feed ") })
    let names = try Regex("metrics=tiny:[0-9a-f]{8} text=harfbuzz-[0-9.]+/uax14/dict-[a-z0-9]+ ")
    #expect(header.firstMatch(of: names) != nil, "\(header)")
    #expect(drawn.text.contains(" text-lines=0-"))
    #expect(try dump("--font", "set.json", "--text-lines").output == drawn.output)
    let plain = try dump()
    #expect(!plain.text.contains("text=") && !plain.text.contains("text-lines"))
    let json = try Program.run(
      ["render", feed, "--font", "set.json", "--text-lines", "--format", "json"],
      folder: scratch.url)
    #expect(json.text.contains(#""textEngine": "harfbuzz-"#) && json.text.contains(#""ranges": ["#))
  }

  @Test("dump and JSON of a page with fonts are one page, and a dump with lines can be compared")
  func formats() throws {
    let feed = try scratch.write(CPlugin.feed, to: "feed.json")
    for options in [[], ["--text-lines"], ["--text-lines", "--unrounded"]] {
      let page = [feed, "--font", "set.json"] + options
      for (format, file) in [("dump", "a.dump"), ("json", "a.json"), ("json-lines", "a.jsonl")] {
        let result = try Program.run(
          ["render"] + page + ["--format", format, "-o", file], folder: scratch.url)
        #expect(result.status == 0, "\(result.errors)")
      }
      for other in ["a.dump", "a.json", "a.jsonl"] {
        let result = try Program.run(["diff", "a.dump", other], folder: scratch.url)
        #expect(result.status == 0, "\(options) \(other): \(result.text)\(result.errors)")
      }
    }
  }

  @Test("pictures of a difference have the glyphs, the line breaks and the colours of the page")
  func differencePicture() throws {
    let title = "aaa AAA aaa AAA aaa AAA aaa AAA"
    func feed(_ last: String) -> String {
      #"{"modules": [{"view_type": 3, "title": "aA", "items": [{"title": "\#(title)"}, {"title": "\#(last)"}]}]}"#
    }
    try scratch.write(feed("aa"), to: "old.json")
    try scratch.write(feed("AA"), to: "new.json")
    /// Returns the glyphs and colours of the page in an HTML page, after a mark in the page.
    func shapes(_ arguments: [String], after mark: String) throws -> [String] {
      let result = try Program.run(
        arguments + ["--font", "set.json", "--format", "html"], folder: scratch.url)
      let figure = try #require(result.text.range(of: mark))
      let rest = result.text[figure.upperBound...]
      let start = try #require(
        rest.range(of: #"<g class="content[ a-z]*">"#, options: .regularExpression))
      let end = try #require(rest.range(of: #"<rect class="edge""#))
      return rest[start.upperBound..<end.lowerBound]
        .matches(of: /(transform="translate[^"]*"|\ x="[-0-9.]+"\/>|style="[^"]*"|<text)/)
        .map { String($0.1) }
    }
    let page = try shapes(["render", "new.json"], after: "<main>")
    #expect(page.count > 30 && !page.contains("<text"))
    #expect(try shapes(["diff", "old.json", "new.json"], after: #"class="after""#) == page)
    let old = try shapes(["render", "old.json"], after: "<main>")
    #expect(try shapes(["diff", "old.json", "new.json"], after: #"class="before""#) == old)
    // A recorded page has no glyphs of its own; those of the drawn page are used.
    let dump = try Program.run(
      ["dump", "old.json", "--font", "set.json", "-o", "old.dump"], folder: scratch.url)
    #expect(dump.status == 0)
    #expect(try shapes(["diff", "old.dump", "new.json"], after: #"class="before""#) == old)
    #expect(try shapes(["diff", "old.dump", "new.json"], after: #"class="after""#) == page)
  }

  @Test("a redline draws the shapes of glyphs at the measured places, from left to right")
  func drawing() throws {
    let harbour = try String(
      contentsOf: Program.repository.appendingPathComponent("Layouts/Examples/harbour.json"),
      encoding: .utf8)
    /// Returns the x positions of a title's glyphs, in units of the font.
    func places(_ title: String, _ arguments: String...) throws -> [String] {
      let feed = try scratch.write(harbour.replacing("Made for you", with: title), to: "feed.json")
      let drawn = try Program.run(
        ["render", feed, "--format", "svg", "--font", "set.json"] + arguments, folder: scratch.url)
      #expect(drawn.status == 0, "\(drawn.errors)")
      #expect(!drawn.text.contains("<text") && !drawn.text.contains("estimated"))
      for used in drawn.text.matches(of: /href="#(p-g[0-9]+)"/) {
        #expect(drawn.text.contains("<path id=\"\(used.1)\""))
      }
      let start = try #require(drawn.text.range(of: "/header/text @"))
      let node =
        drawn.text[start.upperBound...].prefix { $0 != "\n" }
        + drawn.text[start.upperBound...].drop { $0 != "\n" }.dropFirst().prefix { $0 != "\n" }
      return node.matches(of: /\ x="([-0-9.]+)"\/>/).map { String($0.1) }
    }
    // The title is bold, in which each glyph is 100 wider. A and V are 800 wide and kerned by -100;
    // the ligature of f and i is 550 wide.
    #expect(try places("AVfia") == ["0", "700", "1500", "2050"])
    // The Hebrew letters are 500 and 600 wide, and the space before the Latin letter is 350 wide.
    #expect(try places("אב a") == ["0", "600", "1100", "1450"])
    #expect(try places("אב a", "--direction", "rtl") == ["0", "600", "950", "1550"])
    let plain = try Program.run(["render", "--format", "svg"])
    #expect(plain.text.contains(" · texts are estimated</text>"))
  }
}
