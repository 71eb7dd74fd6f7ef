import Foundation
import TestConditions
import Testing

/// A plugin whose kind of crash is selected by the block's code, built in several ways.
enum CrashingPlugin: String, CaseIterable, Sendable {
  case c, cpp, rust, swift

  enum Build: CaseIterable { case debug, release, stripped }

  /// The block codes, each with the author's function and line that the trace must report.
  var kinds: [(code: String, function: String, line: Int)] {
    switch self {
    case .c:
      [
        ("WILD", "wild", 2), ("ABORT", "compare", 3), ("STACK", "deeper", 4), ("THREAD", "wild", 2),
        ("CALL", "use", 7), ("FREE", "use", 8),
      ]
    case .cpp: [("THROW", "start", 4), ("RANGE", "item", 3)]
    case .rust: [("PANIC", "panics", 2), ("RANGE", "item", 3), ("STACK", "deeper", 4)]
    case .swift:
      [
        ("FATAL", "fails", 2), ("RANGE", "item", 3), ("NIL", "unwrapped", 4),
        ("STACK", "deeper", 5),
      ]
    }
  }

  /// The author's source file. `start` crashes in the way given by its argument, an index of
  /// `kinds`.
  var code: String {
    switch self {
    case .c:
      """
      #include <stdlib.h>\n#include <pthread.h>\n#include <stdio.h>\n#line 2
      __attribute__((noinline)) static void wild(int n) { *(volatile int *)8 = n; }
      static int compare(const void *a, const void *b) { abort(); }
      static int deeper(int n) { volatile char b[4096]; b[0] = n; return deeper(n + 1) + b[0]; }
      static void *thread(void *p) { wild(3); return p; }
      __attribute__((noinline)) static void use(int k, void (*volatile f)(void), char *volatile p) {
        if (k == 4) f();
        if (k == 5) free(p + 16);
      }
      void start(int k) {
        int a[3] = {3, 2, 1}; pthread_t t; char *volatile p = malloc(64);
        if (k == 0) wild(1);
        if (k == 1) qsort(a, 3, sizeof *a, compare);
        if (k == 2) printf("%d", deeper(1));
        if (k == 3) { pthread_create(&t, 0, thread, 0); pthread_join(t, 0); }
        use(k, (void (*)(void))16, p);
        puts("");
      }
      """
    case .cpp:
      """
      #include <stdexcept>\n#include <vector>\n#line 3
      __attribute__((noinline)) int item(std::vector<int> &v, int n) { return v.at(n); }
      extern "C" void start(int k) { if (k == 0) throw std::runtime_error("the boom");
        std::vector<int> v(3); if (k == 1) item(v, 7); }
      """
    case .rust:
      """
      #![allow(unconditional_recursion)]
      #[inline(never)] fn panics() { panic!("the boom"); }
      #[inline(never)] fn item(v: &[i32], n: usize) -> i32 { v[n] }
      #[inline(never)] fn deeper(n: u64) -> u64 { let b = [n; 64]; std::hint::black_box(&b); deeper(n + 1) + b[3] }
      #[no_mangle] pub extern "C" fn start(k: i32) {
        if k == 0 { panics(); }
        if k == 1 { println!("{}", item(&vec![1], std::hint::black_box(7))); }
        if k == 2 { println!("{}", deeper(1)); }
      }
      """
    case .swift:
      """
      // The lines below are named by the test.
      @inline(never) func fails(_ n: Int32) { fatalError("the boom \\(n)") }
      @inline(never) func item(_ items: [Int], _ n: Int) -> Int { items[n] }
      @inline(never) func unwrapped(_ text: String?) -> Int { text!.count }
      @inline(never) func deeper(_ n: Int) -> Int { n == .min ? 0 : deeper(n &+ 1) >> 1 &- n }
      @_cdecl("start") public func start(_ k: Int32) {
        if k == 0 { fails(k) }
        if k == 1 { print(item([1], Int(k) * 7)) }
        if k == 2 { print(unwrapped(k == 2 ? nil : "x")) }
        if k == 3 { print(deeper(Int(k))) }
      }
      """
    }
  }

  var file: String { "author.\(self == .rust ? "rs" : rawValue)" }

  /// Compiles the author's file to an object or archive and links it with the entry.
  func build(_ build: Build, in scratch: Scratch) throws {
    let author = try scratch.write(code + "\n", to: file)
    let cases = kinds.enumerated().map { "if (is(block, \"\($1.code)\")) start(\($0));" }
    let codes = kinds.map { "{\"\($0.code)\", \($0.code.utf8.count)}" }.joined(separator: ", ")
    let source = CPlugin.source(
      functions: "", members: ".block_code_count = \(kinds.count),",
      open: cases.joined(separator: "\n") + " return SE_OK;"
    )
    .replacingOccurrences(of: "{\"TEST\", 4}", with: codes)
    .replacingOccurrences(
      of: "#include <math.h>",
      with: """
        #include <math.h>
        #include <string.h>
        void start(int k);
        static int is(const se_block *block, const char *code) {
          return block->block_code.length == strlen(code) && !memcmp(block->block_code.data, code, strlen(code));
        }
        """)
    let entry = try scratch.write(source, to: "entry.c")
    let out = scratch.file("plugins/author.so").path
    try scratch.write("", to: "plugins/none.txt")
    let part = scratch.file("part.o").path
    let g = build == .stripped ? [] : ["-g"]
    let o = build == .debug ? "0" : "2"
    var commands: [[String]] = [
      [
        "cc", "-c", "-w", "-fPIC", "-I\(Program.include.path)", entry, "-o",
        scratch.file("entry.o").path,
      ]
    ]
    var link = ["cc", "-shared", "-pthread", scratch.file("entry.o").path, part, "-o", out]
    switch self {
    case .c: commands.append(["cc", "-c", "-w", "-fPIC", "-O\(o)", author, "-o", part] + g)
    case .cpp:
      commands.append(["c++", "-c", "-w", "-fPIC", "-O\(o)", author, "-o", part] + g)
      link[0] = "c++"
    case .rust:
      commands.append(
        [
          "rustc", "--crate-type", "staticlib", "-C", "opt-level=\(o)", "-C", "panic=abort", author,
          "-o", part,
        ]
          + g)
      link += ["-ldl", "-lm", "-lgcc_s"]
    case .swift:
      commands.append(
        [
          "swiftc", build == .debug ? "-Onone" : "-O", "-parse-as-library", "-module-name",
          "Author",
        ] + g
          + ["-emit-library", "-o", out, author, scratch.file("entry.o").path])
      link = []
    }
    if !link.isEmpty { commands.append(link) }
    if build == .stripped { commands.append(["strip", out]) }
    for command in commands {
      let built = try Program.run(
        URL(fileURLWithPath: "/usr/bin/env"), command, environment: ExamplePluginTests.home)
      try #require(built.status == 0, "\(command): \(built.errors)")
    }
  }
}

