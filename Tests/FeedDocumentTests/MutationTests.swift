import Support
import TestConditions
import Testing

@testable import FeedDocument

/// A document with every kind of token, small enough to be changed at every byte.
let everyToken = """
  {"a": [1, -2.5e+3, true, false, null, {}, []],
   "b\\n": "x\\u0041\\ud83d\\ude00\\"y", "中": "🎵", "c": {"d": [[0], ""]}}
  """

@Suite("Damaged documents")
struct MutationTests {
  @Test("every nonempty prefix is reported as truncated, and the empty one as empty")
  func prefixes() {
    let bytes = Array(everyToken.utf8)
    for length in 0..<bytes.count {
      let (document, diagnostics) = parse(Array(bytes.prefix(length)))
      #expect(document == nil)
      #expect(diagnostics.count == 1)
      #expect(diagnostics.first?.code == (length == 0 ? .emptyDocument : .truncatedDocument))
      #expect(diagnostics.first?.location != nil)
    }
  }

  @Test("any other byte at any position is read or explained, and both parsers agree", .exhaustive)
  func singleBytes() {
    let original = Array(everyToken.utf8)
    var accepted = 0
    for place in original.indices {
      for byte in UInt8.min...UInt8.max where byte != original[place] {
        var bytes = original
        bytes[place] = byte
        accepted += check(bytes) ? 1 : 0
      }
    }
    // Some bytes keep the JSON valid, such as another letter in a string or another digit. If there
    // were few of them, the test would hardly cover valid documents.
    #expect(accepted > 1000)
  }

  @Test(
    "any byte that is removed or doubled is read or explained, and both parsers agree", .exhaustive)
  func insertions() {
    let original = Array(everyToken.utf8)
    for place in original.indices {
      var bytes = original
      bytes.remove(at: place)
      _ = check(bytes)
      bytes = original
      bytes.insert(original[place], at: place)
      _ = check(bytes)
      for byte in Array(#"{}[],:"\/'0-.etn#< "#.utf8) + [0, 0x0A, 0x80, 0xC3, 0xED, 0xFF] {
        bytes = original
        bytes.insert(byte, at: place)
        _ = check(bytes)
      }
    }
  }

  @Test("every text of up to five tokens is read or explained, and both parsers agree", .exhaustive)
  func shortTexts() {
    let tokens = ["{", "}", "[", "]", ",", ":", "\"a\"", "1", "nul", " "]
    var texts = [""]
    var accepted = 0
    for _ in 0..<5 {
      texts = texts.flatMap { text in tokens.map { text + $0 } }
      for text in texts { accepted += check(Array(text.utf8)) ? 1 : 0 }
    }
    #expect(accepted > 100)
  }

  /// Returns whether simdjson accepts the bytes. Checks that the parser that explains the errors of
  /// simdjson agrees.
  private func check(_ bytes: [UInt8]) -> Bool {
    let (document, diagnostics) = parse(bytes)
    let isAccepted = bytes.withUnsafeBufferPointer { JSONFaultFinder.accepts($0) }
    guard let document else {
      #expect(diagnostics.contains { $0.severity == .error }, "\(bytes)")
      #expect(diagnostics.allSatisfy { !$0.message.contains("near byte") }, "\(bytes)")
      return false
    }
    #expect(isAccepted, "\(String(decoding: bytes, as: UTF8.self))")
    #expect(document.root.exists)
    #expect(diagnostics.allSatisfy { $0.severity != .error })
    for index in valueIndices(document) {
      #expect(document.location(of: index).excerpt != nil)
    }
    return true
  }
}
