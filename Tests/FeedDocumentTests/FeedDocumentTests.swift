import CSimdJSON
import Testing

@testable import FeedDocument

@Suite("FeedDocument")
struct FeedDocumentTests {
  @Test("every kind of value is kept, in order and with its count")
  func kinds() throws {
    let root = try document(
      #"{"n": null, "t": true, "f": false, "i": -7, "d": 1.5, "s": "ab", "a": [1, []], "o": {}}"#
    ).root
    #expect(render(root) == #"{n:null,t:true,f:false,i:-7,d:1.5,s:"ab",a:[1,[]],o:{}}"#)
    #expect(root.count == 8)
    #expect(root["s"].count == 2)
    #expect(root["a"].count == 2)
    #expect(root["a"][1].count == 0)
    #expect(root["i"].count == 0)
  }

  @Test("absent, null, {}, [] and the empty string are distinct")
  func emptiness() throws {
    let root = try document(#"{"null": null, "object": {}, "array": [], "string": ""}"#).root
    #expect(root["absent"].kind == .missing)
    #expect(root["null"].kind == .null)
    #expect(root["object"].kind == .object)
    #expect(root["array"].kind == .array)
    #expect(root["string"].kind == .string)
    #expect(!root["absent"].exists && root["null"].exists)
  }

  @Test(
    "the root may be a scalar",
    arguments: [
      ("null", "null"), (" null ", "null"), ("true\n", "true"), ("false", "false"), ("0", "0"),
      ("\t-12 ", "-12"), ("1.5e3", "1500"), (#" "a" "#, #""a""#), (#""""#, #""""#),
    ])
  func scalarRoot(text: String, expected: String) throws {
    #expect(render(try document(text).root) == expected)
  }

  @Test("reading any index is safe, and keys and indices past the end are missing")
  func anyIndex() throws {
    let document = try document(#"{"a": [1, "x"], "b": {"c": null}}"#)
    let end = UInt32(document.tape.values.count)
    for index in Array(0..<end + 3) + [.max - 1, .max, 1 << 31] {
      let isValue =
        index > 0 && index < end && document.tape.values[Int(index)].flags & UInt8(SE_FLAG_KEY) == 0
      #expect((document.tape.kind(index) != .missing) == isValue)
      guard !isValue else { continue }
      #expect(document.tape.count(index) == 0)
      #expect(document.tape.first(index) == 0)
      #expect(document.tape.next(index) == 0)
      #expect(document.tape.key(index).isEmpty)
      #expect(document.tape.string(index).isEmpty)
      #expect(document.tape.int64(index) == nil)
      #expect(document.tape.uint64(index) == nil)
      #expect(document.tape.double(index) == nil)
      #expect(document.tape.bool(index) == nil)
      #expect(document.tape.element(index, at: 0) == 0)
      #expect(document.path(of: index) == "")
      #expect(document.location(of: index).line == 1)
      #expect(FeedValue(document: document, index: index)["a"].kind == .missing)
      #expect(FeedValue(document: document, index: index)[0].kind == .missing)
    }
  }

  @Test("first and next walk a container, and other accesses are missing")
  func walking() throws {
    let root = try document(#"{"a": 1, "b": [10, [20], {}], "c": "x"}"#).root
    #expect(root.children.map(\.key) == ["a", "b", "c"])
    #expect(root["b"].children.map(render) == ["10", "[20]", "{}"])
    #expect(Array(root["a"].children).isEmpty)
    #expect(root.document.tape.next(root.index) == 0)
    #expect(root["b"][2].kind == .object)
    #expect(root["b"][3].kind == .missing)
    #expect(root["b"][-1].kind == .missing)
    #expect(root["b"][Int.max].kind == .missing)
    #expect(root["b"]["a"].kind == .missing)
    #expect(root[0].kind == .missing)
  }

  @Test("the same bytes can be parsed twice, including escapes")
  func sameBytesTwice() throws {
    let source = PaddedBytes(Array(#"["a\nb", "c\td"]"#.utf8))
    let first = try #require(FeedDocument.parse(source, name: "1").value)
    let second = try #require(FeedDocument.parse(source, name: "2").value)
    #expect(render(first.root) == "[\"a\nb\",\"c\td\"]")
    #expect(render(second.root) == render(first.root))
    #expect(first.tape.bytes.baseAddress != second.tape.bytes.baseAddress)
  }

  @Test("a reader fills the bytes in place, and its error is passed on")
  func filledInPlace() throws {
    struct ReadError: Error {}
    let bytes = PaddedBytes(unsafeUninitializedCapacity: 100) { buffer, written in
      written = buffer[...].update(fromContentsOf: Array("[1]".utf8))
    }
    #expect(bytes.count == 3)
    #expect(render(try #require(FeedDocument.parse(bytes, name: "").value).root) == "[1]")
    #expect(throws: ReadError.self) {
      _ = try PaddedBytes(unsafeUninitializedCapacity: 8) { _, _ in throw ReadError() }
    }
  }
}
