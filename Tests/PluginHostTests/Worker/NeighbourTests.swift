import Support
import Foundation
import LayoutCore
import PluginCalls
import PluginHost
import Testing

/// A plugin that attacks everything its process can reach: the memory shared with the host, and
/// every descriptor.
struct Attacker: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// The code that runs when a section is opened.
  var open = "return SE_OK;"
  /// The code that a thread runs repeatedly.
  var thread: String
  /// Whether the thread starts when the plugin is loaded, instead of when its first section is
  /// opened.
  var isEarly = false

  /// The descriptors and offsets equal those of CIsolation.h.
  private static let prelude =
    BreakingPlugin.includes + """
      enum { SIZE = 134217728, ENTRIES = 4096, DATA = 69632 };
      struct entry { unsigned long offset; unsigned length, output; };
      static char *arenas[64];
      static int arena_count;
      /* Maps every descriptor that can be mapped. */
      static void find(void) {
        for (int file = 0; file < 1024 && arena_count < 64; file++) {
          char *memory = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
          if (memory != MAP_FAILED) arenas[arena_count++] = memory;
        }
      }
      static unsigned seed = 12345;
      static unsigned random_word(void) { return seed = seed * 1664525u + 1013904223u; }
      static struct entry *entries(char *arena) { return (void *)(arena + ENTRIES); }
      static char *data(char *arena) { return arena + DATA; }
      /* Tables that say that a plugin claims another code, in the place of each result. */
      static void forge_table(char *arena, int job) {
        char *p = data(arena) + 512 * job, *s = p;
        const char *texts[] = {"forged", "1.0.0"};
        *p++ = 0;
        for (int i = 0; i < 2; i++) {
          unsigned n = strlen(texts[i]);
          memcpy(p, &n, 4); memcpy(p + 4, texts[i], n); p += 4 + n;
        }
        memset(p, 0, 64);
        entries(arena)[job] = (struct entry){s - arena, p + 64 - s, 0};
      }

      """

  static let all = [
    // Replaces the entry of every other result, its offset and length, by the entry of the first.
    Attacker(
      testDescription: "forges",
      thread: """
        for (int a = 0; a < arena_count; a++)
          for (int job = 1; job < 16; job++) entries(arenas[a])[job] = entries(arenas[a])[0];
        """),
    Attacker(
      testDescription: "flips",
      thread: """
        for (int a = 0; a < arena_count; a++)
          arenas[a][DATA + random_word() % 8192] ^= 1 << random_word() % 8;
        """),
    Attacker(
      testDescription: "garbles",
      thread: """
        for (int a = 0; a < arena_count; a++)
          for (int i = 0; i < 64; i++) arenas[a][ENTRIES + random_word() % 200000] = random_word();
        """),
    Attacker(
      testDescription: "claims at load",
      thread: """
        for (int a = 0; a < arena_count; a++)
          for (int job = 0; job < 16; job++) forge_table(arenas[a], job);
        char answer = 1; for (int i = 0; i < 64; i++) if (i != 5) (void)!write(i, &answer, 1);
        usleep(200);
        """, isEarly: true),
  ]

  var plugin: CPlugin {
    var plugin = CPlugin("m-attacker", open: open)
    plugin.codes = ["ATTACK"]
    plugin.prelude =
      Self.prelude + """
        static void *go_on(void *p) { for (;;) { \(thread) } return p; }
        static void begin(void) {
          static int begun; pthread_t t;
          if (begun++) return;
          find(); pthread_create(&t, 0, go_on, 0);
        }
        \(isEarly ? "__attribute__((constructor)) static void early(void) { begin(); usleep(2000); }" : "")

        """
    plugin.open = "begin(); usleep(2000); " + open
    return plugin
  }
}

extension WorkerTests {
  /// The number of rounds; `SECTIONENGINE_MEDDLING_ROUNDS=50` increases it.
  private static let rounds =
    ProcessInfo.processInfo.environment["SECTIONENGINE_MEDDLING_ROUNDS"].flatMap { Int($0) } ?? 2

  private static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  /// Returns a plugin whose sections have distinctive texts and heights.
  private static func innocent(_ id: String) -> CPlugin {
    var plugin = CPlugin(id)
    plugin.rowCount = "*out = 3; return SE_OK;"
    plugin.rowHeight = "*out = SE_PT(10 + row + \(id.utf8.count)); return SE_OK;"
    plugin.build = """
      se_node n = {.kind = SE_NODE_TEXT, .text = SE_STR("text of \(id)")};
      host->begin_node(host, &n); host->end_node(host); return SE_OK;
      """
    return plugin
  }

