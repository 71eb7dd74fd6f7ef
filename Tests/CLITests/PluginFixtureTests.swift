import Foundation
import Testing

/// Draws every fixture of every bundled plugin and compares the result with the recorded dump.
///
/// Record the dumps with `SECTIONENGINE_RECORD=1 swift test --filter PluginFixtureTests`, and
/// review the difference like code.
@Suite struct PluginFixtureTests {
  private static let isRecording =
    ProcessInfo.processInfo.environment["SECTIONENGINE_RECORD"] != nil

  /// The feed layouts of plugins that do not use netease-home: the name of a bundled layout, or a
  /// file in `Tests/Goldens`.
  private static let layouts = [
    "ArticlesSection": "ArticlesSection/layout.json", "MallSection": "MallSection/layout.json",
    "ChartsSection": "ChartsSection/layout.json",
  ]

  private static func layout(of plugin: String) -> String {
    guard let layout = layouts[plugin] else { return "netease-home" }
    guard layout.hasSuffix(".json") else { return layout }
    return Program.repository.appendingPathComponent("Tests/Goldens/\(layout)").path
  }

  static var fixtures: [String] {
    let plugins = Program.repository.appendingPathComponent("Plugins")
    let files = FileManager.default.enumerator(atPath: plugins.path)?.compactMap { $0 as? String }
    return (files ?? []).filter { $0.contains("/Fixtures/") && $0.hasSuffix(".json") }.sorted()
  }

  @Test("every plugin has fixtures of the usual shape and of others")
  func completeness() {
    let plugins = Set(Self.fixtures.map { $0.split(separator: "/")[0] })
    #expect(plugins.count == 11)
    for plugin in plugins {
      for name in ["usual", "odd-fields", "other-shape"] {
        #expect(Self.fixtures.contains("\(plugin)/Fixtures/\(name).json"))
      }
    }
  }

  @Test("a fixture is drawn as recorded, at two widths", arguments: fixtures)
  func golden(_ fixture: String) throws {
    let parts = fixture.split(separator: "/").map(String.init)
    let name = parts[2].replacingOccurrences(of: ".json", with: ".dump")
    let golden = Program.repository.appendingPathComponent("Tests/Goldens/\(parts[0])/\(name)")
    let folder = Program.repository.appendingPathComponent("Plugins/\(parts[0])/Fixtures")
    var text = ""
    for width in ["414", "320"] {
      let result = try Program.run(
        [
          "dump", parts[2], "--layout", Self.layout(of: parts[0]), "--all", "--width", width,
        ], folder: folder)
      #expect(result.status == 0, "\(result.errors)")
      text += result.text
    }
    if Self.isRecording {
      try FileManager.default.createDirectory(
        at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: golden)
    }
    #expect(text == (try String(contentsOf: golden, encoding: .utf8)))
  }
}
