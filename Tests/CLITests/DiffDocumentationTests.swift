import Foundation
import Testing

/// Compares the examples in `Comparing.md` with the program's output. `SECTIONENGINE_RECORD=1`
/// writes the output into the article.
@Suite struct DiffDocumentationTests {
  static let article = Program.repository
    .appendingPathComponent("Sources/Engine/Documentation.docc/Comparing.md")

  @Test(
    "the article contains the program's text and Markdown for a changed design height", .serialized,
    arguments: ["text", "markdown"])
  func article(format: String) throws {
    let scratch = try Scratch()
    let taller = try DiffCommandTests.taller(in: scratch)
    let result = try Program.run([
      "diff", DiffCommandTests.feed, taller, "--format", format,
    ])
    #expect(result.status == 1)
    let lines = result.lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    let expected = "<!-- \(format): begin -->\n\n\(lines)\n<!-- \(format): end -->"
    var text = try String(contentsOf: Self.article, encoding: .utf8)
    let start = try #require(text.range(of: "<!-- \(format): begin -->"))
    let end = try #require(text.range(of: "<!-- \(format): end -->"))
    if ProcessInfo.processInfo.environment["SECTIONENGINE_RECORD"] == "1" {
      text.replaceSubrange(start.lowerBound..<end.upperBound, with: expected)
      try text.write(to: Self.article, atomically: true, encoding: .utf8)
    } else {
      #expect(String(text[start.lowerBound..<end.upperBound]) == expected)
    }
  }

  @Test("the HTML page next to the article is the program's output")
  func page() throws {
    let scratch = try Scratch()
    let taller = try DiffCommandTests.taller(in: scratch)
    let result = try Program.run(["diff", DiffCommandTests.feed, taller, "--format", "html"])
    #expect(result.status == 1)
    let file = Self.article.deletingLastPathComponent()
      .appendingPathComponent("Resources/difference.html")
    if ProcessInfo.processInfo.environment["SECTIONENGINE_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try result.output.write(to: file)
    } else {
      #expect(try Data(contentsOf: file) == result.output)
    }
    #expect(result.output.count < 120_000)
    // The page loads no other file, and every link leads to a box.
    for word in ["src=", "http:", "https:", "url(h", "@import"] {
      #expect(!result.text.contains(word))
    }
    for match in result.text.matches(of: #/href="#([^"]+)"/#) {
      #expect(result.text.contains("id=\"\(match.output.1)\""))
    }
    // The list of changes comes first.
    let list = try #require(result.text.range(of: "<nav aria-label=\"Changes\""))
    let drawings = try #require(result.text.range(of: "<div class=\"sides\">"))
    #expect(list.upperBound < drawings.lowerBound)
  }

  @Test("a text that fits is drawn without an ellipsis", arguments: ["1", "2", "3"])
  func fittingTexts(_ scale: String) throws {
    let scratch = try Scratch()
    let titles = ["Morning", "Sourdough bread", "Fish & chips", "早上好，世界", "a much longer title"]
    func feed(_ count: Int) -> String {
      let items = titles.prefix(count).map { "{\"title\": \"\($0)\"}" }.joined(separator: ",")
      let modules = titles.map { "{\"type\": 1, \"title\": \"\($0)\", \"items\": [\(items)]}" }
      return "[\(modules.joined(separator: ","))]"
    }
    let dumps = try [2, 5].map { count in
      let file = try scratch.write(feed(count), to: "\(count).json")
      let dump = try Program.run(["dump", file, "--scale", scale])
      return try scratch.write(dump.text, to: "\(count).dump")
    }
    let dump = try String(contentsOfFile: dumps[1], encoding: .utf8)
    let isTruncated = dump.contains("!truncated")
    let result = try Program.run(["diff"] + dumps + ["--format", "html"])
    #expect(result.text.contains(">Morning</text>"))
    #expect(result.text.contains("…</text>") == isTruncated)
  }
}
