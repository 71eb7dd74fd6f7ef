import Foundation
import PortableCases
import TestTools
import Testing

/// Line breaks and layouts of this processor and of a 32-bit one.
@Suite struct PortableCasesTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../.ci/embedded").standardizedFileURL

  @Test("no text breaks wrongly")
  func breaks() {
    let results = PortableCases.results()
    #expect(results.count == PortableCases.breaks.count + 200)
    #expect(!results.contains { $0.hasPrefix("BREAKS") })
  }

  @Test(
    "a program for wasm32 has the same results",
    .enabled(
      if: Tool.isPresent("wasmkit") || Tool.isPresent("node"), "needs wasmkit or node"),
    .timeLimit(.minutes(10)))
  func webAssembly() throws {
    let process = Process()
    process.executableURL = Self.script
    process.arguments = ["run"]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let problem = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if problem.hasPrefix("embedded: skipped") { try Test.cancel("\(problem)") }
    try #require(process.terminationStatus == 0, "\(problem)")
    #expect(text.split(separator: "\n").map(String.init) == PortableCases.results())
  }
}
