import Foundation
import TestConditions
import TestTools
import Testing

/// Node layout executes no more instructions than `Tests/Benchmarks/instruction-budgets.json`
/// allows, with a margin of 5 %. Unlike times, these counts are reliable on a busy machine.
@Suite struct InstructionBudgetTests {
  static let benchmarks = Program.repository.appendingPathComponent(
    ".build/install/host/release/Benchmarks")

  @Test(
    "every phase of node layout stays within its instruction budget", .needs(tool: "valgrind"),
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: benchmarks.path),
      "needs .build/install/host/release/Benchmarks, which make test builds"))
  func budgets() throws {
    let result = try Program.run(
      Self.benchmarks, ["instructions"], folder: Program.repository)
    #expect(result.text.contains("instructions, first"))
    let missed = result.lines.filter { $0.hasSuffix("MISSED") }
    #expect(missed.isEmpty)
    #expect(result.status == 0)
  }

  /// Needs an installation, because the counts of a debug build are different.
  @Test(
    "whole commands of the installed program stay within their instruction budgets",
    .needs(tool: "valgrind"), .needs(tool: "taskset", of: "util-linux"),
    .enabled(if: Program.prefix != nil && !Program.hasSanitizer, "needs SECTIONENGINE_TEST_PREFIX"))
  func commands() throws {
    let prefix = try #require(Program.prefix)
    let script = Self.script.path
    let result = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), [Python.program, "-B", script, prefix.path])
    #expect(result.status == 0, "\(result.text)\(result.errors)")
    for name in ["--version", "render", "check", "batch, a feed", "session, a page"] {
      #expect(result.text.contains("instructions of \(name) "), "\(result.text)")
    }
  }

  @Test(
    "a command over its budget fails, with its numbers and what to do", .needs(tool: "valgrind"),
    .needs(tool: "taskset", of: "util-linux"), .enabled(if: !Program.hasSanitizer))
  func exceeded() throws {
    let scratch = try Scratch()
    let bin = scratch.url.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: bin.appendingPathComponent("sectionengine"),
      withDestinationURL: URL(fileURLWithPath: "/bin/true"))
    let budgets = try scratch.write(
      #"{"--version": 1000, "render": 900000000, "dump": 1}"#, to: "budgets.json")
    let result = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [Python.program, "-B", Self.script.path, scratch.url.path, "--budgets", budgets])
    #expect(result.status == 1, "\(result.errors)")
    let lines = result.lines.filter { $0.contains("instructions of") }
    #expect(lines.count >= 8)
    let missed = lines.filter { $0.hasSuffix("MISSED") }
    #expect(missed.contains { $0.contains("--version") } && missed.contains { $0.contains("dump") })
    #expect(!missed.contains { $0.contains("of render ") })
    #expect(result.text.contains("lower it with `make budgets`"))
    #expect(result.text.contains("give the reason in the commit's message"), "\(result.text)")
  }

  private static let script = Program.repository.appendingPathComponent(
    "Tests/Benchmarks/command-budgets.py")
}
