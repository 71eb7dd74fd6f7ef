import Foundation
import Testing

/// Writes new plugins and follows the steps that the program prints.
@Suite("plugin new") struct PluginNewTests {
  static let tools = ["swift", "c", "cpp", "manifest"]

  /// Returns the commands that the program printed.
  static func steps(_ result: Program.Result) -> [String] {
    result.lines.filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }

  static func shell(_ command: String, in scratch: Scratch) throws -> Program.Result {
    // `HOME` is the scratch folder, so `RUSTUP_HOME` names the user's folder with Rust compilers.
    let own = ProcessInfo.processInfo.environment
    let home = own["RUSTUP_HOME"] ?? "\(own["HOME"] ?? "")/.rustup"
    return try Program.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", command],
      environment: ["HOME": scratch.url.path, "RUSTUP_HOME": home], folder: scratch.url)
  }

  @Test(
    "a new plugin builds without warnings, draws its fixture as expected and passes the check",
    arguments: tools)
  func template(_ language: String) throws { try followSteps(language) }

  @Test("a new plugin in Rust does the same", .needs(tool: "rustc"))
  func rust() throws { try followSteps("rust") }

  private func followSteps(_ language: String) throws {
    let scratch = try Scratch()
    let made = try Program.run(
      ["plugin", "new", "my-news", "--lang", language, "--code", "限时 \"x\"", "-o", "it's $new"],
      folder: scratch.url)
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let steps = Self.steps(made)
    try #require(steps.count == 3)
    let built = try Self.shell(steps[0], in: scratch)
    #expect(built.status == 0, "\(built.errors)")
    #expect(!(built.text + built.errors).contains("warning:"), "\(built.text)\(built.errors)")
    let drawn = try Self.shell(steps[1], in: scratch)
    #expect(drawn.status == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
    // With a sanitizer, the check is left out, because a section takes longer than its time limit.
    if !Program.hasSanitizer {
      let checked = try Self.shell(steps[2], in: scratch)
      #expect(checked.status == 0, "\(checked.text)\(checked.errors)")
      #expect(checked.text.contains("payloads are 2 blocks") && !checked.text.contains("FAILED"))
    }
    let compared = try Self.shell("make -C \"it's \\$new\" test", in: scratch)
    #expect(compared.status == 0, "\(compared.text)\(compared.errors)")
    let page = try Self.shell(
      "cd it*; sed -i 's/A title/Another one/' fixture.json; make test", in: scratch)
    #expect(page.status != 0 && page.text.contains("Another one"))
  }

  @Test("a new output format builds without warnings, writes the sample and passes the check")
  func renderer() throws {
    let scratch = try Scratch()
    let made = try Program.run(
      ["plugin", "new", "frames", "--lang", "renderer"], folder: scratch.url)
    let steps = Self.steps(made)
    try #require(made.status == 0 && steps.count == 3, "\(made.errors)")
    for step in steps {
      let done = try Self.shell(step, in: scratch)
      #expect(done.status == 0, "\(step): \(done.text)\(done.errors)")
      #expect(!(done.text + done.errors).contains("warning:"), "\(done.text)\(done.errors)")
    }
    let page = try String(contentsOf: scratch.file("frames/expected.txt"), encoding: .utf8)
    #expect(page.hasPrefix("0 0 414 ") && page.contains(" HOMEPAGE_BANNER"), "\(page)")
    #expect(try Self.shell("make -C frames test", in: scratch).status == 0)
    let odd = try Program.run(
      ["plugin", "new", "b", "--lang", "renderer", "--code", "X"], folder: scratch.url)
    #expect(odd.status == 64 && odd.errors.contains("draws no blocks"))
  }

  @Test("an existing folder is not modified, and a failed write leaves no files")
  func safety() throws {
    let scratch = try Scratch()
    try scratch.write("mine", to: "news/notes.txt")
    for arguments in [["news"], ["other", "-o", "news/"], ["other", "-o", "news/notes.txt"]] {
      let refused = try Program.run(["plugin", "new"] + arguments, folder: scratch.url)
      #expect(refused.status == 2 && refused.output.isEmpty)
      #expect(refused.errors.contains("exists") && refused.errors.contains("`-o DIR`"))
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.file("news").path)
        == ["notes.txt"])
    let nowhere = try Program.run(["plugin", "new", "n", "-o", "a/b"], folder: scratch.url)
    #expect(nowhere.status == 2 && nowhere.errors.contains("mkdir -p a"))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("a").path))
  }

  @Test(
    "a full disk leaves no files",
    .enabled(if: !Program.hasSanitizer, "a sanitizer maps files that are larger"))
  func fullDisk() throws {
    let scratch = try Scratch()
    let full = try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" plugin new big --lang c", Program.url.path],
      folder: scratch.url)
    #expect(full.status == 2 && full.errors.contains("nothing is left"), "\(full.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("big").path))
  }

  @Test(
    "arguments that describe no plugin are usage errors with a suggestion",
    arguments: [
      ([], "plugin new NAME"), (["a", "b"], "unexpected argument `b`"),
      (["a", "--code", "*"], "every block"), (["a", "--code", ""], "not empty"),
      (["a", "--lang", "cobol"], "manifest"), (["a", "--layout", "x"], "--from"),
    ])
  func usage(_ arguments: [String], _ advice: String) throws {
    let scratch = try Scratch()
    let result = try Program.run(["plugin", "new"] + arguments, folder: scratch.url)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.contains(advice), "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
  }
}
