import FeedDocument
import Foundation
import LayoutCases
import Testing

/// Conformance suites from outside the project: every file of the folder that the environment
/// variable names, else of `../shared/data/layout`.
enum Suites {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["SECTIONENGINE_LAYOUT_CASES"] {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../shared/data/layout").standardizedFileURL
  }()

  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".json") }.sorted()

  static func document(_ name: String) throws -> FeedDocument {
    let bytes = PaddedBytes(try Data(contentsOf: folder.appendingPathComponent(name)))
    return try #require(FeedDocument.parse(bytes, name: name).document)
  }
}

@Suite struct FlexboxConformanceTests {
  /// How many cases of the known files pass at least.
  static let floors = [
    "yoga-generated.json": 317, "yoga-handwritten.json": 182, "app-captures.json": 1,
    "css-flex.json": 416, "css-leaf.json": 10,
  ]

  @Test(
    "every case that needs no feature beyond flexbox has the expected frames",
    .enabled(if: !Suites.files.isEmpty), arguments: Suites.files)
  func suite(_ name: String) throws {
    let document = try Suites.document(name)
    guard document.root["format"].string == CaseFile.flexLayoutCases.rawValue else { return }
    let report = CaseFile.check(document)
    #expect(report.diagnostics.isEmpty)
    if let floor = Self.floors[name] { #expect(report.passed >= floor) }
    let skipped = report.skipped.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("\(name): \(report.summary); \(skipped.joined(separator: ", "))")
  }
}
