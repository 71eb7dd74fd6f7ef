import Foundation
import TestTools

/// Throughput and memory of `batch`, measured on whole processes.
enum BatchCost {
  /// - Parameter program: The program that was built with the benchmarks.
  static func measure(_ report: inout Report, program: String) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sectionengine-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    // There are enough feeds that the one-time work of each thread, such as building the sections
    // that it caches, is a small part of the time.
    let (small, captures) = (40_000, 2_000)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try writeCaptures(captures, to: path("captures.jsonl"))
    } catch {
      return print("batch: \(error), not measured")
    }
    guard run("/usr/bin/env", log(small, personal: 0), to: path("shared.jsonl")) != nil,
      run("/usr/bin/env", log(small / 10, personal: 100), to: path("personal.jsonl")) != nil
    else { return print("batch: no Python to write feeds with, not measured") }

    let logs = [
      ("feeds of 10 blocks", "shared.jsonl", small, 125.0),
      ("feeds of 10 blocks, each once", "personal.jsonl", small / 10, nil),
      ("the capture", "captures.jsonl", captures, 3_333),
    ]
    for (name, file, count, limit) in logs where FileManager.default.fileExists(atPath: path(file))
    {
      var best: [Int: Double] = [:]
      var memory: [Int: Int] = [:]
      for _ in 0..<3 {
        for threads in [1, 2] {
          let arguments = [
            "batch", "--layout", "netease-home", "--threads", "\(threads)", path(file),
          ]
          guard let cost = run(program, arguments, to: "/dev/null") else {
            return report.fail("batch: \(program) does not lay out \(name)")
          }
          best[threads] = min(best[threads] ?? .infinity, cost.nanoseconds)
          memory[threads] = max(memory[threads] ?? 0, cost.kilobytes)
        }
      }
      guard let one = best[1], let two = best[2] else { continue }
      report.line("batch, \(name)", one / Double(count) / 1e3, unit: "µs/feed", limit: limit)
      // Two threads have to lay out 1.75 times as many feeds per second as one: 1 / 1.75 = 0.571.
      report.line("2 threads / 1 thread", two / one, unit: "", limit: limit == nil ? nil : 0.571)
      for threads in [1, 2] {
        report.line(
          "peak memory, \(threads) thread\(threads == 1 ? "" : "s")",
          Double(memory[threads] ?? 0) / 1_024, unit: "MB", limit: Double(64 + 32 * threads))
      }
    }
  }

  private static func log(_ count: Int, personal: Int) -> [String] {
    [Python.program, "Tests/Spark/feed-log.py", "\(count)", "--personal", "\(personal)"]
  }

  /// Writes the capture as one line, repeated `count` times. Writes nothing if the capture is
  /// absent.
  private static func writeCaptures(_ count: Int, to path: String) throws {
    let capture = "../shared/data/feeds/netease/2021-05-18-home-11-blocks.json"
    guard let bytes = FileManager.default.contents(atPath: capture) else { return }
    // JSON strings escape their line breaks, so the capture's own line breaks can be removed.
    var line = bytes.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    line.append(UInt8(ascii: "\n"))
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    for _ in 0..<count { try file.write(contentsOf: line) }
    try file.close()
  }

  /// Runs a program with its output in a file. Returns its time and its peak of resident memory, or
  /// `nil` if it fails.
  private static func run(
    _ program: String, _ arguments: [String], to output: String
  ) -> (nanoseconds: Double, kilobytes: Int)? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    // `PATH` is needed to find Python.
    var environment = [strdup("PATH=/usr/local/bin:/usr/bin:/bin"), nil]
    defer { for word in words + environment { free(word) } }
    let start = now()
    var child: pid_t = 0
    guard posix_spawn(&child, program, &actions, nil, &words, &environment) == 0 else { return nil }
    // The kernel's peak for a child (`ru_maxrss`) starts at its parent's memory, so the peak is
    // read repeatedly while the child runs.
    var peak = 0
    var status: Int32 = 0
    while true {
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { break }
      guard ended == 0 else { return nil }
      peak = max(peak, peakMemory(of: child))
      usleep(5_000)
    }
    return status == 0 ? (Double(now() - start), peak) : nil
  }

  /// Returns the process's peak of resident memory in kilobytes, or 0 if it cannot be read.
  private static func peakMemory(of process: pid_t) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
