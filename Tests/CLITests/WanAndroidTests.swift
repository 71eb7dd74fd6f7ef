import Foundation
import TestConditions
import Testing

/// Sizes of the article feed: a banner of 16 to 9, and rows as high as their texts.
@Suite struct WanAndroidTests {
  static let captures = Program.captures.deletingLastPathComponent()
    .appendingPathComponent("wanandroid")
  static let captured = [
    captures.appendingPathComponent("home-article-0.json").path, "--source",
    "banner=\(captures.path)/banner.json", "--source", "top=\(captures.path)/top-article.json",
  ]

  static func check(_ feed: [String], width: Double, rows count: Int) throws -> [ArticleRow] {
    let result = try Program.run(
      ["dump"] + feed + [
        "--layout", "wanandroid-home", "--all", "--unrounded", "--width", "\(width)",
      ])
    #expect(result.status == 0, "\(result.errors)")
    let sections = DumpSection.sections(of: result.text)
    try #require(sections.map(\.code) == ["WAN_BANNER", "ARTICLES"])
    let (banner, articles) = (sections[0], sections[1])
    #expect(banner.y == 0 && banner.width == width)
    #expect(abs(banner.height - width * 9 / 16) < 0.006 && abs(articles.y - banner.height) < 0.006)
    #expect(result.text.contains(" page=0 interval=3s"))
    for section in sections {
      #expect(section.value(of: "via")?.hasPrefix("articles@") == true)
    }

    let rows = ArticleRow.rows(of: result.lines)
    #expect(rows.count == count)
    var y = 0.0
    for row in rows {
      #expect(abs(row.y - y) < 0.006)
      let title = try #require(row.title)
      // A line of 15 points is 18 high, and one of 11 points is 13.2 high.
      let start: Double = row.hasPicture ? 76 : 16
      #expect(title.x == start && title.y == 10 && title.lines > 0)
      #expect(abs(title.width - (width - start - 16)) < 0.006, "\(title)")
      #expect(abs(title.height - 18 * Double(title.lines)) < 0.2 * Double(title.lines), "\(title)")
      if let meta = row.meta {
        #expect(abs(meta.y - (title.y + title.height + 10)) < 0.006)
        #expect(abs(meta.height - 13) < 0.3)
        #expect(abs(row.height - (meta.y + meta.height + 10)) < 0.006)
      } else {
        #expect(abs(row.height - (title.y + title.height + 10)) < 0.006)
      }
      y += row.height
    }
    #expect(abs(articles.height - y) < 0.01)
    return rows
  }

  @Test(
    "article rows are as high as their texts at every width", arguments: [320, 375, 414.0])
  func figures(_ width: Double) throws {
    let rows = try Self.check([], width: width, rows: 13)
    #expect(rows.count { $0.hasPicture } == 2)
    #expect(rows.compactMap(\.likes) == ["赞: 128", "赞: 36", "赞: 3", "赞: 1"])
    #expect(rows.count { $0.meta == nil } == 1)
    #expect(Set(rows.map { ($0.height * 10).rounded() }).count >= 3)
    let titles = rows.compactMap(\.title?.text)
    #expect(titles.contains("Kotlin 协程里的取消为什么是 “商量” 而不是 “命令”——从一次线上事故讲起"))
    #expect(titles.contains("今天'开源'了一个 emoji 选择器 👩🏽‍💻🎉🏳️‍🌈，欢迎来提意见"))
    #expect(!titles.contains { $0.contains("&") && $0.contains(";") })
  }

