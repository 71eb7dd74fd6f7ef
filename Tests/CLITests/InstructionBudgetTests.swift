import Foundation
import TestConditions
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
}
