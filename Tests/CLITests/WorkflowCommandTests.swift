import Foundation
import Testing

/// Texts of feeds never become commands of a GitHub workflow.
@Suite struct WorkflowCommandTests {
  private static let feed = """
    {"modules": [
      {"view_type": 3, "title": "Morning", "items": [{"title": "::add-mask::e"}, {"title": "Tea"}]},
      {"view_type": 3, "title": "::error::a feed", "items": [{"title": "x ##[error]y"}]},
      {"view_type": 3, "title": "##[warning]z", "items": [{"title": ":::stop-commands::t"}]}]}
    """

  /// Commands with texts of the feed, or with words of the user, in their output.
  private static let commands = [
    "render ::a.json", "render ::a.json --annotate --charset ascii",
    "render ::a.json --accessibility",
    "render ::a.json --color always", "render ::a.json --section ::none", "render ::missing",
    "render --format ::error::x", "::error::x", "render --::error::x", "--help",
    "render ::a.json --layout ##[error]", "check ::a.json", "check ::a.json --color always",
    "check ::a.json --limit 0", "check ::a.json ::b.json", "check ::a.json --unused",
    "check ::a.json --format markdown", "check ::a.json -o /dev/stdout", "diff ::a.json ::b.json",
    "diff ::a.json ::b.json --color always", "diff ::a.json ::b.json --format markdown",
    "diff ::a.json ::missing", "report ::a.json -o out", "explain ::a.json ::error::",
    "explain ::error::x", "measure ::error::x", "measure ##[error]", "layouts check ::a.json",
    "layouts new --from ::missing", "plugin new ::x", "plugin list --plugins ::missing",
    "plugin check ::missing", "session ::a.json --script refresh", "session --script ::error::",
    "session ::a.json --script refresh --draw --source ::error::=x", "batch ::missing",
    "images list ::a.json", "snapshot verify ::missing", "doctor", "init ::a.json", "devices",
  ]

  @Test(
    "no command writes a workflow command of a feed to standard output or standard error",
    arguments: commands)
  func texts(_ command: String) throws {
    let scratch = try Self.folder()
    let result = try Program.run(
      command.split(separator: " ").map(String.init), environment: ["GITHUB_ACTIONS": "true"],
      folder: scratch.url)
    #expect(result.status >= 0, "\(result.errors)")
    for line in (result.text + "\n" + result.errors).split(whereSeparator: \.isNewline) {
      #expect(!line.trimmingCharacters(in: .whitespaces).hasPrefix("::"), "\(line)")
      #expect(!line.contains("##["), "\(line)")
    }
  }

  @Test("the titles of the feed are in the text, with and without a workflow")
  func visible() throws {
    let scratch = try Self.folder()
    let plain = try Program.run(["render", "::a.json"], folder: scratch.url)
    #expect(plain.text.contains("::error::a feed") && plain.text.contains("##[warning]z"))
    let workflow = try Program.run(
      ["render", "::a.json"], environment: ["GITHUB_ACTIONS": "true"], folder: scratch.url)
    #expect(workflow.text.contains(":\u{200B}:error:\u{200B}:a feed"))
    #expect(workflow.text.contains("##\u{200B}[warning]z"))
    #expect(workflow.text.replacingOccurrences(of: "\u{200B}", with: "") == plain.text)
  }

  @Test(
    "machine formats and files have the same bytes in a workflow",
    arguments: [
      ["render", "::a.json", "--format", "json"], ["dump", "::a.json"],
      ["render", "::a.json", "--format", "svg"], ["check", "::a.json", "--format", "json"],
      ["check", "::a.json", "--format", "github"],
      ["diff", "::a.json", "::b.json", "--format", "json"],
      ["completions", "zsh"], ["schema", "layout"],
      ["session", "--script", "refresh", "--format", "json"],
    ])
  func machines(_ arguments: [String]) throws {
    let scratch = try Self.folder()
    let plain = try Program.run(arguments, folder: scratch.url)
    let workflow = try Program.run(
      arguments, environment: ["GITHUB_ACTIONS": "true"], folder: scratch.url)
    #expect(plain.output == workflow.output && !plain.output.isEmpty, "\(plain.errors)")
    _ = try Program.run(
      ["render", "::a.json", "-o", "page.txt"], environment: ["GITHUB_ACTIONS": "true"],
      folder: scratch.url)
    let file = try String(contentsOf: scratch.file("page.txt"), encoding: .utf8)
    #expect(file.contains("::error::a feed"))
  }

  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(feed, to: "::a.json")
    try scratch.write(
      feed.replacingOccurrences(of: "Tea", with: "##[error]::Tea"), to: "::b.json")
    return scratch
  }
}
