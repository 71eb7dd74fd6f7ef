import Testing

@testable import FeedDocument

@Suite("DocumentBuilder")
struct DocumentBuilderTests {
  @Test("a built document contains the added values in order")
  func values() throws {
    var builder = DocumentBuilder(name: "settings")
    let root = builder.beginObject()
    builder.key("title")
    let title = builder.string("歌 \"1\"")
    builder.key("list")
    builder.beginArray()
    builder.number(0.5)
    builder.number(Double.nan)
    builder.null()
    builder.beginObject()
    builder.endObject()
    builder.endArray()
    builder.key("last")
    builder.number(1)
    builder.endObject()
    let document = builder.finish()
    #expect(root == FeedDocument.rootIndex)
    #expect(
      render(document.root)
        == #"{title:"歌 "1"",list:[0.5,null,null,{}],last:1}"#)
    #expect(document.path(of: title) == "$.title")
    for index in valueIndices(document) {
      #expect(document.value(atPath: document.path(of: index))?.index == index)
    }
    #expect(document.location(of: title).file == "settings")
  }

  @Test(
    "two values are merged deeply",
    arguments: [
      (
        #"{"a": 1, "b": {"c": 2, "d": 3}}"#, #"{"b": {"c": 4, "e": 5}, "f": 6}"#,
        "{a:1,b:{c:4,d:3,e:5},f:6}"
      ),
      (#"{"a": {"b": 1}}"#, #"{"a": 2}"#, "{a:2}"),
      (#"{"a": 2}"#, #"{"a": {"b": 1}}"#, "{a:{b:1}}"),
      (#"{"a": [1, 2]}"#, #"{"a": [3]}"#, "{a:[3]}"),
      (#"{"a": 1}"#, #"{"a": null}"#, "{a:null}"),
      (#"{"a": 1}"#, "{}", "{a:1}"), ("{}", #"{"a": 1}"#, "{a:1}"), ("1", "[2]", "[2]"),
      (#"{"a": 1, "a": {"x": 1}}"#, #"{"a": {"y": 0}, "a": {"y": 2}}"#, "{a:{x:1,y:2}}"),
      (
        #"{"s": "a\nb"}"#, #"{"t": "c\td", "n": 18446744073709551616}"#,
        "{s:\"a\nb\",t:\"c\td\",n:text(18446744073709551616)}"
      ),
    ])
  func merging(base: String, override: String, expected: String) throws {
    var builder = DocumentBuilder(name: "merged")
    let base = try document(base)
    let override = try document(override)
    let index = builder.merge(base.root, override.root)
    let merged = builder.finish()
    #expect(index == FeedDocument.rootIndex)
    #expect(render(merged.root) == expected)
    for index in valueIndices(merged) {
      #expect(merged.value(atPath: merged.path(of: index))?.index == index)
    }
  }

  @Test("merging with a missing side gives the other side, and two missing sides give nothing")
  func missingSides() throws {
    let document = try document(#"{"a": [1]}"#)
    let nothing = document.root["b"]
    for (base, override) in [(document.root, nothing), (nothing, document.root)] {
      var builder = DocumentBuilder(name: "")
      builder.merge(base, override)
      #expect(render(builder.finish().root) == "{a:[1]}")
    }
    var builder = DocumentBuilder(name: "")
    builder.beginObject()
    builder.key("a")
    #expect(builder.merge(nothing, nothing) == FeedDocument.missing)
    builder.key("b")
    builder.number(1)
    builder.endObject()
    #expect(render(builder.finish().root) == "{b:1}")
  }

  @Test("copied values keep the location of their source")
  func copies() throws {
    let source = try document(
      """
      {"defaults": {"card": {"title": "a\\u0301b"}},
       "entry": [1, 2]}
      """)
    var builder = DocumentBuilder(name: "settings")
    builder.beginArray()
    builder.copy(source.root["entry"][0])
    let card = builder.copy(source.root["defaults"]["card"])
    builder.copy(source.root["entry"])
    builder.endArray()
    let built = builder.finish()
    #expect(render(built.root) == "[1,{title:\"a\u{301}b\"},[1,2]]")
    let title = FeedValue(document: built, index: card)["title"]
    #expect(title.path == "$[1].title")
    #expect(title.location == source.root["defaults"]["card"]["title"].location)

    // A copy of a copy has the location of the value in `source`, and keeps `source` alive.
    var second = DocumentBuilder(name: "again")
    second.copy(title)
    #expect(second.finish().root.location == title.location)
  }

  @Test("a document in between stays as it is when the builder adds more, and copies are alike")
  func snapshots() throws {
    let source = try document(
      #"{"list": [{"id": 1, "名": "é"}, [], 12345678901234567890123, {"名": "é", "id": 2}, "x"]}"#)
    let list = source.root["list"]
    var builder = DocumentBuilder(name: "list")
    builder.beginArray()
    builder.copy(list[0])
    let first = builder.snapshot()
    let run = builder.copyElements(
      list[1].index, through: list[3].index, count: 3, of: source)
    let second = builder.snapshot()
    builder.copy(list[4])
    builder.endArray()
    let whole = builder.finish()
    #expect(render(first.root) == "[{id:1,名:\"é\"}]" && first.root.count == 1)
    #expect(second.root.count == 4 && whole.root.count == 5)
    #expect(FeedValue(document: whole, index: run).path == "$[1]")
    #expect(whole.root.isAlike(list) && !second.root.isAlike(list))
    for (copy, value) in zip(whole.root.children, list.children) {
      #expect(copy.isAlike(value) && copy.location == value.location)
    }
    // A copy of a built document also moves the texts to their new places.
    var again = DocumentBuilder(name: "again")
    again.beginObject()
    again.key("key")
    again.string("text")
    again.key("list")
    let copy = again.copy(whole.root)
    let built = again.finish()
    #expect(FeedValue(document: built, index: copy).isAlike(list))
    #expect(built.root["list"][3]["名"].string == "é" && built.root["key"].string == "text")
    #expect(built.root["list"][2].digitsBeyond64Bits == "12345678901234567890123")
    // Without an open array, elements are not added.
    var object = DocumentBuilder(name: "object")
    object.beginObject()
    #expect(object.copyElements(list[0].index, through: list[0].index, count: 1, of: source) == 0)
    #expect(render(object.finish().root) == "{}")
  }

  @Test("a value that replaces another one is not alike, although it has the same place")
  func replaced() throws {
    let source = try document(#"[{"a": "long"}]"#)
    func built(_ text: String) -> FeedValue {
      var builder = DocumentBuilder(name: "")
      builder.beginArray(inPlaceOf: source.root)
      builder.beginObject(inPlaceOf: source.root[0])
      builder.key("a")
      builder.string(text, inPlaceOf: source.root[0]["a"])
      builder.endObject()
      return builder.finish().root
    }
    #expect(!built("one").isAlike(built("two")) && !built("one")[0].isAlike(source.root[0]))
    #expect(built("long").isAlike(source.root))
  }

  @Test("calls in any order give a valid document")
  func anyOrder() throws {
    var builder = DocumentBuilder(name: "")
    builder.endObject()
    builder.endArray()
    builder.key("ignored")
    builder.beginObject()
    builder.number(1)
    builder.endArray()
    builder.key("a")
    builder.key("b")
    builder.beginArray()
    builder.key("ignored")
    builder.string("x")
    #expect(render(builder.finish().root) == "{:1,b:[\"x\"]}")
    #expect(DocumentBuilder(name: "").finish().root.kind == .missing)
  }

  @Test("each of several roots has its own path and no siblings")
  func severalRoots() {
    var builder = DocumentBuilder(name: "")
    let first = builder.string("a")
    let second = builder.beginArray()
    let inner = builder.string("c")
    builder.endArray()
    let document = builder.finish()
    #expect(document.tape.next(first) == 0 && document.tape.next(second) == 0)
    #expect(document.path(of: second) == "$")
    #expect(document.path(of: inner) == "$[0]")
    #expect(FeedValue(document: document, index: second)[0].string == "c")
  }

  @Test("a key given twice has the last value")
  func repeatedKey() {
    var builder = DocumentBuilder(name: "")
    builder.beginObject()
    for number in 1...40 {
      builder.key("k\(number % 39)")
      builder.number(Double(number))
    }
    builder.endObject()
    let root = builder.finish().root
    #expect(root["k1"].int64 == 40)
    #expect(root["k2"].int64 == 2)
  }
}
