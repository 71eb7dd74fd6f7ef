import Foundation
import Testing

/// Runs every fenced block of the README and the catalogue.
///
/// - `console`: lines with "$ " are commands, and the lines after a command are its standard
///   output. A line with "…" alone matches any number of lines.
/// - `sh`: commands. `make` commands are checked with `make -n`, because they would rebuild the
///   running test. `make -C` commands run.
/// - `c`, `swift`, `json`, `xml`, `yaml`, `bash`, `expect`: a file, whose name is in the line
///   before the block.
/// The blocks of a page share a folder. The installed program is on the PATH.
@Suite(.needsInstallation) struct DocumentationTests {
  static let catalogue = "Sources/Engine/Documentation.docc"

  static let pages =
    [
      "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "Layouts/README.md",
      "Layouts/Metrics/README.md", ".github/PULL_REQUEST_TEMPLATE.md",
      ".github/ISSUE_TEMPLATE/bug-report.md", ".github/ISSUE_TEMPLATE/feature-request.md",
    ]
    + [
      "Documentation", "Adopting", "Installing", "Feeds", "Project", "Comparing", "Checking",
      "Inspecting",
      "Clients", "Expectations", "Sessions", "WritingAPlugin", "TestingAPlugin", "RunningPlugins",
      "Batch", "Embedding", "Formats", "Troubleshooting", "Glossary", "Tutorials/ReviewAChange",
      "Tutorials/FeedUnderReview", "Tutorials/CompareWithAnApp", "Tutorials/CompareWithADesign",
      "Tutorials/CompareADesignWithAnApp", "Tutorials/ShipAPlugin",
      "Developers/Architecture", "Developers/Isolation", "Developers/Decisions",
      "Developers/Testing", "Developers/Fuzzing", "Developers/Comparisons", "Developers/Releasing",
    ].map { "\(catalogue)/\($0).md" }

  private struct Block {
    var language: String
    var lines: [String]
    /// The last line of text before the block.
    var caption: String
  }

  @Test("every block of a page does what the page describes", arguments: pages)
  func blocks(_ page: String) throws {
    let text = try String(
      contentsOf: Program.repository.appendingPathComponent(page), encoding: .utf8)
    let sandbox = try Scratch()
    for block in Self.blocks(of: text) {
      switch block.language {
      case "console": try Self.transcript(block.lines, in: sandbox)
      case "sh":
        for command in block.lines where !command.isEmpty {
          let result = try Self.shell(command, in: sandbox)
          #expect(result.status == 0, "\(command): \(result.errors)")
        }
      case "c", "swift", "json", "xml", "yaml", "bash", "expect":
        let parts = block.caption.split(separator: "`")
        try #require(
          block.caption.hasPrefix("`") && block.caption.hasSuffix("`:") && parts.count == 2,
          "a \(block.language) block of \(page) has no file name: \(block.caption)")
        try sandbox.write(block.lines.joined(separator: "\n") + "\n", to: String(parts[0]))
      default: Issue.record("\(page) has a block that nothing checks: \(block.language)")
      }
    }
  }

  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    var caption = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open =
          open == nil
          ? Block(language: String(line.dropFirst(3)), lines: [], caption: caption) : nil
      } else if open != nil {
        open?.lines.append(line)
      } else if !line.isEmpty {
        caption = line
      }
    }
    return blocks
  }

  private static func transcript(_ lines: [String], in sandbox: Scratch) throws {
    var index = 0
    while index < lines.count {
      try #require(lines[index].hasPrefix("$ "), "a transcript begins with a command")
      let command = String(lines[index].dropFirst(2))
      index += 1
      var expected: [String] = []
      while index < lines.count, !lines[index].hasPrefix("$ ") {
        expected.append(lines[index])
        index += 1
      }
      let result = try shell(command, in: sandbox)
      var found = result.lines
      if found.last == "" { found.removeLast() }
      #expect(matches(found[...], expected[...]), "\(command) printed:\n\(result.text)")
    }
  }

  private static func matches(_ found: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return found.isEmpty }
    let rest = expected.dropFirst()
    if first == "…" {
      return (found.startIndex...found.endIndex).contains { matches(found[$0...], rest) }
    }
    return found.first == first && matches(found.dropFirst(), rest)
  }

  /// Replaces the address of the releases by that of an archive with the installation under test.
  private static func withArchive(_ command: String, in sandbox: Scratch) throws -> String {
    let address = try String(
      contentsOf: Program.repository.appendingPathComponent(".release/address"), encoding: .utf8
    ).trimmingCharacters(in: .newlines)
    guard command.contains(address) else { return command }
    let name = "sectionengine-0.1.0-linux-x86_64"
    let packed = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "tar", "-czf", sandbox.file("\(name).tar.gz").path, "--transform", "s,^\\.,\(name),",
        "-C", Program.prefix?.path ?? "", ".",
      ])
    #expect(packed.status == 0, "\(packed.errors)")
    return command.replacing(address, with: "file://\(sandbox.url.path)")
  }

  private static func shell(_ command: String, in sandbox: Scratch) throws -> Program.Result {
    let prefix = Program.prefix?.path ?? ""
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let isMake = command.hasPrefix("make ") && !command.hasPrefix("make -C ")
    let command = try withArchive(command, in: sandbox)
    return try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-e", "-c", isMake ? "make -n " + command.dropFirst(5) : command],
      environment: [
        "PATH": "\(prefix)/bin:\(path)", "PREFIX": prefix, "HOME": sandbox.url.path,
        "XDG_DATA_HOME": sandbox.file(".local/share").path,
      ],
      folder: isMake ? Program.repository : sandbox.url)
  }
}
