import Testing

@testable import SectionKit

@Suite("Containers of the decoder")
struct DecodingContainersTests {
  let host = FakeHost()

  @Test("a model can decode nested containers by hand")
  func nested() throws {
    struct Flat: Decodable {
      enum Outer: String, CodingKey { case inner, list }
      enum Inner: String, CodingKey { case name }
      var name: String
      var numbers: [Int] = []
      var pair: String
      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Outer.self)
        name = try outer.nestedContainer(keyedBy: Inner.self, forKey: .inner)
          .decode(String.self, forKey: .name)
        var list = try outer.nestedUnkeyedContainer(forKey: .list)
        #expect(list.count == 4)
        var inner = try list.nestedUnkeyedContainer()
        while !inner.isAtEnd { numbers.append(try inner.decode(Int.self)) }
        pair = try list.nestedContainer(keyedBy: Inner.self).decode(String.self, forKey: .name)
        #expect(try list.decodeNil())
        #expect(try !list.decodeNil())
        #expect(list.currentIndex == 3)
        #expect(try list.decode(Bool.self))
        #expect(list.isAtEnd)
        #expect(throws: DecodingError.self) { try list.decode(Bool.self) }
        #expect(throws: DecodingError.self) { try list.decodeNil() }
        #expect(try list.decodeIfPresent(Bool.self) == nil)
      }
    }
    let flat = try host.value([
      "inner": ["name": "a"], "list": [[1, 2, 3], ["name": "b"], nil, true],
    ]).decode(Flat.self)
    #expect(flat.name == "a")
    #expect(flat.numbers == [1, 2, 3])
    #expect(flat.pair == "b")
  }

  @Test("an element that cannot be decoded stays, so that another type can be tried")
  func heterogeneous() throws {
    struct Words: Decodable {
      var words: [String] = []
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          if let number = try? list.decode(Int.self) {
            words.append("#\(number)")
          } else {
            words.append(try list.decode(String.self))
          }
        }
      }
    }
    #expect(try host.value([1, "a", 2]).decode(Words.self).words == ["#1", "a", "#2"])
    #expect(host.warnings.isEmpty)
  }

  @Test("classes decode their superclass through super or through a separate key")
  func superclasses() throws {
    class Base: Decodable {
      let id: Int
      enum CodingKeys: CodingKey { case id }
    }
    class Derived: Base {
      let name: String
      enum Keys: CodingKey { case name }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        name = try container.decode(String.self, forKey: .name)
        try super.init(from: try container.superDecoder())
      }
    }
    class Named: Base {
      enum Keys: CodingKey { case base }
      required init(from decoder: any Decoder) throws {
        try super.init(
          from: try decoder.container(keyedBy: Keys.self).superDecoder(forKey: .base))
      }
    }
    struct First: Decodable {
      let base: Base
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        base = try Base(from: try list.superDecoder())
        #expect(list.isAtEnd)
      }
    }
    let derived = try host.value(["name": "n", "super": ["id": 7]]).decode(Derived.self)
    #expect(derived.id == 7 && derived.name == "n")
    #expect(try host.value(["base": ["id": 8]]).decode(Named.self).id == 8)
    #expect(try host.value([["id": 9]]).decode(First.self).base.id == 9)
    #expect(throws: PayloadError.self) { try host.value(["name": "n"]).decode(Derived.self) }
  }

  @Test("enumerations with values, recursive models and raw values decode")
  func shapes() throws {
    enum Shape: Decodable, Equatable { case circle(radius: Double), none }
    final class Tree: Decodable {
      var label: String
      var children: [Tree]?
    }
    enum Level: Int, Decodable { case low = 1, high }
    #expect(
      try host.value([["circle": ["radius": 2]], ["none": [:]]]).decode([Shape].self)
        == [.circle(radius: 2), .none])
    let tree = try host.value(["label": "a", "children": [["label": "b"]]]).decode(Tree.self)
    #expect(tree.children?.first?.label == "b")
    #expect(try host.value(2).decode(Level.self) == .high)
  }

  @Test("a located value has its path, and is decoded as leniently as a plain one")
  func located() throws {
    struct Item: Decodable { var title: String }
    let items = try host.value(["items": [["title": "a"], 1, ["title": "b"]]])
      .decode([String: [Located<Item>]].self)["items"]
    #expect(items?.map(\.title) == ["a", "b"])
    let places = items?.compactMap(\.source).map { host[se_value(index: $0.index)].path }
    #expect(places == ["$.items[0]", "$.items[2]"])
    #expect(host.warnings.map(\.place) == ["$.items[1]"])
    #expect(try host.value([1, "x"]).decode(Located<[Int]>.self).value == [1])
  }

  @Test("keys are listed in order, are present if null, and the last of repeated keys wins")
  func keys() throws {
    struct Probe: Decodable {
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        #expect(container.allKeys.map(\.stringValue) == ["z", "a", "z"])
        #expect(container.contains(Key(stringValue: "a")))
        #expect(!container.contains(Key(stringValue: "b")))
        #expect(try container.decodeNil(forKey: Key(stringValue: "a")))
        #expect(try container.decode(Int.self, forKey: Key(stringValue: "z")) == 2)
        #expect(throws: DecodingError.self) {
          try container.decodeNil(forKey: Key(stringValue: "b"))
        }
      }
    }
    _ = try host.value(.object([("z", 1), ("a", nil), ("z", 2)])).decode(Probe.self)
  }

  @Test("the last of repeated keys in a large object wins")
  func repeatedKeysOfLargeObjects() throws {
    struct Model: Decodable { var k7: Int }
    let members = (0..<200).map { ("k\($0 % 100)", JSON.integer(Int64($0))) }
    #expect(try host.value(.object(members)).decode(Model.self).k7 == 107)
  }

  @Test(
    "paths equal those of the host: identifiers after dots, positions and other keys in brackets")
  func codingPaths() throws {
    struct Odd: Decodable {
      enum CodingKeys: String, CodingKey {
        case dotted = "a.b"
        case quoted = "it's"
      }
      var dotted: [Leaf]
      var quoted: Int?
    }
    struct Leaf: Decodable {
      init(from decoder: any Decoder) throws {
        #expect(decoder.codingPath.pathText == "['a.b'][0]")
        #expect(decoder.codingPath.map(\.intValue) == [nil, 0])
      }
    }
    _ = try host.value(["a.b": [1]]).decode(Odd.self)
    #expect([PlainKey(stringValue: "it's")].pathText == "['it\\'s']")
    #expect([PlainKey(stringValue: "x"), PlainKey(stringValue: "今天")].pathText == "x['今天']")
    #expect([PlainKey(stringValue: "0")].pathText == "['0']")
    #expect([PlainKey(stringValue: "")].pathText == "['']")
  }

  @Test(
    "the number of calls is proportional to the number of elements or members", arguments: [1000])
  func linear(count: Int) throws {
    struct Row: Decodable { var id: Int }
    func cost(_ count: Int) throws -> (array: Int, dictionary: Int) {
      let host = FakeHost()
      let rows = (0..<count).map { JSON.object([("id", .integer(Int64($0)))]) }
      #expect(try host.value(.array(rows)).decode([Row].self).count == count)
      let array = host.reads + host.steps
      host.reads = 0
      host.steps = 0
      let members = (0..<count).map { ("k\($0)", JSON.integer(Int64($0))) }
      #expect(try host.value(.object(members)).decode([String: Int].self).count == count)
      return (array, host.reads + host.steps)
    }
    let (once, twice) = (try cost(count), try cost(2 * count))
    #expect(twice.array <= 2 * once.array)
    #expect(twice.dictionary <= 2 * once.dictionary)
  }
}
