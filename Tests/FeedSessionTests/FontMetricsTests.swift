import Support
import FeedDocument
@testable import Feeds
import Foundation
import LayoutCore
import TestConditions
import Testing

@Suite("Metrics files") struct FontMetricsTests {
  private static let valid = """
    {"name": "test-1.0", "font": {"family": "Test", "version": "1.0", "license": "OFL"},
     "unitsPerEm": 1000, "ascent": 800, "descent": 200, "lineHeight": 1100, "rounding": "point",
     "weights": [
       {"from": 400, "narrow": 500, "wide": 900, "advances": [
         {"first": "U+0041", "advances": [600, 0, 65534]},
         {"first": "U+4E00", "last": "U+9FFF", "advance": 1000}]},
       {"from": 600, "scale": 1.1}, {"from": 700, "narrow": 550, "advances": []},
       {"from": 800, "scale": 1.2}, {"from": 900, "scale": 0.5}]}
    """

  private func parse(_ text: String) throws -> (FontMetrics?, [Diagnostic]) {
    let parsed = FontMetrics.parse(try document(text, name: "test.json"))
    return (parsed.value, parsed.diagnostics)
  }

  @Test("the bundled metrics file equals the built-in metrics")
  func bundled() throws {
    let parsed = FontMetrics.parse(
      try document(at: layouts.appending(path: "Metrics/default-2.json")))
    #expect(parsed.diagnostics == [])
    #expect(parsed.value == .bundled)
    let old = FontMetrics.parse(try document(at: layouts.appending(path: "Metrics/default.json")))
    var expected = FontMetrics.bundled
    expected.name = "default"
    expected.scalesUniformly = true
    expected.weights.removeLast()
    for index in expected.weights.indices { expected.weights[index].emoji = nil }
    expected.weights[1].scale = 1.05
    #expect(old.value == expected)
  }

