import FeedDocument
import Foundation
import LayoutCases
import Testing

/// The project's own cases, one per rule, each with the derivation of its frames in the file.
@Suite struct FlexboxRulesTests {
  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../LayoutRules/flexbox.json").standardizedFileURL

  private static func document(_ text: String? = nil) throws -> FeedDocument {
    let text = try text ?? String(contentsOf: file, encoding: .utf8)
    return try #require(
      FeedDocument.parse(PaddedBytes(Array(text.utf8)), name: "flexbox.json").value)
  }

  @Test("every rule has the frames that were derived by hand")
  func rules() throws {
    let report = FlexCaseFile.check(try Self.document())
    #expect(report.failures == [] && report.diagnostics == [] && report.skipped == [:])
    #expect(report.passed >= 93)
  }

  @Test("every case has a derivation and a unique name")
  func derivations() throws {
    let cases = try Self.document().root["cases"].children
    #expect(cases.allSatisfy { ($0["derivation"].string ?? "").count > 10 })
    let names = cases.map { $0["name"].string ?? "" }
    #expect(Set(names).count == names.count)
  }

  static func oneCase(style: String, expected: String = "0, 0, 10, 0", more: String = "") -> String
  {
    let numbers = expected.split(separator: ", ")
    return """
      {"format": "flex-layout-cases/1", "cases": [{"name": "a", "config": {}\(more), \
      "tree": {"style": \(style)}, "runs": [{"direction": "ltr", "availableWidth": 10, \
      "availableHeight": null, "expected": {"left": \(numbers[0]), "top": \(numbers[1]), \
      "width": \(numbers[2]), "height": \(numbers[3])}}]}]}
      """
  }

  @Test("a frame fails if it differs by more than the tolerance")
  func tolerance() throws {
    for (wanted, passes) in [("0, 0, 10.0009, 0", true), ("0, 0, 10.002, 0", false)] {
      let document = try Self.document(Self.oneCase(style: "{}", expected: wanted))
      let report = FlexCaseFile.check(document)
      #expect(report.passed == (passes ? 1 : 0) && report.failed == (passes ? 0 : 1))
    }
  }

  @Test(
    "unknown members and values are malformed and reported with their location",
    arguments: [
      (#"{"widht": 1}"#, "$.cases[0].tree.style.widht"),
      (#"{"width": "wide"}"#, "$.cases[0].tree.style.width"),
      (#"{"margin": {"up": 1}}"#, "$.cases[0].tree.style.margin.up"),
      (#"{"alignItems": "safe middle"}"#, "$.cases[0].tree.style.alignItems"),
      (#"{"flexGrow": true}"#, "$.cases[0].tree.style.flexGrow"), ("[]", "$.cases[0].tree.style"),
      (#"{"width": "nan%"}"#, "$.cases[0].tree.style.width"),
    ])
  func malformed(_ style: String, _ path: String) throws {
    let report = FlexCaseFile.check(try Self.document(Self.oneCase(style: style)))
    #expect(report.failed == 1 && report.passed == 0)
    #expect(report.diagnostics.map(\.location?.path) == [path])
    #expect(report.diagnostics.allSatisfy { $0.code == .unexpectedShape && !$0.helps.isEmpty })
  }

  @Test(
    "an invalid config and an empty list of runs are malformed and reported with their location",
    arguments: [
      (#""config": 3"#, "config"), (#""config": {"profile": "cs"}"#, "config.profile"),
      (#""config": {"scale": 2}"#, "config.scale"),
      (#""config": {"pointScaleFactor": -1}"#, "config.pointScaleFactor"),
      (#""config": {"pointScaleFactor": 1e30}"#, "config.pointScaleFactor"),
      (#""config": {"errata": "all"}"#, "config.errata"),
      (#""config": {}"#, "runs"),
    ])
  func malformedCase(_ config: String, _ path: String) throws {
    let text = """
      {"format": "flex-layout-cases/1",
       "cases": [{"name": "a", \(config), "tree": {}, "runs": []}]}
      """
    let report = FlexCaseFile.check(try Self.document(text))
    #expect(report.failed == 1 && report.passed == 0)
    #expect(report.diagnostics.map(\.location?.path) == ["$.cases[0].\(path)"])
  }

  @Test(
    "a number out of range is adjusted with a warning, and the case runs",
    arguments: [
      (#"{"width": 1e30}"#, ["width"]), (#"{"padding": {"left": -1}}"#, ["padding.left"]),
      (#"{"margin": {"top": -1e7, "left": -5}}"#, ["margin.top"]),
      (#"{"flexGrow": -2, "height": 1000000}"#, ["flexGrow"]), (#"{"inset": {"top": -3}}"#, []),
    ])
  func unusualNumbers(_ style: String, _ keys: [String]) throws {
    let file = try FlexCaseFile(try Self.document(Self.oneCase(style: style)))
    let test = try #require(try file.cases.first { _ in true }?.get())
    #expect(
      test.warnings.map(\.location?.path) == keys.map { "$.cases[0].tree.style.\($0)" })
    #expect(test.warnings.allSatisfy { $0.severity == .warning && !$0.helps.isEmpty })
    #expect(try test.layOut().first?.frames.allSatisfy { $0.width.isFinite } == true)
  }

  @Test(
    "a style outside flexbox skips the case and is counted by feature",
    arguments: [
      (#"{"display": "grid"}"#, "display grid"),
      (#"{"display": "flow-root"}"#, "display flow-root"),
      (#"{"flexWrap": "wrap-reverse balance"}"#, "flex-wrap balance"),
      (#"{"contain": "size"}"#, "contain"),
    ])
  func skipped(_ style: String, _ feature: String) throws {
    let report = FlexCaseFile.check(try Self.document(Self.oneCase(style: style)))
    #expect(report.skipped == [feature: 1] && report.failed == 0)
  }

  @Test("the number of lines is ignored, since it concerns balanced lines alone")
  func lineCount() throws {
    let report = FlexCaseFile.check(
      try Self.document(Self.oneCase(style: #"{"flexLineCount": 2, "width": 10}"#)))
    #expect(report.passed == 1)
  }

  @Test("a tree whose children differ from the expected ones is malformed")
  func children() throws {
    let text = Self.oneCase(style: "{}").replacingOccurrences(
      of: #""style": {}"#, with: #""children": [{}, {}]"#)
    let report = FlexCaseFile.check(try Self.document(text))
    #expect(report.failed == 1 && report.diagnostics.count == 1)
  }
}
