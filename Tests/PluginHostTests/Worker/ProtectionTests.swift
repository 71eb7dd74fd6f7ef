import Support
import Foundation
import PluginCalls
import PluginHost
import Testing

/// An action that a plugin must not perform, and the protection that denies it.
struct Attempt: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// A C expression that is true if the action succeeded.
  var code: String
  var words: String

  static let all = [
    Attempt(
      testDescription: "reading a file of the user's",
      code: "open(FILE_OF_THE_USER, O_RDONLY) >= 0", words: "landlock"),
    Attempt(
      testDescription: "writing a file", code: "open(FILE_OF_THE_USER, O_WRONLY) >= 0",
      words: "landlock"),
    Attempt(
      testDescription: "making a file", code: #"open("/tmp/pwned", O_CREAT | O_WRONLY, 0600) >= 0"#,
      words: "landlock"),
    Attempt(
      testDescription: "opening a socket", code: "socket(AF_INET, SOCK_STREAM, 0) >= 0",
      words: "seccomp"),
    Attempt(testDescription: "killing the host", code: "kill(getppid(), 0) == 0", words: "seccomp"),
    Attempt(
      testDescription: "writing to the host's memory",
      code: """
        process_vm_writev(getppid(), &(struct iovec){&host, 8}, 1, &(struct iovec){&host, 8}, 1, 0) > 0
        """, words: "seccomp"),
    Attempt(
      testDescription: "the host's memory as a file", code: "open_memory() >= 0",
      words: "landlock"),
    Attempt(
      testDescription: "truncating every descriptor", code: "truncate_all()", words: "seccomp"),
    Attempt(
      testDescription: "tracing the host", code: "ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0",
      words: "seccomp"),
    Attempt(
      testDescription: "a thread of the host", code: "syscall(SYS_tkill, getppid(), 0) == 0",
      words: "seccomp"),
    Attempt(
      testDescription: "an io_uring", code: "syscall(425, 8, (char[256]){0}) >= 0",
      words: "seccomp"),
    Attempt(
      testDescription: "page faults of its own", code: "syscall(SYS_userfaultfd, 0) >= 0",
      words: "seccomp"),
    Attempt(
      testDescription: "a file in memory", code: #"syscall(SYS_memfd_create, "x", 0) >= 0"#,
      words: "seccomp"),
    Attempt(
      testDescription: "an abstract socket", code: "socket(AF_UNIX, SOCK_STREAM, 0) >= 0",
      words: "seccomp"),
    Attempt(
      testDescription: "another group of descriptors", code: "syscall(SYS_unshare, 0x400) == 0",
      words: "seccomp"),
    Attempt(
      testDescription: "the host's secrets", code: "open_environment() >= 0", words: "landlock"),
    Attempt(
      testDescription: "its own memory as a file", code: #"open("/proc/self/mem", O_RDWR) >= 0"#,
      words: "landlock"),
    Attempt(
      testDescription: "memory that is shared with nobody",
      code: "mmap(0, 1 << 30, 3, MAP_SHARED | 0x20, -1, 0) != MAP_FAILED",
      words: "seccomp"),
    Attempt(
      testDescription: "memory that grows like a stack",
      code: "mmap(0, 1 << 30, 3, MAP_PRIVATE | 0x120, -1, 0) != MAP_FAILED",
      words: "seccomp"),
  ]

  func prelude(_ secret: String) -> String {
    BreakingPlugin.includes + """
      #define FILE_OF_THE_USER "\(secret)"
      static const void *host;
      static int open_memory(void) {
        char path[64]; snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
        return open(path, O_RDWR);
      }
      static int open_environment(void) {
        char path[64]; snprintf(path, sizeof path, "/proc/%d/environ", (int)getppid());
        return open(path, O_RDONLY);
      }
      static int truncate_all(void) {
        int worked = 0;
        for (int i = 0; i < 64; i++) worked |= ftruncate(i, 0) == 0;
        return worked;
      }
      static int attempt(void) { return \(code); }
      """
  }
}

extension WorkerTests {
  @Test("actions that drawing does not need are denied and reported", arguments: Attempt.all)
  func denied(_ attempt: Attempt) throws {
    let secret = try TemporaryFolder()
    let path = try secret.write("secret.txt", Array("secret".utf8))
    var plugin = CPlugin("sly")
    plugin.prelude = attempt.prelude(path)
    plugin.rowHeight = "*out = SE_PT(attempt() ? 99 : 11); return SE_OK;"
    var host = try WorkerHost([plugin])
    host.isolation.sectionTime = WorkerHost.ampleTime
    let outcome = try host.draw(["SLY"])[0]
    #expect(outcome.section?.rows.map(\.height) == [11])
    let warning = try #require(outcome.warnings.first)
    #expect(warning.code == .deniedCall && warning.message.contains("denied by \(attempt.words)"))
    #expect(try secret.read("secret.txt") == Array("secret".utf8))
  }

