import Support
import Foundation
import PluginCalls
import PluginHost
import Testing

/// A plugin that crashes or hangs, and a word of the message about it.
struct BreakingPlugin: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var open: String
  var prelude = ""
  /// A word of the message.
  var cause: String

  static let includes = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <pthread.h>
    #include <signal.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/socket.h>
    #include <sys/syscall.h>
    #include <sys/prctl.h>
    #include <sys/ptrace.h>
    #include <sys/uio.h>
    #include <unistd.h>

    """

  static let all = [
    BreakingPlugin(
      testDescription: "a wild pointer", open: "*(volatile int *)8 = 1; return SE_OK;",
      cause: "SIGSEGV"),
    BreakingPlugin(
      testDescription: "an endless loop", open: "for (volatile int i = 0;; i++) {}",
      cause: "no answer"),
    BreakingPlugin(testDescription: "exit", open: "exit(0);", cause: "exit(0)"),
    BreakingPlugin(testDescription: "abort", open: "abort();", cause: "SIGABRT"),
    BreakingPlugin(
      testDescription: "out of memory",
      open: """
        for (;;) { char *p = malloc(8 << 20); if (!p) abort(); memset(p, 1, 8 << 20); }
        """, cause: "SIGABRT"),
    BreakingPlugin(
      testDescription: "a stack overflow", open: "return depth(1);",
      prelude: """
        static int depth(int n) { volatile char b[4096]; b[0] = n; return depth(n + 1) + b[0]; }
        """, cause: "SIGSEGV"),
    BreakingPlugin(
      testDescription: "a damaged heap",
      open: """
        char *p = malloc(32); memset(p, 0x41, 4096); free(p); free(malloc(100000)); abort();
        """, cause: "SIGABRT"),
    BreakingPlugin(
      testDescription: "a wild pointer on a thread",
      open: "pthread_t t; pthread_create(&t, 0, wild, 0); pthread_join(t, 0); return SE_OK;",
      prelude: "static void *wild(void *p) { *(volatile int *)8 = 1; return p; }",
      cause: "SIGSEGV"),
    BreakingPlugin(
      testDescription: "closing all descriptors",
      open: "for (int i = 0; i < 1024; i++) close(i); return SE_OK;", cause: "descriptors"),
    BreakingPlugin(
      testDescription: "system()", open: #"system("touch pwned"); return SE_OK;"#,
      cause: "seccomp"),
    BreakingPlugin(
      testDescription: "a fork bomb", open: "for (;;) if (fork() == 0) {}", cause: "seccomp"),
    BreakingPlugin(
      testDescription: "another program",
      open: #"execl("/bin/true", "true", (char *)0); return SE_OK;"#, cause: "seccomp"),
    BreakingPlugin(
      testDescription: "a loop that ignores signals",
      open: "for (int i = 1; i < 32; i++) signal(i, SIG_IGN); for (;;) pause();",
      cause: "no answer"),
    BreakingPlugin(
      testDescription: "stopping itself", open: "raise(SIGSTOP); for (;;) pause();",
      cause: "no answer"),
    BreakingPlugin(
      testDescription: "a bad host pointer",
      open: "host->measure_text((const se_host *)16, SE_STR(\"x\"), 1, 1, 1, 1); return SE_OK;",
      cause: "SIGSEGV"),
  ]

  var plugin: CPlugin { CPlugin("bad", open: open, prelude: Self.includes + prelude) }
}

extension WorkerTests {
  @Test("a plugin that crashes or hangs loses its own section", arguments: BreakingPlugin.all)
  func misbehaviour(_ fault: BreakingPlugin) throws {
    var host = try WorkerHost([fault.plugin, .good])
    if fault.cause != "no answer" { host.isolation.sectionTime = WorkerHost.ampleTime }
    let first = try host.draw(["GOOD", "BAD", "GOOD"])
    #expect(first.map { $0.section != nil } == [true, false, true])
    let loss = try #require(first[1].loss, "\(first[1])")
    #expect(loss.code == .pluginBroke && loss.message.contains(fault.cause), "\(loss)")
    #expect(loss.plugin == "bad@1.0.0" && loss.blockCode == "BAD")
    #expect(WorkerHost.isNoneLeft)
    #expect(!FileManager.default.fileExists(atPath: "pwned"))

    // The next run does not start the plugin, and reports the same reason for the lost section.
    let loaded = host.load()
    #expect(loaded.refused.flatMap(\.diagnostics).map(\.code) == [.pluginQuarantined])
    #expect(loaded.diagnostics[0].message.contains(fault.cause))
    let second = try WorkerHost.draw(["BAD", "GOOD"], with: loaded)
    #expect(second[0].loss == loss && second[1].section != nil)

    // A plugin whose file changed counts as a different plugin, so it is not in quarantine.
    try CPlugin("bad").build(in: host.folder, as: "bad.so")
    #expect(try host.draw(["BAD"])[0].section != nil)
  }

  @Test("a C++ exception is reported with its message")
  func lastOutput() throws {
    let folder = try TemporaryFolder()
    let plugin = CPlugin("thrown", open: "boom(); return SE_OK;", prelude: "void boom(void);")
    let input = try folder.write("thrown.c", Array(plugin.source.utf8))
    let boom = try folder.write(
      "boom.cpp",
      Array(
        """
        #include <stdexcept>
        extern "C" void boom() { throw std::runtime_error("boom"); }
        """.utf8))
    try CCompiler.run([
      "c++", "-shared", "-fPIC", "-w", "-I", CCompiler.header, "-x", "c", input, "-x", "c++", boom,
      "-o", folder.path("thrown.so"),
    ])
    let host = try WorkerHost([.good])
    try FileManager.default.copyItem(
      atPath: folder.path("thrown.so"), toPath: host.folder.path("thrown.so"))
    let loss = try #require(try host.draw(["THROWN"])[0].loss)
    #expect(loss.message.contains("SIGABRT"))
    #expect(loss.notes.contains { $0.contains("boom") }, "\(loss.notes)")
  }

  @Test("of several sections of a plugin, only the one that crashes is lost")
  func oneSection() throws {
    var plugin = CPlugin(id: "two")
    plugin.codes = ["SOUND", "BROKEN"]
    plugin.open = """
      if (block->block_code.length == 6) *(volatile int *)8 = 1; return SE_OK;
      """
    let outcomes = try WorkerHost([plugin]).draw(["SOUND", "BROKEN", "SOUND"])
    #expect(outcomes.map { $0.section != nil } == [true, false, true])
  }

  @Test("a plugin that crashes repeatedly is not tried again")
  func everySection() throws {
    let host = try WorkerHost([
      CPlugin("bad", open: "abort();"), .good,
    ])
    let outcomes = try host.draw(Array(repeating: "BAD", count: 30) + ["GOOD"])
    #expect(outcomes.map { $0.loss?.code } == Array(repeating: .pluginBroke, count: 30) + [nil])
  }

  @Test("a plugin that crashes while it is loaded is refused and not loaded again")
  func constructors() throws {
    for (code, cause) in [("abort();", "SIGABRT"), ("exit(3);", "exit(3)"), ("fork();", "seccomp")]
    // The thread sanitizer fails if the process exits while a library is being loaded.
    where !WorkerHost.hasThreadSanitizer || code != "exit(3);" {
      var plugin = CPlugin("ctor")
      plugin.prelude =
        BreakingPlugin.includes
        + "__attribute__((constructor)) static void boom(void) { \(code) }"
      let host = try WorkerHost([plugin, .good])
      for _ in 0..<2 {
        let loaded = host.load()
        #expect(loaded.registry.plugins.map(\.id) == ["good"])
        #expect(loaded.refused.flatMap(\.diagnostics).map(\.code) == [.pluginQuarantined])
        #expect(loaded.refused[0].refusal?.reason.contains(cause) == true, "\(loaded.refused)")
        #expect(try WorkerHost.draw(["GOOD"], with: loaded)[0].section != nil)
      }
    }
  }

  @Test("damage that a plugin leaves in its worker harms no other plugin, and is tolerated once")
  func leftovers() throws {
    // In its first section `culprit` sets an environment variable, which makes every later section
    // in the same worker crash.
    let damage = #"if (getenv("DAMAGE")) abort(); "#
    var culprit = CPlugin("culprit", open: damage + #"setenv("DAMAGE", "1", 1); return SE_OK;"#)
    var other = CPlugin("other", open: damage + "return SE_OK;")
    culprit.prelude = BreakingPlugin.includes
    other.prelude = BreakingPlugin.includes
    let host = try WorkerHost([culprit, other, .good])
    let outcomes = try host.draw(["CULPRIT", "OTHER", "GOOD", "CULPRIT", "OTHER"])
    #expect(outcomes.allSatisfy { $0.section != nil }, "\(outcomes)")
    #expect(host.isolation.quarantine?.digests() == [])

    // A plugin that needs a new worker for every second section is stopped.
    let many = try host.draw(Array(repeating: "CULPRIT", count: 40) + ["OTHER"])
    #expect(many.prefix(9).allSatisfy { $0.section != nil } && many[40].section != nil)
    #expect(many[39].loss?.message == "plugin `culprit` died of SIGABRT")
    #expect(host.load().refused.map(\.path) == [host.folder.path("culprit.so")])
  }

  @Test("quarantine has only the current version of a file, and no removed files")
  func rebuilding() throws {
    let host = try WorkerHost([.good, CPlugin("gone", open: "abort();")])
    let quarantine = try #require(host.isolation.quarantine)
    #expect(try host.draw(["GONE"]).allSatisfy { $0.loss != nil })
    let ofGone = quarantine.digests()
    #expect(ofGone.count == 1)
    var last: Set<FileDigest> = []
    for attempt in 1...3 {
      let plugin = CPlugin("mended", open: "volatile int n = \(attempt); (void)n; abort();")
      try plugin.build(in: host.folder, as: "mended.so")
      #expect(try host.draw(["MENDED", "GOOD"]).map { $0.loss != nil } == [true, false])
      let now = quarantine.digests()
      #expect(now.count == 2 && now.isSuperset(of: ofGone) && now.isDisjoint(with: last))
      last = now.subtracting(ofGone)
    }
    try FileManager.default.removeItem(atPath: host.folder.path("gone.so"))
    try CPlugin("mended", open: "volatile int n = 4; (void)n; abort();").build(
      in: host.folder, as: "mended.so")
    #expect(try host.draw(["MENDED"]).allSatisfy { $0.loss != nil })
    #expect(quarantine.digests().count == 1 && quarantine.digests().isDisjoint(with: ofGone))
  }
}
