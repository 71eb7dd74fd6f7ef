import Foundation
import TestConditions
import TestTools
import Testing

/// The lint of what the sources need of the system.
@Suite("Portability", .needs(python: "json", of: "python3")) struct PortabilityTests {
  private func lint(_ folder: URL) throws -> (status: Int32, lines: [String]) {
    let script = Program.repository.appendingPathComponent(".ci/portability").path
    let run = try Program.run(
      URL(fileURLWithPath: Python.program), ["-B", script, folder.path], folder: folder)
    #expect(run.errors.isEmpty, "\(run.errors)")
    return (run.status, run.text.split(separator: "\n").map(String.init))
  }

  /// Returns what the lint says about one file in an otherwise empty copy of the repository.
  private func findings(_ text: String, in name: String) throws -> [String] {
    let scratch = try Scratch()
    try scratch.write(text, to: name)
    return try lint(scratch.url).lines.filter { !$0.hasPrefix(".ci/portability:") }
  }

  @Test(
    "an import or a call of the system outside of the parts for Linux is refused",
    arguments: [
      ("import Glibc", "imports Glibc"), ("internal import Dispatch", "imports Dispatch"),
      ("@_exported public import Glibc", "imports Glibc"), ("import CCurl", "imports CCurl"),
      ("import CIsolation", "imports CIsolation"), ("import Foundation", "imports Foundation"),
      ("import func Glibc.getenv", "imports Glibc"),
      ("let handle = dlopen(path, 1)", "calls the system, `dlopen`"),
      ("DispatchQueue.main.sync {}", "calls the system, `DispatchQueue`"),
      ("curl_easy_init()", "calls the system, `curl_easy_init`"),
    ])
  func system(_ line: String, _ message: String) throws {
    for folder in [
      "Sources/Engine", "Sources/Feed/Format", "Sources/PluginPlatform/SectionKit",
      "Plugins/BannerSection",
    ] {
      let found = try findings("// First.\n\(line)\n", in: "\(folder)/New.swift")
      #expect(
        found.count == 1 && found[0].hasPrefix("\(folder)/New.swift:2: \(message)"), "\(found)")
    }
    #expect(
      try findings(line, in: "Sources/PluginPlatform/Host/New.swift").allSatisfy {
        !$0.contains("Glibc") && !$0.contains("calls")
      })
  }

  @Test(
    "words in comments and texts, and functions of the package, are not calls",
    arguments: [
      "// import Glibc", "/// dlopen(path) is not called.", #"let text = "dlopen(x)""#,
      "loader.dlopen(path)", "import Synchronization", "let x = \"\"\"\n  import Glibc\n  \"\"\"",
    ])
  func innocent(_ text: String) throws {
    #expect(try findings(text, in: "Sources/Feed/New.swift").isEmpty)
  }

  @Test("a header of POSIX is refused in C code that every platform compiles")
  func headers() throws {
    let text = "#include <stdint.h>\n#include <dlfcn.h>\n"
    #expect(try findings(text, in: "Sources/Document/CFeedTape/tape.c").count == 1)
    #expect(try findings(text, in: "Sources/Program/CCurl/tape.c").isEmpty)
  }

  @Test(
    "a literal or a shift that needs more than 31 bits must have a type of fixed width",
    arguments: [
      ("let most = 3_000_000_000", 1), ("let most = 0x8000_0000", 1), ("let bit = 1 << 40", 1),
      ("let high = place >> 32", 1), ("let sign = 1 << 31", 1),
      ("hash = hash >> 1 | hash << 31", 0),
      ("let most = 2_147_483_647", 0), ("let bit = 1 << 30", 0), ("let x = 3_000_000_000.5", 0),
      ("let most: UInt64 = 3_000_000_000", 0), ("let high = UInt64(place) >> 32", 0),
      ("var hash: UInt64 = 7\nhash ^= hash >> 32", 0),
      ("struct A { let bits: Int64 }\nbits >> 40", 0),
      ("let limit: Int = 5\nlimit << 33", 1), ("let far = 0x1p46", 0),
    ])
  func widths(_ text: String, _ count: Int) throws {
    for name in ["Sources/Layout/Text/New.swift", "Sources/Engine/New.swift"] {
      #expect(try findings(text, in: name).count == count)
    }
    // Such code runs on processors with 64 bits only.
    #expect(try findings(text, in: "Sources/PluginPlatform/Host/New.swift").isEmpty)
  }

  @Test("the repository passes, with the modules that each product needs of the system")
  func repository() throws {
    let result = try lint(Program.repository)
    #expect(result.lines == [] && result.status == 0)
  }

  @Test("a module that no longer needs the system, or newly does, changes the list")
  func graph() throws {
    let scratch = try Scratch()
    let package = try String(
      contentsOf: Program.repository.appendingPathComponent("Package.swift"), encoding: .utf8)
    let changed = package.replacingOccurrences(
      of: #"name: "SectionKit", dependencies: ["CSectionABI"]"#,
      with: #"name: "SectionKit", dependencies: ["CSectionABI", "PluginHost"]"#)
    try #require(changed != package)
    try scratch.write(changed, to: "Package.swift")
    let found = try lint(scratch.url).lines.filter { $0.hasPrefix("Package.swift: SectionKit") }
    #expect(found.contains { $0.contains("now needs PluginHost") }, "\(found)")
  }
}
