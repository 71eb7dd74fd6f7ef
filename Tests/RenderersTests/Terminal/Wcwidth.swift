import Foundation

/// Python's wcwidth, as a judge that shares no code and no table with ours.
enum Wcwidth {
  static let isAvailable = widths(of: ["a"], ambiguous: 1) == [1]

  /// Cells of each text; -1 for one with a control character. `nil` without Python or the package.
  static func widths(of texts: [String], ambiguous: Int) -> [Int]? {
    let script = """
      import sys, wcwidth
      for text in sys.stdin.buffer.read().decode().split("\\0"):
          print(wcwidth.wcswidth(text, ambiguous_width=\(ambiguous)))
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    let input = FileManager.default.temporaryDirectory.appendingPathComponent(
      "wcwidth-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: input) }
    let output = Pipe()
    do {
      try Data(texts.joined(separator: "\0").utf8).write(to: input)
      process.standardInput = try FileHandle(forReadingFrom: input)
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    } catch {
      return nil
    }
    let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return lines.split(separator: "\n").compactMap { Int($0) }
  }
}
