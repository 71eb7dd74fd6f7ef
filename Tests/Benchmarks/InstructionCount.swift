import Foundation

/// The number of instructions that a phase of `NodeLayoutCost` executes. Valgrind counts them; the
/// count does not depend on the machine's load.
enum InstructionCount {
  /// A copy of the program without debug information, which older versions of valgrind cannot read;
  /// `nil` without valgrind or `strip`.
  static let program: String? = {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("sectionengine-bench-\(getpid())").path
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).path
    guard run(["strip", "-g", "-o", copy, executable]) != nil,
      run(["valgrind", "--version"]) != nil
    else { return nil }
    return copy
  }()

  /// Returns the number of instructions of one warm run: half the difference between the numbers of
  /// three runs and of one. Returns `nil` without valgrind.
  static func perRun(_ phase: NodeLayoutCost.Phase) -> Double? {
    guard let once = total(phase, 1), let thrice = total(phase, 3) else { return nil }
    return (thrice - once) / 2
  }

  private static func total(_ phase: NodeLayoutCost.Phase, _ repeats: Int) -> Double? {
    guard let program else { return nil }
    let output = run(
      [
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "count",
        phase.rawValue, "\(repeats)",
      ])
    // The line has the form "==123== Collected : 12345".
    let line = output?.split(separator: "\n").first { $0.contains("Collected") }
    return line?.split(separator: " ").last.flatMap { Double($0) }
  }

  /// Returns the standard error of a program, or `nil` if it fails.
  private static func run(_ command: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    process.environment = environment
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text : nil
  }
}

/// The most instructions that each phase may execute, read from `instruction-budgets.json`.
struct InstructionBudgets {
  static let path = "Tests/Benchmarks/instruction-budgets.json"
  /// The allowed relative difference from a budget, because libraries and processors vary.
  static let margin = 0.05

  var budgets: [String: Double]

  init?() {
    guard let data = FileManager.default.contents(atPath: Self.path),
      let budgets = try? JSONDecoder().decode([String: Double].self, from: data)
    else { return nil }
    self.budgets = budgets
  }

  /// Counts the instructions of every phase and compares them with its budget.
  func check(_ report: inout Report) {
    for phase in NodeLayoutCost.Phase.allCases {
      guard let count = InstructionCount.perRun(phase) else {
        print("instructions: valgrind or strip is missing, not counted")
        return
      }
      let nodes = Double(NodeLayoutCost.body(of: phase).nodes)
      if let limit = phase.instructionLimit {
        report.line("instructions, \(phase)", count / nodes, unit: "/node", limit: limit)
      }
      let budget = budgets[phase.rawValue] ?? 0
      report.line(
        "instructions, \(phase)", count, unit: "", limit: budget * (1 + Self.margin))
      if count < budget * (1 - Self.margin) {
        print("  less than its budget of \(Int(budget)): lower it in \(Self.path)")
      }
    }
  }
}
