import Foundation
import Testing

/// Checks the README, the tutorials, and the links and the English of every page.
@Suite struct ReadmeTests {
  private static func text(_ page: String) throws -> String {
    try String(contentsOf: Program.repository.appendingPathComponent(page), encoding: .utf8)
  }

  private static func lineCount(_ page: String) throws -> Int {
    try text(page).split(separator: "\n", omittingEmptySubsequences: false).count - 1
  }

  /// The lines of a page outside of fenced blocks.
  private static func prose(_ page: String) throws -> [String] {
    var isCode = false
    return try text(page).components(separatedBy: "\n").filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode
    }
  }

  @Test("the README has at most 170 lines, a tutorial at most 100, CONTRIBUTING fits on a page")
  func lengths() throws {
    #expect(try Self.lineCount("README.md") <= 170)
    #expect(try Self.lineCount("CONTRIBUTING.md") <= 80)
    let tutorials = DocumentationTests.pages.filter { $0.contains("/Tutorials/") }
    #expect(tutorials.count == 6)
    for page in tutorials { #expect(try Self.lineCount(page) <= 100, "\(page)") }
  }

  @Test("the README names every command")
  func commands() throws {
    let names = try HelpTests.commands().filter { $0.path.count == 1 }.map { $0.path[0] }
    #expect(names.count > 12)
    let readme = try Self.text("README.md")
    for name in names { #expect(readme.contains("`sectionengine \(name)"), "\(name)") }
  }

  @Test("the workflow runs the two commands of the README on the system that it requires")
  func workflow() throws {
    let workflow = try Self.text(".github/workflows/test.yml")
    let commands = workflow.matches(of: #/run: (make .+)/#).map { String($0.output.1) }
    let gate = try Self.text(".ci/run").matches(of: #/make .+/#).map { String($0.output) }
    #expect(commands == ["make run", "make test"] && gate == commands)
    let readme = try Self.text("README.md")
    for command in commands { #expect(readme.contains("`\(command)`")) }
    #expect(readme.contains("Prerequisites: Debian 12, a Swift 6.3 toolchain, `make`, `git`"))
    #expect(workflow.contains("image: debian:12\n"))
    #expect(workflow.contains(#/SWIFT_VERSION: 6\.3\.\d+\n/#))
    #expect(workflow.contains(" make git "))
  }

  @Test("the program draws the picture of the README; SECTIONENGINE_RECORD=1 writes it again")
  func picture() throws {
    let feed = Program.repository.appendingPathComponent("Layouts/Examples/harbour.json")
    let file = Program.repository.appendingPathComponent(
      "\(DocumentationTests.catalogue)/Resources/redline.svg")
    let drawn = try Program.run([
      "render", feed.path, "--locale", "en", "--device", "iphone-14", "--format", "svg",
    ])
    #expect(drawn.status == 0)
    if ProcessInfo.processInfo.environment["SECTIONENGINE_RECORD"] == "1" {
      try drawn.output.write(to: file)
    } else {
      #expect(try Data(contentsOf: file) == drawn.output)
    }
  }

  @Test("the comment of the README is the program's; SECTIONENGINE_RECORD=1 writes it again")
  func comment() throws {
    let scratch = try Scratch()
    let readme = Program.repository.appendingPathComponent("README.md")
    var text = try String(contentsOf: readme, encoding: .utf8)
    let shelf = try #require(text.firstMatch(of: #/```json\n(?<feed>[^`]+)```/#)).output.feed
    try scratch.write(String(shelf), to: "shelf.json")
    // A changed title, and an item whose title is lost.
    let script = """
      git init --quiet && git add . && git -c user.name=A -c user.email=a@b commit --quiet -m First
      "$PROGRAM" init
      sed -i 's/"Bread"/"Sourdough bread"/; s/"Soup" }/"Soup" }, { "title": "" }/' shelf.json
      "$PROGRAM" report --base HEAD --site https://example.com/layout-review
      """
    let result = try Program.run(
      URL(fileURLWithPath: "/bin/sh"), ["-e", "-c", script],
      environment: ["PROGRAM": Program.url.path], folder: scratch.url)
    #expect([0, 1].contains(result.status), "\(result.errors)")
    let comment = try String(contentsOf: scratch.file("report/comment.md"), encoding: .utf8)
    let quoted = comment.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { "> \($0)".replacing(" <!-- sectionengine report -->", with: "") }
      .map { $0 == "> " ? ">" : $0 }.joined(separator: "\n")
    let expected = "<!-- comment: begin -->\n\(quoted)\n<!-- comment: end -->"
    let start = try #require(text.range(of: "<!-- comment: begin -->"))
    let end = try #require(text.range(of: "<!-- comment: end -->"))
    if ProcessInfo.processInfo.environment["SECTIONENGINE_RECORD"] == "1" {
      text.replaceSubrange(start.lowerBound..<end.upperBound, with: expected)
      try text.write(to: readme, atomically: true, encoding: .utf8)
    } else {
      #expect(String(text[start.lowerBound..<end.upperBound]) == expected)
    }
  }

  @Test("a sceptic's twelve questions are answered, and the README leads to them")
  func questions() throws {
    let lines = try Self.prose("\(DocumentationTests.catalogue)/Adopting.md")
    #expect(lines.count { $0.hasPrefix("## ") && $0.hasSuffix("?") } == 12)
    #expect(try Self.text("README.md").contains("[Before you adopt]"))
  }

  @Test("the glossary has at most 20 words")
  func glossary() throws {
    let rows = try Self.prose("\(DocumentationTests.catalogue)/Glossary.md")
      .filter { $0.hasPrefix("| ") }
    #expect(rows.count - 1 <= 20)
  }

  @Test("every page of the catalogue is run and is listed on its first page")
  func catalogue() throws {
    let root = Program.repository.appendingPathComponent(DocumentationTests.catalogue)
    let files = try #require(FileManager.default.enumerator(atPath: root.path))
    let index = try Self.text("\(DocumentationTests.catalogue)/Documentation.md")
    for case let name as String in files where name.hasSuffix(".md") {
      #expect(DocumentationTests.pages.contains("\(DocumentationTests.catalogue)/\(name)"))
      let page = (name as NSString).lastPathComponent.dropLast(3)
      if page != "Documentation" { #expect(index.contains("<doc:\(page)>"), "\(name)") }
    }
  }

  @Test("links of a page lead to files", arguments: DocumentationTests.pages)
  func links(_ page: String) throws {
    let folder = Program.repository.appendingPathComponent(page).deletingLastPathComponent()
    for line in try Self.prose(page) {
      for match in line.matches(of: #/\]\(([^)#]+)\)/#) where !match.output.1.contains(":") {
        let file = folder.appendingPathComponent(String(match.output.1)).standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: file.path), "\(line)")
      }
      for match in line.matches(of: #/<doc:([A-Za-z]+)>/#) {
        let name = "/\(match.output.1).md"
        #expect(DocumentationTests.pages.contains { $0.hasSuffix(name) }, "\(line)")
      }
    }
  }

  @Test("files that CONTRIBUTING names exist")
  func paths() throws {
    for match in try Self.text("CONTRIBUTING.md").matches(
      of: #/`((?:Sources|Tests|Layouts|Plugins)/[A-Za-z+./]+)`/#)
    {
      let path = String(match.output.1)
      guard !path.contains("NAME"), !path.contains("SEnnnn") else { continue }
      let file = Program.repository.appendingPathComponent(path)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }
  }

  @Test("pages are in plain English", arguments: DocumentationTests.pages)
  func english(_ page: String) throws {
    for line in try Self.prose(page) { #expect(EnglishTests.isPlain(line), "\(line)") }
  }
}
