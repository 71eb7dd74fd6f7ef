import Foundation
import SectionEngine
import TestConditions
import Testing

/// `sectionengine session`: the effects of each input and each reply.
@Suite struct SessionCommandTests {
  private static let layout = """
    {"name": "shop", "version": 1,
     "order": {"ranks": {"SIGN": 0, "GOODS": 1}},
     "paging": {"source": "goods", "by": "page", "end": [[{"path": "$.last", "equals": true}]]},
     "notices": {"endOfFeed": "$.goodbye"},
     "states": {"failed": {"title": "Closed"}, "footer": {"no-more-data": "That is all"}},
     "sources": {
      "sign": {"items": "$.items", "block": {"code": "SIGN"}, "request": {"url": "sign"}},
      "goods": {"primary": true, "items": "$.items", "request": {"url": "goods/{page}"},
                "block": {"code": "GOODS", "item": "id", "combine": "append"}}}}
    """

  private func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(Self.layout, to: "shop.json")
    try scratch.write(#"{"items": [{"title": "Open today"}]}"#, to: "sign.json")
    try scratch.write(
      #"{"items": [{"id": 1, "title": "Bread"}, {"id": 2, "title": "Tea"}]}"#, to: "goods-0.json")
    try scratch.write(
      #"{"items": [{"id": 2, "title": "Tea"}, {"id": 3, "title": "Soup"}], "last": true, "goodbye": "Bye"}"#,
      to: "goods-1.json")
    try scratch.write(
      #"{"items": [{"id": 3, "title": "Soup"}, {"id": 1, "title": "Rye"}]}"#, to: "later.json")
    return scratch
  }

  private let files = [
    "--layout", "shop.json", "--source", "sign=sign.json", "--source", "goods=goods-0.json",
    "--source", "goods=goods-1.json", "--source", "goods@2=later.json",
  ]

  private func session(_ arguments: [String], files: [String]? = nil) throws -> Program.Result {
    let folder = try folder()
    return try withExtendedLifetime(folder) {
      try Program.run(["session"] + (files ?? self.files) + arguments, folder: folder.url)
    }
  }

  @Test("each input is one step, reported with its changes")
  func steps() throws {
    let result = try session([
      "--script", #"refresh; loadMore; loadMore; update GOODS/3 {"title": "a;b"}; refresh"#,
    ])
    #expect(result.status == 0, "\(result.errors)")
    let text = result.text
    #expect(
      text.contains("1  refresh\n   asked     sign, goods\n   content   loading -> completed\n"))
    #expect(text.contains("   inserted  SIGN, GOODS\n"))
    #expect(
      text.contains("2  loadMore\n   asked     goods[1]\n   footer    idle -> no-more-data\n"))
    #expect(text.contains("   rows      +GOODS[2]\n"))
    #expect(text.contains("   notice    end-of-feed: Bye\n"))
    #expect(text.contains("3  loadMore\n   ignored   the feed has ended\n"))
    #expect(text.contains("4  update GOODS/3"))
    #expect(text.contains("   rows      ~GOODS[2]\n"))
    // Rye has different content, Soup has moved, and Tea is gone.
    #expect(
      text.contains("5  refresh\n   asked     sign, goods\n   footer    no-more-data -> idle\n"))
    #expect(text.contains("   rows      -GOODS[1]\n"))
  }

  @Test(
    "replies arrive one by one in the given order, and the shift of visible content is reported")
  func arrivals() throws {
    let result = try session(["--arrivals", "goods,sign"])
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.lines
    let goods = try #require(lines.firstIndex(of: "   goods arrived"))
    let sign = try #require(lines.firstIndex(of: "   sign arrived"))
    #expect(goods < sign)
    let shift = try #require(lines[sign...].first { $0.hasPrefix("   shift") })
    #expect(shift.contains("GOODS 0 -> "))
    let other = try session(["--arrivals", "sign"])
    #expect(!other.text.contains("shift"))
    // The final page does not depend on how the replies arrive.
    #expect(
      try session(["--arrivals", "goods,sign", "--draw"]).lines.suffix(8)
        == session(["--arrivals", "each", "--draw"]).lines.suffix(8))
  }

  @Test("every input has an outcome, and an input within a second runs when the second is over")
  func outcomes() throws {
    let script = """
      refresh; loadMore; refresh; wait 0.25; refresh; wait 0.25; refresh; wait 0.25; close SIGN
      loadMore; refresh; wait 0.5; refresh; wait 0.25; state empty
      """
    let text = try session(["--script", script])
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.text.contains("4  refresh\n   delayed   0.75 s\n   asked     sign, goods\n"))
    #expect(text.text.contains("5  refresh\n   joined    the same input waits"))
    #expect(text.text.contains("6  close SIGN\n   ignored   the section cannot be closed"))
    let json = try session(["--script", script, "--format", "json"])
    let document = try #require(
      JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let steps = try #require(document["steps"] as? [[String: Any]])
    let outcomes = steps.map { step in
      let reason = step["ignored"] ?? step["delay"]
      return "\(step["number"] ?? "") \(step["outcome"] ?? "")" + (reason.map { " \($0)" } ?? "")
    }
    // Step 9 waits for its time when the state comes, so it is reported before the state.
    #expect(
      outcomes == [
        "1 done", "2 done", "3 done", "5 joined", "6 ignored not-closable", "4 delayed 0.75",
        "7 done", "8 done", "9 ignored cancelled", "10 done",
      ])
  }

  @Test("the schema names every outcome and every reason")
  func schema() throws {
    let text = try Program.run(["schema", "session"]).text
    for reason in IgnoredInput.allCases { #expect(text.contains("\"\(reason.rawValue)\"")) }
    for outcome in [InputOutcome.done, .delayed(seconds: 1), .undrawn, .joined, .ignored(.busy)] {
      #expect(text.contains("\"\(outcome.name)\""))
    }
  }

  @Test("JSON has the same steps and matches the printed schema", .needsJSONSchema)
  func json() throws {
    let arguments = [
      "--format", "json", "--arrivals", "goods", "--script", "refresh;loadMore;refresh",
    ]
    let result = try session(arguments)
    #expect(result.status == 0, "\(result.errors)")
    let document = try #require(
      JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let steps = try #require(document["steps"] as? [[String: Any]])
    #expect(
      steps.compactMap { $0["part"] as? String }
        == ["input", "arrival", "arrival", "input", "arrival", "input", "arrival", "arrival"])
    #expect(steps.last?["sections"] as? [String] == ["SIGN", "GOODS"])

    let scratch = try Scratch()
    try result.output.write(to: scratch.file("session.json"))
    try Program.run(["schema", "session"]).output.write(to: scratch.file("schema.json"))
    let judge = try Program.judge(
      """
      import json, sys, jsonschema
      schema, document = (json.load(open(name)) for name in sys.argv[1:])
      jsonschema.Draft202012Validator.check_schema(schema)
      jsonschema.validate(document, schema)
      document["steps"][0]["surprise"] = 1
      try:
        jsonschema.validate(document, schema)
        sys.exit("the schema is open")
      except jsonschema.ValidationError:
        pass
      """,
      arguments: [scratch.file("schema.json").path, scratch.file("session.json").path])
    #expect(judge.status == 0, "\(judge.errors)")
    #expect(try session(arguments).output == result.output)
  }

  @Test("the environment changes without a request")
  func environment() throws {
    let script = "refresh; width 320; text-size ax3; direction rtl; locale ar; appearance dark"
    let result = try session(["--script", script + "; appearance dark", "--draw"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.components(separatedBy: "   asked ").count == 2)
    #expect(result.text.contains("2  width 320\n   updated   SIGN, GOODS\n"))
    #expect(result.text.contains("7  appearance dark\n   ignored   the input changes nothing\n"))
    let options = ["--width", "320", "--text-size", "ax3", "--direction", "rtl", "--locale", "ar"]
    let other = try session(["--draw", "--appearance", "dark"] + options)
    #expect(result.lines.suffix(8) == other.lines.suffix(8))
  }

  @Test("groups are replaced by hand, and an update that nothing draws is reported")
  func groups() throws {
    let result = try session([
      "--script",
      #"refresh; update SIGN [{"title": "Closed"}]; insert 0 GOODS [{"id": 4, "title": "Jam"}]"#
        + #"; update GOODS/4 {"fresh": 1}; update GOODS/4 {"title": "Fig"}; insert 0 AD {"title": "a"}"#
        + #"; update AD {"title": "b"}; update GOODS {"title": "x"}"#,
    ])
    #expect(result.status == 0, "\(result.errors)")
    let steps = result.text.components(separatedBy: "\n").filter { !$0.contains("height") }
    #expect(
      steps.joined(separator: "\n").contains(
        """
        2  update SIGN [{"title": "Closed"}]
           updated   SIGN
        3  insert 0 GOODS [{"id": 4, "title": "Jam"}]
           rows      -GOODS[0...1], +GOODS[0]
        4  update GOODS/4 {"fresh": 1}
           undrawn   the page shows none of the changed members
        5  update GOODS/4 {"title": "Fig"}
           rows      ~GOODS[0]
        6  insert 0 AD {"title": "a"}
           inserted  AD
        """))
    #expect(result.text.contains("7  update AD {\"title\": \"b\"}\n   updated   AD\n"))
    #expect(result.text.contains("give a new list"))
  }

  @Test("a missing page is a notice, and the page number and the content stay")
  func missingPage() throws {
    let result = try session(
      ["--script", "refresh; loadMore; loadMore"],
      files: [
        "--layout", "shop.json", "--source", "sign=sign.json", "--source", "goods=goods-0.json",
      ])
    #expect(result.status == 0)
    #expect(result.text.components(separatedBy: "asked     goods[1]").count == 3)
    #expect(result.text.contains("notice    failure: The reply could not be read"))
    #expect(result.errors.contains("add one with `--source goods=FILE`"))
  }

  @Test("without any reply the feed is in the failed state, which is drawn")
  func failed() throws {
    let result = try session(
      ["--draw"],
      files: ["--layout", "shop.json", "--source", "sign=no.json", "--source", "goods=no.json"])
    #expect(result.status == 0)
    #expect(result.text.contains("content   loading -> failed"))
    #expect(result.text.contains("Closed"))
  }

  @Test(
    "an invalid script is a usage error that shows how to write one",
    arguments: [
      "", " ; ", "refrsh", "refresh now", "wait", "wait -1", "wait nan", "update", "update GOODS/1",
      "update {}", "update GOODS/1 {", "update GOODS/1 []", "appearance", "appearance blue",
      "width 0", "width x",
      "text-size big", "locale", "locale a b", "direction up",
    ])
  func scripts(_ script: String) throws {
    let result = try session(["--script", script])
    #expect(result.status == 64, "\(result.text)")
    #expect(result.output.isEmpty && result.errors.contains("= help:"))
  }

  @Test("a script of pauses is valid, and does nothing")
  func pauses() throws {
    let result = try session(["--script", "wait 1; wait 0", "--format", "json"])
    #expect(result.status == 0)
    #expect(result.text.contains("\"steps\": []") || result.text.contains("\"steps\":[]"))
  }

  @Test("errors for unknown sources and options name them")
  func usage() throws {
    #expect(try session(["--arrivals", "godos"]).errors.contains("did you mean `goods`?"))
    #expect(try session(["--source", "goods"]).status == 64)
    #expect(try session(["--source", "goods@0=a.json"]).status == 64)
    #expect(try session(["--source", "god=goods-0.json"]).status == 2)
    #expect(try session(["--draw", "--format", "json"]).status == 64)
    #expect(try session(["--arrivals", "sign,sign"]).status == 64)
    #expect(try session(["--arrivals", ","]).status == 64)
  }
}
