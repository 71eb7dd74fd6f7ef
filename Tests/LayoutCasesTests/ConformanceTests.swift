import FeedDocument
import Foundation
import LayoutCases
import Testing

/// Conformance suites from other projects: all files of the folder that
/// `SECTIONENGINE_LAYOUT_CASES` names, or of `../shared/data/layout`.
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
    return try #require(FeedDocument.parse(bytes, name: name).value)
  }
}

@Suite struct ConformanceTests {
  /// Cases that the engine deliberately fails (keys), each with a case that contradicts it (value).
  /// In the key's case, stretching overrides an item's aspect ratio; in the value's, it does not.
  static let differing = [
    "YGAspectRatioTest/aspect_ratio_does_not_stretch_cross_axis_dim":
      "YGAspectRatioTest/aspect_ratio_should_prefer_flexed_dimension#0"
  ]

  @Test(
    "every case without unsupported features has the expected frames",
    .enabled(
      if: !Suites.files.isEmpty,
      "needs suites in ../shared/data/layout, which is not part of the repository"),
    arguments: Suites.files)
  func suite(_ name: String) throws {
    let document = try Suites.document(name)
    let report = CaseReport.of(document)
    let failures = report.failures.filter { line in
      !Self.differing.keys.contains { line.hasPrefix("\($0) run ") }
    }
    #expect(failures == [])
    #expect(report.passed + report.skippedCount > 0)
    #expect(report.diagnostics.isEmpty)
    let skipped = report.skipped.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("\(name): \(report.summary); \(skipped.joined(separator: ", "))")
  }
}
