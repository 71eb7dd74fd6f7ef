import Support
import Testing

@testable import FeedDocument

@Suite("Invalid JSON documents")
struct DiagnosticTests {
  @Test(
    "an empty document is reported as empty",
    arguments: ["", " ", "\n\n\t \r\n", "\u{FEFF}", "\u{FEFF} \n"])
  func empty(text: String) {
    let (document, diagnostics) = parse(text)
    #expect(document == nil)
    #expect(diagnostics.last?.code == .emptyDocument)
    #expect(diagnostics.last?.severity == .error)
  }

  @Test("the error for a truncated document names the open container and the position")
  func truncated() throws {
    let (document, diagnostics) = parse(
      """
      {
        "data": {
          "blocks": [
            {"blockCode": "A"},

      """)
    #expect(document == nil)
    let expected = """
      error[SE1003]: the document ends before `]`, after 56 bytes
      --> feed.json:4:25  $.data.blocks[1]
      2 |   "data": {
      3 |     "blocks": [
      4 |       {"blockCode": "A"},
                                  ^ nothing follows
      = note: the array opened at 3:15 is not closed
      = note: 3 containers are open in all
      = note: nothing in it can be drawn
      = help: fetch it again; a reply that was cut is shorter than its Content-Length
      = help: `sectionengine explain SE1003`
      """
    #expect(picture(try #require(diagnostics.first)) == expected)
  }

