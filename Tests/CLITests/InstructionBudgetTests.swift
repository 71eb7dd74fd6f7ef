import Foundation
import Testing

/// Node layout takes no more instructions than `Tests/Benchmarks/instruction-budgets.json` allows, with
/// a margin of 5 %: what a time cannot say on a busy machine.
@Suite struct InstructionBudgetTests {
  static let benchmarks = Program.repository.appendingPathComponent(".build/release/Benchmarks")
  static let canCount =
    FileManager.default.isExecutableFile(atPath: benchmarks.path)
    && ["/usr/bin/valgrind", "/usr/local/bin/valgrind"].contains(
      where: FileManager.default.isExecutableFile(atPath:))

  @Test("every phase of node layout keeps to its budget of instructions", .enabled(if: canCount))
  func budgets() throws {
    let result = try Program.run(
      Self.benchmarks, ["instructions"], folder: Program.repository)
    #expect(result.text.contains("instructions, first"))
    let missed = result.lines.filter { $0.hasSuffix("MISSED") }
    #expect(missed.isEmpty)
    #expect(result.status == 0)
  }
}
