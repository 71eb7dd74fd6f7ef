import Support
import Foundation
import LayoutCore
import PluginHost
import Testing

/// A plugin that changes the memory and descriptors of its own worker, and the expected outcome of
/// its section.
struct Meddler: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// The code that runs when the section is opened.
  var open: String
  /// The code that a thread then runs repeatedly.
  var thread: String?
  /// A word of the reason why the section is lost, or `nil` if it is drawn.
  var cause: String?
  /// Whether the section may be lost or drawn, depending on the timing of threads.
  var isLucky = false

  /// The descriptors and offsets equal those of CIsolation.h.
  static let prelude =
    BreakingPlugin.includes + """
      #include <errno.h>
      enum { CONTROL = 3, ARENA = 4, OUTPUT = 5 };
      static char *arena(void) {
        static char *memory;
        if (!memory) memory = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, ARENA, 0);
        return memory;
      }
      static volatile unsigned *started(void) { return (unsigned *)arena(); }
      static volatile unsigned *done(void) { return (unsigned *)arena() + 1; }
      struct entry { unsigned long offset; unsigned length, output; };
      static volatile struct entry *entries(void) { return (void *)(arena() + 4096); }
      static void answer(char byte) { (void)!write(CONTROL, &byte, 1); }
      static void hang(void) { for (;;) sleep(1); }

      """

  static let all = [
    Meddler(
      testDescription: "answers for its worker", open: "answer(1); hang();",
      cause: "overwrote the reply of its worker"),
    Meddler(
      testDescription: "answers what is not an answer", open: "answer(77); hang();",
      cause: "overwrote the reply of its worker"),
    Meddler(
      // The section lasts long enough for the host to read one of the thread's answers.
      testDescription: "floods its host with answers", open: "usleep(150000);",
      thread: "answer(1);",
      cause: "overwrote the reply of its worker"),
    Meddler(
      testDescription: "says that all is done, and hangs",
      open: "*started() = *done() = 1000; hang();", cause: "no answer"),
    Meddler(
      testDescription: "says that all is done, and dies",
      open: "*started() = *done() = 1000; abort();", cause: "SIGABRT"),
    Meddler(
      testDescription: "says that nothing has begun, and dies", open: "*started() = 0; abort();",
      cause: "SIGABRT"),
    Meddler(
      testDescription: "counts for ever, and hangs", open: "hang();", thread: "++*started();",
      cause: "no answer"),
    Meddler(
      testDescription: "says that every result is the whole arena", open: "",
      thread: """
        for (int i = 0; i < 100; i++) entries()[i] = (struct entry){69632, 134217728 - 69632, 0};
        """, isLucky: true),
    Meddler(
      testDescription: "says that results lie outside the arena", open: "",
      thread: """
        for (int i = 0; i < 100; i++) entries()[i] = (struct entry){-1ul, 0xfffffffe, 0xfffffffe};
        """, isLucky: true),
    Meddler(
      testDescription: "takes the messages", open: "",
      thread: "char byte; (void)!read(CONTROL, &byte, 1);"),
    Meddler(
      testDescription: "closes the channel and hangs", open: "close(CONTROL); hang();",
      cause: "closed the descriptors"),
    Meddler(
      testDescription: "shuts the channel down", open: "shutdown(CONTROL, SHUT_RDWR); hang();",
      cause: "closed the descriptors"),
    Meddler(testDescription: "makes its host's pipe wait", open: "fcntl(OUTPUT, F_SETFL, 0);"),
    Meddler(
      testDescription: "starts threads without end",
      open: """
        pthread_attr_t small; pthread_attr_init(&small); pthread_attr_setstacksize(&small, 16384);
        for (pthread_t t;;) pthread_create(&t, &small, (void *(*)(void *))hang, 0);
        """, cause: "threads"),
  ]

  var plugin: CPlugin {
    var prelude = Self.prelude
    var start = ""
    if let thread {
      prelude += "static void *go_on(void *p) { for (;;) { \(thread) } return p; }\n"
      start = "pthread_t t; pthread_create(&t, 0, go_on, 0); usleep(2000); "
    }
    return CPlugin("sly", open: start + open + " return SE_OK;", prelude: prelude)
  }
}

extension WorkerTests {
  @Test(
    "a plugin that interferes with its worker harms only its own section",
    // The sanitizer has its own limit of threads, and ends the worker in its own way.
    arguments: Meddler.all.filter { !WorkerHost.hasSanitizer || $0.cause != "threads" })
  func meddling(_ meddler: Meddler) throws {
    var host = try WorkerHost([meddler.plugin, .good])
    host.isolation.sectionTime = WorkerHost.hasSanitizer ? 0.3 : 0.1
    let loaded = host.load()
    for round in 0..<2 {
      let outcomes = try WorkerHost.draw(["GOOD", "SLY", "GOOD", "GOOD"], with: loaded)
      for index in [0, 2, 3] {
        #expect(
          outcomes[index].section?.rows.map(\.height) == [20], "round \(round): \(outcomes[index])")
      }
      guard !meddler.isLucky else { continue }
      guard let cause = meddler.cause else {
        #expect(outcomes[1].section != nil, "\(outcomes[1])")
        continue
      }
      let loss = try #require(outcomes[1].loss, "\(outcomes[1])")
      #expect(loss.code == .pluginBroke && loss.message.contains(cause), "\(loss)")
    }
    guard !meddler.isLucky else { return }
    #expect(host.isolation.quarantine?.digests().count == (meddler.cause == nil ? 0 : 1))
  }
}
