import Foundation
import Testing

/// Builds the examples as their READMEs say, and compares what they draw with the one in C.
@Suite("The examples in other languages") struct ExamplePluginTests {
  static let examples = Program.repository.appendingPathComponent("Plugins/Examples")

  /// A Rust compiler may be found by way of the user's home.
  static let home = ["HOME": ProcessInfo.processInfo.environment["HOME"] ?? "/"]

  static func has(_ tool: String) -> Bool {
    (try? Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), [tool, "--version"], environment: home
    ).status) == 0
  }

  /// The dump of the examples' feed, drawn by one of them, without its own name.
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
    // A reason is cut where it makes the line too long, which a name alone may do.
    return drawn.text.replacingOccurrences(of: "ticker-\(language)", with: "ticker")
      .replacingOccurrences(of: ": a ticker needs an array of items", with: "")
  }

  private func dumpOfC() throws -> String {
    try dump(
      "c", compiler: ["cc", "-shared", "-fPIC", "-I", Program.include.path], file: "ticker.c")
  }

  @Test("the example in C++ draws what the one in C draws", .enabled(if: has("g++")))
  func cpp() throws {
    let compiler = [
      "g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I",
      Program.include.path,
    ]
    #expect(try dump("cpp", compiler: compiler, file: "ticker.cpp") == dumpOfC())
  }

  @Test("the example in Rust draws what the one in C draws", .enabled(if: has("rustc")))
  func rust() throws {
    let compiler = ["rustc", "--edition", "2021", "-D", "warnings", "-O", "--crate-type", "cdylib"]
    #expect(try dump("rust", compiler: compiler, file: "ticker.rs") == dumpOfC())
  }

  @Test("an exception and a panic cost their own section, with their words")
  func throwing() throws {
    let scratch = try Scratch()
    let feed = Self.examples.appendingPathComponent("c/ticker.json").path
    var count = 0
    for (language, tool, file, place, raised) in [
      (
        "cpp", "g++", "ticker.cpp", "    if (part == SE_PART_ROW) ticker->build",
        "    throw std::bad_alloc();\n"
      ),
      ("rust", "rustc", "ticker.rs", "        if part == SE_PART_ROW {", "  panic!(\"oh no\");\n"),
    ] where Self.has(tool) {
      let folder = scratch.file(language)
      try FileManager.default.copyItem(
        at: Self.examples.appendingPathComponent(language), to: folder)
      let source = folder.appendingPathComponent(file)
      let text = try String(contentsOf: source, encoding: .utf8)
      #expect(text.contains(place))
      try Data(text.replacingOccurrences(of: place, with: raised + place).utf8).write(to: source)
      let flags =
        tool == "g++"
        ? ["-std=c++17", "-shared", "-fPIC", "-I", Program.include.path]
        : ["--edition", "2021", "--crate-type", "cdylib"]
      let built = try Program.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        [tool] + flags + [source.path, "-o", folder.appendingPathComponent("ticker.so").path],
        environment: Self.home)
      try #require(built.status == 0, "\(built.errors)")
      let drawn = try Program.run(["dump", feed, "--plugins", folder.path])
      #expect(drawn.status == 0, "\(drawn.errors)")
      #expect(drawn.errors.contains(language == "cpp" ? "bad_alloc" : "oh no"), "\(drawn.errors)")
      #expect(!drawn.errors.contains("SE3011"), "\(drawn.errors)")
      count += 1
    }
    #expect(count == ["g++", "rustc"].count(where: Self.has))
  }
}
