import Foundation
import TestConditions
import TestTools
import Testing

/// `report` in a project.
extension ProjectTests {
  @Test("a report lists each feed with its changes and findings", .needsJSONSchema)
  func report() throws {
    let folder = try Folder()
    try folder.commit()
    let plain = try folder.run("report")
    #expect(plain.status == 1 && plain.text.hasPrefix("wrote report/index.html: 2 feeds: "))
    try folder.scratch.write(
      Folder.news.replacing("One", with: "<b>long & \u{202E}new</b>"), to: "feeds/news.json")
    let changed = try folder.run(["report", "-o", "../out", "--base", "HEAD"], in: "sub")
    #expect(changed.status == 0 && changed.text.contains("../out/index.html: 2 feeds: 1 changed"))
    let files = Set(FileManager.default.subpaths(atPath: folder.scratch.file("out").path) ?? [])
    #expect(
      files == [
        "comment.md", "index.html", "report.json", "home", "home/page.html", "新闻", "新闻/page.html",
        "新闻/iphone-se.diff.html", "新闻/ipad-11.diff.html",
      ])
    let index = try String(contentsOf: folder.scratch.file("out/index.html"), encoding: .utf8)
    #expect(!index.contains("://") && !index.contains("<script") && !index.contains("\u{202E}"))
    for link in index.matches(of: #/href="([^"]*)"/#) {
      let file = try #require(String(link.1).removingPercentEncoding)
      let isThere =
        file.hasPrefix("#") ? index.contains("id=\"\(file.dropFirst())\"") : files.contains(file)
      #expect(isThere, "\(file)")
    }
    for page in files where page.hasSuffix("e.html") || page.hasSuffix(".diff.html") {
      let text = try String(contentsOf: folder.scratch.file("out/\(page)"), encoding: .utf8)
      #expect(text.contains(#"<a href="../index.html">Report</a>"#), "\(page)")
      #expect(text.contains(#"font-weight="700""#) == page.contains("home"), "\(page)")
    }
    #expect(
      try Self.refused([folder.scratch.file("out/report.json").path], by: "report", folder) == [])
    // A second run writes the same bytes.
    #expect(try folder.run("report", "-o", "again", "--base", "HEAD").status == 0)
    for file in files where file.contains(".") {
      #expect(
        try Data(contentsOf: folder.scratch.file("out/\(file)"))
          == Data(contentsOf: folder.scratch.file("again/\(file)")))
    }
  }

  @Test("the index begins with the changed feed: its pictures, its change and the way to accept it")
  func firstScreen() throws {
    let folder = try Folder()
    #expect(try folder.run("snapshot", "record").status == 0)
    #expect(try folder.run("check", "新闻", "--write-baseline", "known.json").status == 0)
    let project = Folder.project.replacing(
      #""feed": "feeds/news.json"}"#,
      with: #""feed": "feeds/news.json", "check": {"baseline": "known.json"}}"#)
    try folder.scratch.write(project, to: "sectionengine.json")
    try folder.commit()
    try folder.scratch.write(
      Folder.news.replacing("One", with: "A longer title").replacing(
        "]}", with: #", {"type": "new-code", "title": "Three"}]}"#), to: "feeds/news.json")
    #expect(try folder.run("report", "--base", "HEAD", "-o", "out").status == 1)
    let index = try String(contentsOf: folder.scratch.file("out/index.html"), encoding: .utf8)
    func place(_ text: String) throws -> String.Index {
      try #require(index.range(of: text), "\(text)").lowerBound
    }
    let order = try [
      "2 sections changed, 1 new finding in 新闻; 1 feed as before", "<h2>新闻", "before</figcaption>",
      "after</figcaption>", "&quot;One&quot; -&gt; &quot;A longer title&quot;",
      "iphone-se: before and after", "sectionengine snapshot accept --feed '新闻'",
      "--write-baseline known.json", "new, owner setup", "known finding", "<h2>As before</h2>",
      "<strong>home</strong>",
    ].map { try place($0) }
    #expect(order == order.sorted(), "\(index)")
    // Each side has a picture with a frame around the changed sections, one screen high.
    let pictures = index.components(separatedBy: "<svg ").dropFirst()
    #expect(pictures.count == 2 && pictures.allSatisfy { $0.contains(#"<g class="marks">"#) })
    #expect(pictures.first?.contains(#"<rect class="within""#) == true)
    #expect(pictures.last?.contains(#"<rect class="added""#) == true)
    for picture in pictures {
      let box = try #require(
        picture.firstMatch(of: #/viewBox="[-0-9.]+ [-0-9.]+ ([0-9.]+) ([0-9.]+)"/#))
      #expect((Double(box.2) ?? 0) <= 1.5 * (Double(box.1) ?? 0))
    }
    let ids = index.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    // Without a base, each feed has a picture of its page.
    #expect(try folder.run("report", "-o", "all").status == 1)
    let all = try String(contentsOf: folder.scratch.file("all/index.html"), encoding: .utf8)
    #expect(all.components(separatedBy: "<svg ").count == 3 && !all.contains("before</figcaption>"))
  }

  @Test("a report writes the comment of a pull request, with links, and adds it to the summary")
  func comments() throws {
    let folder = try Folder()
    try folder.commit()
    func report(_ site: String? = nil) throws -> (status: Int32, comment: String) {
      let options = site.map { ["--site", $0] } ?? []
      let result = try Program.run(
        ["report", "--base", "HEAD", "-o", "out"] + options,
        environment: ["GITHUB_STEP_SUMMARY": folder.scratch.file("summary").path],
        folder: folder.scratch.url)
      let file = folder.scratch.file("out/comment.md")
      return (result.status, try String(contentsOf: file, encoding: .utf8))
    }
    let quiet = try report("https://example.com/a")
    #expect(quiet.comment == "nothing changed in 2 feeds <!-- sectionengine report -->\n")
    try folder.scratch.write(
      Folder.news.replacing("]}", with: #", {"type": "x|<b>@me", "title": "Three"}]}"#),
      to: "feeds/news.json")
    let plain = try report()
    #expect(plain.status == 1 && !plain.comment.contains("]("))
    let linked = try report("https://example.com/a(b)/")
    let lines = linked.comment.split(separator: "\n")
    #expect(lines[0].hasPrefix("1 section changed, 1 new finding in `新闻`; 1 feed as before "))
    let link = "https://example.com/a%28b%29/%E6%96%B0%E9%97%BB/iphone-se.diff.html"
    #expect(lines[1].hasSuffix(" · [before and after](\(link))"), "\(lines[1])")
    #expect(lines.contains { $0.hasPrefix("  - warning `feeds/news.json:1:") }, "\(linked.comment)")
    #expect(!linked.comment.contains("|<b>") && !linked.comment.contains("@me"))
    // Each report of a job adds its comment.
    let summary = try String(contentsOf: folder.scratch.file("summary"), encoding: .utf8)
    #expect(summary == quiet.comment + plain.comment + linked.comment)
    for site in ["example.com", "ftp://example.com", "https://a b", "javascript:x"] {
      #expect(try folder.run("report", "--site", site).status == 64, "\(site)")
    }
    let unwritable = try Program.run(
      ["report", "-o", "out"], environment: ["GITHUB_STEP_SUMMARY": folder.scratch.url.path],
      folder: folder.scratch.url)
    #expect(unwritable.status == 1 && unwritable.errors.contains("warning[SE5001]"))
  }

  @Test("a report replaces no other files, and lists feeds that cannot be drawn")
  func otherReports() throws {
    let folder = try Folder()
    #expect(try folder.run("report", "-o", "feeds").errors.contains("SE5001"))
    #expect(try folder.run("report", "-o", "no/such").status == 2)
    try folder.scratch.write("[", to: "feeds/news.json")
    let broken = try folder.run("report")
    #expect(broken.status == 2 && broken.errors.contains("SE1003"))
    let index = try String(contentsOf: folder.scratch.file("report/index.html"), encoding: .utf8)
    #expect(index.contains("It could not be drawn.") && index.contains("home/page.html"))
    #expect(try folder.run("report", "feeds/home/blocks.json", "-o", "one").status == 0)
    #expect(try folder.run("report", "--no-project").status == 64)
  }

  @Test("feeds of a report never share a page, and removed feeds are listed")
  func reportNames() throws {
    let folder = try Folder(
      project: """
        {"feeds": {"news": {"feed": "feeds/news.json"}, "index.html": {"feed": "feeds/news.json"},
          "gone": {"feed": "feeds/home"}}}
        """)
    try folder.commit()
    try folder.scratch.write(
      #"{"feeds": {"news": {"feed": "feeds/news.json"}, "index.html": {"feed": "feeds/news.json"}}}"#,
      to: "sectionengine.json")
    try folder.scratch.write(Folder.news, to: "x/news.json")
    #expect(try folder.run("report", "news", "x/news.json", "news", "-o", "out").status == 1)
    func files() -> [String] {
      (FileManager.default.subpaths(atPath: folder.scratch.file("out").path) ?? []).sorted()
    }
    #expect(
      files() == [
        "comment.md", "index.html", "news", "news-2", "news-2/page.html", "news/page.html",
        "report.json",
      ])
    let all = try folder.run("report", "--base", "HEAD", "-o", "out")
    #expect(all.status == 0 && all.text.contains("3 feeds: 1 changed"), "\(all.text)\(all.errors)")
    #expect(files().contains("index.html-2/page.html") && !files().contains("news-2"))
    let index = try String(contentsOf: folder.scratch.file("out/index.html"), encoding: .utf8)
    #expect(index.contains("feed <code>gone</code> was removed"))
  }

  @Test("nothing is written through a link, or over files of another program")
  func links() throws {
    let folder = try Folder()
    try folder.scratch.write("KEEP", to: "else/victim")
    func link(_ name: String, to target: String) throws {
      let path = folder.scratch.file(name).path
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }
    #expect(try folder.run("snapshot", "record").status == 0)
    try link("Recorded/home/iphone-14.dump", to: "../../else/victim")
    let accepted = try folder.run("snapshot", "accept")
    #expect(accepted.status == 2 && accepted.errors.contains("is a symbolic link"))
    #expect(try folder.run("report", "-o", "out").status == 1)
    try link("out/home", to: "../else")
    let report = try folder.run("report", "-o", "out")
    #expect(report.status == 2 && report.errors.contains("is a symbolic link"))
    try folder.scratch.write(#"{"tests": []}"#, to: "site/report.json")
    #expect(try folder.run("report", "-o", "site").status == 2)
    #expect(
      FileManager.default.subpaths(atPath: folder.scratch.file("else").path) == ["victim"])
    #expect(
      try String(contentsOf: folder.scratch.file("else/victim"), encoding: .utf8) == "KEEP")
    let empty = try Folder(project: nil)
    try FileManager.default.createSymbolicLink(
      atPath: empty.scratch.file("sectionengine.json").path, withDestinationPath: "nowhere")
    #expect(try empty.run("init").errors.contains("exists"))
  }

  @Test("a report shows what the project's clients lose")
  func clientReports() throws {
    let folder = try Folder(
      project: """
        {"feeds": {"home": {"feed": "feeds/home", "layout": "netease-home"}},
          "clients": ["old.client.json"]}
        """)
    let old = #"{"client": "app-1.0", "unknown": "skip", "blocks": []}"#
    try folder.scratch.write(old, to: "old.client.json")
    let result = try folder.run("report")
    let index = try String(contentsOf: folder.scratch.file("report/index.html"), encoding: .utf8)
    #expect(result.status == 1, "\(result.errors)")
    #expect(index.contains("SE2119") && index.contains("app-1.0"))

    let other = try Folder()
    try other.scratch.write(old, to: "clients/app.client.json")
    #expect(try other.run("report", "home").status == 1)
    #expect(try other.run("check", "home").text.contains("SE2119"))
    let named = try String(contentsOf: other.scratch.file("report/index.html"), encoding: .utf8)
    #expect(named.contains("SE2119") && named.contains("app-1.0"))
  }
}
