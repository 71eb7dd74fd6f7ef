import Foundation
import TestConditions
import TestTools
import Testing

@Suite struct TextPictureTests {
  private static var feeds: [[String]] {
    Program.hasCaptures
      ? [[], FiguresTests.capture]
        + CaptureTests.homes.map { [Program.captures.appendingPathComponent($0).path] } : [[]]
  }

  @Test(
    "every line fits the columns according to an independent width function",
    .needsWcwidth, arguments: [40, 80, 112, 120], ["unicode", "ascii"])
  func fits(_ columns: Int, _ charset: String) throws {
    for feed in Self.feeds {
      let scratch = try Scratch()
      let result = try Program.run(
        ["render"] + feed
          + ["--chrome", "--columns", "\(columns)", "--charset", charset, "-o", "picture.txt"],
        folder: scratch.url)
      #expect(result.status == 0)
      let picture = try String(contentsOf: scratch.file("picture.txt"), encoding: .utf8)
      let lines = picture.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for (line, cells) in zip(lines, try Wcwidth.judge(lines).cells) {
        #expect(cells >= 0 && cells <= columns && line.last != " ", "\(feed): \(line)")
      }
    }
  }

  @Test("text from right to left is in stored order, or with --bidi visual as it is read")
  func bidi() throws {
    let harbour = try String(
      contentsOf: Program.repository.appendingPathComponent("Layouts/Examples/harbour.json"),
      encoding: .utf8)
    let scratch = try Scratch()
    let feed = try scratch.write(
      harbour.replacing("Made for you", with: "אב (3) c"), to: "feed.json")
    let plain = try Program.run(["render", feed])
    #expect(plain.text.contains("אב (3) c"), "\(plain.text)")
    #expect(try Program.run(["render", feed, "--bidi", "logical"]).output == plain.output)
    let visual = try Program.run(["render", feed, "--bidi", "visual"])
    #expect(visual.text.contains("(3) בא c"), "\(visual.text)")
    #expect(try Program.run(["render", feed, "--bidi", "guess"]).status == 64)
  }

  @Test("the left edge of each card is at its x in proportion", arguments: [80, 120, 160])
  func proportion(_ columns: Int) throws {
    let options = ["--section", "HOMEPAGE_BLOCK_PLAYLIST_RCMD"]
    let picture = try Program.run(["render", "--columns", "\(columns)"] + options)
    // Cards are 120 points wide with gaps of 10, from x 10 on a page of 414 points.
    let edges = try #require(picture.lines.first { $0.contains("╭") })
    let found = edges.enumerated().filter { $0.element == "╭" }.map { Double($0.offset) }
    #expect(found.count == 4)
    // The first and the third card give the scale; all cards must be within one cell of it.
    let scale = (found[2] - found[0]) / 260
    for (index, column) in found.enumerated() {
      #expect(abs(found[0] + Double(index) * 130 * scale - column) <= 1)
    }
    let content = Double(columns) - (columns >= 112 ? 40 : 0) - 6
    #expect(abs(scale * 414 - content) / content < 0.12, "\(scale * 414) of \(content) cells")
  }
}