  @Test(
    "a syntax error points at its location and names the expected token",
    arguments: [
      ("[1, 2,]", 6, "trailing comma before `]`, expected a value", "$[2]"),
      (#"{"a": 1,}"#, 8, "trailing comma before `}`, expected a member", "$.a"),
      ("[1 2]", 4, "expected `,` or `]`, found `2`", "$[0]"),
      (#"{"a": 1 "b": 2}"#, 9, "expected `,` or `}`, found a string", "$.a"),
      (#"{"a" 1}"#, 6, "expected `:` after a key, found `1`", "$.a"),
      (#"{"a":}"#, 6, "expected a value, found `}`", "$.a"),
      ("[,1]", 2, "expected a value, found `,`", "$[0]"),
      ("[1,,2]", 4, "expected a value, found `,`", "$[1]"),
      (#"{"a":1,,}"#, 8, "expected a key, found `,`", "$.a"),
      ("{a: 1}", 2, "expected a key in double quotes, found `a`", "$"),
      ("{1: 1}", 2, "expected a key in double quotes, found `1`", "$"),
      ("['a']", 2, "found single quotes, expected double quotes", "$[0]"),
      ("{'a': 1}", 2, "found single quotes, expected double quotes", "$"),
      ("[“a”]", 2, "found typographic quotes, expected double quotes", "$[0]"),
      ("[1, // two\n2]", 5, "found a comment, which JSON does not have", "$[1]"),
      ("[1 /* one */]", 4, "found a comment, which JSON does not have", "$[0]"),
      (#"{"a": NaN}"#, 7, "expected a value, found `NaN`", "$.a"),
      ("[undefined]", 2, "expected a value, found `undefined`", "$[0]"),
      ("[True]", 2, "expected a value, found `True`", "$[0]"),
      ("[nul]", 2, "expected a value, found `nul`", "$[0]"),
      ("[01]", 2, "`01` is not a number", "$[0]"),
      ("[+1]", 2, "`+1` is not a number", "$[0]"),
      ("[.5]", 2, "`.5` is not a number", "$[0]"),
      ("[-.5]", 2, "`-.5` is not a number", "$[0]"),
      ("[1.]", 2, "`1.` is not a number", "$[0]"),
      ("[1e]", 2, "`1e` is not a number", "$[0]"),
      ("[-]", 2, "`-` is not a number", "$[0]"),
      ("[0x1F]", 2, "`0x1F` is not a number", "$[0]"),
      ("[12abc]", 2, "`12abc` is not a number", "$[0]"),
      (#"["a\x"]"#, 4, #"`\x` is not an escape sequence of JSON"#, "$[0]"),
      (#"["\u12G4"]"#, 3, #"`\u` is not an escape sequence of JSON"#, "$[0]"),
      ("[\"a\tb\"]", 4, "found a tab within a string", "$[0]"),
      ("[\"a\n\"]", 4, "found the end of the line within a string", "$[0]"),
      ("[\"a\u{1}\"]", 4, "found U+0001 within a string", "$[0]"),
      ("{} {}", 4, "expected the end of the document, found an object", "$"),
      ("[1]]", 4, "expected the end of the document, found `]`", "$"),
      ("[1}", 3, "expected `]`, found `}`", "$[0]"),
      (#"{"a": 1]"#, 8, "expected `}`, found `]`", "$.a"),
    ])
  func invalid(text: String, column: Int, message: String, path: String) throws {
    let (document, diagnostics) = parse(text)
    #expect(document == nil)
    let diagnostic = try #require(diagnostics.first)
    #expect(diagnostics.count == 1)
    #expect(diagnostic.code == .invalidJSON)
    #expect(diagnostic.message == message)
    #expect(diagnostic.location?.line == 1)
    #expect(diagnostic.location?.column == column)
    #expect(diagnostic.location?.path == path)
    #expect(diagnostic.message.count < 80)
  }

  @Test(
    "a document that does not begin like JSON is not quoted",
    arguments: [
      "root:$6$secret:1:2", "hunter2", "1 2", "nul", "null x", "]", "-----BEGIN secret", "'secret'",
      "[default]\nkey = secret", "[secret", "{{ secret }}", "{ secret; }",
      "\u{FEFF}秘密 secret", "<html>secret", "secret {\"a\": 1", "\n\n  # secret\n{}",
    ])
  func notJSON(text: String) throws {
    let (document, diagnostics) = parse(text)
    let diagnostic = try #require(diagnostics.last)
    #expect(document == nil)
    let words = [diagnostic.label ?? ""] + diagnostic.notes + diagnostic.helps
    #expect(!words.joined().contains("secret"), "\(words)")
    #expect(diagnostic.message == "this is not JSON" && diagnostic.location?.excerpt == nil)
  }

  @Test(
    "a document truncated within a token names the kind of token",
    arguments: [
      ("[\"abc", "the document ends within a string"),
      (#"["abc\"#, "the document ends within a string"),
      (#"["abc\u12"#, "the document ends within a string"),
      ("[tru", "the document ends within a word"),
      ("[-", "the document ends within a number"),
      ("[1.", "the document ends within a number"),
      ("[1", "the document ends before `]`"),
      (#"{"a":"#, "the document ends before `}`"),
      (#"{"a""#, "the document ends before `}`"),
    ])
  func truncatedToken(text: String, message: String) throws {
    let diagnostic = try #require(parse(text).diagnostics.first)
    #expect(diagnostic.code == .truncatedDocument)
    #expect(diagnostic.message == "\(message), after \(text.utf8.count) bytes")
  }

  @Test("invalid UTF-8 is reported with its bytes and location")
  func invalidUTF8() throws {
    let (document, diagnostics) = parse(
      Array("{\n \"a\": \"中".utf8) + [0xC3, 0x28] + Array("\"}".utf8))
    #expect(document == nil)
    let expected = """
      error[SE1005]: invalid UTF-8 at byte 12: C3
      --> feed.json:2:9  $.a
      1 | {
      2 |  "a": "中�("}
                  ^ expected UTF-8
      = note: nothing in it can be drawn
      = help: if the text is in another encoding, such as GB18030, `iconv` converts it
      = help: `sectionengine explain SE1005`
      """
    #expect(picture(try #require(diagnostics.first)) == expected)
  }

  @Test("a document cut within a character is truncated, not invalid UTF-8")
  func cutCharacter() throws {
    for bytes in [[0xE4], [0xE4, 0xB8], [0xF0, 0x9F, 0x98], [0xC3]] as [[UInt8]] {
      let diagnostic = try #require(parse(Array("[\"a".utf8) + bytes).diagnostics.first)
      #expect(diagnostic.code == .truncatedDocument)
    }
    for bytes in [[0x80], [0xC0], [0xFF], [0xE4, 0x28]] as [[UInt8]] {
      let diagnostic = try #require(parse(Array("[\"a".utf8) + bytes).diagnostics.first)
      #expect(diagnostic.code == .invalidUTF8)
    }
  }

  @Test("a byte order mark is skipped with a note, and columns and offsets include it")
  func byteOrderMark() throws {
    let (document, diagnostics) = parse("\u{FEFF}{\"a\": 1}")
    #expect(diagnostics.map(\.code) == [.byteOrderMark])
    #expect(diagnostics.first?.severity == .note)
    let value = try #require(document).root["a"]
    #expect(document?.tape.values[Int(value.index)].offset == 9)
    #expect(value.location.column == 8)
    let fault = try #require(parse("\u{FEFF}[1,]").diagnostics.last)
    #expect(fault.location?.column == 4)
  }

  @Test("the error for another encoding names it and how to convert it")
  func encodings() throws {
    let utf16 = Array("{\"a\": 1}".utf16)
    let little = utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for (bytes, name) in [
      ([0xFF, 0xFE] + little, "UTF-16LE"), ([0xFE, 0xFF] + big, "UTF-16BE"),
      (little, "UTF-16LE"), (big, "UTF-16BE"),
    ] {
      let (document, diagnostics) = parse(bytes)
      #expect(document == nil)
      #expect(diagnostics.map(\.code) == [.invalidUTF8])
      #expect(diagnostics.first?.message == "the document is \(name), expected UTF-8")
      #expect(diagnostics.first?.helps == ["`iconv -f \(name) -t UTF-8` converts it"])
    }
    #expect(parse([0x1F, 0x8B, 8]).diagnostics.first?.message.contains("gzip") == true)
  }

  @Test("the excerpt of a megabyte line shows only the part around the error")
  func minified() throws {
    let item = #"{"name":"演唱会","id":109951166052270907},"#
    let text = "[" + String(repeating: item, count: 20_000) + "oops," + item + item + "1]"
    let diagnostic = try #require(parse(text).diagnostics.first)
    let excerpt = try #require(diagnostic.location?.excerpt)
    let line = try #require(excerpt.lines.last?.text.unicodeScalars)
    #expect(line.count == 74)
    #expect(line.first == "…" && line.last == "…")
    let marked = line.dropFirst(excerpt.marked.lowerBound).prefix(excerpt.marked.count)
    #expect(String(String.UnicodeScalarView(marked)) == "oops")
    #expect(diagnostic.location?.column == 2 + 20_000 * item.unicodeScalars.count)
    #expect(diagnostic.location?.path == "$[20000]")
  }
}
