import Foundation
import TestConditions
import Testing

/// Node layout takes no more instructions than `Tests/Benchmarks/instruction-budgets.json` allows, with
/// a margin of 5 %: what a time cannot say on a busy machine.
@Suite struct InstructionBudgetTests {
  static let benchmarks = Program.repository.appendingPathComponent(
    ".build/install/host/release/Benchmarks")

  @Test(
    "every phase of node layout keeps to its budget of instructions", .needs(tool: "valgrind"),
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
}
