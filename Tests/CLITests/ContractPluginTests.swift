import Foundation
import TestConditions
import Testing

/// Plugins that were built with the header and SectionKit of contract 1.0.
@Suite("Plugins of contract 1.0") struct ContractPluginTests {
  private static let script = Program.repository.appendingPathComponent("Tests/Contract/test-1.0")

  /// Whether the repository has the commit that froze the contract.
  private static func hasHistory() -> Bool {
    guard let text = try? String(contentsOf: script, encoding: .utf8),
      let commit = text.firstMatch(of: /frozen=([0-9a-f]{40})/)?.1
    else { return true }
    let found = try? Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["git", "-C", Program.repository.path, "cat-file", "-e", "\(commit)^{commit}"])
    return found?.status == 0
  }

  @Test(
    "plugins in C, C++, Rust and Swift and a manifest, built then, draw what they draw if built today",
    .needs(tool: "g++"),
    .enabled(if: hasHistory(), "needs the history of the repository: git fetch --unshallow"),
    .enabled(if: !Program.hasSanitizer, "a sanitizer must be loaded before SectionKit"))
  func sameBytes() throws {
    let scratch = try Scratch()
    let result = try Program.run(
      Self.script, [Program.url.path, scratch.file("builds").path],
      environment: ExamplePluginTests.home, folder: scratch.url)
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    #expect(result.lines.filter { $0.hasSuffix(" lines") }.count >= 4, "\(result.text)")
  }
}
