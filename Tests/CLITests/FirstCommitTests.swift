import Foundation
import TestConditions
import Testing

/// The commands of the first hour: a project, a layout or a feed that the base revision lacks.
@Suite struct FirstCommitTests {
  /// A repository with the branch `main`, cloned as CI does it, and edited on a branch.
  private final class Repository {
    let scratch: Scratch
    let environment: [String: String]

    static let shelf = """
      {"modules": [
        {"view_type": 3, "title": "Morning", "items": [{"title": "Bread"}, {"title": "Tea"}]},
        {"view_type": 7, "title": "Evening", "items": [{"title": "Soup"}]}]}

      """

    init() throws {
      scratch = try Scratch()
      let bin = scratch.file("bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: bin.appendingPathComponent("sectionengine"), withDestinationURL: Program.url)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      var variables = ["PATH": "\(bin.path):\(path)", "HOME": scratch.url.path]
      variables["GIT_CONFIG_NOSYSTEM"] = "1"
      for role in ["AUTHOR", "COMMITTER"] {
        variables["GIT_\(role)_NAME"] = "Tester"
        variables["GIT_\(role)_EMAIL"] = "tester@example.com"
      }
      environment = variables
      try scratch.write(Self.shelf, to: "origin/shelf.json")
      try expect("git init --quiet --initial-branch main && git add shelf.json", in: "origin")
      try expect("git commit --quiet --message First", in: "origin")
    }

    func sh(_ script: String, in folder: String) throws -> Program.Result {
      try Program.run(
        URL(fileURLWithPath: "/bin/sh"), ["-e", "-c", script], environment: environment,
        folder: scratch.file(folder))
    }

    func expect(_ script: String, in folder: String) throws {
      let result = try sh(script, in: folder)
      try #require(result.status == 0, "\(script): \(result.text)\(result.errors)")
    }

    func run(_ arguments: String..., in folder: String) throws -> Program.Result {
      try Program.run(arguments, environment: environment, folder: scratch.file(folder))
    }

    /// Commits the edits of `script` on the branch `change`, as in a pull request.
    func change(_ script: String) throws {
      try expect(
        """
        git checkout --quiet -B change
        \(script)
        git add --all && git commit --quiet --message Change
        """, in: "origin")
    }

    /// Runs the script that `init` wrote, in a clone of the branch.
    func review(depth: Int? = nil) throws -> Program.Result {
      try? FileManager.default.removeItem(at: scratch.file("work"))
      let limit = depth.map { "--depth \($0) " } ?? ""
      try expect(
        "git clone --quiet \(limit)--branch change file://$PWD/origin work", in: "")
      return try sh("BASE=origin/main sh review.sh", in: "work")
    }
  }

  // MARK: The states of a repository

  @Test("the script is green if the project file, the layout and the snapshots are new")
  func newProject() throws {
    let repository = try Repository()
    try repository.change("sectionengine init")
    let result = try repository.review()
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    #expect(result.text.contains("wrote layout-review/index.html: 1 feed: 0 changed"))
    #expect(result.text.contains("no snapshots are recorded"))
    #expect(result.errors.contains("note[SE5018]: `origin/main` lacks `shelf-layout.json`"))
    let comment = try String(
      contentsOf: repository.scratch.file("work/layout-review/comment.md"), encoding: .utf8)
    #expect(comment == "nothing changed in 1 feed <!-- sectionengine report -->\n")
  }

  @Test("the script is green if only the layout is new")
  func newLayout() throws {
    let repository = try Repository()
    try repository.expect(
      """
      printf '{"feeds": {"shelf": {"feed": "shelf.json", "layout": "own.json"}}}' > sectionengine.json
      printf 'own.json' > .gitignore && git add . && git commit --quiet --message Project
      """, in: "origin")
    // The base names a layout that is not committed.
    try repository.change(
      """
      sectionengine layouts new --from shelf.json -o own.json && : > .gitignore
      mkdir new && cd new && cp ../shelf.json . && sectionengine init && cp review.sh .. && cd ..
      rm -r new
      """)
    let result = try repository.review()
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    #expect(result.text.contains("1 feed: 0 changed") && result.errors.contains("`own.json`"))
  }

  @Test("the script is green if a feed is new, and the comment names it")
  func newFeed() throws {
    let repository = try Repository()
    try repository.expect(
      "sectionengine init && git add . && git commit --quiet --message Project", in: "origin")
    try repository.change("cp shelf.json second.json && sectionengine init --add second.json")
    let result = try repository.review()
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    #expect(!result.errors.contains("SE5018"))
    let comment = try String(
      contentsOf: repository.scratch.file("work/layout-review/comment.md"), encoding: .utf8)
    #expect(comment.hasPrefix("1 feed added: `second`; 1 feed as before "), "\(comment)")
  }

