import Testing

@testable import SectionKit

@Suite("Values")
struct ValueTests {
  let host = FakeHost()

  @Test("absent, null, {}, [] and \"\" are five different inputs")
  func fiveInputs() {
    let value = host.value(["null": nil, "object": [:], "array": [], "string": ""])
    #expect(
      ["absent", "null", "object", "array", "string"].map { value[$0].kind }
        == [.missing, .null, .object, .array, .string])
    #expect(
      ["absent", "null", "object", "array", "string"].map { value[$0].exists }
        == [false, true, true, true, true])
    #expect(["absent", "null"].map { value[$0].isNull } == [false, true])
    #expect(value["string"].string == "")
    #expect(value["absent"].string == nil)
  }

  @Test("a value that does not exist is missing, after any number of steps")
  func chains() {
    let value = host.value(["a": [10, 20]])
    #expect(value["a"][1].int == 20)
    #expect(!value["a"][2].exists)
    #expect(!value["a"][-1].exists)
    #expect(!value["b"]["c"][0]["d"].exists)
    #expect(!value["a"]["key"].exists)
    #expect(!value[0].exists)
    #expect(value["b"]["c"].array.map(\.int) == [])
  }

  @Test("scalars can be read only as their own kind")
  func scalars() {
    let value = host.value(["s": "x", "i": 3, "d": 2.5, "t": true, "u": .unsigned(.max)])
    let keys = ["s", "i", "d", "t", "u"]
    #expect(keys.map { value[$0].string } == ["x", nil, nil, nil, nil])
    #expect(keys.map { value[$0].int64 } == [nil, 3, nil, nil, nil])
    #expect(keys.map { value[$0].double } == [nil, 3, 2.5, nil, 0x1p64])
    #expect(keys.map { value[$0].bool } == [nil, nil, nil, true, nil])
  }

  @Test("elements and members come in order, with a constant number of calls each")
  func iteration() {
    let value = host.value(["a": .array((0..<500).map { .integer($0) })])
    host.reads = 0
    host.steps = 0
    var sum = 0
    for element in value["a"].array { sum += element.int ?? 0 }
    #expect(sum == 124_750)
    #expect(host.reads < 500 * 4 && host.steps == 1)
    let members = host.value(.object([("b", 1), ("a", 2), ("b", 3)])).dictionary
    #expect(members.map(\.key) == ["b", "a", "b"])
    #expect(members.map(\.value.int) == [1, 2, 3])
  }

  @Test("an object has no elements, an array no members, and a string neither")
  func wrongIteration() {
    #expect(host.value(["a": 1]).array.map(\.int) == [])
    #expect(host.value([1]).dictionary.map(\.key) == [])
    #expect(host.value("abc").array.map(\.int) == [])
    #expect(host.value("abc").count == 3)
  }

  @Test("a warning has the location of its value")
  func warnings() {
    host.value(["a": [1, 2]])["a"][1].warn("odd")
    #expect(host.warnings.map(\.description) == ["$.a[1]: odd"])
  }
}
