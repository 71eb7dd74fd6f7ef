import Foundation
import TestTools
import Testing

/// The output of the program if a plugin crashes.
@Suite struct PluginIsolationTests {
  /// A folder with a plugin for TEST that crashes, a feed with a block for it, and a home folder.
  private struct Home {
    let scratch: Scratch
    let feed: String
    let plugins: String
    let plugin: String
    let environment: [String: String]

    init(_ open: String = "*(volatile int *)8 = 1; return SE_OK;") throws {
      scratch = try Scratch()
      try scratch.plugin(Self.source(open), named: "plugins/test")
      feed = try scratch.write(CPlugin.feed, to: "feed.json")
      plugins = scratch.file("plugins").path
      plugin = scratch.file("plugins/test.so").path
      environment = ["HOME": scratch.file("home").path]
    }

    static func source(_ open: String) -> String {
      CPlugin.source(open: open).replacingOccurrences(
        of: "#include <math.h>",
        with: "#include <math.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <stdio.h>")
    }

    func run(_ arguments: [String]) throws -> Program.Result {
      try Program.run(arguments, environment: environment)
    }

    func page(_ format: String = "dump", _ more: [String] = []) throws -> Program.Result {
      try run(["render", feed, "--plugins", plugins, "--format", format] + more)
    }
  }

  @Test(
    "a lost section is a placeholder that names the plugin and the cause, in every format",
    arguments: ["text", "json", "json-lines", "dump"])
  func formats(_ format: String) throws {
    let home = try Home()
    let page = try home.page(format)
    #expect(page.status == 0)
    #expect(page.text.contains("plugin `test` died of SIGSEGV"), "\(page.text)")
    #expect(page.errors.contains("error[SE3011]: plugin `test` died of SIGSEGV"))
    #expect(page.errors.contains("$.data.blocks[0].blockCode"))
    // The next run finds the plugin in the quarantine and prints the same bytes.
    let next = try home.page(format)
    #expect(next.output == page.output && next.status == 0)
    #expect(next.errors.contains("SE3012") && next.errors.contains("quarantined"))
    #expect(try home.page(format, ["--strict"]).status == 1)
  }

  @Test("only one section is lost, and its placeholder has the layout's height")
  func oneSection() throws {
    let page = try Home().page()
    let sections = DumpSection.sections(of: page.text)
    #expect(sections.map(\.code) == ["TEST", "OTHER"])
    #expect(sections[0].line.contains("via=placeholder@") && sections[0].height == 120)
    #expect(sections[1].line.contains("via=generic@"))
  }

  @Test("a changed file ends the quarantine, and so does `plugin untrust`")
  func quarantine() throws {
    let home = try Home()
    #expect(try home.page().errors.contains("SE3011"))
    let listed = try home.run(["plugin", "list", "--plugins", home.plugins])
    #expect(listed.text.contains("test.so is quarantined: it died of SIGSEGV"))
    let state = "\(home.environment["HOME"] ?? "")/.local/state/sectionengine/quarantine"
    #expect(try FileManager.default.contentsOfDirectory(atPath: state).count == 1)

    let forgotten = try home.run(["plugin", "untrust", home.plugin])
    #expect(forgotten.text.contains("is not quarantined any more"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: state) == [])
    #expect(
      try home.run(["plugin", "untrust", home.plugin]).text.contains("was neither trusted"))

