import Foundation
import Testing

/// Runs the shell commands of the workflow and the hook in `Reviewing.md`, as CI and git do.
@Suite struct WorkflowTests {
  /// A step of the workflow that runs shell commands.
  private struct Step {
    var name: String
    var script: String
  }

  private static func page() throws -> [Substring] {
    try String(
      contentsOf: Program.repository.appendingPathComponent(
        "Sources/Engine/Documentation.docc/Reviewing.md"), encoding: .utf8
    ).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns the lines of the block after a caption.
  private static func block(_ name: String) throws -> [Substring] {
    let page = try page()
    let caption = try #require(page.firstIndex(of: "`\(name)`:"))
    return Array(page[caption...].dropFirst(3).prefix { $0 != "```" })
  }

  private static func steps() throws -> [Step] {
    var steps: [Step] = []
    var name = ""
    var lines = try block(".github/workflows/layout.yml")[...]
    while let line = lines.popFirst() {
      let words = line.drop { $0 == " " || $0 == "-" }
      if words.hasPrefix("name: ") { name = String(words.dropFirst(6)) }
      guard words == "run: |" else { continue }
      let indentation = line.prefix { $0 == " " }.count + 2
      let script = lines.prefix { $0.prefix { $0 == " " }.count >= indentation }
      lines = lines.dropFirst(script.count)
      steps.append(
        Step(name: name, script: script.map { $0.dropFirst(indentation) + "\n" }.joined()))
    }
    return steps
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
      // `make -n` checks that the target and its variable exist, without installing anything.
      try scratch.write("#!/bin/sh\nexec /usr/bin/make -n \"$@\"\n", to: "bin/make")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: scratch.file("bin/make").path)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      var variables = ["PATH": "\(bin.path):\(path)", "HOME": scratch.file("home").path]
      variables["GIT_CONFIG_NOSYSTEM"] = "1"
      for role in ["AUTHOR", "COMMITTER"] {
        variables["GIT_\(role)_NAME"] = "Tester"
        variables["GIT_\(role)_EMAIL"] = "tester@example.com"
      }
      variables["GITHUB_BASE_REF"] = "main"
      variables["GITHUB_PATH"] = scratch.file("path.txt").path
      variables["GITHUB_STEP_SUMMARY"] = scratch.file("summary.md").path
      variables["RUNNER_TEMP"] = scratch.file("temp").path
      variables["SECTIONENGINE_REF"] = "main"
      variables["SECTIONENGINE_URL"] = "file://\(scratch.file("engine").path)"
      environment = variables
      for name in ["home", "temp", "origin", "engine"] {
        try FileManager.default.createDirectory(
          at: scratch.file(name), withIntermediateDirectories: true)
      }
      try scratch.write(Self.feed, to: "origin/feeds/home.json")
      try scratch.write(
        """
        {"matrix": {"devices": ["iphone-se", "ipad-11"], "appearances": ["light", "dark"]},
         "feeds": [{"name": "home", "feed": "../feeds/home.json", "layout": "netease-home"}]}
        """, to: "origin/Snapshots/snapshots.json")
      try expect(
        """
        sectionengine snapshot record --allow-outside && mkdir baselines
        sectionengine check feeds/home.json --write-baseline baselines/home.json
        \(Self.commit)
        """, in: scratch.file("origin"))
      try FileManager.default.copyItem(
        at: Program.repository.appendingPathComponent("Makefile"),
        to: scratch.file("engine/Makefile"))
      try expect(Self.commit, in: scratch.file("engine"))
      try expect("git clone --quiet origin work && cd work && git checkout --quiet -b change")
    }

    private static let commit =
      "git init --quiet --initial-branch main && git add --all && git commit --quiet --message First"

    func sh(_ script: String, in folder: URL? = nil) throws -> Program.Result {
      try Program.run(
        URL(fileURLWithPath: "/bin/sh"), ["-e", "-c", script], environment: environment,
        folder: folder ?? scratch.url)
    }

    func expect(_ script: String, in folder: URL? = nil) throws {
      let result = try sh(script, in: folder)
      try #require(result.status == 0, "\(script): \(result.text)\(result.errors)")
    }