  @Test("a shallow clone ends with one error, which names the depth to fetch")
  func shallow() throws {
    let repository = try Repository()
    try repository.change("sectionengine init")
    let result = try repository.review(depth: 1)
    #expect(result.status == 2 && result.text.isEmpty)
    #expect(result.errors.components(separatedBy: "error[").count == 2, "\(result.errors)")
    #expect(result.errors.contains("the clone is shallow, and lacks `origin/main`"))
    #expect(result.errors.contains("`fetch-depth: 0`") && result.errors.contains("`GIT_DEPTH: 0`"))
    // The help works.
    try repository.expect(
      "git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'; git fetch --quiet --unshallow",
      in: "work")
    #expect(try repository.sh("BASE=origin/main sh review.sh", in: "work").status == 0)
  }

  @Test("a plugin folder that CI lacks is one error")
  func absentPlugins() throws {
    let repository = try Repository()
    try repository.change(
      """
      sectionengine init && mkdir built && printf 'built' > .gitignore
      sed -i 's/^{/{ "plugins": ["built"],/' sectionengine.json
      """)
    let result = try repository.review()
    #expect(result.status == 2 && result.text.isEmpty, "\(result.text)")
    #expect(result.errors.components(separatedBy: "error[").count == 2, "\(result.errors)")
    #expect(result.errors.contains("built"))
  }

  // MARK: Commands

  @Test("diff, check and report compare a feed with a revision before its layout")
  func firstCommit() throws {
    let repository = try Repository()
    try repository.expect("sectionengine init", in: "origin")
    for command in ["diff", "check", "report"] {
      let result = try repository.run(command, "--base", "HEAD", in: "origin")
      #expect(result.status == 0, "\(command): \(result.errors)")
      #expect(
        result.errors.components(separatedBy: "SE5018").count == 2, "\(command): \(result.errors)")
      // In a folder below, the present layout is found, too.
      try repository.expect("mkdir -p sub", in: "origin")
      let below = try repository.run(command, "--base", "HEAD", in: "origin/sub")
      #expect(below.status == 0 && below.errors == result.errors, "\(command): \(below.errors)")
    }
    // A change of the feed is reported as before.
    try repository.scratch.write(
      Repository.shelf.replacing("Soup", with: "Stew"), to: "origin/shelf.json")
    let changed = try repository.run("diff", in: "origin")
    #expect(changed.status == 1 && changed.text.contains("\"Soup\" -> \"Stew\""))
    // Once the layout is committed, the one of the revision is used.
    try repository.expect("git add . && git commit --quiet --message Second", in: "origin")
    let layout = repository.scratch.file("origin/shelf-layout.json")
    let text = try String(contentsOf: layout, encoding: .utf8)
    try repository.scratch.write(
      text.replacing(#""arrangement": "list""#, with: #""height": 300"#),
      to: "origin/shelf-layout.json")
    let edited = try repository.run("diff", in: "origin")
    #expect(edited.status == 1 && !edited.errors.contains("SE5018"), "\(edited.text)")
  }

  @Test("without a repository or a commit, the error says how to make one")
  func noRepository() throws {
    let scratch = try Scratch()
    try scratch.write(Repository.shelf, to: "shelf.json")
    #expect(try Program.run(["init"], folder: scratch.url).status == 0)
    for command in [
      ["diff"], ["check", "--base", "main"], ["diff", "git:HEAD:shelf.json", "shelf"],
    ] {
      let result = try Program.run(command, folder: scratch.url)
      #expect(result.status == 2 && result.errors.contains("`git init`"), "\(result.errors)")
    }
    let git = URL(fileURLWithPath: "/usr/bin/env")
    #expect(try Program.run(git, ["git", "init", "-q"], folder: scratch.url).status == 0)
    let result = try Program.run(["diff"], folder: scratch.url)
    #expect(result.status == 2 && result.errors.contains("has no commit"), "\(result.errors)")
  }

