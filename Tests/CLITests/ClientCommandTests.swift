import Foundation
import Testing

/// `--client` and `plugin claims` as a user runs them.
@Suite struct ClientCommandTests {
  static let feed = Program.repository.appendingPathComponent(
    "Layouts/samples/netease-home/blocks.json"
  ).path

  /// Returns a folder with two clients: `now` has the bundled plugins, `old` all but the banner.
  private func clients() throws -> Scratch {
    let scratch = try Scratch()
    let result = try Program.run(["plugin", "claims", "--format", "client", "--name", "now"])
    #expect(result.status == 0 && result.errors.isEmpty)
    try scratch.write(result.text, to: "clients/now.client.json")
    var old = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    old["client"] = "old"
    old["unknown"] = "skip"
    old["blocks"] = (old["blocks"] as? [[String: Any]])?.filter {
      $0["blockCode"] as? String != "HOMEPAGE_BANNER" && $0["showType"] as? String != "BANNER"
    }
    try scratch.write(
      String(decoding: try JSONSerialization.data(withJSONObject: old), as: UTF8.self),
      to: "clients/old.client.json")
    return scratch
  }

  @Test("a block that a client does not know is explained by that")
  func explained() throws {
    let scratch = try clients()
    let result = try Program.run(
      ["explain", "HOMEPAGE_BANNER", Self.feed, "--client", "old"], folder: scratch.url)
    #expect(
      result.status == 2 && result.errors.contains("the client has no provider for"),
      "\(result.errors)")
    let known = try Program.run(
      ["explain", "HOMEPAGE_BANNER", Self.feed, "--client", "now"], folder: scratch.url)
    #expect(known.status == 0 && known.text.hasPrefix("HOMEPAGE_BANNER  @0,0"), "\(known.errors)")
  }

  @Test("the claims of the bundled plugins have versions, fields and features, in every run")
  func claims() throws {
    let result = try Program.run(["plugin", "claims", "--format", "client", "--name", "ios-6.2"])
    #expect(
      try Program.run(["plugin", "claims", "--format", "client", "--name", "ios-6.2"]).output
        == result.output)
    let root = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(root["client"] as? String == "ios-6.2" && root["unknown"] as? String == "fallback")
    #expect(
      root["features"] as? [String]
        == [
          "section.core/1.0", "section.output/1", "section.renderers/1", "section.content/1",
          "section.rows/1",
        ])
    let blocks = try #require(root["blocks"] as? [[String: Any]])
    let banner = blocks.first { $0["blockCode"] as? String == "HOMEPAGE_BANNER" }
    #expect(banner?["plugin"] as? String == "banner" && banner?["version"] as? String == "1.0.0")
    #expect((banner?["fields"] as? [String])?.contains("$.extInfo.banners[*].typeTitle") == true)
    #expect(blocks.contains { $0["default"] as? Bool == true })
    let text = try Program.run(["plugin", "claims"])
    #expect(text.text.contains("block code `HOMEPAGE_BANNER` is drawn by banner@1.0.0\n"))
  }

  @Test("the claims as text list fields that some blocks lack, and the client's file omits them")
  func optionalFields() throws {
    let scratch = try Scratch()
    let feed = try scratch.write(
      #"{"items": [{"type": "a", "headline": "One", "list": [{"label": "x"}]}, {"type": "a", "list": []}]}"#,
      to: "feed.json")
    let layout = try scratch.write(
      """
      {"name": "mine", "version": 1, "identity": "occurrence",
       "sources": {"feed": {"items": "$.items", "element": {"code": "type"}}},
       "sections": {"a": {"generic": {"title": "headline", "items": "list"}}}}
      """, to: "mine.json")
    let line = ["plugin", "claims", "--feed", feed, "--layout", layout]
    let text = try Program.run(line)
    #expect(
      text.text.contains("    reads $.headline, which some blocks or items lack\n"), "\(text.text)")
    let client = try Program.run(line + ["--format", "client", "--name", "now"])
    #expect(client.status == 0 && !client.text.contains("$.headline"), "\(client.text)")
    // A feed layout is not a feed, and a folder without plugins is reported.
    let wrong = try Program.run(["render", layout])
    #expect(wrong.status == 2 && wrong.errors.contains("the document is a feed layout"))
    let listed = try Program.run(["plugin", "list", "--plugins", scratch.url.path])
    #expect(
      listed.errors.contains("warning[SE3010]: the plugin folder")
        && listed.errors.contains("has no plugin"), "\(listed.errors)")
  }

  @Test("codes that a layout leaves to the generic section are claimed, with what it reads")
  func generic() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"items": [{"type": "a", "headline": "One", "list": [{"label": "x"}]}]}"#, to: "feed.json")
    try scratch.write(
      """
      {"name": "mine", "version": 1, "identity": "occurrence",
       "sources": {"feed": {"items": "$.items", "element": {"code": "type"}}},
       "sections": {"a": {"generic": {"title": "headline", "items": "list"}},
         "轮播": {"generic": {"height": 90}}, "HOMEPAGE_BANNER": {"generic": {}}}}
      """, to: "mine.json")
    let line = ["plugin", "claims", "--feed", "feed.json", "--layout", "mine.json"]
    let result = try Program.run(
      line + ["--format", "client", "--name", "now"], folder: scratch.url)
    #expect(result.status == 0, "\(result.errors)")
    var root = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let blocks = try #require(root["blocks"] as? [[String: Any]])
    func block(_ code: String) -> [String: Any]? {
      blocks.first { $0["blockCode"] as? String == code }
    }
    #expect(block("a")?["plugin"] as? String == "generic")
    #expect((block("a")?["fields"] as? [String])?.contains("$.headline") == true)
    #expect(block("轮播")?["plugin"] as? String == "generic")
    #expect(block("HOMEPAGE_BANNER")?["plugin"] as? String == "banner")
    // An app that skips unknown blocks still draws the blocks that it claims.
    root["unknown"] = "skip"
    try scratch.write(
      String(decoding: try JSONSerialization.data(withJSONObject: root), as: UTF8.self),
      to: "clients/now.client.json")
    let drawing = ["feed.json", "--layout", "mine.json", "--client", "now"]
    let drawn = try Program.run(["render"] + drawing, folder: scratch.url)
    #expect(drawn.text.contains("One") && drawn.errors.isEmpty, "\(drawn.errors)")
    let checked = try Program.run(["check"] + drawing, folder: scratch.url)
    #expect(!checked.text.contains("does not know"), "\(checked.text)")
    #expect(try Program.run(["plugin", "claims", "--layout", "mine.json"]).status == 64)
  }

  @Test("a check of clients names the losses of each, and the present one loses nothing known")
  func check() throws {
    let scratch = try clients()
    func losses(_ client: String) throws -> [String] {
      let result = try Program.run(
        ["check", Self.feed, "--client", client, "--format", "json"], folder: scratch.url)
      #expect(result.status == 1)
      return try CheckCommandTests.findings(result).filter { $0["rule"] as? String == "client" }
        .compactMap { $0["message"] as? String }
    }
    let banner = "`old` does not know the block code `HOMEPAGE_BANNER`"
    #expect(try losses("old").contains(banner) && losses("all").contains(banner))
    #expect(
      try losses("clients/now.client.json")
        == ["`now` does not know the block code `HOMEPAGE_BLOCK_HOT_TOPIC`"])
    #expect(try losses("now,old") == losses("all"))
  }

  @Test("a page of a client lacks the blocks that it skips, and a comparison shows them")
  func pages() throws {
    let scratch = try clients()
    func run(_ arguments: String...) throws -> Program.Result {
      try Program.run(arguments, folder: scratch.url)
    }
    #expect(try run("render", "--client", "now").text.contains("13 sections"))
    let old = try run("render", "--client", "old")
    #expect(old.status == 0 && old.text.contains("11 sections"))
    #expect(old.errors.contains("the client has no provider for 2 block codes"))
    let diff = try run("diff", Self.feed, "--client", "old", "--client", "now")
    #expect(diff.status == 1 && diff.text.contains("+ HOMEPAGE_BANNER"))
    let same = try run(
      "diff", Self.feed, "--client", "now", "--client", "clients/now.client.json")
    #expect(same.status == 0)
  }

  @Test(
    "a client that cannot be used is reported",
    arguments: [
      (["render", "--client", "odl"], 2, "SE5016"),
      (["render", "--client", "old,now"], 64, "SE4004"),
      (["render", "--client", ""], 64, "SE4004"),
      (["check", "--client", "./none.json"], 2, "none.json"),
      (["check", "--client", "broken"], 2, "SE5015"), (["check", "--client", "横幅🎏"], 2, "SE5016"),
      (["diff", "feed.json", "--client", "old"], 64, "SE4004"),
      (["diff", "a.json", "b.json", "--client", "old,now"], 64, "leave out <b>"),
      (["diff", "a.json"], 2, "SE5006"),
      (["plugin", "claims", "--name", "a b"], 64, "--name takes letters"),
    ] as [([String], Int32, String)])
  func unusable(_ arguments: [String], _ status: Int32, _ says: String) throws {
    let scratch = try Scratch()
    for name in ["old", "now"] {
      try scratch.write(
        #"{"client": "\#(name)", "unknown": "skip", "blocks": []}"#,
        to: "clients/\(name).client.json")
    }
    try scratch.write(#"{"client": "x"}"#, to: "clients/broken.client.json")
    let result = try Program.run(arguments, folder: scratch.url)
    #expect(result.status == status && result.errors.contains(says), "\(result.errors)")
  }
}
