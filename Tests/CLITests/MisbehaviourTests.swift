import Foundation
import TestConditions
import Testing

/// The C code of a misbehaving plugin, and the expected outcome of its section.
struct Misbehaviour {
  var id: String
  /// The C code that runs when the section is opened.
  var open = "return SE_OK;"
  /// The C code before the functions of the contract.
  var prelude = ""
  var functions = ""
  var members = ""
  /// A word of the reason why the section is lost, or `nil` if it is drawn.
  var cause: String?
  var isQuarantined = true

  var code: String { id.uppercased() }

  var source: String {
    CPlugin.source(id: id, code: code, functions: functions, members: members, open: open)
      .replacingOccurrences(
        of: "#include <math.h>",
        with: """
          #include <math.h>
          #include <pthread.h>
          #include <signal.h>
          #include <stdio.h>
          #include <stdlib.h>
          #include <string.h>
          #include <unistd.h>
          \(prelude)
          """)
  }

  /// Plugins that crash or block their worker.
  static let breaking = [
    Misbehaviour(id: "segv", open: "*(volatile int *)8 = 1; return SE_OK;", cause: "SIGSEGV"),
    Misbehaviour(
      id: "loop", open: "for (volatile int i = 0;; i++) {} return SE_OK;", cause: "no answer"),
    Misbehaviour(id: "exits", open: "exit(0);", cause: "`exit(0)`"),
    Misbehaviour(id: "aborts", open: "abort();", cause: "SIGABRT"),
    Misbehaviour(id: "memory", open: "while (malloc(8 << 20)) {} abort();", cause: "SIGABRT"),
    Misbehaviour(
      id: "stack", open: "return deeper(1);",
      prelude: """
        static int deeper(int n) { volatile char b[4096]; b[0] = n; return deeper(n + 1) + b[0]; }
        """, cause: "SIGSEGV"),
    Misbehaviour(
      id: "heap", open: "char *p = malloc(32); memset(p, 65, 4096); free(p); abort();",
      cause: "SIGABRT"),
    Misbehaviour(
      id: "thread",
      open: "pthread_t t; pthread_create(&t, 0, wild, 0); pthread_join(t, 0); abort();",
      prelude: "static void *wild(void *p) { *(volatile int *)8 = 1; return p; }",
      cause: "SIGSEGV"),
    Misbehaviour(
      id: "closing", open: "for (int i = 0; i < 1024; i++) close(i); return SE_OK;",
      cause: "descriptors"),
    Misbehaviour(id: "system", open: #"system("touch pwned"); return SE_OK;"#, cause: "seccomp"),
    Misbehaviour(id: "forks", open: "for (;;) if (fork() == 0) {}", cause: "seccomp"),
    Misbehaviour(
      id: "deaf", open: "for (int i = 1; i < 32; i++) signal(i, SIG_IGN); for (;;) sleep(1);",
      cause: "no answer"),
    Misbehaviour(id: "stops", open: "raise(SIGSTOP); for (;;) sleep(1);", cause: "no answer"),
    Misbehaviour(
      id: "pointer",
      open: """
        host->measure_text((const se_host *)16, SE_STR("x"), 1, 1, 1, 1); return SE_OK;
        """, cause: "SIGSEGV"),
  ]

  /// Plugins that return values that the contract forbids, and plugins with unusual behaviour that
  /// it allows.
  static let others = [
    Misbehaviour(
      id: "rows", functions: function("row_count", "uint32_t *out", "*out = 4000000000u;"),
      members: ".row_count = row_count", cause: "4000000000", isQuarantined: false),
    Misbehaviour(
      id: "nan",
      functions: function("row_height", "uint32_t row, se_length *out", "*out = SE_PT(NAN);"),
      members: ".row_height = row_height", cause: "NaN", isQuarantined: false),
    Misbehaviour(
      id: "infinite",
      functions: function("row_height", "uint32_t row, se_length *out", "*out = SE_PT(INFINITY);"),
      members: ".row_height = row_height", cause: "infinity", isQuarantined: false),
    Misbehaviour(
      id: "utf8",
      functions: function("describe", "se_section *out", "out->title = (se_str){\"\\xff\", 1};"),
      members: ".describe = describe", cause: "UTF-8", isQuarantined: false),
    Misbehaviour(
      id: "cycle",
      functions: function(
        "build", "se_part part, uint32_t row",
        "se_node n = {0}; for (int i = 0; i < 1000000; i++) host->begin_node(host, &n);"),
      members: ".build = build", cause: "deeper than 256", isQuarantined: false),
    Misbehaviour(
      id: "million",
      functions: function(
        "build", "se_part part, uint32_t row",
        """
        se_node n = {0};
        for (int i = 0; i < 1000000; i++) { host->begin_node(host, &n); host->end_node(host); }
        """),
      members: ".build = build", cause: "more than 100000 nodes", isQuarantined: false),
    Misbehaviour(id: "printing", open: #"puts("hello"); return SE_OK;"#),
    Misbehaviour(id: "slow", open: "usleep(200000); return SE_OK;"),
  ]

  private static func function(_ name: String, _ parameters: String, _ body: String) -> String {
    "static se_status \(name)(void *s, const se_host *host, \(parameters)) { \(body) return SE_OK; }"
  }
}

@Suite struct MisbehaviourTests {
  /// Plugins in a folder, and a feed with a block for each plugin. The first and the last block
  /// belong to working plugins.
  private struct Drop {
    let scratch: Scratch
    let plugins: [Misbehaviour]
    let feed: String

    init(_ plugins: [Misbehaviour]) throws {
      scratch = try Scratch()
      self.plugins = plugins
      for plugin in plugins { try scratch.plugin(plugin.source, named: "plugins/\(plugin.id)") }
      for id in ["first", "last"] {
        try scratch.plugin(CPlugin.source(id: id, code: id.uppercased()), named: "plugins/\(id)")
      }
      feed = try scratch.write(Self.feed(of: plugins.map(\.code)), to: "feed.json")
      try scratch.write("", to: "tmp/none")
    }

    static func feed(of codes: [String]) -> String {
      let all = (["FIRST"] + codes + ["LAST"]).map { #"{"blockCode": "\#($0)"}"# }
      return #"{"code": 200, "data": {"blocks": [\#(all.joined(separator: ","))]}}"#
    }

    func run(_ more: [String] = [], time: String) throws -> Program.Result {
      try Program.run(
        ["dump", feed, "--plugins", scratch.file("plugins").path, "--section-time", time] + more,
        environment: [
          "HOME": scratch.file("home").path, "TMPDIR": scratch.file("tmp").path,
        ], folder: scratch.url)
    }

    var quarantine: [String] {
      let state = scratch.file("home/.local/state/sectionengine/quarantine").path
      return (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
    }
  }

  /// Returns the process ids of workers whose program has ended.
  private static func orphans() -> [Int32] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap(Int32.init).filter { process in
      guard let line = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline"))
      else { return false }
      let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 2, words[0] == "section-worker", let host = Int32(words[1]) else {
        return false
      }
      return kill(host, 0) != 0
    }
  }

  private func check(_ plugins: [Misbehaviour], time: String) throws {
    let shared = try FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
    let drop = try Drop(plugins)
    let first = try drop.run(time: time)
    #expect(first.status == 0)
    let sections = DumpSection.sections(of: first.text)
    try #require(sections.map(\.code) == ["FIRST"] + plugins.map(\.code) + ["LAST"])
    #expect(sections[0].line.contains("via=first@1.0.0"))
    #expect(sections[sections.count - 1].line.contains("via=last@1.0.0"))
    for (plugin, section) in zip(plugins, sections.dropFirst()) {
      guard let cause = plugin.cause else {
        #expect(section.line.contains("via=\(plugin.id)@1.0.0"), "\(section.line)")
        continue
      }
      #expect(section.line.contains("via=placeholder@"), "\(section.line)")
      let label = first.lines.first { $0.contains(cause) && $0.contains(plugin.id) }
      #expect(label != nil, "\(plugin.id): \(first.text)")
    }
    #expect(drop.quarantine.count == plugins.count { $0.cause != nil && $0.isQuarantined })

    // The second run finds the plugins in the quarantine and prints the same bytes.
    let second = try drop.run(time: time)
    #expect(second.output == first.output && second.status == 0)
    let isOneQuarantined = plugins.contains { $0.cause != nil && $0.isQuarantined }
    #expect(second.errors.contains(".so is quarantined: it ") == isOneQuarantined)
    #expect(try drop.run(["--strict"], time: time).status == 1)

    // No worker outlives its program.
    var orphans = Self.orphans()
    for _ in 0..<100 where !orphans.isEmpty {
      usleep(10_000)
      orphans = Self.orphans()
    }
    #expect(orphans == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/dev/shm") == shared)
    let temporary = drop.scratch.file("tmp").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == ["none"])
    #expect(!FileManager.default.fileExists(atPath: drop.scratch.file("pwned").path))

    // A plugin whose file changed counts as a different plugin, so it is not in quarantine.
    for plugin in plugins {
      try drop.scratch.plugin(
        CPlugin.source(id: plugin.id, code: plugin.code), named: "plugins/\(plugin.id)")
    }
    let mended = try drop.run(["--strict"], time: "10")
    #expect(mended.status == 0 && mended.errors.isEmpty, "\(mended.errors)")
    #expect(!mended.text.contains("via=placeholder@"))
  }

  @Test(
    "plugins that crash or hang lose their own sections until their files change"
  )
  func breaking() throws {
    try check(Misbehaviour.breaking, time: Program.hasSanitizer ? "0.5" : "0.1")
  }

  @Test("plugins that return invalid values lose their own sections")
  func nonsense() throws { try check(Misbehaviour.others, time: "30") }

  @Test("a Swift plugin that traps loses its section, and one that throws reports its error")
  func swift() throws {
    let drop = try Drop([])
    let bodies = [
      ("Fatal", #"fatalError("boom")"#, "died of SIG"),
      ("Bounds", "rowCount = [1, 2][block.root.count + 5]", "died of SIG"),
      ("Throwing", "throw Odd(block.kind)", "Odd(kind: SectionKit.Value.Kind.object)"),
    ]
    for (name, body, _) in bodies { try drop.scratch.swiftPlugin(name, initialiser: body) }
    try drop.scratch.write(Drop.feed(of: bodies.map { $0.0.uppercased() }), to: "feed.json")
    let first = try drop.run(time: "10")
    #expect(first.status == 0)
    let sections = DumpSection.sections(of: first.text)
    #expect(
      sections.map { $0.value(of: "via")?.prefix { $0 != "@" } }
        == ["first", "placeholder", "placeholder", "placeholder", "last"])
    for (name, _, cause) in bodies {
      #expect(first.errors.contains(cause), "\(name): \(first.errors)")
    }
    #expect(first.errors.contains("boom"), "\(first.errors)")
    #expect(drop.quarantine.count == 2)
    let second = try drop.run(time: "10")
    #expect(second.output == first.output && second.errors.contains("fatal.so is quarantined"))
  }

  @Test("a C++ exception that leaves a plugin loses its section", .needs(tool: "c++", of: "g++"))
  func cPlusPlus() throws {
    let drop = try Drop([])
    let source = CPlugin.source(
      id: "thrown", code: "THROWN", functions: "void boom(void);", open: "boom(); return SE_OK;")
    let input = try drop.scratch.write(source, to: "thrown.c")
    let boom = try drop.scratch.write(
      """
      #include <stdexcept>
      extern "C" void boom() { throw std::runtime_error("the boom"); }
      """, to: "boom.cpp")
    let built = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "c++", "-shared", "-fPIC", "-w", "-I\(Program.include.path)", "-x", "c", input, "-x", "c++",
        boom, "-o", drop.scratch.file("plugins/thrown.so").path,
      ])
    try #require(built.status == 0, "\(built.errors)")
    try drop.scratch.write(Drop.feed(of: ["THROWN"]), to: "feed.json")
    let page = try drop.run(time: "10")
    #expect(page.status == 0 && page.text.contains("plugin `thrown` died of SIGABRT"))
    #expect(page.errors.contains("the boom"), "\(page.errors)")
  }
}