@Suite struct CrashTraceTests {
  private static let hasLibdw = dlopen("libdw.so.1", RTLD_NOW) != nil

  private func run(_ code: String, in scratch: Scratch) throws -> Program.Result {
    let home = scratch.file("home-\(UUID().uuidString)").path
    let feed = try scratch.write(#"[{"blockCode": "\#(code)"}]"#, to: "feed.json")
    return try Program.run(
      ["dump", feed, "--plugins", scratch.file("plugins").path, "--section-time", "20"],
      environment: ["HOME": home])
  }

  private func check(_ language: CrashingPlugin) throws {
    for build in CrashingPlugin.Build.allCases {
      let scratch = try Scratch()
      try language.build(build, in: scratch)
      // Without symbols the traces of all kinds are alike, so only the first kind is tested.
      for (code, function, line) in language.kinds.prefix(build == .stripped ? 1 : 9) {
        let page = try run(code, in: scratch)
        let traces = page.errors.split(separator: "\n").filter { $0.contains("it died at `") }
        let place = try #require(traces.first, "\(language) \(build) \(code): \(page.errors)")
        #expect(place.hasSuffix(build == .stripped ? "" : " of author.so"), "\(place)")
        #expect(page.text.contains("died of SIG") && !page.text.contains("it died at"))
        // Rust's panic message contains the path given to the compiler.
        let own = page.errors.split(separator: "\n").filter { !$0.contains(" panicked at ") }
        #expect(!own.contains { $0.contains(scratch.url.path + "/author") }, "\(page.errors)")
        if build == .stripped {
          #expect(place.contains("`author.so + 0x") || place.contains("`start + 0x"), "\(place)")
          #expect(page.errors.contains("build it with -g"))
        } else {
          // The compiler may inline functions, or merge equal instructions of two functions.
          let named = page.errors.split(separator: "\n").filter { $0.contains(" of author.so") }
          #expect(named.contains { $0.contains(function) || $0.contains("start") }, "\(named)")
          if Self.hasLibdw, build == .debug {
            #expect(place.contains(function), "\(language) \(code): \(page.errors)")
            #expect(place.contains("(\(language.file):\(line))"), "\(language) \(code): \(place)")
          } else if Self.hasLibdw {
            #expect(place.contains("(\(language.file):"), "\(language) \(code): \(page.errors)")
          }
        }
        // Rust's panic message contains the number of the thread, which differs between runs.
        guard language != .rust, code == language.kinds[0].code else { continue }
        #expect(try run(code, in: scratch).errors == page.errors, "the same crash, the same words")
      }
    }
  }

  @Test("a crash in C is reported with the author's function and line in every build")
  func c() throws { try check(.c) }

  @Test(
    "a crash in C++ is reported with the author's function and line", .needs(tool: "c++", of: "g++")
  )
  func cpp() throws { try check(.cpp) }

  @Test("a crash in Rust is reported with the author's function and line", .needs(tool: "rustc"))
  func rust() throws { try check(.rust) }

  @Test("a crash in Swift is reported with its function and line, and its message keeps its lines")
  func swift() throws {
    try check(.swift)
    let scratch = try Scratch()
    try CrashingPlugin.swift.build(.debug, in: scratch)
    let words = try run("FATAL", in: scratch).errors
    #expect(words.contains("author.swift:2: Fatal error: the boom 0"), "\(words)")
    // The Swift runtime's own backtrace is left out, because it contains addresses of the process.
    #expect(!words.contains("Current stack trace"), "\(words)")
  }

  @Test("the output of a plugin before it crashed is kept, with its lines")
  func printed() throws {
    let scratch = try Scratch()
    try scratch.plugin(
      CPlugin.source(
        open: #"for (int i = 0; i < 900; i++) printf("line %d\n", i); __builtin_trap();"#
      ).replacingOccurrences(of: "#include <math.h>", with: "#include <stdio.h>"),
      named: "plugins/test")
    let errors = try run("TEST", in: scratch).errors
    #expect(errors.contains("= note: it printed:\n"), "\(errors)")
    #expect(errors.contains("=   line 899") || errors.contains("note:   line 899"), "\(errors)")
    #expect(errors.contains("line 880") && !errors.contains("line 800"))
  }
}