  @Test("a plugin that attacks its worker changes no neighbour", arguments: Attacker.all)
  func neighbours(_ attacker: Attacker) throws {
    let innocents = ["a-first", "b-second", "z-last"]
    let codes = innocents.map { $0.uppercased() }
    let alone = try WorkerHost(innocents.map(Self.innocent))
    let expected = try alone.draw(codes).map { "\($0)" }
    var before = Int.max
    for round in 0..<Self.rounds {
      let host = try WorkerHost(innocents.map(Self.innocent) + [attacker.plugin])
      do {
        let loaded = host.load(cache: host.folder.path("cache"))
        let accused = loaded.refused.map(\.path)
        #expect(Set(accused).isSubset(of: [host.folder.path("m-attacker.so")]), "round \(round)")
        let plugins = Set(loaded.registry.plugins.map(\.id))
        #expect(plugins.isSuperset(of: innocents), "round \(round): \(loaded.diagnostics)")
        let owned = loaded.registry.owner(of: .blockCode("ATTACK")) != nil
        for _ in 0..<3 {
          let attack = owned ? ["ATTACK"] : []
          let drawn = try WorkerHost.draw(
            [codes[0]] + attack + [codes[1]] + attack + [codes[2]], with: loaded)
          let own = owned ? [0, 2, 4] : [0, 1, 2]
          let paths = own.map {
            "\(drawn[$0])".replacing(host.folder.path, with: alone.folder.path)
          }
          #expect(paths == expected, "round \(round)")
          for loss in drawn.compactMap(\.loss) {
            #expect(loss.plugin == "m-attacker@1.0.0" && loss.blockCode == "ATTACK", "\(loss)")
          }
        }
      }
      // In the next run, only the attacker may be refused.
      let next = host.load(cache: host.folder.path("cache"))
      #expect(Set(next.refused.map(\.path)).isSubset(of: [host.folder.path("m-attacker.so")]))
      if round == 0 { before = Self.descriptors }
    }
    #expect(WorkerHost.isNoneLeft)
    #expect(Self.descriptors <= before)
  }

  // MARK: Time

  /// Returns a plugin that uses the given processor time on each of the given number of threads,
  /// and then draws a row of 20 points.
  private static func busy(_ milliseconds: Int, threads: Int = 1) -> CPlugin {
    var plugin = CPlugin.good
    plugin.prelude =
      BreakingPlugin.includes + """
        #include <time.h>
        static void *burn(void *p) {
          struct timespec t;
          do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
          while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < \(milliseconds));
          return p;
        }
        """
    plugin.open = """
      pthread_t threads[\(threads)];
      for (int i = 0; i < \(threads); i++) pthread_create(threads + i, 0, burn, 0);
      for (int i = 0; i < \(threads); i++) pthread_join(threads[i], 0);
      return SE_OK;
      """
    return plugin
  }

