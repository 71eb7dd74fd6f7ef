import Foundation
import TestConditions
import Testing

/// Builds the examples as their READMEs describe, and compares their sections with those of the C
/// example.
@Suite("Examples in other languages") struct ExamplePluginTests {
  static let examples = Program.repository.appendingPathComponent("Plugins/Examples")

  /// The user's home folder, which may be needed to find a Rust compiler.
  static let home = ["HOME": ProcessInfo.processInfo.environment["HOME"] ?? "/"]

  /// Returns the dump of the examples' feed, drawn by one example, with that example's name
  /// removed.
  private func dump(_ language: String, compiler: [String], file: String) throws -> String {
    let scratch = try Scratch()
    let source = Self.examples.appendingPathComponent("\(language)/\(file)").path
    let built = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      compiler + [source, "-o", scratch.file("ticker.so").path],
      environment: Self.home)
    try #require(built.status == 0 && built.errors.isEmpty, "\(built.errors)")
    let feed = Self.examples.appendingPathComponent("\(language)/ticker.json").path
    let drawn = try Program.run(["dump", feed, "--plugins", scratch.url.path])
    #expect(drawn.status == 0 && drawn.text.contains("via=ticker-\(language)@1.0.0"))
    #expect(drawn.errors.contains("a ticker needs an array of items"), "\(drawn.errors)")
    // A long line is truncated, so the printed part of the reason depends on the length of the
    // plugin's name. The reason is removed before the comparison.
    return drawn.text.replacingOccurrences(of: "ticker-\(language)", with: "ticker")
      .replacingOccurrences(of: ": a ticker needs an array of items", with: "")
  }

  private func dumpOfC() throws -> String {
    try dump(
      "c", compiler: ["cc", "-shared", "-fPIC", "-I", Program.include.path], file: "ticker.c")
  }

  @Test("the C++ example draws the same sections as the C example", .needs(tool: "g++"))
  func cpp() throws {
    let compiler = [
      "g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I",
      Program.include.path,
    ]
    #expect(try dump("cpp", compiler: compiler, file: "ticker.cpp") == dumpOfC())
  }

  @Test("the Rust example draws the same sections as the C example", .needs(tool: "rustc"))
  func rust() throws {
    let compiler = ["rustc", "--edition", "2021", "-D", "warnings", "-O", "--crate-type", "cdylib"]
    #expect(try dump("rust", compiler: compiler, file: "ticker.rs") == dumpOfC())
  }

  @Test("a C++ exception loses only its own section and reports its message", .needs(tool: "g++"))
  func exception() throws {
    try loses(
      "cpp", to: "bad_alloc",
      compiler: ["g++", "-std=c++17", "-shared", "-fPIC", "-I", Program.include.path],
      file: "ticker.cpp", before: "    if (part == SE_PART_ROW) ticker->build",
      raising: "    throw std::bad_alloc();\n")
  }

  @Test("a Rust panic loses only its own section and reports its message", .needs(tool: "rustc"))
  func panic() throws {
    try loses(
      "rust", to: "oh no", compiler: ["rustc", "--edition", "2021", "--crate-type", "cdylib"],
      file: "ticker.rs", before: "        if part == SE_PART_ROW {",
      raising: "  panic!(\"oh no\");\n")
  }

  /// Inserts code that raises an error before a line of an example, and draws the feed with it.
  private func loses(
    _ language: String, to words: String, compiler: [String], file: String, before place: String,
    raising raised: String
  ) throws {
    let scratch = try Scratch()
    let feed = Self.examples.appendingPathComponent("c/ticker.json").path
    let folder = scratch.file(language)
    try FileManager.default.copyItem(
      at: Self.examples.appendingPathComponent(language), to: folder)
    let source = folder.appendingPathComponent(file)
    let text = try String(contentsOf: source, encoding: .utf8)
    #expect(text.contains(place))
    try Data(text.replacingOccurrences(of: place, with: raised + place).utf8).write(to: source)
    let built = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      compiler + [source.path, "-o", folder.appendingPathComponent("ticker.so").path],
      environment: Self.home)
    try #require(built.status == 0, "\(built.errors)")
    let drawn = try Program.run(["dump", feed, "--plugins", folder.path])
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(drawn.errors.contains(words), "\(drawn.errors)")
    #expect(!drawn.errors.contains("SE3011"), "\(drawn.errors)")
  }
}
