import Support
import Testing

@testable import FeedDocument

@Suite("DocumentLimits")
struct LimitTests {
  @Test("512 nested containers are read, 513 are refused", arguments: ["[", "{\"a\":"])
  func depth(opening: String) throws {
    let closing = opening == "[" ? "]" : "}"
    for depth in [1, 511, 512] {
      let inner = opening == "[" ? "" : "1"
      let text =
        String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)
      let document = try document(text)
      #expect(valueIndices(document).count == depth + inner.count)
      #expect(
        document.value(atPath: document.path(of: UInt32(document.tape.values.count - 1)))?.exists
          == true
      )
    }
    let text =
      String(repeating: opening, count: 513) + "1" + String(repeating: closing, count: 513)
    let (document, diagnostics) = parse(text)
    #expect(document == nil)
    #expect(diagnostics.map(\.code) == [.documentTooLarge])
    #expect(diagnostics.first?.message == "found 513 containers in each other, the limit is 512")
    #expect(diagnostics.first?.location?.column == 512 * opening.count + 1)
  }

  @Test("a million open brackets give a diagnostic and use little memory")
  func endlessBrackets() {
    let (document, diagnostics) = parse([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
    #expect(document == nil)
    #expect(diagnostics.map(\.code) == [.documentTooLarge])
  }

  @Test("a document of the maximum size is read, and one more byte is refused")
  func bytes() throws {
    var limits = DocumentLimits()
    limits.bytes = 5
    #expect(parse("[1,2]", limits: limits).document != nil)
    let (document, diagnostics) = parse("[1,2] ", limits: limits)
    #expect(document == nil)
    #expect(diagnostics.map(\.code) == [.documentTooLarge])
    #expect(diagnostics.first?.message == "the document has 6 bytes, the limit is 5")
  }

  @Test("the maximum number of values is read, and one more is refused at its location")
  func values() throws {
    var limits = DocumentLimits()
    limits.values = 4
    #expect(parse(#"{"a": [1, 2]}"#, limits: limits).document != nil)
    let (document, diagnostics) = parse(#"{"a": [1, 2], "b": 3}"#, limits: limits)
    #expect(document == nil)
    #expect(diagnostics.first?.message == "the document has more than 4 values, the limit")
    #expect(diagnostics.first?.location?.column == 20)
    limits.values = 0
    #expect(parse("1", limits: limits).document == nil)
  }

  @Test("limits out of range are clamped")
  func extremes() {
    var limits = DocumentLimits()
    limits.depth = .max
    limits.bytes = .max
    limits.values = .max
    #expect(parse("[1]", limits: limits).document != nil)
    let deep = String(repeating: "[", count: 1025) + String(repeating: "]", count: 1025)
    #expect(parse(deep, limits: limits).document == nil)
    #expect(parse(String(deep.dropFirst().dropLast()), limits: limits).document != nil)
    limits.depth = -1
    #expect(parse("[1]", limits: limits).document == nil)
    #expect(parse("1", limits: limits).document != nil)
    limits.bytes = .min
    #expect(parse("1", limits: limits).document == nil)
  }
}
