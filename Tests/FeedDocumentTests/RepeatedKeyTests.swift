import Support
import Testing

@testable import FeedDocument

@Suite("Repeated keys")
struct RepeatedKeyTests {
  @Test("a repeated key has its last value, with one warning for each object and key")
  func lastWins() throws {
    let (parsed, diagnostics) = parse(
      """
      {"a": 1, "b": {"a": 2}, "a": 3,
       "\\u0061": 4, "c": [{"x": 1, "x": 2}]}
      """)
    let root = try #require(parsed).root
    #expect(root["a"].int64 == 4)
    #expect(root["b"]["a"].int64 == 2)
    #expect(root["c"][0]["x"].int64 == 2)
    #expect(root.children.map(\.key) == ["a", "b", "a", "a", "c"])
    #expect(diagnostics.map(\.code) == [.duplicateKey, .duplicateKey])
    let expected = """
      warning[SE1007]: key `a` occurs more than once in its object
      --> feed.json:2:2  $.a
      1 | {"a": 1, "b": {"a": 2}, "a": 3,
      2 |  "\\u0061": 4, "c": [{"x": 1, "x": 2}]}
           ^^^^^^^^ the last one wins
      = note: it also occurs at 1:2, where it is ignored
      = help: `sectionengine explain SE1007`
      """
    #expect(picture(try #require(diagnostics.first)) == expected)
    #expect(diagnostics.last?.location?.path == "$.c[0].x")
  }

  @Test(
    "repeated keys are found among any number of members",
    arguments: [2, 3, 31, 32, 33, 34, 100, 5000])
  func anyCount(count: Int) throws {
    func object(_ keys: [Int]) -> String {
      "{" + keys.map { "\"key\($0)\": \($0)" }.joined(separator: ",") + "}"
    }
    let keys = Array(0..<count)
    #expect(parse(object(keys)).diagnostics.isEmpty)
    for place in [0, count / 2, count - 1] {
      let (parsed, diagnostics) = parse(object(keys + [place]))
      #expect(
        diagnostics.map(\.message) == ["key `key\(place)` occurs more than once in its object"])
      #expect(
        try #require(parsed).root["key\(place)"].index == valueIndices(try #require(parsed)).last)
    }
  }

  @Test("keys that are equal at both ends are distinguished")
  func similarKeys() {
    let keys =
      (0..<200).map { "prefix00\($0 + 100)suffix00" } + ["", "a", "aa", "a\\u0000", "\\u0000"]
    let members = keys.map { "\"\($0)\": 1" }
    #expect(parse("{" + members.joined(separator: ",") + "}").diagnostics.isEmpty)
  }

  @Test("of thousands of repeated keys twenty are listed, and the others counted")
  func cap() throws {
    let objects = repeatElement(#"{"a": 1, "a": 2}"#, count: 1000).joined(separator: ",")
    let numbers = repeatElement("1e999", count: 30).joined(separator: ",")
    let (document, diagnostics) = parse("[\(objects),\(numbers)]")
    #expect(document != nil)
    let repeated = diagnostics.filter { $0.code == .duplicateKey }
    #expect(repeated.count == 21)
    #expect(repeated.prefix(20).map { $0.location?.path } == (0..<20).map { "$[\($0)].a" })
    #expect(repeated.last?.message == "980 more repeated keys")
    #expect(diagnostics.filter { $0.code == .numberOutOfRange }.count == 21)
    #expect(diagnostics.last?.message == "10 more numbers beyond the range of 64 bits")
  }

  @Test("repeated keys in an object of 200 000 members are found without quadratic time")
  func large() throws {
    let members = (0..<200_000).map { "\"key\($0 % 199_990)\": \($0)" }
    let (parsed, diagnostics) = parse("{" + members.joined(separator: ",") + "}")
    #expect(diagnostics.count == 10)
    #expect(try #require(parsed).root["key9"].int64 == 199_999)
  }
}
