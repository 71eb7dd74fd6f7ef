import Foundation
import Testing

/// Runs the shell commands of the workflow and the hook in `Checking.md`, as CI and git do.
@Suite struct WorkflowTests {
  private static func page() throws -> [Substring] {
    try String(
      contentsOf: Program.repository.appendingPathComponent(
        "Sources/Engine/Documentation.docc/Checking.md"), encoding: .utf8
    ).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns the lines of the block after a caption.
  private static func block(_ name: String) throws -> [Substring] {
    let page = try page()
    let caption = try #require(page.firstIndex(of: "`\(name)`:"))
    return Array(page[caption...].dropFirst(3).prefix { $0 != "```" })
  }

  /// Returns the default commands of the action, which the workflow runs.
  private static func commands() throws -> String {
    #expect(try block(".github/workflows/layout.yml").contains { $0.contains("/.release/ci@v") })
    let action = try String(
      contentsOf: Program.repository.appendingPathComponent(".release/ci/action.yml"),
      encoding: .utf8
    ).split(separator: "\n", omittingEmptySubsequences: false)
    let lines = action.drop { !$0.hasSuffix("default: |") }.dropFirst()
    return lines.prefix { $0.hasPrefix("      ") }.map { $0.dropFirst(6) + "\n" }.joined()
  }

  /// A repository with feeds and snapshots on its branch `main`, cloned as CI does it.
  private final class Repository {
    let scratch: Scratch
    let folder: URL
    let environment: [String: String]

    static let feed = """
      {"code": 200, "data": {"blocks": [
        {"blockCode": "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "showType": "HOMEPAGE_SLIDE_PLAYLIST",
         "uiElement": {"subTitle": {"title": "Playlists"}, "button": {"text": "more"}}, "creatives": [
          {"creativeType": "list", "uiElement": {"mainTitle": {"title": "Rain"},
            "image": {"imageUrl": "https://img.example/1.jpg"}}, "action": "orpheus://playlist/1",
           "resources": [{"uiElement": {"mainTitle": {"title": "Rain"},
             "image": {"imageUrl": "https://img.example/1.jpg"}}, "action": "orpheus://playlist/1"}]}]}
      ]}}

      """

    init() throws {
      scratch = try Scratch()
      folder = scratch.file("work")
      let bin = scratch.file("bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: bin.appendingPathComponent("sectionengine"), withDestinationURL: Program.url)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      var variables = ["PATH": "\(bin.path):\(path)", "HOME": scratch.file("home").path]
      variables["GIT_CONFIG_NOSYSTEM"] = "1"
      for role in ["AUTHOR", "COMMITTER"] {
        variables["GIT_\(role)_NAME"] = "Tester"
        variables["GIT_\(role)_EMAIL"] = "tester@example.com"
      }
      variables["GITHUB_BASE_REF"] = "main"
      variables["GITHUB_STEP_SUMMARY"] = scratch.file("summary.md").path
      variables["COMMANDS"] = try WorkflowTests.commands()
      environment = variables
      for name in ["home", "origin"] {
        try FileManager.default.createDirectory(
          at: scratch.file(name), withIntermediateDirectories: true)
      }
      try scratch.write(Self.feed, to: "origin/feeds/home.json")
      try scratch.write(
        """
        {"devices": ["iphone-se", "ipad-11"], "check": {"baseline": "known.json"},
         "snapshots": {"matrix": {"appearances": ["light", "dark"]}},
         "feeds": {"home": {"feed": "feeds/home.json", "layout": "netease-home"}}}
        """, to: "origin/sectionengine.json")
      try expect(
        """
        sectionengine snapshot record && sectionengine check --write-baseline known.json
        git init --quiet --initial-branch main && git add --all && git commit --quiet --message First
        """, in: scratch.file("origin"))
      try expect("git clone --quiet origin work && cd work && git checkout --quiet -b change")
    }

    func sh(_ script: String, in folder: URL? = nil) throws -> Program.Result {
      try Program.run(
        URL(fileURLWithPath: "/bin/sh"), ["-e", "-c", script], environment: environment,
        folder: folder ?? scratch.url)
    }

    func expect(_ script: String, in folder: URL? = nil) throws {
      let result = try sh(script, in: folder)
      try #require(result.status == 0, "\(script): \(result.text)\(result.errors)")
    }

    /// Runs the action's step with the commands. Returns its exit status and output, and the job's summary.
    func review() throws -> (status: Int32, text: String, summary: String) {
      let summary = scratch.file("summary.md")
      try? FileManager.default.removeItem(at: summary)
      let script = try CITemplateTests.scripts(in: "action.yml")[1]
      let result = try Program.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["bash", "-eo", "pipefail", "-c", script],
        environment: environment, folder: folder)
      #expect([0, 1].contains(result.status), "\(result.errors)")
      return (result.status, result.text, try String(contentsOf: summary, encoding: .utf8))
    }

    func edit(_ old: String, _ new: String) throws {
      let file = folder.appendingPathComponent("feeds/home.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      try #require(text.contains(old))
      try Data(text.replacingOccurrences(of: old, with: new).utf8).write(to: file)
    }
  }

  @Test("the commands of the workflow verify, check and show the changes")
  func workflow() throws {
    let repository = try Repository()
    let clean = try repository.review()
    #expect(clean.status == 0, "\(clean.text)")

    // A new section moves the sections below it.
    try repository.edit(
      #"{"blocks": ["#,
      #"{"blocks": [{"blockCode": "NOTICE", "items": [{"title": "Notice"}, {"title": "More"}]},"#)
    let moved = try repository.review()
    #expect(moved.status == 1 && moved.text.contains("::error"), "\(moved.text)")
    #expect(moved.summary.contains("NOTICE"))
    let report = repository.folder.appendingPathComponent("layout-review/index.html").path
    #expect(FileManager.default.fileExists(atPath: report))

    try repository.expect("sectionengine snapshot accept", in: repository.folder)
    let accepted = try repository.review()
    #expect(accepted.status == 1, "the new section has no provider")
    #expect(accepted.text.contains("NOTICE") && accepted.summary.contains("NOTICE"))
  }

  @Test("the hook checks the committed files, not those of the working folder")
  func hook() throws {
    let repository = try Repository()
    let hook = try Self.block(".githooks/pre-commit").joined(separator: "\n") + "\n"
    try repository.scratch.write(hook, to: "work/.githooks/pre-commit")
    try repository.expect(
      "chmod +x .githooks/pre-commit && git config core.hooksPath .githooks && git add --all",
      in: repository.folder)
    func commit() throws -> Program.Result {
      try repository.sh("git commit --quiet --allow-empty --message Change", in: repository.folder)
    }
    #expect(try commit().status == 0)
    try repository.edit("Playlists", "Playlists for you")
    // The edited file is not staged, so the commit does not contain it.
    #expect(try commit().status == 0)
    try repository.expect("git add feeds", in: repository.folder)
    let refused = try commit()
    #expect(refused.status == 1)
    #expect((refused.text + refused.errors).contains("4 cells of 1 feed: 4 changed"))
    #expect(refused.errors.contains("sectionengine snapshot accept && git add"))
    try repository.expect(
      "sectionengine snapshot accept && git add Snapshots", in: repository.folder)
    #expect(try commit().status == 0)
  }
}
