import FeedDocument
import Foundation
import LayoutCore
import PluginTools
import PluginHost

/// Builds plugins in C, and checks them with two blocks of the code `TEST`.
final class CheckHost: Sendable {
  let folder: URL

  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let hasSanitizer =
    dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
  /// The worker from the build of these tests.
  static let worker = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("section-worker").path

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sectionengine-check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func build(_ source: String, as name: String = "plugin.so") throws -> String {
    let input = folder.appendingPathComponent(name + ".c")
    let output = folder.appendingPathComponent(name).path
    try Data(source.utf8).write(to: input)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "cc", "-shared", "-fPIC", "-std=c11", "-w", "-I",
      Self.repository.appendingPathComponent("Sources/PluginPlatform/CSectionABI/include").path,
      input.path,
      "-o", output, "-lm",
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return output
  }

  static func options(_ only: [String] = []) -> PluginCheck.Options {
    var isolation = PluginIsolation(worker: worker)
    isolation.sectionTime = 2
    isolation.loadTime = 3
    isolation.pageTime = 2
    var options = PluginCheck.Options(isolation: isolation)
    options.only = only
    options.mostElements = 6_000
    options.textBytes = 1 << 18
    return options
  }

  /// Returns the result of one test of a plugin.
  func result(of test: String, _ file: String) throws -> TestResult? {
    try PluginCheck(Self.options([test])).run(file, feeds: Self.feeds()).results.first
  }

  static func feeds() -> PluginCheck.Feeds {
    let texts = [
      """
      {"blockCode": "TEST", "height": 40, "title": "ferries", "items": [{"text": "a"}, {"text": "b"}]}
      """,
      #"{"blockCode": "TEST", "height": 60, "title": "trains", "items": [{"text": "c"}]}"#,
    ]
    return .init(
      source: .feed, files: ["feed.json"],
      samples: texts.enumerated().compactMap { index, text in
        FeedDocument.parse(PaddedBytes(text.utf8), name: "feed.json").value.map { document in
          Sample(
            name: "feed.json $[\(index)]",
            request: SectionRequest(
              block: document.root, settings: FeedValue(document: document, index: 0),
              blockCode: "TEST", showType: "", environment: LayoutEnvironment()))
        }
      })
  }
}
