import CSimdJSON
import Support
import TestConditions
import Testing

@testable import FeedDocument

@Suite("Source locations")
struct LocationTests {
  @Test("the location of every value is exact", arguments: 1...300)
  func offsets(seed: UInt64) throws {
    let random = RandomDocument(seed: seed)
    let document = try document(random.text)
    let indices = valueIndices(document)
    #expect(
      indices.map { Int(document.tape.values[Int($0)].offset) } == random.offsets, "seed \(seed)")

    let bytes = Array(random.text.utf8)
    for (index, offset) in zip(indices, random.offsets) {
      // The expected line and column are counted from the start of the text, scalar by scalar.
      var line = 1
      var column = 1
      for scalar in String(decoding: bytes[..<offset], as: UTF8.self).unicodeScalars {
        (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
      }
      let location = document.location(of: index)
      #expect(location.line == line, "seed \(seed)")
      #expect(location.column == column, "seed \(seed)")
      let excerpt = try #require(location.excerpt)
      let shown = try #require(excerpt.lines.last?.text.unicodeScalars)
      #expect(excerpt.lines.count <= 3)
      #expect(excerpt.marked.upperBound <= shown.count)
      let marked = String(String.UnicodeScalarView(shown.dropFirst(excerpt.marked.lowerBound)))
      let source = String(decoding: bytes[offset...].prefix(3), as: UTF8.self)
      #expect(marked.utf8.first == source.utf8.first, "seed \(seed)")
    }
  }

  @Test("an excerpt shows the line, two lines before it, and the whole token")
  func excerpt() throws {
    let document = try document(
      """
      {
        "id": "一",
        "blockCode": "HOME",
        "creatives": null,
        "title": "中\\n文"
      }
      """)
    let diagnostic = Diagnostic(
      .unexpectedShape, .error, "block has no creatives",
      at: document.root["creatives"].location, label: "found null")
    let expected = """
      error[SE1004]: block has no creatives
      --> feed.json:4:16  $.creatives
      2 |   "id": "一",
      3 |   "blockCode": "HOME",
      4 |   "creatives": null,
                         ^^^^ found null
      """
    #expect(picture(diagnostic) == expected)
    #expect(document.root["title"].location.excerpt?.marked == 11..<17)
    #expect(document.root.location.excerpt?.marked == 0..<1)
  }

  @Test("an excerpt of a long line shows both sides of the location, with ellipses where it is cut")
  func longLine() throws {
    let before = #""0123456789012345678901234567890123456789","#
    let text = "[" + before + before + "42," + before + before + "7]"
    let document = try document(text)
    let excerpt = try #require(document.root[2].location.excerpt)
    #expect(
      excerpt.lines.map(\.text) == [
        #"…8901234567890123456789","# + "42," + #""0123456789012345678901234567890123456789","0…"#
      ])
    #expect(excerpt.marked == 25..<27)
    let first = try #require(document.root[0].location.excerpt)
    #expect(first.lines[0].text.unicodeScalars.count == 73)
    #expect(first.lines[0].text.hasPrefix("[\"0123") && first.lines[0].text.hasSuffix("…"))
    let last = try #require(document.root[5].location.excerpt)
    #expect(last.lines[0].text.unicodeScalars.count == 73)
    #expect(last.lines[0].text.hasPrefix("…") && last.lines[0].text.hasSuffix("7]"))
    #expect(last.marked == 71..<72)
  }

  @Test("a token longer than the excerpt is marked as far as it is shown")
  func longToken() throws {
    let document = try document("[\"" + String(repeating: "歌", count: 500) + "\"]")
    let excerpt = try #require(document.root[0].location.excerpt)
    #expect(excerpt.lines[0].text.unicodeScalars.count == 73)
    #expect(excerpt.marked == 1..<72)
  }

  @Test("control characters are replaced in excerpts, one character for each scalar")
  func controlCharacters() throws {
    let document = try document("[\t\"\u{7F}\u{202E}\u{85}\", 1]\r\n")
    let excerpt = try #require(document.root[1].location.excerpt)
    #expect(excerpt.lines[0].text == "[ \"\u{2421}\u{FFFD}\u{FFFD}\", 1]")
    #expect(excerpt.marked == 9..<10)
  }

  @Test("20 000 locations in one long line are found quickly", .exhaustive)
  func manyPlacesInOneLine() throws {
    let count = 20_000
    let document = try document(
      "[" + repeatElement("\"歌歌歌歌歌歌歌歌歌歌歌歌歌歌歌\"", count: count).joined(separator: ",") + "]")
    var index = document.tape.first(FeedDocument.rootIndex)
    let sourceText = document.sourceText
    for position in 0..<count {
      let offset = Int(document.tape.values[Int(index)].offset)
      #expect(sourceText.location(of: offset..<offset + 1, path: "").column == 2 + 18 * position)
      index = document.tape.next(index)
    }
  }

  @Test("locations can be read from many threads at once")
  func threads() async throws {
    let document = try document(
      "[\n" + repeatElement("1", count: 999).joined(separator: ",\n") + "]")
    let indices = valueIndices(document)
    await withTaskGroup(of: Bool.self) { group in
      for start in 0..<8 {
        group.addTask {
          indices.dropFirst(1 + start * 100).prefix(100).enumerated().allSatisfy {
            position, index in
            document.location(of: index).line == start * 100 + position + 2
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
