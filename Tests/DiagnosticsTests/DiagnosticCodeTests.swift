import Testing

@testable import Support

@Test(
  "every code has a page that starts with the code and suggests an action",
  arguments: DiagnosticCode.allCases)
func everyCodeHasAPage(_ code: DiagnosticCode) {
  #expect(code.page.hasPrefix("# \(code.rawValue): "))
  for part in ["**Severity**", "**What it costs**", "**What to do**"] {
    #expect(code.page.contains(part), "\(code.rawValue) lacks \(part)")
  }
  #expect(!code.title.isEmpty && code.title.first?.isUppercase == false)
}

@Test("codes are unique and belong to one of the six bands")
func codesAreUnique() {
  let codes = DiagnosticCode.allCases.map(\.rawValue)
  #expect(Set(codes).count == codes.count)
  for code in codes {
    #expect(
      code.count == 6 && code.hasPrefix("SE") && "123459".contains(code.dropFirst(2).prefix(1)))
  }
}
