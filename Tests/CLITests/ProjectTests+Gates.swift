import Foundation
import TestConditions
import Testing

/// `check`, `diff`, `report` and `snapshot verify` as gates of a project.
extension ProjectTests {
  private static let newBlock = Folder.news.replacing(
    "]}", with: #", {"type": "new-code", "title": "Three"}]}"#)

  @Test("check examines every feed of the project, or those that are named")
  func checkAll() throws {
    let folder = try Folder()
    try folder.scratch.write(Self.newBlock, to: "feeds/news.json")
    let all = try folder.run("check")
    #expect(all.status == 1 && all.errors.isEmpty, "\(all.errors)")
    #expect(try #require(all.lines.first).hasPrefix("2 feeds: "))
    #expect(all.text.contains("\n== 新闻\n") && all.text.contains("\n== home\n"))
    // Each part is what `check` prints about the feed alone.
    for name in ["新闻", "home"] {
      let one = try folder.run("check", name)
      #expect(all.text.contains("== \(name)\n\(one.text)"), "\(name)")
    }
    let named = try folder.run("check", "home", "feeds/news.json", "home")
    #expect(named.text.hasPrefix("2 feeds: ") && named.text.contains("== feeds/news.json\n"))
    #expect(try folder.run("check", "home", "-").status == 64)
    #expect(try folder.run("check", "--unused").status == 64)
    let refused = try folder.run("check", "--write-baseline", "known.json")
    #expect(
      refused.status == 64
        && refused.errors.contains("sectionengine check '新闻' --write-baseline FILE"))
  }

