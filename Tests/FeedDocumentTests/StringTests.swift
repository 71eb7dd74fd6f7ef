import CSimdJSON
import Support
import Testing

@testable import FeedDocument

@Suite("Strings")
struct StringTests {
  @Test(
    "escapes are decoded",
    arguments: [
      (#"\" \\ \/ \b \f \n \r \t"#, "\" \\ / \u{8} \u{C} \n \r \t"),
      (#"\u0041\u00e9\u4E2D\uFFFF"#, "A\u{E9}\u{4E2D}\u{FFFF}"),
      (#"\u0000"#, "\0"),
      (#"a\ud83d\ude00b"#, "a\u{1F600}b"),
      (#"\uD800\uDC00\uDBFF\uDFFF"#, "\u{10000}\u{10FFFF}"),
      (#"中文\n🎵"#, "中文\n🎵"),
    ])
  func escapes(escaped: String, expected: String) throws {
    let (parsed, diagnostics) = parse(#"{"\#(escaped)": "\#(escaped)"}"#)
    let value = try #require(parsed).root[expected]
    #expect(value.string == expected)
    #expect(value.key == expected)
    #expect(value.count == expected.utf8.count)
    #expect(Array(value.utf8) == Array(expected.utf8))
    #expect(diagnostics.isEmpty)
  }

  @Test(
    "a string with an unpaired surrogate keeps its other characters",
    arguments: [
      (#"a\ud83d"#, "a\u{FFFD}"),
      (#"\ude00b"#, "\u{FFFD}b"),
      (#"\ud83dx"#, "\u{FFFD}x"),
      (#"\ud83d\n"#, "\u{FFFD}\n"),
      (#"\ud83d\u0041"#, "\u{FFFD}A"),
      (#"\ud83d\ud83d\ude00"#, "\u{FFFD}\u{1F600}"),
      (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}"),
    ])
  func unpairedSurrogates(escaped: String, expected: String) throws {
    let (parsed, diagnostics) = parse(#"["\#(escaped)", 1]"#)
    #expect(render(try #require(parsed).root) == "[\"\(expected)\",1]")
    #expect(diagnostics.map(\.code) == [.invalidUTF8])
    #expect(diagnostics.first?.severity == .warning)
    #expect(diagnostics.first?.location?.path == "$[0]")
    #expect(diagnostics.first?.location?.column == 2)
  }

  @Test("an unpaired surrogate in a key is reported as one in a key")
  func unpairedSurrogateInKey() throws {
    let (parsed, diagnostics) = parse(#"{"\ud83d": 1}"#)
    #expect(try #require(parsed).root["\u{FFFD}"].int64 == 1)
    #expect(diagnostics.map(\.message) == ["unpaired surrogate in a key"])
    #expect(diagnostics.first?.location?.column == 2)
  }

  @Test("strings without a backslash point into the source, others to the bytes after it")
  func sharing() throws {
    let text = #"["plain", "es\"caped", "中文"]"#
    let document = try document(text)
    let payloads = valueIndices(document).filter { document.tape.kind($0) == .string }
      .map { Int(document.tape.values[Int($0)].payload) }
    #expect(payloads == [2, text.utf8.count + Int(SE_PADDING), 24])
    #expect(document.tape.bytes.count == text.utf8.count + Int(SE_PADDING) + "es\"caped".utf8.count)
    #expect(try #require(parse(#"["a"]"#).document).tape.bytes.count == 5)
  }

  @Test("strings of every length up to 100, with an escape at every position, have the right end")
  func lengths() throws {
    for length in 0...100 {
      let plain = String(repeating: "x", count: length)
      #expect(try document("[\"\(plain)\",\"\"]").root[0].string == plain)
      for place in 0...length {
        let escaped = plain.prefix(place) + #"\\"# + plain.dropFirst(place)
        let expected = plain.prefix(place) + "\\" + plain.dropFirst(place)
        let root = try document("{\"\(escaped)\":\"\(escaped)\"}").root
        #expect(root[String(expected)].string == String(expected))
      }
    }
  }
}
