import Support
import TestTools
import Testing

@Suite("Bytes in texts") struct StringBytesTests {
  @Test("a text has a part if `contains` finds it", arguments: UInt64(0)..<50)
  func likeContains(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func text(_ range: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: range, using: &random)).map { _ in
          "ab:/文".randomElement(using: &random) ?? "a"
        })
    }
    for _ in 0..<200 {
      let (whole, part) = (text(0...12), text(1...4))
      #expect(whole.hasBytes(of: part) == whole.contains(part), "\(whole) \(part)")
      #expect(whole.dropFirst().hasBytes(of: part) == whole.dropFirst().contains(part))
    }
    #expect("abc".hasBytes(of: "") && !"".hasBytes(of: "a"))
  }
}
