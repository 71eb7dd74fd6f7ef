import TestTools
import TestConditions
import Support
import Testing

@testable import Renderers

@Suite("ByteWriter")
struct ByteWriterTests {
  @Test(
    "a number has at most two decimals, no trailing zeros, no minus zero and no exponent",
    arguments: [
      (0, "0"), (-0.0, "0"), (-0.004, "0"), (0.005, "0.01"), (-0.005, "-0.01"), (1.5, "1.5"),
      (1.25, "1.25"), (10, "10"), (100, "100"), (-3.5, "-3.5"), (108.69565, "108.7"),
      (1.0 / 3, "0.33"), (2.0 / 3, "0.67"), (0.999, "1"), (9.996, "10"), (99.999, "100"),
      (1e15, "1000000000000000"), (9_007_199_254_740_991, "9007199254740991"),
      (70_368_744_177_663.5, "70368744177663.5"), (1e19, "10000000000000000000"),
      (-1.5e21, "-1500000000000000000000"), (9_223_372_036_854_775_808, "9223372036854776000"),
      (1.2345678901234567e20, "123456789012345670000"),
      (.nan, "0"), (.infinity, "0"), (-.infinity, "0"),
    ] as [(Double, String)])
  func number(value: Double, expected: String) {
    var out = ByteWriter()
    out.write(number: value)
    #expect(out.string == expected)
  }

  @Test("the greatest number is written with digits that parse as the same number")
  func greatest() {
    var out = ByteWriter()
    out.write(number: .greatestFiniteMagnitude)
    #expect(out.count == 309)
    #expect(Double(out.string) == .greatestFiniteMagnitude)
  }

  @Test(
    "a written number parses as a number with the same digits", .exhaustive,
    arguments: [1, 2, 3] as [UInt64])
  func stable(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      var first = ByteWriter()
      first.write(number: value)
      var second = ByteWriter()
      second.write(number: Double(first.string) ?? .nan)
      #expect(first.string == second.string, "seed \(seed), value \(value)")
    }
  }

  @Test("every hundredth up to ten points is written exactly")
  func hundredths() {
    for hundredths in -1000...1000 {
      var out = ByteWriter()
      out.write(number: Double(hundredths) / 100)
      #expect(Double(out.string) == Double(hundredths) / 100)
    }
  }

  @Test("an integer is exact up to 64 bits")
  func integers() {
    var out = ByteWriter()
    for value in [0, -1, 10, 109_951_166_052_270_907, Int.max, Int.min] {
      out.write(integer: value)
      out.write(" ")
    }
    #expect(
      out.string == "0 -1 10 109951166052270907 9223372036854775807 -9223372036854775808 ")
  }

  @Test("XML text has no separators, byte order marks or raw tags")
  func invisible() {
    var out = ByteWriter()
    out.write(xml: "a\u{2028}b\u{2029}\u{FEFF}c\u{E0041}\u{E007F}\u{E0080}\u{FEFE}\u{FFFF}")
    #expect(
      out.string == "a\u{FFFD}b\u{FFFD}c&#xE0041;&#xE007F;\u{E0080}\u{FEFE}\u{FFFD}")
    var json = ByteWriter()
    json.write(jsonString: "\u{FEFF}\u{E0041}")
    #expect(json.bytes == Array("\"\u{FEFF}\u{E0041}\"".utf8))
  }

  @Test("a JSON string escapes quotes, backslashes, controls and separators, and nothing else")
  func strings() {
    var out = ByteWriter()
    out.write(jsonString: "\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F}\u{85}\u{2028} 夏 👨‍👩‍👧 é")
    #expect(
      out.string == #""\"\\/\b\t\n\f\r\u0000\u001f\u007f\u0085\u2028 夏 👨‍👩‍👧 é""#)
  }
}