  @Test("every figure is read")
  func figures() throws {
    let (metrics, diagnostics) = try parse(Self.valid)
    #expect(diagnostics == [])
    var table = AdvanceTable()
    for (scalar, advance) in zip("ABC".unicodeScalars, [UInt16(600), 0, 65534]) {
      _ = table.record(advance, of: scalar)
    }
    for value in UInt32(0x4E00)...0x9FFF {
      _ = Unicode.Scalar(value).map { table.record(1000, of: $0) }
    }
    #expect(
      metrics
        == FontMetrics(
          name: "test-1.0", unitsPerEm: 1000, ascent: 800, descent: 200, lineHeight: 1100,
          roundsLineHeight: true,
          weights: [
            .init(from: 400, advances: table, wide: 900, narrow: 500),
            .init(from: 600, advances: table, wide: 900, narrow: 500, scale: 1.1),
            .init(from: 700, advances: AdvanceTable(), wide: 1000, narrow: 550),
            .init(from: 800, advances: AdvanceTable(), wide: 1000, narrow: 550, scale: 1.2),
            .init(from: 900, advances: AdvanceTable(), wide: 1000, narrow: 550, scale: 0.5),
          ]))
  }

  /// A part of the valid file, its replacement, and the path and message of the diagnostic.
  private static let faults: [(part: String, instead: String, path: String, message: String)] = [
    (#""name": "test-1.0""#, #""name": "no name""#, "$.name", "is not a name"),
    (#""version": "1.0""#, #""version": 1.0"#, "$.font.version", "is not a string"),
    (#""font": {"#, #""font": {"style": "","#, "$.font.style", "unknown key `style`"),
    (#""ascent": 800, "#, "", "$", "`ascent` is missing"),
    (#""ascent": 800"#, #""ascent": -1"#, "$.ascent", "is not an integer from 0 to 65534"),
    (#""descent": 200"#, #""descent": 1e300"#, "$.descent", "is not an integer"),
    (#""lineHeight": 1100"#, #""lineHeight": 1100.5"#, "$.lineHeight", "is not an integer"),
    (#""unitsPerEm": 1000"#, #""unitsPerEm": 0"#, "$.unitsPerEm", "from 1 to 16384"),
    (#""unitsPerEm": 1000"#, #""unitsPerEm": null"#, "$.unitsPerEm", "is not an integer"),
    (#""point""#, #""pint""#, "$.rounding", "is not one of the words"),
    (#""lineHeight""#, #""lineheight""#, "$.lineheight", "unknown key `lineheight`"),
    (#""from": 400"#, #""from": 0"#, "$.weights[0].from", "from 1 to 1000"),
    (#""from": 600"#, #""from": 400"#, "$.weights[1].from", "weight 400 does not follow 400"),
    (#""scale": 1.1"#, #""scale": 0"#, "$.weights[1].scale", "is not a factor"),
    (#""scale": 1.1"#, #""scale": 1e308"#, "$.weights[1].scale", "is not a factor"),
    (#"{"from": 600, "scale": 1.1}"#, #"{"from": 600}"#, "$.weights[1]", "`scale` is missing"),
    (#""narrow": 500, "#, "", "$.weights[0]", "`narrow` is missing"),
    (#""wide": 900"#, #""wide": "1em""#, "$.weights[0].wide", "is not an integer"),
    (#""advances": []"#, #""advances": {}"#, "$.weights[2].advances", "is not an array"),
    (#""U+0041""#, #""A""#, "$.weights[0].advances[0].first", "is not a character"),
    (#""U+0041""#, #""U+00e9""#, "$.weights[0].advances[0].first", "is not a character"),
    (#""U+0041""#, #""U+110000""#, "$.weights[0].advances[0].first", "is not a character"),
    (#""U+0041""#, #""U+D800""#, "$.weights[0].advances[0].first", "is not a character"),
    (#""U+0041""#, #""U+4DFF""#, "$.weights[0].advances[1].first", "U+4E00 has an advance already"),
    (
      #""U+0041""#, #""U+D7FF""#, "$.weights[0].advances[0].advances[1]",
      "U+D800 is not a character"
    ),
    ("600, 0", "600, -1", "$.weights[0].advances[0].advances[1]", "is not an integer"),
    ("65534", "65535", "$.weights[0].advances[0].advances[2]", "is not an integer"),
    (#""U+9FFF""#, #""U+4DFF""#, "$.weights[0].advances[1].last", "a run ends before it begins"),
    (#""last": "U+9FFF", "#, "", "$.weights[0].advances[1]", "`last` is missing"),
    (#""advance": 1000"#, #""advances": [1]"#, "$.weights[0].advances[1].advances", "unknown key"),
  ]

  @Test("a violation is refused with its location", arguments: faults.indices)
  func refused(_ index: Int) throws {
    let fault = Self.faults[index]
    let text = Self.valid.replacing(fault.part, with: fault.instead, maxReplacements: 1)
    try #require(text != Self.valid)
    let (metrics, diagnostics) = try parse(text)
    #expect(metrics == nil)
    #expect(
      diagnostics.contains {
        $0.location?.path == fault.path && $0.message.contains(fault.message)
      }, "\(diagnostics.map(\.summary))")
    #expect(
      diagnostics.allSatisfy {
        $0.code == .invalidMetrics && $0.notes.last == "the metrics file is not used"
      })
  }

  @Test("a file without weights and a file that is not an object are refused")
  func nothing() throws {
    let start = try #require(Self.valid.range(of: #""weights""#)).lowerBound
    for text in [Self.valid[..<start] + #""weights": []}"#, "[]", "7"] {
      let (metrics, diagnostics) = try parse(String(text))
      #expect(metrics == nil && diagnostics.count == 1)
    }
  }

  @Test("all violations are reported at once, one for each run of characters")
  func all() throws {
    let text = Self.valid.replacing("\"ascent\": 800", with: "\"ascent\": -1").replacing(
      "1000", with: "-1000"
    )
    .replacing("[600, 0, 65534]", with: "[-1, -1, -1]")
    #expect(try parse(text).1.count == 4)
  }

  @Test(
    "the JSON Schema and the parser agree except on overlaps and on the order of numbers",
    .needsJSONSchema)
  func agreement() throws {
    let beyond = ["does not follow", "already", "is not a character", "ends before"]
    let faults = Self.faults.filter { fault in
      !beyond.contains { fault.message.contains($0) } && fault.instead != #""U+D800""#
        && fault.instead != #""U+110000""#
    }
    let texts =
      [Self.valid]
      + faults.map { Self.valid.replacing($0.part, with: $0.instead, maxReplacements: 1) }
      + [try String(contentsOf: layouts.appending(path: "Metrics/default.json"), encoding: .utf8)]
    let verdicts = try schemaVerdicts(
      texts.map { $0.replacing("\n", with: " ") }, schema: "Metrics/metrics.schema.json")
    #expect(verdicts == [true] + faults.map { _ in false } + [true])
  }
}
