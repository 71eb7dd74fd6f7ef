import Testing

@testable import SectionKit

@Suite("Lenient decoding of elements")
struct DecodingLeniencyTests {
  struct Item: Decodable, Hashable {
    var title: String
    var count: Int?
  }

  struct Model: Decodable {
    var heading: String
    var items: [Item]
    var more: [Item]?
    var tag: Item?
  }

  let host = FakeHost()

  @Test(
    "an invalid element is dropped with one warning at its location, and the others stay in order")
  func dropped() throws {
    let items = try host.value([
      ["title": "a"], ["title": nil], 7, ["title": "b", "count": 2], ["name": "c"],
    ]).decode([Item].self)
    #expect(items == [Item(title: "a"), Item(title: "b", count: 2)])
    #expect(
      host.warnings.map(\.description) == [
        "$[1].title: element dropped: found null, expected a string",
        "$[2]: element dropped: found 7, expected an object",
        "$[4].title: element dropped: required, but absent",
      ])
  }

  @Test("invalid elements are dropped at any position, so an array of only those is empty")
  func positions() throws {
    // This loop tests every subset of invalid positions among four.
    for bad in 0..<16 {
      let host = FakeHost()
      let elements: [JSON] = (0..<4).map { bad >> $0 & 1 == 1 ? "x" : .integer(Int64($0)) }
      let good = (0..<4).filter { bad >> $0 & 1 == 0 }
      #expect(try host.value(.array(elements)).decode([Int].self) == good)
      #expect(try host.value(.array(elements)).decode(Set<Int>.self) == Set(good))
      #expect(host.warnings.count == 2 * bad.nonzeroBitCount)
    }
  }

  @Test("a mismatched optional is nil with one warning, and an absent or null one without")
  func optionals() throws {
    let bad = try host.value(["title": "a", "count": "many"]).decode(Item.self)
    #expect(bad == Item(title: "a"))
    #expect(
      host.warnings.map(\.description) == [
        "$.count: read as absent: found \"many\", expected a 64-bit integer"
      ])
    host.warnings = []
    #expect(try host.value(["title": "a"]).decode(Item.self) == Item(title: "a"))
    #expect(try host.value(["title": "a", "count": nil]).decode(Item.self) == Item(title: "a"))
    #expect(host.warnings.isEmpty)
  }

  @Test("absent, null, {}, [] and \"\" are distinguished for an optional array")
  func fiveInputs() throws {
    struct Holder: Decodable { var more: [Int]? }
    let inputs: [JSON] = [[:], ["more": nil], ["more": []], ["more": [:]], ["more": ""]]
    let outcomes = try inputs.map { json in
      let host = FakeHost()
      let more = try host.value(json).decode(Holder.self).more
      return "\(more.map { "\($0)" } ?? "nil"), \(host.warnings.count) warnings"
    }
    #expect(
      outcomes == [
        "nil, 0 warnings", "nil, 0 warnings", "[], 0 warnings", "nil, 1 warnings",
        "nil, 1 warnings",
      ])
  }

  @Test("an invalid required field fails only its own element, at any depth")
  func nearest() throws {
    struct Page: Decodable { var groups: [Group] }
    struct Group: Decodable { var cards: [Card] }
    struct Card: Decodable { var art: Art }
    struct Art: Decodable { var url: String }
    let page = try host.value([
      "groups": [
        ["cards": [["art": ["url": "1"]], ["art": ["url": 2]], ["art": ["url": "3"]]]],
        ["cards": nil],
        ["cards": []],
      ]
    ]).decode(Page.self)
    #expect(page.groups.map { $0.cards.map(\.art.url) } == [["1", "3"], []])
    #expect(
      host.warnings.map(\.place) == ["$.groups[0].cards[1].art.url", "$.groups[1].cards"])
  }

  @Test("arrays of arrays, of optionals and of dictionaries lose only invalid elements")
  func nested() throws {
    #expect(
      try host.value([[1, "x", 2], 3, [[]], [4]]).decode([[Int]].self) == [[1, 2], [], [4]])
    #expect(host.warnings.map(\.place) == ["$[0][1]", "$[1]", "$[2][0]"])
    host.warnings = []
    #expect(try host.value([1, nil, "x", 2]).decode([Int?].self) == [1, nil, nil, 2])
    #expect(host.warnings.map(\.place) == ["$[2]"])
    host.warnings = []
    #expect(
      try host.value([["a": 1, "b": "x"], []]).decode([[String: Int]].self) == [["a": 1]])
    #expect(host.warnings.map(\.place) == ["$[0].b", "$[1]"])
  }

  @Test("an invalid member of a dictionary is dropped, and keys may be integers or raw values")
  func dictionaries() throws {
    enum Size: String, Codable, CodingKeyRepresentable { case small, large }
    #expect(
      try host.value(["a": [1], "b": 2, "c": ["x"]]).decode([String: [Int]].self)
        == ["a": [1], "c": []])
    #expect(try host.value(["1": "a", "x": "b"]).decode([Int: String].self) == [1: "a"])
    #expect(
      try host.value(["small": 1, "huge": 2]).decode([Size: Int].self) == [.small: 1])
    #expect(
      host.warnings.map(\.description) == [
        "$.b: member dropped: found 2, expected an array",
        "$.c[0]: element dropped: found \"x\", expected a 64-bit integer",
        "$.x: member dropped: the key \"x\" is not of type Int",
        "$.huge: member dropped: the key \"huge\" is not of type Size",
      ])
  }

  @Test("an error of the model's own init is treated in the same way")
  func ownErrors() throws {
    struct Even: Decodable, Equatable {
      struct Odd: Error {}
      var number: Int
      init(_ number: Int) { self.number = number }
      init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
        if !number.isMultiple(of: 2) { throw Odd() }
      }
    }
    enum Kind: String, Decodable { case song, album }
    #expect(try host.value([2, 3, 4]).decode([Even].self) == [Even(2), Even(4)])
    #expect(try host.value(["song", "tape"]).decode([Kind].self) == [.song])
    #expect(
      host.warnings.map(\.description) == [
        "$[1]: element dropped: Odd()",
        "$[1]: element dropped: Cannot initialize Kind from invalid String value tape",
      ])
  }

  @Test("a Decline thrown inside a model declines the payload")
  func decline() throws {
    struct Picky: Decodable {
      init(from decoder: any Decoder) throws { throw Decline("another shape") }
    }
    #expect(throws: Decline.self) { try host.value([1]).decode([Picky].self) }
    #expect(throws: Decline.self) { try host.value(["a": 1]).decode([String: Picky?].self) }
    #expect(host.warnings.isEmpty)
  }

  @Test("an invalid required field of the model itself fails the model, with the path")
  func required() throws {
    do {
      _ = try host.value(["heading": "h", "items": ["0": 1]]).decode(Model.self)
      Issue.record("items is not an array")
    } catch let error as PayloadError {
      #expect(error.message == "found an object of 1 member, expected an array")
      #expect(error.source.map { host[se_value(index: $0.index)].path } == "$.items")
    }
    do {
      _ = try host.value(["items": []]).decode(Model.self)
      Issue.record("heading is absent")
    } catch let error as PayloadError {
      #expect("\(error)" == "heading: required, but absent")
      #expect(error.source.map { host[se_value(index: $0.index)].path } == "$")
    }
  }
}