  @Test("on a narrower page no row is lower, but the banner is")
  func narrower() throws {
    let wide = try Self.check([], width: 414, rows: 13)
    let narrow = try Self.check([], width: 320, rows: 13)
    for (wide, narrow) in zip(wide, narrow) { #expect(narrow.height >= wide.height) }
    #expect(zip(wide, narrow).contains { $1.height > $0.height })
  }

  @Test("rows grow with the text size")
  func textSize() throws {
    let arguments = ["dump", "--layout", "wanandroid-home", "--all"]
    let large = ArticleRow.rows(of: try Program.run(arguments).lines)
    let larger = ArticleRow.rows(of: try Program.run(arguments + ["--text-size", "ax3"]).lines)
    #expect(large.count == 13 && larger.count == 13)
    for (large, larger) in zip(large, larger) { #expect(larger.height > large.height) }
  }

  @Test("a failure of one source fails the page", arguments: ["banner", "top", "list"])
  func allOrNothing(_ source: String) throws {
    let scratch = try Scratch()
    let refusal = try scratch.write(
      #"{"data": null, "errorCode": -1001, "errorMsg": "please sign in"}"#, to: "refusal.json")
    let samples = Program.repository.appendingPathComponent("Layouts/samples/wanandroid-home")
    let files = ["banner": "banner", "top": "top", "list": "list-0"].map { name, file in
      ["--source", "\(name)=" + (name == source ? refusal : "\(samples.path)/\(file).json")]
    }
    let result = try Program.run(["dump", "--layout", "wanandroid-home"] + files.flatMap(\.self))
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("please sign in"), "\(result.errors)")
  }

  @Test("hot keys are laid out in lines as wide as the page", arguments: [320, 375, 414.0])
  func hotKeys(_ width: Double) throws {
    let result = try Program.run(
      ["dump", "--layout", "wanandroid-search", "--section", "HOT_KEYS", "--width", "\(width)"])
    #expect(result.status == 0, "\(result.errors)")
    let rows = result.lines.filter { $0.hasPrefix("    row[") }
    #expect(rows.count == 9)
    var lines: [Substring: Double] = [:]
    for row in rows {
      let words = row.split { " @,x".contains($0) }
      guard let x = Double(words[1]), let size = Double(words[3]) else { continue }
      #expect(x >= 16 && x + size <= width - 16, "\(row)")
      if let end = lines[words[2]] { #expect(x == end + 10, "\(row)") }
      lines[words[2]] = x + size
    }
    #expect(lines.count == (width == 414 ? 2 : 3))
    #expect(result.text.contains(" action=https://example.com/weekend"))
    #expect(!result.text.contains("已经下线的词"))
  }

  @Test("a search without results says so below the hot keys, also in a session")
  func noResults() throws {
    let scratch = try Scratch()
    let page = #"{"curPage": 1, "datas": [], "over": true, "pageCount": 0}"#
    let none = try scratch.write(
      #"{"data": \#(page), "errorCode": 0, "errorMsg": ""}"#, to: "none.json")
    let keys = Program.repository
      .appendingPathComponent("Layouts/samples/wanandroid-search/hotkeys.json").path
    let files = [
      "--layout", "wanandroid-search", "--source", "hotkeys=\(keys)", "--source",
      "results=\(none)",
    ]
    for command in ["render", "dump"] {
      let result = try Program.run([command] + files)
      #expect(result.status == 0, "\(result.errors)")
      let text = result.text
      let keys = try #require(text.firstRange(of: "启动优化"), "\(text)")
      let message = try #require(text.firstRange(of: "没有找到文章"), "\(text)")
      #expect(keys.lowerBound < message.lowerBound)
    }
    let session = try Program.run(
      ["session"] + files + ["--parameter", "keyword=oats", "--script", "refresh"])
    #expect(session.text.contains("content   loading -> empty"), "\(session.text)")
    #expect(!session.text.contains("没有更多结果了"), "\(session.text)")
    let whole = try Program.run(["dump", "--layout", "wanandroid-search"])
    #expect(!whole.text.contains("没有找到文章"))
  }

  @Test(
    "a capture has 4 articles at the top and 20 below, each as high as its texts",
    .needs(captures: "wanandroid"), arguments: [320, 375, 414.0])
  func capture(_ width: Double) throws {
    let rows = try Self.check(Self.captured, width: width, rows: 24)
    let shown = rows.compactMap(\.title?.text)
    let files = ["top-article.json", "home-article-0.json"]
    let titles = try files.flatMap { try Self.titles(in: $0) }
    #expect(shown == titles.map(Self.decoded))
    #expect(shown != titles)
    #expect(Set(rows.map(\.height)).count > 1)
  }

  @Test("a list of articles selects its feed layout", .needs(captures: "wanandroid"))
  func chosen() throws {
    let result = try Program.run(
      ["dump", Self.captures.appendingPathComponent("home-article-1.json").path])
    #expect(result.status == 0, "\(result.errors)")
    // The feed layout adds a banner and top articles to the list. The replies with both are missing
    // here.
    #expect(result.errors.components(separatedBy: "warning[SE1027]").count == 3, "\(result.errors)")
    #expect(result.lines[1].hasPrefix("feed wanandroid-home "))
    #expect(DumpSection.sections(of: result.text).map(\.code) == ["ARTICLES"])
  }

  private static func titles(in file: String) throws -> [String] {
    let data = try Data(contentsOf: captures.appendingPathComponent(file))
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let list = (root?["data"] as? [String: Any])?["datas"] ?? root?["data"]
    return (list as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
  }

  /// Decodes the character references in these captures, independently of the product's decoder.
  private static func decoded(_ title: String) -> String {
    let characters = [
      "&ldquo;": "“", "&rdquo;": "”", "&hellip;": "…", "&quot;": "\"", "&#39;": "'", "&mdash;": "—",
      "&lt;": "<", "&gt;": ">", "&amp;": "&",
    ]
    return characters.keys.sorted { $0 != "&amp;" && $1 == "&amp;" }.reduce(title) {
      $0.replacingOccurrences(of: $1, with: characters[$1] ?? $1)
    }
  }
}
