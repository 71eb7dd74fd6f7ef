import Support
import Testing

@testable import FeedDocument

@Suite("Numbers")
struct NumberTests {
  @Test(
    "integers of up to 64 bits are exact",
    arguments: [
      ("0", 0, 0), ("-1", -1, nil),
      ("109951166052270907", 109_951_166_052_270_907, 109_951_166_052_270_907),
      ("8825067562187480000", 8_825_067_562_187_480_000, 8_825_067_562_187_480_000),
      ("9223372036854775807", Int64.max, 9_223_372_036_854_775_807),
      ("9223372036854775808", nil, 9_223_372_036_854_775_808),
      ("18446744073709551615", nil, UInt64.max),
      ("-9223372036854775808", Int64.min, nil),
      ("3.0", 3, 3), ("-2e3", -2000, nil), ("1.5", nil, nil), ("-0", 0, 0),
      ("9007199254740992.0", 9_007_199_254_740_992, 9_007_199_254_740_992),
      ("9007199254740994.0", nil, nil),
    ] as [(String, Int64?, UInt64?)])
  func integers(text: String, signed: Int64?, unsigned: UInt64?) throws {
    for text in [text, " \(text) ", "[\(text)]", "{\"a\":\(text)\n}"] {
      let (parsed, diagnostics) = parse(text)
      let root = try #require(parsed).root
      let value = root.kind == .array ? root[0] : root.kind == .object ? root["a"] : root
      #expect(value.kind == .number)
      #expect(value.int64 == signed)
      #expect(value.uint64 == unsigned)
      #expect(diagnostics.isEmpty)
    }
  }

  @Test(
    "a number is the nearest double",
    arguments: [
      ("0.1", 0.1), ("-0.0", -0.0), ("1e308", 1e308),
      ("1.7976931348623157e308", .greatestFiniteMagnitude),
      ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
      ("123456789.123456789", 123456789.123456789),
      ("18446744073709551615", 0x1p64), ("-9223372036854775808", -0x1p63),
      ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
    ])
  func doubles(text: String, expected: Double) throws {
    let value = try document("[\(text)]").root[0]
    #expect(value.double?.bitPattern == expected.bitPattern)
    #expect(try document(text).root.double?.bitPattern == expected.bitPattern)
  }

  @Test(
    "a number beyond 64 bits keeps its text and causes one warning",
    arguments: [
      ("18446744073709551616", 0x1p64), ("-9223372036854775809", -0x1p63), ("1e400", nil),
      ("-1e400", nil), ("123456789012345678901234567890", 123456789012345678901234567890.0),
    ] as [(String, Double?)])
  func outOfRange(text: String, double: Double?) throws {
    let (parsed, diagnostics) = parse("{\"a\": [\(text) ], \"b\": 1}")
    let root = try #require(parsed).root
    let value = root["a"][0]
    #expect(value.kind == .number)
    #expect(value.document.tape.numberText(value.index) == text)
    #expect(value.int64 == nil)
    #expect(value.uint64 == nil)
    #expect(value.double == double)
    #expect(root["b"].int64 == 1)
    #expect(diagnostics.map(\.code) == [.numberOutOfRange])
    #expect(diagnostics.first?.location?.path == "$.a[0]")
    #expect(diagnostics.first?.location?.excerpt?.marked.count == text.count)
    #expect(parse(text).diagnostics.map(\.code) == [.numberOutOfRange])
  }

  @Test("a number has no other kind, and no other kind is a number")
  func otherKinds() throws {
    let root = try document(#"[1, "1", true, null, [1], {"a": 1}]"#).root
    #expect(root[0].bool == nil && root[0].string == nil && root[0].utf8.isEmpty)
    for position in 1..<6 {
      #expect(root[position].int64 == nil)
      #expect(root[position].uint64 == nil)
      #expect(root[position].double == nil)
    }
    #expect(root[2].bool == true)
  }
}
