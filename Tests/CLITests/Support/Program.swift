import Foundation
import TestTools
import Testing

/// The program under test: from the installation at `SECTIONENGINE_TEST_PREFIX`, or else from the
/// development build.
enum Program {
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let prefix: URL? = ProcessInfo.processInfo.environment["SECTIONENGINE_TEST_PREFIX"]
    .map { URL(fileURLWithPath: $0, isDirectory: true) }

  /// Whether the program was built with a sanitizer, which needs terabytes of address space.
  static let hasSanitizer =
    dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

  /// The folder of the products that were built together with the tests.
  static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  static var url: URL {
    if let prefix { return prefix.appendingPathComponent("bin/sectionengine") }
    return products.appendingPathComponent("sectionengine")
  }

  /// The program that lays out node trees, for developers of the layout engine.
  static var layoutCases: URL {
    prefix?.appendingPathComponent("libexec/sectionengine/layout-cases")
      ?? products.appendingPathComponent("layout-cases")
  }

  /// The folder that contains `section_plugin.h`.
  static var include: URL {
    prefix?.appendingPathComponent("include/sectionengine")
      ?? repository.appendingPathComponent("Sources/PluginPlatform/CSectionABI/include")
  }

  static let captures = repository.deletingLastPathComponent()
    .appendingPathComponent("shared/data/feeds/netease")
  static let hasCaptures = FileManager.default.fileExists(atPath: captures.path)

  struct Result {
    var status: Int32
    var output: Data
    var errors: String
    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Runs the program, and verifies the commands that its help lines propose. Unless `environment`
  /// sets `HOME`, its home is an empty folder.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], input: Data = Data(),
    folder: URL? = nil
  ) throws -> Result {
    let result = try run(url, arguments, environment: environment, input: input, folder: folder)
    // Without a folder, the program ran in one that is gone.
    if let folder { HelpLines.verify(result, of: arguments, in: folder) }
    return result
  }

  static func run(
    _ executable: URL, _ arguments: [String], environment: [String: String] = [:],
    input: Data = Data(), folder: URL? = nil
  ) throws -> Result {
    let scratch = try Scratch()
    try input.write(to: scratch.file("in"))
    for name in ["out", "err"] { try Data().write(to: scratch.file(name)) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    // SwiftPM passes on its own variables, so programs under test start from a small environment.
    var variables = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    variables["HOME"] = scratch.url.path
    variables["XDG_DATA_HOME"] = scratch.url.appendingPathComponent("data").path
    process.environment = variables.merging(environment) { $1 }
    process.currentDirectoryURL = folder ?? scratch.url
    process.standardInput = try FileHandle(forReadingFrom: scratch.file("in"))
    process.standardOutput = try FileHandle(forWritingTo: scratch.file("out"))
    process.standardError = try FileHandle(forWritingTo: scratch.file("err"))
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: try Data(contentsOf: scratch.file("out")),
      errors: String(decoding: try Data(contentsOf: scratch.file("err")), as: UTF8.self))
  }

  /// Runs a Python program that checks results independently.
  static func judge(_ script: String, arguments: [String] = []) throws -> Result {
    try run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [Python.program, "-X", "utf8", "-c", script] + arguments
    )
  }
}

extension Trait where Self == ConditionTrait {
  /// Requires an installation to test.
  static var needsInstallation: Self {
    .enabled(
      if: Program.prefix != nil,
      "needs SECTIONENGINE_TEST_PREFIX, an installation, as make test makes one")
  }
}

/// The tests of this module use the folder without an import of their own.
typealias Scratch = TestTools.Scratch

extension Scratch {
  /// Builds a plugin from one C file and the contract's header alone.
  func plugin(_ source: String, named name: String) throws {
    let path = try write(source, to: "sources/\(name).c")
    try FileManager.default.createDirectory(
      at: file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    let built = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["cc", "-shared", "-fPIC", "-I\(Program.include.path)", path, "-o", file("\(name).so").path])
    try #require(built.status == 0, "\(built.errors)")
  }
}
