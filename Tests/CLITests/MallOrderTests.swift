import Foundation
import Testing

/// The groups of the mall that are shown, their order, and the effect of changing one group.
@Suite struct MallOrderTests {
  static let ranked = [
    "marquee", "beltAndRoad", "shoppingCarnival", "walletCard", "wallet", "otc", "hxPrefecture",
    "middleNav", "bottomNav", "otherMall", "otherService", "broadcast", "middleAd", "localService",
    "bottomFloat",
  ]

  private func codes(_ replies: [String: String]) throws -> [String] {
    let result = try MallPage.dump(replies: replies)
    #expect(result.status == 0, "\(result.errors)")
    return DumpSection.sections(of: result.text).map(\.code)
  }

  @Test("without a sort model the groups have their default order")
  func ranks() throws {
    #expect(try codes(["sort": #"{"data": []}"#]) == Self.ranked)
    #expect(try codes(["sort": "{}"]) == Self.ranked)
    #expect(try codes(["sort": "not JSON"]) == Self.ranked)
  }

  @Test("the sort model determines the order, and ties keep theirs")
  func model() throws {
    let reversed = Self.ranked.reversed().enumerated().map { ($1, Double($0)) }
    #expect(try codes(["sort": MallPage.order(reversed)]) == Self.ranked.reversed())
    let tie = MallPage.order(Self.ranked.map { ($0, $0 == "otc" ? -1 : 7) })
    #expect(try codes(["sort": tie]) == ["otc"] + Self.ranked.filter { $0 != "otc" })
    #expect(try codes([:]).prefix(3) == ["marquee", "middleNav", "walletCard"])
  }

  @Test("the order of the replies on the command line does not matter")
  func arrival() throws {
    let sample = try Program.run(["dump", "--layout", "mall-home", "--unrounded", "--all"])
    var named: [String] = []
    for name in (["sort"] + MallPage.groups).reversed() {
      let file = Program.repository.appendingPathComponent("Layouts/samples/mall-home/\(name).json")
      named += ["--source", "\(name)=\(file.path)"]
    }
    let other = try Program.run(
      ["dump", "--layout", "mall-home", "--unrounded", "--all"] + named)
    #expect(sample.text == other.text)
  }

  static let nothing: [(String, String)] = [
    ("an empty list", #"{"code": 0, "data": {"type": "otc", "items": []}}"#),
    ("null", #"{"code": 0, "data": {"type": "otc", "items": null}}"#),
    ("an object", #"{"code": 0, "data": {"type": "otc", "items": {}}}"#),
    ("an empty string", #"{"code": 0, "data": {"type": "otc", "items": ""}}"#),
    ("no items", #"{"code": 0, "data": {"type": "otc"}}"#),
    ("no data", #"{"code": 0}"#),
  ]

  @Test("a group without data is omitted without a finding", arguments: nothing)
  func empty(_ shape: String, _ json: String) throws {
    let result = try MallPage.dump(replies: ["otc": json])
    #expect(result.status == 0, "\(shape): \(result.errors)")
    let shown = DumpSection.sections(of: result.text).map(\.code)
    #expect(!shown.contains("otc") && shown.count == 14, "\(shape)")
    #expect(!result.errors.contains("SE10"), "\(shape): \(result.errors)")
  }

  @Test("the broadcast is there only if all of its parts are")
  func broadcast() throws {
    for incomplete in [
      #"{"code": 40008, "message": "sign in"}"#, MallPage.reply("broadcast", []),
      #"{"code": 0, "data": null}"#,
    ] {
      let result = try MallPage.dump(replies: ["hot": incomplete])
      #expect(result.status == 0 && !result.text.contains("section broadcast"))
      #expect(result.errors.contains("sign in") == incomplete.contains("sign in"))
    }
    let all = try MallPage.dump().text
    let full = DumpNode.nodes(of: all, in: "broadcast").filter { $0.depth == 2 }
    #expect(full.map(\.name) == ["topSale", "hot", "choiceness"])
  }

  @Test(
    "a group is an array or one object, in the list or in its place",
    arguments: [
      #"{"type": "walletCard", "items": {"id": 401, "title": "x"}}"#,
      #"{"type": "walletCard", "items": [{"id": 401, "title": "x"}]}"#,
      #"{"type": "walletCard", "id": 401, "title": "x"}"#, #"{"title": "x"}"#,
    ])
  func singleItem(data: String) throws {
    let result = try MallPage.dump(replies: ["walletCard": #"{"code": 0, "data": \#(data)}"#])
    let items = DumpNode.nodes(of: result.text, in: "walletCard").filter { $0.name == "item" }
    #expect(result.status == 0 && items.count == 1, "\(data): \(result.errors)")
    #expect(result.text.contains("\"x\""), "\(data)")
  }

  @Test("single models give the parts of the broadcast")
  func singleParts() throws {
    let model = #"{"code": 0, "data": {"id": 7, "title": "Tea"}}"#
    let result = try MallPage.dump(
      replies: ["topSale": model, "hot": model, "choiceness": model])
    let items = DumpNode.nodes(of: result.text, in: "broadcast").filter { $0.name == "item" }
    #expect(items.count == 3, "\(result.errors)")
  }

  @Test("items under another name are reported, an empty list is not")
  func absentItems() throws {
    let renamed = try MallPage.dump(
      replies: ["otc": #"{"code": 0, "data": {"type": "otc", "list": [{"id": 1}]}}"#])
    #expect(renamed.status == 0 && !renamed.text.contains("section otc"))
    #expect(renamed.errors.contains("there is no `$.data.items`"))
    #expect(renamed.errors.contains(#"found "type", "list""#))
    for empty in ["[]", "null", "{}", #"{"items": []}"#, #"{"items": null}"#] {
      let result = try MallPage.dump(replies: ["otc": #"{"code": 0, "data": \#(empty)}"#])
      #expect(result.errors.isEmpty && !result.text.contains("section otc"), "\(empty)")
    }
  }

  @Test(
    "the order comes as ranks, as names, or as the server's struct",
    arguments: [
      #"[{"name": "otc", "sortIndex": 0}, {"name": "marquee", "sortIndex": 1}]"#,
      #"["otc", "marquee"]"#, #"{"marqueeIndex": 1, "otcIndex": 0, "walletIndex": null}"#,
      #"{"marquee": 1, "otc": 0}"#,
    ])
  func orderShapes(data: String) throws {
    let result = try MallPage.dump(replies: ["sort": #"{"data": \#(data)}"#])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let sections = result.text.split(separator: "\n").filter { $0.contains("  section ") }
    #expect(sections.first?.contains("otc") == true, "\(data)")
    #expect(sections.dropFirst().first?.contains("marquee") == true, "\(data)")
  }

  @Test("the same source twice is an error")
  func twice() throws {
    let result = try MallPage.dump(replies: [:], ["--source", "otc=other.json"])
    #expect(result.status == 64 && result.text.isEmpty)
    #expect(result.errors.contains("source `otc` is given twice"))
  }

  @Test("a feed whose groups are all empty draws the empty state")
  func emptyFeed() throws {
    let empty = #"{"code": 0, "data": {"items": []}}"#
    let groups = Dictionary(uniqueKeysWithValues: MallPage.groups.map { ($0, empty) })
    let result = try MallPage.dump(replies: groups)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.text.contains("section empty-state"))
    // The command fails if none of the groups can be read.
    var lost = groups
    lost["otc"] = #"{"code": 5, "message": "closed"}"#
    #expect(try MallPage.dump(replies: lost).status == 2)
  }
}
