import Testing

@testable import FeedDocument

@Suite("JSON paths")
struct PathTests {
  @Test(
    "a path has a member after a dot if it is an identifier, otherwise in quotes",
    arguments: [
      (#"{"data": {"blocks": [0, 0, {"x": 1}]}}"#, "$.data.blocks[2].x"),
      (#"{"a b": 1}"#, "$['a b']"), (#"{"": 1}"#, "$['']"), (#"{"1a": 1}"#, "$['1a']"),
      (#"{"it's": 1}"#, #"$['it\'s']"#), (#"{"a\\b": 1}"#, #"$['a\\b']"#),
      (#"{"\n\t\r\b\f": 1}"#, #"$['\n\t\r\b\f']"#), (#"{"\u0001": 1}"#, #"$['\u0001']"#),
      (#"{"中文": 1}"#, "$['中文']"), (#"{"a.b": 1}"#, "$['a.b']"), (#"{"$": 1}"#, "$['$']"),
      (#"{"_a1": 1}"#, "$._a1"), ("[[[1]]]", "$[0][0][0]"), ("1", "$"),
    ])
  func printing(text: String, path: String) throws {
    let document = try document(text)
    let last = try #require(valueIndices(document).last)
    #expect(document.path(of: last) == path)
    #expect(document.value(atPath: path)?.index == last)
  }

  @Test("the path of a value leads back to that value", arguments: 1...300)
  func inverse(seed: UInt64) throws {
    let document = try document(RandomDocument(seed: seed).text)
    for index in valueIndices(document) {
      let path = document.path(of: index)
      #expect(document.value(atPath: path)?.index == index, "seed \(seed), \(path)")
    }
  }

  @Test(
    "a path is resolved from the root or from a given value",
    arguments: [
      ("$", "{a:{b:[1,{c:2}]},x-y:3}"), ("$.a.b[1].c", "2"), ("a.b[0]", "1"),
      ("a['b'][1]['c']", "2"),
      (#"["a"].b[0]"#, "1"), ("x-y", "3"), ("$.x-y", "3"), ("", "{a:{b:[1,{c:2}]},x-y:3}"),
      ("a.b[2]", "missing"), ("a.b.c", "missing"), ("[0]", "missing"), ("q", "missing"),
      ("a.b[4294967295]", "missing"), ("$['\\u0061'].b[0]", "1"),
    ])
  func finding(path: String, expected: String) throws {
    let document = try document(#"{"a": {"b": [1, {"c": 2}]}, "x-y": 3}"#)
    #expect(render(try #require(document.value(atPath: path))) == expected)
  }

  @Test("a path starts at a base unless it begins with $")
  func base() throws {
    let document = try document(#"{"a": {"b": [1, {"c": 2}]}}"#)
    let array = document.root["a"]["b"].index
    #expect(document.value(atPath: "[1].c", from: array)?.int64 == 2)
    #expect(document.value(atPath: "", from: array)?.index == array)
    #expect(document.value(atPath: "$.a", from: array)?.kind == .object)
    #expect(document.value(atPath: "a", from: array)?.kind == .missing)
    #expect(document.value(atPath: "a", from: .max)?.kind == .missing)
  }

  @Test(
    "a malformed path has no value",
    arguments: [
      ".", "a.", "a..b", "a[", "a[]", "a[x]", "a[-1]", "a[1", "a]", "$a", "a['b]", "a['b'",
      "a['\\q']",
      "a['\\u12']", "a['\\ud800']", "a[99999999999]", "a'b", "$$", "a[0]b", "a[٣]",
    ])
  func malformed(path: String) throws {
    #expect(try document(#"{"a": 1}"#).value(atPath: path) == nil)
  }

  @Test("paths in long arrays do not depend on the order in which they are asked for")
  func longArrays() throws {
    let items = (0..<300).map { "{\"a\": [\($0), \($0)], \"b\": \"\($0)\"}" }
      .joined(separator: ",")
    let text = "{\"x\": [\(items)], \"y\": [[\(items)], [\(items)]]}"
    let document = try #require(
      FeedDocument.parse(PaddedBytes(Array(text.utf8)), name: "long.json").value)
    let indices = Array(document.root.index..<document.root.end).filter {
      FeedValue(document: document, index: $0).exists
    }
    var number: UInt64 = 1
    let mixed = indices.map { index in
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (number, index)
    }.sorted { $0 < $1 }.map(\.1)
    for order in [indices, indices.reversed(), mixed] {
      for index in order {
        let path = document.path(of: index)
        #expect(document.value(atPath: path)?.index == index, "\(path)")
      }
    }
  }

}