extension Scratch {
  /// Builds a plugin with one provider from the SectionKit of this package's build.
  fileprivate func swiftPlugin(_ name: String, initialiser: String) throws {
    let products = Program.products.path
    let source = try write(
      """
      import SectionKit
      struct Odd: Error { var kind: Value.Kind; init(_ kind: Value.Kind) { self.kind = kind } }
      struct \(name): SectionProvider {
        static let blockCodes: [StaticString] = ["\(name.uppercased())"]
        var rowCount = 1
        init(_ block: Block) throws { \(initialiser) }
      }
      @c @implementation public func section_plugin_entry(_ abi: UInt32) -> PluginExport {
        .sections(id: "\(name.lowercased())", version: "1.0.0", \(name).self)
      }
      """, to: "\(name).swift")
    // The build folder also has objects of deleted sources, which must not be linked.
    let kit = Program.repository.path + "/Sources/PluginPlatform/SectionKit"
    let sources = FileManager.default.enumerator(atPath: kit)?.compactMap { $0 as? String } ?? []
    let objects = sources.filter { $0.hasSuffix(".swift") }.map {
      "\(products)/SectionKit.build/\(URL(fileURLWithPath: $0).lastPathComponent).o"
    }
    let built = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "swiftc", "-parse-as-library", "-emit-library", "-module-name", name, "-I",
        products + "/Modules", "-I",
        Program.repository.path + "/Sources/PluginPlatform/CSectionABI/include",
        source, "-o", file("plugins/\(name.lowercased()).so").path,
      ] + objects)
    try #require(built.status == 0, "\(built.errors)")
  }
}
