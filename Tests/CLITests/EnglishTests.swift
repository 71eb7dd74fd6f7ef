import Foundation
import Testing

/// Keeps comments and catalogue pages in plain English.
@Suite struct EnglishTests {
  /// A line of a comment, without the characters that begin and end the comment.
  struct CommentLine {
    var number: Int
    var text: Substring
  }

  /// Returns the files below a folder of the repository that a closure selects. The headers in
  /// `Tests/Contract` are copies of frozen headers.
  private static func files(below folder: String, where isWanted: (URL) -> Bool) throws -> [URL] {
    let root = Program.repository.appendingPathComponent(folder)
    let all = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    return all.compactMap { $0 as? URL }.filter {
      !$0.path.contains("/.build") && !$0.path.contains("/Tests/Contract/") && isWanted($0)
    }
  }

  /// Whether a line contains none of the words and phrases that confuse readers.
  static func isPlain(_ line: some StringProtocol) -> Bool {
    let line = Substring(line)
    let pronouns = #/(?i)\b(some|no)body\b|\bwhoever\b/#
    let phrases = #/(?i)what is another|\bstands? (for|in|at|there|on|here|behind|beside)\b/#
    return line.firstMatch(of: pronouns) == nil && line.firstMatch(of: phrases) == nil
  }

  /// Expects that the lines are plain, and that none begins with Of, By or What.
  private static func expectPlain(_ comments: [CommentLine], in file: URL) {
    for line in comments {
      let isRiddle = line.text.prefixMatch(of: #/(Of|By|What) /#) != nil
      #expect(
        isPlain(line.text) && !isRiddle,
        "\(file.lastPathComponent):\(line.number): \(line.text)")
    }
  }

  private static func numbered(_ text: some StringProtocol) -> [CommentLine] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { CommentLine(number: $0 + 1, text: Substring($1)) }
  }

  /// Returns the lines that contain only a comment that begins with `//`.
  static func lineComments(of text: String) -> [CommentLine] {
    numbered(text).compactMap { line in
      let start = line.text.drop { $0 == " " }
      guard start.hasPrefix("//") else { return nil }
      return CommentLine(
        number: line.number, text: start.drop { $0 == "/" || $0 == "!" }.drop { $0 == " " })
    }
  }

  /// Returns the comments of a source in C, C++ or Rust, also those after code on a line.
  static func blockComments(of text: String) -> [CommentLine] {
    // Skips literals, which may contain the characters that begin a comment.
    let token = #/'(?:\\.|[^'\\\n])'|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*//#
    var (number, end) = (1, text.startIndex)
    return text.matches(of: token).flatMap { match -> [CommentLine] in
      number += text[end..<match.range.lowerBound].count { $0 == "\n" }
      end = match.range.lowerBound
      guard match.output.first == "/" else { return [] }
      return numbered(match.output).map { line in
        CommentLine(
          number: number + line.number - 1,
          text: line.text.drop { " */!".contains($0) })
      }
    }
  }

  /// Returns the comments that begin with `#`: whole lines, and the ends of lines.
  static func hashComments(of text: String) -> [CommentLine] {
    let comment = #/(?:^\s*@?#|\s# )\s*([^!].*)/#
    return numbered(text).compactMap { line in
      line.text.firstMatch(of: comment)
        .map { CommentLine(number: line.number, text: $0.output.1) }
    }
  }

  /// Returns the documentation in a Python source: texts between triple quotes.
  static func documentation(of text: String) -> [CommentLine] {
    var number = 1
    var lines: [CommentLine] = []
    for (index, part) in text.components(separatedBy: "\"\"\"").enumerated() {
      if index % 2 == 1 {
        lines += numbered(part).map {
          CommentLine(number: number + $0.number - 1, text: $0.text.drop { $0 == " " })
        }
      }
      number += part.count { $0 == "\n" }
    }
    return lines
  }

  @Test(
    "comments are in plain English, and no line begins with Of, By or What",
    arguments: ["Sources", "Plugins", "Tests"])
  func comments(_ folder: String) throws {
    let files = try Self.files(below: folder) {
      ["swift", "c", "h", "cpp", "rs"].contains($0.pathExtension)
    }
    #expect(files.count >= 10)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let comments =
        file.pathExtension == "swift" ? Self.lineComments(of: text) : Self.blockComments(of: text)
      Self.expectPlain(comments, in: file)
    }
  }

  @Test(
    "comments in scripts, workflows and the Makefile are in plain English",
    arguments: [".ci", ".github", ".release", "Layouts", "Plugins", "Sources", "Tests", "Makefile"])
  func scripts(_ folder: String) throws {
    var files = [Program.repository.appendingPathComponent(folder)]
    if folder != "Makefile" {
      files = try Self.files(below: folder) { file in
        if ["py", "sh", "yml", "yaml"].contains(file.pathExtension) { return true }
        let handle = try? FileHandle(forReadingFrom: file)
        return (try? handle?.read(upToCount: 2)) == Data("#!".utf8)
      }
    }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let isPython = file.pathExtension == "py" || text.prefix(40).contains("python")
      let comments = Self.hashComments(of: text) + (isPython ? Self.documentation(of: text) : [])
      Self.expectPlain(comments, in: file)
    }
  }

  @Test("the lint finds comments of each kind, and skips literals and code")
  func kinds() {
    let c = "char *a = \"/* no */\"; /* What\n * Of\n */\nint b; // By\nchar c = '\"'; /* So */\n"
    let block = Self.blockComments(of: c)
    #expect(block.map(\.text).filter { !$0.isEmpty } == ["What", "Of", "By", "So */"])
    #expect(block.map(\.number) == [1, 2, 3, 4, 5])
    let script = "#!/bin/sh\n# What\nx=1 # Of\n\t@# By\n#include\necho \"#no\"\n"
    #expect(Self.hashComments(of: script).map(\.text) == ["What", "Of", "By", "include"])
    let python = "def a():\n    \"\"\"What\n    Of\"\"\"\nb = 1\n"
    #expect(Self.documentation(of: python).map(\.text) == ["What", "Of"])
    #expect(Self.documentation(of: python).map(\.number) == [2, 3])
    #expect(Self.lineComments(of: "let a = 1 // no\n  /// By\n").map(\.text) == ["By"])
  }

  @Test("catalogue pages are in plain English")
  func catalogue() throws {
    let pages = try Self.files(below: "Sources/Support/Diagnostics") { $0.pathExtension == "md" }
    #expect(pages.count == 1)
    for page in pages {
      for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
        #expect(Self.isPlain(line), "\(page.lastPathComponent): \(line)")
      }
    }
  }
}
