import FeedDocument
import Foundation
import PluginHost
import Testing

@testable import SectionKit

/// Builds the examples as their READMEs describe, outside of this package.
@Suite("C and Swift examples")
struct ExamplesTests {
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let examples = repository.appendingPathComponent("Plugins/Examples")

  struct CommandFailed: Error { var output: String }

  private func run(_ command: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CommandFailed(output: String(decoding: output, as: UTF8.self))
    }
  }

  private func inTemporaryFolder<R>(_ body: (URL) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sectionkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private func outlines(_ runner: any ProviderRunner, feed: URL) throws -> [[String]] {
    let json = try String(contentsOf: feed, encoding: .utf8)
    let blocks = try DocumentHost.document(json).root["data"]["blocks"].children
    return try blocks.map { block in
      switch try DocumentHost.draw(runner, block) {
      case .section(let section, let warnings):
        return ["\(section.title), \(section.rows.count) rows"] + section.outline
          + warnings.map(\.message)
      case .declined(let diagnostic): return ["declined at \(diagnostic.location?.path ?? "")"]
      case .failed(let diagnostic): return ["failed: \(diagnostic.message)"]
      case .lost(let diagnostic): return ["lost: \(diagnostic.message)"]
      }
    }
  }

  private var expected: [[String]] {
    let lighthouse =
      "The lighthouse is open on Sunday afternoons, with tea, cake and a view of both bays for "
      + "everyone who climbs its 212 steps"
    return [
      [
        "Harbour news, 3 rows",
        "list section",
        "  stack row",
        "    stack line https://example.org/ferry",
        "      text The ferry sails again from Monday",
        "      button Open",
        "  stack row",
        "    stack line https://example.org/lighthouse",
        "      text \(lighthouse)",
        "      button Open",
        "  stack row",
        "    stack line",
        "      text 灯塔周日开放",
        "      button Open",
      ],
      ["Tides, 0 rows", "list section"],
    ]
  }

  @Test("the C example builds from one file and the header, and draws its feed")
  func c() throws {
    try inTemporaryFolder { folder in
      let example = Self.examples.appendingPathComponent("c")
      try run([
        "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I",
        Self.repository.appendingPathComponent("Sources/PluginPlatform/CSectionABI/include").path,
        example.appendingPathComponent("ticker.c").path,
        "-o", folder.appendingPathComponent("ticker.so").path,
      ])
      let outlines = try outlines(
        DocumentHost.load(folder.path), feed: example.appendingPathComponent("ticker.json"))
      #expect(outlines == expected + [["declined at $.data.blocks[2].items"]])
    }
  }

  @Test(
    "the Swift example builds against the installed kit and draws the same sections",
    .timeLimit(.minutes(5)))
  func swift() throws {
    try inTemporaryFolder { folder in
      let files = FileManager.default
      let sources = Self.repository.appendingPathComponent("Sources/PluginPlatform")
      let kit = folder.appendingPathComponent("share/sectionengine/SectionKit")
      try files.createDirectory(at: kit, withIntermediateDirectories: true)
      for part in ["Package.swift", "CSectionABI", "SectionKit"] {
        try files.copyItem(
          at: sources.appendingPathComponent(part), to: kit.appendingPathComponent(part))
      }
      let example = folder.appendingPathComponent("example")
      try files.copyItem(at: Self.examples.appendingPathComponent("swift"), to: example)
      try run(
        ["swift", "build", "--package-path", example.path],
        environment: ["SECTIONENGINE_PREFIX": folder.path])
      let products = example.appendingPathComponent(".build/debug").resolvingSymlinksInPath()
      let outlines = try outlines(
        DocumentHost.load(products.path), feed: example.appendingPathComponent("ticker.json"))
      #expect(outlines == expected + [["declined at $.data.blocks[2]"]])
    }
  }
}
