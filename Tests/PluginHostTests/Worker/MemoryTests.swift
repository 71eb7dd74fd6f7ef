import Support
import PluginHost
import Testing

extension WorkerTests {
  /// Ways to ask for more memory than a worker has, each with the size in the message. Workers of
  /// these tests have 64 MB.
  static let requests: [(body: String, asked: String)] = [
    ("for (int i = 0; i < 4; i++) memset(malloc(20000000), 1, 20000000);", "19 MB"),
    ("memset(malloc(300000000), 1, 1);", "286 MB"),
    ("memset(calloc(1000, 300000), 1, 1);", "286 MB"),
    ("char *p = malloc(10); memset(realloc(p, 300000000), 1, 1);", "286 MB"),
    ("for (;;) memset(malloc(4096), 1, 4096);", "4 KB"),
    (
      "void *p = 0; int posix_memalign(void **, size_t, size_t); if (posix_memalign(&p, 64, 300000000)) abort();",
      "286 MB"
    ),
    (
      "void *p = mmap(0, 300000000, 3, 0x22, -1, 0); if (p == MAP_FAILED) abort();",
      "286 MB"
    ),
    ("if (malloc(300000000) == NULL) exit(1);", "286 MB"),
  ]

  @Test(
    "a plugin that gets no memory is reported with what it asked for",
    .enabled(if: !WorkerHost.hasSanitizer), arguments: requests)
  func outOfMemory(_ body: String, _ asked: String) throws {
    var plugin = CPlugin("crashing")
    plugin.prelude = "#include <stdlib.h>\n#include <sys/mman.h>"
    plugin.open = body + " return SE_OK;"
    var host = try WorkerHost([plugin])
    host.isolation.sectionTime = WorkerHost.ampleTime
    let loss = try #require(try host.draw(["CRASHING"]).first?.loss)
    #expect(
      loss.message.hasPrefix("plugin `crashing` ran out of memory: it asked for \(asked), "),
      "\(loss.message)")
    #expect(loss.message.contains(" of 64 MB were in use; then it "), "\(loss.message)")
    #expect(!loss.trace.contains { $0.contains("null pointer") }, "\(loss.trace)")
  }

  @Test("a plugin that handles a lack of memory draws")
  func handledLack() throws {
    var plugin = CPlugin("good")
    plugin.prelude = "#include <stdlib.h>"
    plugin.open = "free(malloc(300000000)); return SE_OK;"
    var host = try WorkerHost([plugin])
    host.isolation.sectionTime = WorkerHost.ampleTime
    #expect(try host.draw(["GOOD"]).first?.section != nil)
  }

  @Test("a plugin that hangs is reported with its stack", .enabled(if: !WorkerHost.hasSanitizer))
  func hangs() throws {
    var plugin = CPlugin("hanging")
    plugin.prelude =
      "__attribute__((noinline)) static int spin(volatile int *n) { while (*n) ; return 1; }"
    plugin.open = "volatile int n = 1; return spin(&n) ? SE_OK : SE_FAILED;"
    let host = try WorkerHost([plugin])
    let loss = try #require(try host.draw(["HANGING"]).first?.loss)
    #expect(loss.message.contains("gave no answer for"), "\(loss.message)")
    #expect(loss.trace.first?.hasPrefix("it was at `spin") == true, "\(loss.trace)")
  }

  @Test("only the first diagnostic of a page has the stack of a plugin, of at most eight calls")
  func oneTrace() throws {
    var plugin = CPlugin("crashing")
    plugin.prelude = """
      __attribute__((noinline)) static int deeper(int n) {
        if (n == 0) *(volatile int *)8 = 1; return n ? deeper(n - 1) + n : 0; }
      """
    plugin.open = "return deeper(30) ? SE_OK : SE_FAILED;"
    var host = try WorkerHost([plugin])
    host.isolation.sectionTime = WorkerHost.ampleTime
    let losses = try host.draw(["CRASHING", "CRASHING"]).compactMap(\.loss)
    try #require(losses.count == 2)
    #expect(losses[0].trace.count { $0.hasPrefix(" ") || $0.hasPrefix(">") } <= 8)
    #expect(losses[0].trace.contains { $0.hasPrefix("it died at `deeper") }, "\(losses[0].trace)")
    #expect(losses[1].trace == ["its stack is with the first block that it lost"])
  }

  @Test("a page whose plugins used up its processor time loses the other sections")
  func pageTime() throws {
    var slow = CPlugin("slow")
    slow.prelude = "#include <time.h>"
    slow.open = """
      clock_t start = clock();
      while (clock() - start < CLOCKS_PER_SEC * 3 / 10);
      return SE_OK;
      """
    var host = try WorkerHost([slow])
    host.isolation.sectionTime = WorkerHost.ampleTime
    host.isolation.drawingTime = 0.5
    let loaded = host.load()
    let codes = Array(repeating: "SLOW", count: 6)
    let outcomes = try WorkerHost.draw(codes, with: loaded)
    // The limit is 0.5 s and 0.02 s for each of six sections: two sections fit.
    #expect(outcomes.first?.section != nil)
    let losses = outcomes.compactMap(\.loss)
    #expect(losses.count >= 3 && losses.allSatisfy { $0.code == .pageTimeExceeded })
    #expect(losses.first?.message.contains("used up 0.62 s of processor time") == true)
    #expect(host.load().quarantined.isEmpty)
    // The next page has its own time, and a limit of 0 is none.
    #expect(try WorkerHost.draw(["SLOW"], with: loaded).first?.section != nil)
    host.isolation.drawingTime = 0
    #expect(try host.draw(codes).allSatisfy { $0.section != nil })
  }
}