    #expect(try !home.page().errors.contains("SE3012"))
    try home.scratch.plugin(CPlugin.source(), named: "plugins/test")
    let mended = try home.page()
    #expect(mended.text.contains("via=test@1.0.0") && !mended.errors.contains("SE301"))
  }

  @Test("trust applies to a file: --trust for one run, `plugin trust` until the file changes")
  func trust() throws {
    let where_ = """
      FILE *f = fopen("/proc/self/comm", "r"); char name[32] = "none";
      if (f) { (void)!fgets(name, sizeof name, f); fclose(f); }
      host->fail(host, block->value, SE_STR(""), (se_str){name, 13}); return SE_FAILED;
      """
    let home = try Home(where_)
    let list = ["plugin", "list", "--plugins", home.plugins]
    #expect(try home.run(list).text.contains("in the worker"))
    #expect(!(try home.page().errors.contains("failed: sectionengine")))
    #expect(
      try home.page("dump", ["--trust", home.plugin]).errors.contains("failed: sectionengine"))
    let allowed = try home.run(["plugin", "trust", home.plugin])
    #expect(allowed.status == 0 && allowed.text.hasPrefix("trusted "))
    #expect(try home.page().errors.contains("failed: sectionengine"))
    #expect(!(try home.run(list).text.contains("in the worker")))

    try home.scratch.plugin(Home.source(where_ + " /* other */ (void)0;"), named: "plugins/other")
    try home.scratch.plugin(
      Home.source(where_.replacingOccurrences(of: "none", with: "nine")), named: "plugins/test")
    #expect(try home.run(list).text.contains("in the worker"))
    let missing = try home.page("dump", ["--trust", "/nonexistent.so"])
    #expect(missing.status == 2 && missing.errors.contains("SE4020"))
  }

  @Test("the output of a trusted plugin is not part of the page", arguments: ["dump", "json"])
  func trustedOutput(_ format: String) throws {
    let home = try Home("printf(\"hello from a plugin\\n\"); return SE_OK;")
    let quiet = try Home("return SE_OK;")
    let page = try home.page(format, ["--trust", home.plugin])
    #expect(page.status == 0 && page.errors.contains("hello from a plugin"))
    #expect(page.output == (try quiet.page(format, ["--trust", quiet.plugin]).output))
    let file = home.scratch.file("product").path
    let written = try home.page(format, ["--trust", home.plugin, "-o", file])
    #expect(written.output.isEmpty && written.errors.contains("hello from a plugin"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(page.output))
  }

  @Test("if a trusted plugin ends the program, an error names the plugin first")
  func beacon() throws {
    for (open, word) in [
      ("*(volatile int *)8 = 1; return SE_OK;", "died of SIGSEGV"), ("abort();", "died of SIGABRT"),
      ("exit(0);", "called exit()"), ("quick_exit(0);", "called exit()"),
    ] {
      let home = try Home(open)
      let page = try home.page("dump", ["--trust", home.plugin])
      #expect(page.status != 0 && page.output.isEmpty)
      #expect(page.errors.contains("plugin `test@1.0.0` \(word) while it drew `TEST`"))
    }
  }

  @Test("doctor reports the protections in force and the paths of files")
  func doctor() throws {
    let report = try Home().run(["doctor"])
    #expect(report.status == 0, "\(report.text)\(report.errors)")
    for name in ["landlock", "seccomp", "resource limits", "no-new-privs", "parent-death signal"] {
      #expect(report.lines.contains { $0.hasPrefix(name) && $0.hasSuffix("in force") }, "\(name)")
    }
    for name in ["libcurl", "libmicrohttpd", "cairo", "HarfBuzz", "Expat", "ICU"] {
      #expect(
        report.lines.contains {
          $0.hasPrefix(name) && ($0.hasSuffix("usable") || $0.contains("not usable, for "))
        }, "\(name)")
    }
    for name in ["worker", "trusted", "quarantine", "cache", "layouts", "guide"] {
      #expect(report.lines.contains { $0.hasPrefix(name) && $0.contains("/") }, "\(name)")
    }
  }

  // MARK: Interruptions

  /// Returns the process ids of a program's workers. A worker's only argument is the process id of
  /// its program.
  private static func workers(of host: Int32) -> [Int32] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap(Int32.init).filter { process in
      let line = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline"))
      return line.map { String(decoding: $0, as: UTF8.self) } == "section-worker\0\(host)\0"
    }
  }

  /// The number of rounds; `SECTIONENGINE_KILL_ROUNDS=200` increases it.
  private static let rounds =
    ProcessInfo.processInfo.environment["SECTIONENGINE_KILL_ROUNDS"].flatMap { Int($0) } ?? 40

  @Test("a killed program or worker leaves no process or file behind")
  func killed() throws {
    let home = try Home("usleep(3000); return SE_OK;")
    // A plugin in an endless loop does not notice that its program has ended.
    let hanging = try Home("for (;;) usleep(1000000);")
    let temporary = try home.scratch.write("", to: "tmp/none")
    let seed = UInt64.random(in: 0...UInt64.max)
    print("kill rounds: \(Self.rounds), seed \(seed)")
    var random = SplitMix64(seed: seed)
    let shared = try FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
    for round in 0..<Self.rounds {
      let used = round.isMultiple(of: 4) ? hanging : home
      let process = Process()
      process.executableURL = Program.url
      process.arguments = ["dump", used.feed, "--plugins", used.plugins]
      process.environment = used.environment.merging([
        "TMPDIR": home.scratch.file("tmp").path
      ]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(UInt32.random(in: 0..<60_000, using: &random))
      if round.isMultiple(of: 2) {
        kill(process.processIdentifier, SIGKILL)
      } else {
        for worker in Self.workers(of: process.processIdentifier) { kill(worker, SIGKILL) }
      }
      process.waitUntilExit()
      // The system signals the worker at once, but the worker takes a moment to exit.
      var left = Self.workers(of: process.processIdentifier)
      for _ in 0..<200 where !left.isEmpty {
        usleep(10_000)
        left = Self.workers(of: process.processIdentifier)
      }
      #expect(left.isEmpty, "round \(round), seed \(seed)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/dev/shm") == shared)
    let folder = URL(fileURLWithPath: temporary).deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["none"])
    let clean = try home.page()
    #expect(clean.text.contains("via=test@1.0.0"), "seed \(seed): \(clean.errors)")
    #expect(!clean.errors.contains("SE301"), "seed \(seed): \(clean.errors)")
  }
}
