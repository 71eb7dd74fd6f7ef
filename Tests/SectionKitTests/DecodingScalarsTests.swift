import Testing

@testable import SectionKit

@Suite("Decoding scalars")
struct DecodingScalarsTests {
  let host = FakeHost()

  @Test("an Int8 accepts exactly the integers of its range")
  func everyInt8() throws {
    for number in Int64(-300)...300 {
      let decoded = try? host.value(.integer(number)).decode(Int8.self)
      #expect(decoded == Int8(exactly: number))
    }
  }

  @Test("an integer may be written with a fraction or exponent, but its value has to be whole")
  func fractions() throws {
    #expect(try host.value(1.0).decode(Int.self) == 1)
    #expect(try host.value(-3.0).decode(Int64.self) == -3)
    #expect(throws: PayloadError.self) { try host.value(1.5).decode(Int.self) }
    #expect(throws: PayloadError.self) { try host.value(1e300).decode(Int.self) }
  }

  @Test(
    "each integer type accepts its limits and rejects the next integer", arguments: [true, false])
  func limits(wrapped: Bool) throws {
    func check<I: FixedWidthInteger & Decodable>(_: I.Type) {
      let inside: [JSON] = [I.min, I.max].map {
        Int64(exactly: $0).map(JSON.integer) ?? .unsigned(UInt64($0))
      }
      for (json, expected) in zip(inside, [I.min, I.max]) {
        let decoded =
          wrapped
          ? try? host.value(["n": json]).decode([String: I].self)["n"]
          : try? host.value(json).decode(I.self)
        #expect(decoded == expected)
      }
      var outside: [JSON] = []
      if let min = Int64(exactly: I.min), min > .min { outside.append(.integer(min - 1)) }
      if let max = Int64(exactly: I.max), max < .max { outside.append(.integer(max + 1)) }
      for json in outside {
        #expect(throws: PayloadError.self) { try host.value(json).decode(I.self) }
      }
    }
    check(Int.self)
    check(Int8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int64.self)
    check(UInt.self)
    check(UInt8.self)
    check(UInt16.self)
    check(UInt32.self)
    check(UInt64.self)
  }

  @Test("every optional scalar is nil if it is mismatched, absent or null")
  func optionalScalars() throws {
    struct Keyed<T: Decodable>: Decodable { var value: T? }
    struct Row<T: Decodable>: Decodable {
      var values: [T?] = []
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd { values.append(try list.decodeIfPresent(T.self)) }
      }
    }
    func check<T: Decodable & Equatable>(_: T.Type, _ good: JSON, _ expected: T) throws {
      let host = FakeHost()
      let inputs: [JSON] = [["value": good], ["value": []], ["value": nil], [:]]
      #expect(
        try inputs.map { try host.value($0).decode(Keyed<T>.self).value }
          == [expected, nil, nil, nil])
      #expect(try host.value([good, [], nil]).decode(Row<T>.self).values == [expected, nil, nil])
      #expect(host.warnings.map(\.place) == ["$.value", "$[1]"])
    }
    struct Synthesised: Decodable {
      var b: Bool?
      var s: String?
      var d: Double?
      var f: Float?
      var i: Int?
      var i8: Int8?
      var i16: Int16?
      var i32: Int32?
      var i64: Int64?
      var i128: Int128?
      var u: UInt?
      var u8: UInt8?
      var u16: UInt16?
      var u32: UInt32?
      var u64: UInt64?
      var u128: UInt128?
    }
    let names = [
      "b", "s", "d", "f", "i", "i8", "i16", "i32", "i64", "i128", "u", "u8", "u16", "u32", "u64",
      "u128",
    ]
    _ = try host.value(.object(names.map { ($0, []) })).decode(Synthesised.self)
    #expect(host.warnings.map(\.place) == names.map { "$.\($0)" })
    try check(Bool.self, true, true)
    try check(String.self, "a", "a")
    try check(Double.self, 1.5, 1.5)
    try check(Float.self, 1.5, 1.5)
    try check(Int.self, 1, 1)
    try check(Int128.self, 1, 1)
    try check(UInt64.self, 1, 1)
    try check(UInt128.self, 1, 1)
  }

  @Test("ids of 19 digits stay exact, although a Double would change them")
  func ids() throws {
    struct Model: Decodable { var id: Int64 }
    for id: Int64 in [109_951_166_052_270_907, 8_825_067_562_187_480_001, .max, .min] {
      #expect(try host.value(["id": .integer(id)]).decode(Model.self).id == id)
      #expect(host.value(.integer(id)).int64 == id)
    }
  }

  @Test("integers decode as floating point, and huge ones do not become infinite")
  func floatingPoint() throws {
    #expect(try host.value(3).decode(Double.self) == 3)
    #expect(try host.value(0.5).decode(Float.self) == 0.5)
    #expect(throws: PayloadError.self) { try host.value(1e300).decode(Float.self) }
    #expect(throws: PayloadError.self) { try host.value(.number(.infinity)).decode(Double.self) }
  }

  @Test("strings, numbers and booleans are not converted to each other")
  func noConversion() {
    #expect(throws: PayloadError.self) { try host.value("1").decode(Int.self) }
    #expect(throws: PayloadError.self) { try host.value("true").decode(Bool.self) }
    #expect(throws: PayloadError.self) { try host.value(1).decode(Bool.self) }
    #expect(throws: PayloadError.self) { try host.value(true).decode(Int.self) }
    #expect(throws: PayloadError.self) { try host.value(1).decode(String.self) }
    #expect(throws: PayloadError.self) { try host.value(nil).decode(String.self) }
  }

  @Test("text is decoded completely, in any script")
  func text() throws {
    for text in ["", "a", "今天", "👩‍👩‍👧", "مرحبا", "a\u{0}b"] {
      #expect(try host.value(.string(text)).decode(String.self) == text)
    }
  }

  @Test("an error names the actual and the expected value")
  func messages() {
    func message<T: Decodable>(_ json: JSON, as type: T.Type) -> String? {
      do {
        _ = try host.value(json).decode(type)
        return nil
      } catch { return "\(error)" }
    }
    #expect(message("abc", as: UInt8.self) == "found \"abc\", expected an integer in 0...255")
    #expect(message(300, as: UInt8.self) == "found 300, expected an integer in 0...255")
    #expect(message(1.5, as: Int.self) == "found 1.5, expected a 64-bit integer")
    #expect(message(-1, as: UInt.self) == "found -1, expected a 64-bit integer from 0")
    #expect(message(nil, as: String.self) == "found null, expected a string")
    #expect(message([], as: Bool.self) == "found an array of 0 elements, expected true or false")
    #expect(message(["a": 1], as: [Int].self) == "found an object of 1 member, expected an array")
    #expect(message(true, as: [String: Int].self) == "found true, expected an object")
    #expect(
      message(.number(.infinity), as: Double.self) == "found a huge number, expected a number")
    #expect(
      message(.string(String(repeating: "é", count: 50)), as: Double.self)
        == "found \"\(String(repeating: "é", count: 40))…\", expected a number")
  }
}
