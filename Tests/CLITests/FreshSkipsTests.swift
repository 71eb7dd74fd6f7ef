import Foundation
import Testing

/// The list of skips that `make test-fresh` allows.
@Suite("Skips on a fresh machine") struct FreshSkipsTests {
  /// A condition that a bare Debian does not meet, and then the function or the suite that has it.
  private static var absent: Regex<(Substring, Substring)> {
    #/\.needs\((?:captures:|shared:|tool: "rustc")(?s:.*?)(?:func|struct) `?(\w+)/#
  }

  @Test("a test that needs what a bare system has not is on the list")
  func complete() throws {
    let list = try String(
      contentsOf: Program.repository.appendingPathComponent(".release/fresh-skips"),
      encoding: .utf8)
    let tests = Program.repository.appendingPathComponent("Tests")
    let files = try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files
    where file.pathExtension == "swift" && !file.path.contains("/TestConditions/")
      && file.lastPathComponent != "FreshSkipsTests.swift"
    {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: Self.absent) {
        count += 1
        let name = String(match.output.1)
        let isListed = list.contains("/\(name)(") || list.contains(".\(name) ")
        #expect(isListed, "\(file.lastPathComponent): add \(name) to .release/fresh-skips")
      }
    }
    #expect(count >= 15)
  }
}