  @Test("a revision in place of a page gets the commands that compare with it")
  func revisions() throws {
    let repository = try Repository()
    try repository.expect(
      "sectionengine init && git add . && git commit --quiet --message Project", in: "origin")
    for (old, new) in [("shelf", "HEAD~1"), ("HEAD~1", "shelf"), ("shelf.json", "main~1")] {
      let result = try repository.run("diff", old, new, in: "origin")
      #expect(
        result.status == 64 && result.errors.contains("is a revision of git"), "\(old) \(new)")
      let commands = result.errors.split(separator: "\n").flatMap {
        HelpLines.commands(in: String($0))
      }
      #expect(commands.count == 2, "\(result.errors)")
      for command in commands {
        let done = try Program.run(
          Array(command.dropFirst()), environment: repository.environment,
          folder: repository.scratch.file("origin"))
        #expect(done.status == 0, "\(command): \(done.errors)")
      }
    }
    // A file with the name of a revision is a file.
    try repository.scratch.write(Repository.shelf, to: "origin/main")
    #expect(try repository.run("diff", "shelf.json", "main", in: "origin").status == 0)
    let unknown = try repository.run("diff", "shelf", "nowhere", in: "origin")
    #expect(unknown.status == 2 && unknown.errors.contains("`ls .`"), "\(unknown.errors)")
  }

  @Test("init asks nothing, and prints the feeds, layouts, findings and files in five lines")
  func fiveLines() throws {
    let repository = try Repository()
    let samples = Program.repository.appendingPathComponent("Layouts/samples/netease-home")
    for name in ["blocks", "menus"] {
      let text = try String(
        contentsOf: samples.appendingPathComponent("\(name).json"), encoding: .utf8)
      try repository.scratch.write(text, to: "origin/home/\(name).json")
    }
    try repository.scratch.write(
      #"{"items": [{"type": "a", "title": "A", "url": ""}, {"type": "a", "title": "B", "url": "https://b.example"}]}"#,
      to: "origin/list.json")
    let result = try repository.run("init", in: "origin")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 5, "\(result.text)")
    #expect(
      lines[0]
        == "wrote sectionengine.json with 3 feeds: home (home), list (list.json), shelf (shelf.json)"
    )
    #expect(
      lines[1] == "layouts: netease-home; drafted list-layout.json, shelf-layout.json")
    #expect(lines[2].wholeMatch(of: /findings: \d+ known ones, in [a-z., ]+/) != nil, "\(lines[2])")
    #expect(
      lines[3].hasPrefix("for CI: review.sh, clients/home.client.json, "),
      "\(lines[3])")
    #expect(lines[4] == "next: `sectionengine render home`")
  }

  @Test("explain says who has to act: about a rule, about a code, and about a finding at a node")
  func owners() throws {
    #expect(
      try Program.run(["explain", "touch-target"]).text.contains(
        "**Who has to act**: the plugin that draws the section has to change"))
    #expect(
      try Program.run(["explain", "SE1004"]).text.contains("**Who has to act**: the feed has"))
    #expect(try !Program.run(["explain", "SE5001"]).text.contains("Who has to act"))
    let scratch = try Scratch()
    let feed = try scratch.write(
      #"{"items": [{"type": "a", "title": "A"}], "cards": [{"kind": "x", "items": [{"title": "A", "url": ""}, {"title": "B", "url": "https://b.example"}]}, {"kind": "x", "items": []}]}"#,
      to: "feed.json")
    let checked = try Program.run(["check", feed, "--format", "json"])
    let finding = try #require(
      try CheckCommandTests.findings(checked).first { $0["node"] != nil }, "\(checked.text)")
    let node = try #require(finding["node"] as? String)
    let explained = try Program.run(["explain", node, feed])
    #expect(explained.text.contains("[\(finding["code"] as? String ?? "")]: "), "\(explained.text)")
    #expect(explained.text.contains("\n  who: ") && explained.text.contains("\n  how: "))
  }

  @Test("verify passes without a folder of snapshots, unless the project names one")
  func unusedSnapshots() throws {
    let repository = try Repository()
    try repository.expect("sectionengine init", in: "origin")
    for format in ["text", "json", "markdown", "html", "github", "gitlab", "junit", "sarif"] {
      let result = try repository.run("snapshot", "verify", "--format", format, in: "origin")
      #expect(result.status == 0 && !result.text.isEmpty, "\(format): \(result.errors)")
    }
    let file = repository.scratch.file("origin/sectionengine.json")
    let project = try String(contentsOf: file, encoding: .utf8)
    try repository.scratch.write(
      project.replacing("{\n  \"feeds\"", with: "{\n  \"snapshots\": {},\n  \"feeds\""),
      to: "origin/sectionengine.json")
    let named = try repository.run("snapshot", "verify", in: "origin")
    #expect(named.status == 1 && named.text.contains("3 missing"), "\(named.text)\(named.errors)")
    try repository.scratch.write(project, to: "origin/sectionengine.json")
    try repository.expect("sectionengine snapshot record && rm -r Snapshots/shelf", in: "origin")
    #expect(try repository.run("snapshot", "verify", in: "origin").status == 1)
  }
}
