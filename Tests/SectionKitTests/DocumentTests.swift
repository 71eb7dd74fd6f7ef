import Support
import LayoutCore
import PluginHost
import Testing

@testable import SectionKit

@Suite("The kit with the engine's host")
struct DocumentTests {
  struct Lines: SectionProvider {
    static let blockCodes: [StaticString] = ["LINES"]
    struct Model: Decodable {
      var title: String
      var lines: [Line]
      var byKey: [String: Int]?
    }
    struct Line: Decodable {
      var id: Int64
      var text: String
      var ratio: Double?
    }
    let model: Model

    init(_ block: Block) throws {
      if block["lines"].kind == .object { throw Decline("lines are no array", at: block["lines"]) }
      model = try block.decode()
    }

    var section: SectionDescription { SectionDescription(title: model.title, header: .height(40)) }
    var rowCount: Int { model.lines.count }
    func body(row: Int) -> Body {
      Row { Text("\(model.lines[row].id)") }.action("web", model.lines[row].text)
    }
    var header: Body { Text(model.title).role(.header) }
  }

  private func places(_ outcome: SectionOutcome) -> [String] {
    switch outcome {
    case .section(_, let warnings): warnings.map { $0.location?.path ?? "" }
    case .declined(let diagnostic): ["declined " + (diagnostic.location?.path ?? "")]
    case .failed(let diagnostic): ["failed " + (diagnostic.location?.path ?? "")]
    case .lost(let diagnostic): ["lost " + (diagnostic.location?.path ?? "")]
    }
  }

  @Test("a model decodes from a parsed document, and its nodes reach the arena")
  func draws() throws {
    let outcome = try DocumentHost.draw(
      Lines.self,
      """
      {"title": "Ba\\u0069lo", "lines": [
        {"id": 8825067562187480001, "text": "a", "ratio": 2},
        {"id": 2.0, "text": "今天"}], "byKey": {"x": 1}}
      """)
    let section = try outcome.drawn
    #expect(section.title == "Bailo")
    #expect(section.header?.height == 40)
    #expect(section.rows.count == 2)
    let outline = section.outline.map { $0.drop { $0 == " " } }
    #expect(outline.contains("text 8825067562187480001"))
    #expect(outline.contains("stack a"))
    #expect(outline.contains("stack 今天"))
    #expect(places(outcome) == [])
  }

  @Test("warnings, errors and declines have the JSON path of their cause")
  func located() throws {
    let lenient = try DocumentHost.draw(
      Lines.self,
      """
      {"title": "t", "lines": [{"id": 1, "text": "a"}, {"id": "x", "text": "b"}, {"id": 3},
        {"id": 4, "text": "d", "ratio": []}], "byKey": {"a.b": "?"}}
      """)
    #expect(
      places(lenient) == ["$.lines[1].id", "$.lines[2].text", "$.lines[3].ratio", "$.byKey['a.b']"])
    #expect(try lenient.drawn.rows.count == 2)
    #expect(try places(DocumentHost.draw(Lines.self, #"{"title": 1}"#)) == ["failed $.title"])
    #expect(try places(DocumentHost.draw(Lines.self, #"{"lines": []}"#)) == ["failed $.title"])
    #expect(
      try places(DocumentHost.draw(Lines.self, #"{"title": "", "lines": {}}"#))
        == ["declined $.lines"])
  }

  @Test("a document of any shape declines, fails or draws, and never stops the process")
  func anyShape() throws {
    let values = ["null", "true", "0", "1e400", "\"\"", "[]", "{}", "[[]]", "{\"a\":{}}"]
    for root in values { _ = try DocumentHost.draw(Lines.self, root) }
    for title in values {
      for lines in values {
        for line in values {
          _ = try DocumentHost.draw(
            Lines.self,
            """
            {"title": \(title), "lines": \(lines), "byKey": \(line)}
            """)
          let outcome = try DocumentHost.draw(
            Lines.self,
            """
            {"title": "t", "lines": [{"id": \(title), "text": \(lines), "ratio": \(line)}]}
            """)
          #expect(try outcome.drawn.rows.count == (title == "0" && lines == "\"\"" ? 1 : 0))
        }
      }
    }
  }
}
