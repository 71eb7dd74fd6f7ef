import Foundation
import Testing

/// The apps of the guide on embedding, as programs of the build folder.
@Suite("Apps that embed the engine", .timeLimit(.minutes(1))) struct EmbeddedAppTests {
  private static let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  private func output(of app: String) throws -> [String] {
    let run = try Program.run(Self.built.appending(path: app), [])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.text.split(separator: "\n").map(String.init)
  }

  @Test("a live feed is refreshed, extended, liked, darkened and rotated")
  func liveFeed() throws {
    #expect(
      try output(of: "LiveFeedApp") == [
        "start: 10 songs, light, 390 points: 0 inserted, 0 updated, footer idle",
        "more: 20 songs, light, 390 points: 10 inserted, 0 updated, footer idle",
        "rest: 25 songs, light, 390 points: 5 inserted, 0 updated, footer no-more-data",
        "notice: end-of-feed",
        "a tap on like 2",
        "like: 25 songs, light, 390 points: 0 inserted, 1 updated, footer no-more-data",
        "dark: 25 songs, dark, 390 points: 0 inserted, 0 updated, footer no-more-data",
        "rotate: 25 songs, dark, 844 points: 0 inserted, 0 updated, footer no-more-data",
        "refresh: 10 songs, dark, 844 points: 0 inserted, 1 updated, footer idle",
      ])
  }

  @Test("a screen of three section types of the app")
  func ownSections() throws {
    let lines = try output(of: "OwnSectionsApp")
    #expect(
      lines.prefix(3).map { $0.split(separator: " ").first } == ["HEADLINE", "PHOTOS", "WORDS"])
    #expect(lines.prefix(3).allSatisfy { $0.hasSuffix("app@1.0.0") })
    #expect(lines.contains { $0.contains("Autumn") } && lines.contains { $0.contains("mushrooms") })
  }
}
