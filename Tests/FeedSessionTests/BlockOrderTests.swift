import Support
import FeedDocument
@testable import Feeds
import Testing

@Suite("Order of blocks from the server") struct BlockOrderTests {
  static let text = """
    {"name": "home", "version": 1, "identity": "occurrence",
     "sources": {
       "f": {"primary": true, "items": "$.items", "element": {"code": "c"}},
       "m": {"items": "$.items", "block": {"code": "M"}, "insert": {"otherwise": "first"}}},
     "order": {"lists": [{"path": "$.order"}, {"path": "$.cursor", "parsed": "$.order"}],
               "sortIndex": "at"}}
    """

  /// Assembles a feed of these blocks: "B2" is a block with the code B and the number 2.
  private func feed(_ blocks: [String], _ more: String = "") throws -> Diagnosed<Feed?> {
    let items = blocks.map { block in
      let number = block.dropFirst()
      return "{\"c\": \"\(block.prefix(1))\"\(number.isEmpty ? "" : ", \"at\": \(number)")}"
    }
    let text = "{\"items\": [\(items.joined(separator: ", "))]\(more)}"
    return Feed.assemble(
      layout: try layout(Self.text),
      replies: [try reply("f", text), try reply("m", "{\"items\": [1]}")])
  }

  @Test("without an order from the server, blocks keep the order of the feed")
  func feedOrder() throws {
    #expect(try feed(["C", "A", "B"]).codes == ["M", "C", "A", "B"])
  }

  @Test("a list of codes overrides the numbers, and codes that it lacks follow")
  func list() throws {
    let assembly = try feed(["C1", "A2", "X", "B3", "Y0"], #", "order": ["B", "A", "Z"]"#)
    #expect(assembly.codes == ["M", "B", "A", "Y", "C", "X"])
  }

  @Test("numbers sort blocks, ties keep their order, and blocks without a number follow")
  func sortIndex() throws {
    #expect(
      try feed(["A2", "B", "C1", "D2", "E0.5", "F"]).codes == ["M", "E", "C", "A", "D", "B", "F"])
  }

  @Test("blocks with equal numbers keep the order of the feed, in every order of the feed")
  func stable() throws {
    for blocks in permutations(["A1", "B1", "C0", "D1"]) {
      let names = blocks.map { String($0.prefix(1)) }
      let expected = ["M", "C"] + names.filter { $0 != "C" }
      #expect(try feed(blocks).codes == expected)
    }
  }

  @Test("an order in the cursor's JSON is used if there is no other")
  func cursor() throws {
    let cursor = #", "cursor": "{\"offset\":5,\"order\":[\"B\",\"A\"]}""#
    #expect(try feed(["A", "B"], cursor).codes == ["M", "B", "A"])
    #expect(try feed(["A", "B"], cursor + #", "order": null"#).codes == ["M", "B", "A"])
    #expect(try feed(["A", "B"], cursor + #", "order": ["A"]"#).codes == ["M", "A", "B"])
  }

  @Test("a source that the list names has its position from the list")
  func listedInsertion() throws {
    #expect(try feed(["A", "B"], #", "order": ["A", "M", "B"]"#).codes == ["A", "M", "B"])
  }

  @Test(
    "an unreadable order is reported and ignored",
    arguments: [
      (#", "order": "B""#, ["SE1013"]), (#", "order": {}"#, ["SE1013"]),
      (#", "cursor": "not JSON""#, ["SE1013"]), (#", "cursor": 5"#, ["SE1013"]),
      (#", "cursor": "{\"order\": 1}""#, ["SE1013"]),
      (#", "cursor": """#, []), (#", "cursor": null"#, []), (#", "cursor": "{}""#, []),
      (#", "order": []"#, []), (#", "order": [null, {}, []]"#, []),
    ])
  func unreadable(more: String, found: [String]) throws {
    let assembly = try feed(["B", "A"], more)
    #expect(assembly.codes == ["M", "B", "A"])
    #expect(assembly.found == found)
  }

  @Test("an invalid number is reported and treated as absent")
  func badNumber() throws {
    let assembly = try feed(["A\"1\"", "B1", "Cnull"])
    #expect(assembly.codes == ["M", "B", "A", "C"])
    #expect(assembly.diagnostics.compactMap(\.location?.path) == ["$.items[0].at"])
  }
}