  @Test("on a loaded machine a plugin that uses half of its time is drawn")
  func loadedMachine() throws {
    var host = try WorkerHost([Self.busy(250)])
    host.isolation.sectionTime = 0.5
    let loaded = host.load()
    let neighbours = try (0..<20).map { _ in
      let process = Process()
      // The processes end by themselves if the test is killed.
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "ulimit -t 20; while :; do :; done"]
      try process.run()
      return process
    }
    defer {
      for process in neighbours { kill(process.processIdentifier, SIGKILL) }
      for process in neighbours { process.waitUntilExit() }
    }
    let outcome = try WorkerHost.draw(["GOOD"], with: loaded)[0]
    #expect(outcome.section?.rows.map(\.height) == [20], "\(outcome)")
  }

  @Test("the threads of a plugin share its time limit")
  func threads() throws {
    var host = try WorkerHost([Self.busy(250, threads: 4)])
    host.isolation.sectionTime = 0.5
    let loss = try #require(try host.draw(["GOOD"])[0].loss)
    #expect(loss.message == "plugin `good` gave no answer for 0.5 s of processor time")
  }

  // MARK: Many files

  /// Returns plugins that sleep while they are loaded, and that are loaded before other plugins.
  private static func sleepers(_ count: Int) -> [CPlugin] {
    (0..<count).map { number in
      var plugin = CPlugin("a\(number)")
      plugin.prelude =
        BreakingPlugin.includes
        + "__attribute__((constructor)) static void wait(void) { for (;;) sleep(1); }"
      return plugin
    }
  }

  @Test("plugins that sleep while they are loaded leave time for other plugins")
  func sleepersLeaveTime() throws {
    // On a loaded machine, even a good plugin may load too slowly, so there are three attempts.
    let isGoodLoaded = try (0..<3).contains { _ in
      var host = try WorkerHost(Self.sleepers(4) + [.good])
      // Loading a sleeping plugin ends after ten times the load time, two seconds.
      host.isolation.workers = 1
      host.isolation.loadTime = 0.2
      host.isolation.examinationTime = 5
      return host.load().registry.plugins.map(\.id) == ["good"]
    }
    #expect(isGoodLoaded)
  }

  @Test("a plugin that sleeps while it is loaded does not cost other plugins their sections")
  func sleepingConstructors() throws {
    let host = try WorkerHost(Self.sleepers(6) + [.good])
    let loaded = host.load()
    #expect(loaded.registry.plugins.map(\.id) == ["good"])
    #expect(loaded.refused.allSatisfy { $0.diagnostics.map(\.code) == [.pluginQuarantined] })
    #expect(loaded.refused.count == 6)
    #expect(try WorkerHost.draw(["GOOD"], with: loaded)[0].section != nil)
  }

  @Test("plugins without time for examination are listed as such, and examined in the next run")
  func unexamined() throws {
    var host = try WorkerHost([.good, CPlugin("second")])
    // The cache omits files that changed a moment ago, so the test waits until they are older.
    usleep(150_000)
    host.isolation.examinationTime = 0
    let cache = host.folder.path("cache")
    let first = host.load(cache: cache)
    #expect(first.plugins.map(\.status) == [.unexamined, .unexamined])
    #expect(first.diagnostics.map(\.code) == [.pluginUnexamined, .pluginUnexamined])
    #expect(first.diagnostics[0].helps[0].hasPrefix("run it again"))
    #expect(host.isolation.quarantine?.digests() == [])
    host.isolation.examinationTime = 60
    #expect(host.load(cache: cache).plugins.map(\.status) == [.worker, .worker])
    host.isolation.examinationTime = 0
    #expect(host.load(cache: cache).plugins.map(\.status) == [.worker, .worker])
  }

  @Test("three of a hundred cached plugins that a page needs start three workers")
  func hundred() throws {
    var host = try WorkerHost([])
    var plugin = CPlugin("plugin-000")
    plugin.codes = ["CODE_000"]
    try plugin.build(in: host.folder, as: "template")
    let template = Data(try host.folder.read("template"))
    for number in 0..<100 {
      var bytes = template
      let digits = Data(String(format: "%03d", number).utf8)
      for name in ["plugin-", "CODE_"] {
        let found = try #require(bytes.range(of: Data("\(name)000".utf8)))
        bytes.replaceSubrange(found.upperBound - 3..<found.upperBound, with: digits)
      }
      try host.folder.write("\(number).so", bytes)
    }
    usleep(150_000)
    host.isolation.examinationTime = 120
    host.isolation.workers = 8
    let cache = host.folder.path("cache")
    #expect(host.load(cache: cache).registry.plugins.count == 100)
    let loaded = host.load(cache: cache)
    #expect(WorkerHost.isNoneLeft)
    let document = try TestHost.document("{}")
    let requests = ["CODE_007", "CODE_050", "CODE_099", "CODE_007"].map {
      SectionRequest(
        block: document.root, settings: document.root, blockCode: $0, showType: "",
        environment: LayoutEnvironment())
    }
    let ready = loaded.prepare(for: Set(requests.map(\.kind)))
    #expect(WorkerHost.workers.count == 3)
    let batch = try requests.map {
      (try #require(ready.registry.owner(of: .blockCode($0.blockCode))), $0)
    }
    #expect(ready.runner.run(batch).allSatisfy { $0.section != nil })
    #expect(WorkerHost.workers.count == 3)
  }

  @Test("a worker without a job does no work, and draws again")
  func idle() throws {
    var plugin = CPlugin(
      "busy", open: "pthread_t t; pthread_create(&t, 0, burn, 0); return SE_OK;",
      prelude: """
        #include <pthread.h>
        static void *burn(void *unused) { for (volatile long i = 0;; i++) {} return unused; }
        """)
    plugin.rowHeight = "*out = SE_PT(20); return SE_OK;"
    let host = try WorkerHost([plugin])
    let loaded = host.load()
    for _ in 0..<3 {
      #expect(try WorkerHost.draw(["BUSY"], with: loaded)[0].section != nil)
      // The system stops the worker some time after the signal.
      var before = WorkerHost.stopped
      for _ in 0..<200 where before.isEmpty {
        usleep(10_000)
        before = WorkerHost.stopped
      }
      usleep(200_000)
      let after = WorkerHost.stopped
      #expect(before.contains { after[$0.key] == $0.value }, "\(before) \(after)")
    }
  }

  @Test("threads share the workers of plugins, up to the allowed number")
  func shared() throws {
    let ids = (0..<5).map { "p\($0)" }
    var host = try WorkerHost(ids.map { CPlugin($0, open: "usleep(1000); return SE_OK;") })
    host.isolation.workers = 3
    host.isolation.idleWorkers = 2
    let loaded = host.load()
    let expected = try WorkerHost.draw(ids.map { $0.uppercased() }, with: loaded).map { "\($0)" }
    #expect(expected.allSatisfy { $0.hasPrefix("section") })
    let done = DispatchGroup()
    for _ in 0..<4 {
      DispatchQueue.global().async(group: done) {
        for _ in 0..<10 {
          let drawn = try? WorkerHost.draw(ids.map { $0.uppercased() }, with: loaded)
          #expect(drawn?.map { "\($0)" } == expected)
        }
      }
    }
    var most = 0
    while done.wait(timeout: .now() + 0.002) == .timedOut {
      most = max(most, WorkerHost.workers.count)
    }
    // Three workers may be busy and two idle; on a loaded machine, other workers may not have ended
    // yet. Without sharing, each of the 4 threads would have a worker for each plugin.
    #expect((1..<4 * ids.count).contains(most))
  }
}
