import Foundation
import Testing

@Suite struct TextPictureTests {
  private static var feeds: [[String]] {
    Program.hasCaptures
      ? [[], FiguresTests.capture]
        + CaptureTests.homes.map { [Program.captures.appendingPathComponent($0).path] } : [[]]
  }

  @Test(
    "every line fits the columns, as an independent width function counts",
    .enabled(if: Program.canJudge), arguments: [40, 80, 112, 120], ["unicode", "ascii"])
  func fits(_ columns: Int, _ charset: String) throws {
    for feed in Self.feeds {
      let scratch = try Scratch()
      let result = try Program.run(
        ["render"] + feed
          + ["--chrome", "--columns", "\(columns)", "--charset", charset, "-o", "picture.txt"],
        folder: scratch.url)
      #expect(result.status == 0)
      let judged = try Program.judge(
        """
        import sys, wcwidth
        for line in open(sys.argv[1], encoding="utf-8"):
            line = line.rstrip("\\n")
            width = wcwidth.wcswidth(line)
            if not 0 <= width <= int(sys.argv[2]) or line != line.rstrip(" "):
                print(width, line)
        """, arguments: [scratch.file("picture.txt").path, "\(columns)"], needs: ["wcwidth"])
      #expect(judged?.status == 0)
      #expect(judged?.text == "", "\(feed)")
    }
  }

  @Test("each card's left edge stands at its x in proportion", arguments: [80, 120, 160])
  func proportion(_ columns: Int) throws {
    let options = ["--section", "HOMEPAGE_BLOCK_PLAYLIST_RCMD"]
    let picture = try Program.run(["render", "--columns", "\(columns)"] + options)
    // Cards of 120 points with a gap of 10 from x 10 on a page of 414 points.
    let edges = try #require(picture.lines.first { $0.contains("╭") })
    let found = edges.enumerated().filter { $0.element == "╭" }.map { Double($0.offset) }
    #expect(found.count == 4)
    // The first and the third card give the scale; all must then stand within one cell.
    let scale = (found[2] - found[0]) / 260
    for (index, column) in found.enumerated() {
      #expect(abs(found[0] + Double(index) * 130 * scale - column) <= 1)
    }
    let content = Double(columns) - (columns >= 112 ? 40 : 0) - 6
    #expect(abs(scale * 414 - content) / content < 0.12, "\(scale * 414) of \(content) cells")
  }
}
