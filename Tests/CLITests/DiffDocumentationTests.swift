import Foundation
import Testing

/// The difference that the article shows is what the program writes. `SECTIONENGINE_RECORD=1` writes it anew.
@Suite struct DiffDocumentationTests {
  static let article = Program.repository
    .appendingPathComponent("Sources/SectionEngine/Documentation.docc/Reviewing.md")

  @Test(
    "text and Markdown of a raised design height stand in the article", .serialized,
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

  @Test("the page of HTML beside the article is what the program writes")
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
    #expect(result.output.count < 40_000)
    // Nothing is loaded, nothing runs, and every link leads to a box.
    for word in ["<script", "http:", "https:", "url(", "@import"] {
      #expect(!result.text.contains(word))
    }
    for match in result.text.matches(of: #/href="#([^"]+)"/#) {
      #expect(result.text.contains("id=\"\(match.output.1)\""))
    }
  }
}