  @Test("actions are also denied while the plugin is loaded", arguments: Attempt.all)
  func deniedInConstructor(_ attempt: Attempt) throws {
    let secret = try TemporaryFolder()
    let path = try secret.write("secret.txt", Array("secret".utf8))
    var plugin = CPlugin("sly")
    plugin.prelude =
      attempt.prelude(path)
        + """
        static int worked = 1;
        __attribute__((constructor)) static void early(void) { worked = attempt(); }
        """
    plugin.rowHeight = "*out = SE_PT(worked ? 99 : 11); return SE_OK;"
    var host = try WorkerHost([plugin])
    host.isolation.loadTime = WorkerHost.ampleTime
    host.isolation.sectionTime = WorkerHost.ampleTime
    let loaded = host.load()
    let warning = try #require(loaded.diagnostics.first)
    #expect(warning.code == .deniedCall && warning.message.contains("denied by \(attempt.words)"))
    #expect(try WorkerHost.draw(["SLY"], with: loaded)[0].section?.rows.map(\.height) == [11])
  }

  @Test("a drawn result is copied by the host")
  func rewriting() throws {
    // A thread fills the memory shared with the host with ones as long as the worker lives.
    var plugin = CPlugin("vandal")
    plugin.prelude =
      BreakingPlugin.includes
        + """
        static void *spoil(void *p) {
          char *arena = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, 4, 0);
          for (;;) { memset(arena + 4096, 0xff, (1 << 20) - 4096); usleep(100); }
          return p;
        }
        """
    plugin.open = "pthread_t t; pthread_create(&t, 0, spoil, 0); usleep(2000); return SE_OK;"
    let host = try WorkerHost([plugin, .good])
    let loaded = host.load()
    for _ in 0..<5 {
      // The host refuses a damaged result as a whole, and draws its section again in a new worker.
      let good = try #require(try WorkerHost.draw(["VANDAL", "GOOD"], with: loaded).last)
      #expect(good.section?.rows.map(\.height) == [20], "\(good)")
    }
  }

  @Test("plugins are refused if a protection is missing", arguments: Protections.each)
  func withheld(_ protection: Protections) throws {
    var host = try WorkerHost([.good])
    host.isolation.withheld = protection
    let name = try #require(protection.names.first)
    let refused = try #require(host.load().refused.first)
    guard case .unconfined(let missing) = refused.refusal else {
      Issue.record("\(refused)")
      return
    }
    // Without root, landlock and seccomp require no-new-privs, so they are missing without it.
    #expect(getuid() == 0 ? missing == [name] : missing.contains(name))
    #expect(refused.diagnostics[0].code == .protectionMissing)
    #expect(refused.diagnostics[0].message.contains(name))
    #expect(refused.diagnostics[0].helps[0].contains("--allow-unconfined"))
    host.isolation.allowsUnconfined = true
    #expect(try host.draw(["GOOD"])[0].section != nil)
  }

  @Test("plugins are refused if there is no worker")
  func noWorker() throws {
    var host = try WorkerHost([.good])
    host.isolation.worker = host.folder.path("nothing")
    let refused = try #require(host.load().refused.first)
    #expect(refused.diagnostics[0].code == .workerFailed)
    host.isolation.worker = "/bin/true"
    #expect(host.load().refused.flatMap(\.diagnostics).map(\.code) == [.workerFailed])
  }

  @Test("trust applies to the contents of a file")
  func trust() throws {
    var host = try WorkerHost([.good])
    try host.isolation.trust(host.folder.path("good.so"))
    #expect(host.load().isolated.isEmpty)
    var other = CPlugin.good
    other.rowCount = "*out = 2; return SE_OK;"
    try other.build(in: host.folder, as: "good.so")
    #expect(host.load().isolated == [0])
  }

  @Test("digests equal those of sha256sum")
  func digests() {
    let known = [
      "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ]
    for (text, digest) in known { #expect(FileDigest(of: Array(text.utf8)).text == digest) }
    let million = FileDigest(of: Array(repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(
      million.text == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(FileDigest(text: million.text) == million && FileDigest(text: "../x") == nil)
  }
}