  @Test("every format of check has all feeds, and says which of them could not be checked")
  func checkFormats() throws {
    let folder = try Folder()
    try folder.commit()
    // The sample has notes only, unless the configuration sets another severity.
    try folder.scratch.write(#"{"rules": {"truncated-text": "warning"}}"#, to: "check.json")
    try folder.scratch.write("[", to: "feeds/news.json")
    for format in ["full", "json", "markdown", "github", "gitlab", "junit", "sarif"] {
      let result = try folder.run("check", "--format", format)
      #expect(result.status == 2 && result.errors.contains("SE1003"), "\(format)")
      #expect(result.text.contains("truncated-text") || result.text.contains("SE2103"), "\(format)")
      #expect(result.text.contains("the document ends"), "\(format): \(result.text.prefix(200))")
      #expect(try folder.run("check", "--format", format, "--exit-zero").status == 2)
    }
    let junit = try folder.run("check", "--format", "junit").text
    #expect(junit.contains(#"<testsuite name="新闻""#) && junit.contains(#"<testsuite name="home""#))
  }

  @Test("an emptied picture is a finding, and so is an identifier that changed since the base")
  func itemValues() throws {
    func feed(_ change: (inout [String]) -> Void = { _ in }) -> String {
      var items = (1...4).map {
        #"{"id": "新\#($0)", "title": "🎧 \#($0)", "image": "https://example.com/\#($0).jpg"}"#
      }
      change(&items)
      return
        #"{"items": [{"type": "a", "title": "A", "items": [\#(items.joined(separator: ", "))]}]}"#
    }
    let folder = try Folder()
    try folder.scratch.write(feed(), to: "feeds/news.json")
    try folder.commit()
    func found(_ rule: String, _ text: String) throws -> String {
      try folder.scratch.write(text, to: "feeds/news.json")
      return try folder.run("check", "新闻", "--base", "HEAD", "--rule", rule).text
    }
    for rule in ["empty-picture", "changed-id"] {
      #expect(try found(rule, feed()).hasPrefix("no findings"))
      #expect(try found(rule, feed { $0.reverse() }).hasPrefix("no findings"))
    }
    let emptied = try found(
      "empty-picture", feed { $0[1] = $0[1].replacing("https://example.com/2.jpg", with: "") })
    #expect(emptied.contains("1 of 4 items has an empty `image`"), "\(emptied)")
    let changed = try found("changed-id", feed { $0[2] = $0[2].replacing("新3", with: "新9") })
    #expect(changed.contains("`id` of 1 of 4 items changed, and no other content"), "\(changed)")
    #expect(changed.contains("it was `新3`"), "\(changed)")
  }

  @Test("JSON of several feeds matches the schema", .needsJSONSchema)
  func checkSchema() throws {
    let folder = try Folder()
    for (feed, name) in [(Folder.news, "both"), ("[", "failed")] {
      try folder.scratch.write(feed, to: "feeds/news.json")
      let result = try folder.run("check", "--format", "json", "-o", "\(name).check")
      #expect(result.status > 0)
      let path = folder.scratch.file("\(name).check").path
      #expect(try Self.refused([path], by: "check", folder) == [])
      let root =
        try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        as? [String: Any]
      let feeds = try #require(root?["feeds"] as? [[String: Any]])
      #expect(feeds.map { $0["name"] as? String } == ["新闻", "home"])
      #expect((feeds[0]["report"] == nil) == (feed == "["))
    }
  }

  @Test("names of files are those of the repository, also of feeds outside the project")
  func checkPaths() throws {
    let folder = try Folder()
    try folder.commit()
    try folder.scratch.write(#"{"feeds": {"家": {"feed": "家.json"}}}"#, to: "app/sectionengine.json")
    try folder.scratch.write(Self.newBlock, to: "app/sub/家.json")
    try folder.scratch.write(Self.newBlock, to: "app/家.json")
    let result = try folder.run(
      ["check", "家", "家.json", "--format", "github"], in: "app/sub")
    #expect(result.text.contains("file=app/家.json,"), "\(result.text)")
    #expect(result.text.contains("file=app/sub/家.json,"), "\(result.text)")
  }

  @Test("check, diff and report print the same numbers for one base")
  func sameNumbers() throws {
    let folder = try Folder()
    try folder.commit()
    try folder.scratch.write(Self.newBlock, to: "feeds/news.json")
    let check = try folder.run("check", "--base", "HEAD")
    let counts = try #require(check.lines.first).without(prefix: "2 feeds: ")
    #expect(counts.hasPrefix("1 warning; "), "\(check.text)")
    let diff = try folder.run("diff", "--base", "HEAD")
    let pages = try #require(diff.lines.last { !$0.isEmpty })
    #expect(pages == "3 pages: 2 different, 1 same")
    let report = try folder.run("report", "--base", "HEAD", "-o", "out")
    #expect(report.text == "wrote out/index.html: 2 feeds: 1 changed, \(counts); \(pages)\n")
    #expect(report.status == check.status && check.status == 1)
    // A feed that is not in the project has an earlier revision, too.
    let file = ["feeds/news.json", "--no-project", "--base", "HEAD"]
    #expect(try folder.run(["check"] + file).text.contains("1 warning "))
    let one = try folder.run(["report", "-o", "one"] + file)
    #expect(
      one.status == 1
        && one.text.contains("1 changed, 1 warning; setup 1; 2 known; 1 page: 1 different"),
      "\(one.text)")
  }

  @Test("a report writes all pages, then ends as check does; differences alone are no failure")
  func reportStatus() throws {
    let folder = try Folder()
    try folder.commit()
    try folder.scratch.write(Folder.news.replacing("One", with: "Won"), to: "feeds/news.json")
    let changed = try folder.run("report", "--base", "HEAD")
    #expect(changed.status == 0 && changed.text.contains("1 changed, no findings"))
    #expect(try folder.run("diff", "--base", "HEAD").status == 1)
    try folder.scratch.write(Self.newBlock, to: "feeds/news.json")
    for options in [[], ["--base", "HEAD"], ["新闻"], ["home"]] {
      let check = try folder.run(["check"] + options)
      let report = try folder.run(["report", "-o", "out"] + options)
      #expect(report.status == check.status, "\(options)")
      #expect(check.status == (options == ["home"] ? 0 : 1), "\(options)")
      #expect(try folder.run(["report", "--exit-zero", "-o", "out"] + options).status == 0)
      let pages = folder.scratch.file("out/index.html").path
      #expect(FileManager.default.fileExists(atPath: pages))
    }
    try folder.scratch.write("[", to: "feeds/news.json")
    #expect(try folder.run("report", "--exit-zero").status == 2)
  }

  @Test("--exit-zero hides findings and differences, but no feed that could not be drawn")
  func exitZero() throws {
    let folder = try Folder()
    #expect(try folder.run("snapshot", "record").status == 0)
    try folder.commit()
    try folder.scratch.write(Self.newBlock, to: "feeds/news.json")
    for command in ["check", "diff", "snapshot verify"] {
      let words = command.split(separator: " ").map(String.init)
      let plain = try folder.run(words)
      let zero = try folder.run(words + ["--exit-zero"])
      #expect(plain.status == 1 && zero.status == 0, "\(command)")
      #expect(plain.text == zero.text)
    }
    try folder.scratch.write("[", to: "feeds/news.json")
    for command in ["check", "diff", "snapshot verify"] {
      let words = command.split(separator: " ").map(String.init)
      #expect(try folder.run(words + ["--exit-zero"]).status > 0, "\(command)")
    }
  }
}

extension String {
  fileprivate func without(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
