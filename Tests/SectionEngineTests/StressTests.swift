import Foundation
import Testing

@testable import SectionEngine

@Suite("Other content") struct StressTests {
  @Test("a word is read as it is written", arguments: Stress.all)
  func words(_ stress: Stress) { #expect(Stress(stress.word) == stress) }

  @Test("unknown words and numbers beyond the limit are refused")
  func refused() {
    for word in ["", "longer", "items=", "items=-1", "items=1001", "all"] {
      #expect(Stress(word) == nil, "\(word)")
    }
  }

  @Test("a text becomes longer, shorter, accented or Hebrew, whatever its script is")
  func texts() {
    #expect(Stress.long.text(for: "Sea").count >= 60)
    #expect(Stress.long.text(for: "Sea").hasPrefix("Sea Sea "))
    #expect(Stress.short.text(for: "👨‍👩‍👧 family") == "👨‍👩‍👧")
    #expect(Stress.empty.text(for: "海") == "")
    #expect(Stress.pseudo.text(for: "Sea 12") == "[Šéá 12 one]")
    let hebrew = Stress.pseudoRTL.text(for: "Sea 海")
    #expect(hebrew.contains { ("א"..."ת").contains($0) } && !hebrew.contains("S"))
    for stress in Stress.all { #expect(stress.text(for: "") == "") }
  }
}
