import Foundation
import Testing

/// The groups of the mall that are shown, their order, and the effect of changing one.
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

  @Test("the other parts of the broadcast move up if one is missing")
  func broadcast() throws {
    let result = try MallPage.dump(replies: [
      "hot": #"{"code": 40008, "message": "sign in"}"#,
      "choiceness": MallPage.reply("broadcast", []),
    ])
    #expect(result.status == 0 && result.errors.contains("sign in"))
    let nodes = DumpNode.nodes(of: result.text, in: "broadcast")
    let parts = nodes.filter { ["topSale", "hot", "choiceness"].contains($0.name) }
    #expect(parts.map(\.name) == ["topSale"] && parts.first?.isSized(335, 94) == true)
    let all = try MallPage.dump().text
    let full = DumpNode.nodes(of: all, in: "broadcast").filter { $0.depth == 2 }
    #expect(full.map(\.name) == ["topSale", "hot", "choiceness"])
  }
}
