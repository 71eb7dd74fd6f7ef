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
    #expect(tutorials.count == 5)
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