    /// Returns the exit statuses of all steps by name, and the comment.
    func review() throws -> (statuses: [String: Int32], comment: String) {
      for name in ["layout-review.md", "changed.txt", "snapshots.md"] {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
      }
      for name in ["summary.md", "temp/engine"] {
        try? FileManager.default.removeItem(at: scratch.file(name))
      }
      var statuses: [String: Int32] = [:]
      for step in try WorkflowTests.steps() {
        let result = try sh(step.script, in: folder)
        statuses[step.name] = result.status
        #expect([0, 1].contains(result.status), "\(step.name): \(result.errors)")
      }
      let comment = try String(
        contentsOf: folder.appendingPathComponent("layout-review.md"), encoding: .utf8)
      #expect(try String(contentsOf: scratch.file("summary.md"), encoding: .utf8) == comment)
      return (statuses, comment)
    }

    func write(_ text: String, to name: String) throws {
      try scratch.write(text, to: "work/" + name)
    }

    func edit(_ old: String, _ new: String) throws {
      let file = folder.appendingPathComponent("feeds/home.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      try #require(text.contains(old))
      try Data(text.replacingOccurrences(of: old, with: new).utf8).write(to: file)
    }
  }

  @Test("the workflow installs the program, verifies, checks and shows the changes")
  func workflow() throws {
    let names = try Self.steps().map(\.name)
    #expect(
      names == [
        "Install sectionengine", "Put it on the PATH", "Verify snapshots", "Check feeds",
        "Show what changed",
      ])
    let repository = try Repository()
    // Without its layout, this feed has no blocks.
    try repository.write(
      #"{"rows": [["a", "b"]], "cards": {"list": [{"name": "a name", "text": "Text"}]}}"#,
      to: "feeds/own.json")
    try repository.write(
      #"{"name": "own", "version": 1, "sources": {"feed": {"items": "$.cards.list", "#
        + #""element": {"code": "name"}}}}"#, to: "layouts/own.json")
    try repository.expect(
      """
      sectionengine check feeds/own.json --layout layouts/own.json --write-baseline baselines/own.json
      """, in: repository.folder)
    let clean = try repository.review()
    #expect(clean.statuses.values.allSatisfy { $0 == 0 }, "\(clean.statuses)")
    #expect(clean.comment == "**Snapshots**: 4 cells of 1 feed as recorded, in 2 files\n\n")
    let path = try String(contentsOf: repository.scratch.file("path.txt"), encoding: .utf8)
    #expect(path == repository.scratch.file("home").path + "/.sectionengine/bin\n")

    // A section grows and moves the sections below it.
    try repository.edit(
      #"{"blocks": ["#,
      #"{"blocks": [{"blockCode": "NOTICE", "items": [{"title": "Notice"}, {"title": "More"}]},"#)
    let moved = try repository.review()
    #expect(moved.statuses["Verify snapshots"] == 1)
    #expect(moved.statuses["Show what changed"] == 0)
    #expect(moved.comment.contains("**Snapshots**: 4 cells of 1 feed: 4 changed"))
    #expect(moved.comment.contains("## feeds/home.json") && moved.comment.contains("NOTICE"))

    try repository.expect("sectionengine snapshot accept --allow-outside", in: repository.folder)
    let accepted = try repository.review()
    #expect(accepted.statuses["Verify snapshots"] == 0)
    #expect(accepted.statuses["Check feeds"] == 1, "the new section has no provider")
    #expect(accepted.comment.contains("as recorded") && accepted.comment.contains("NOTICE"))
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
    // The new file is not part of the commit yet.
    #expect(try commit().status == 0)
    try repository.expect("git add feeds", in: repository.folder)
    let refused = try commit()
    #expect(refused.status == 1)
    #expect((refused.text + refused.errors).contains("4 cells of 1 feed: 4 changed"))
    #expect(refused.errors.contains("sectionengine snapshot accept --allow-outside && git add"))
    try repository.expect(
      "sectionengine snapshot accept --allow-outside && git add Snapshots", in: repository.folder)
    #expect(try commit().status == 0)
  }
}
