import Foundation
import TestConditions
import Testing

/// Plugins under a debugger or a sanitizer, and the named copies that they are loaded from.
@Suite struct PluginDebugTests {
  /// A plugin whose first call is `open_block`, and a feed with a block for it.
  private struct Home {
    let scratch: Scratch
    let plugin: String
    let feed: String
    var copies: URL { scratch.file("home/.cache/sectionengine/copies") }

    init(_ open: String = "return SE_OK;", flags: [String] = []) throws {
      scratch = try Scratch()
      feed = try scratch.write(#"[{"blockCode": "TEST"}]"#, to: "feed.json")
      let source = CPlugin.source(open: open).replacingOccurrences(
        of: "#include <math.h>", with: "#include <stdio.h>\n#include <stdlib.h>")
      let input = try scratch.write(source, to: "test.c")
      try scratch.write("", to: "plugins/none.txt")
      plugin = scratch.file("plugins/test.so").path
      let built = try Program.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["cc", "-g", "-w", "-shared", "-fPIC", "-I\(Program.include.path)", input, "-o", plugin]
          + flags)
      try #require(built.status == 0, "\(built.errors)")
    }

    func run(
      _ arguments: [String], environment: [String: String] = [:], input: String = ""
    ) throws -> Program.Result {
      let home = ["HOME": scratch.file("home").path]
      return try Program.run(
        arguments, environment: home.merging(environment) { $1 }, input: Data(input.utf8))
    }

    func debug(
      _ more: [String] = [], environment: [String: String] = [:], input: String = ""
    ) throws -> Program.Result {
      try run(
        ["plugin", "debug", plugin, "--feed", feed] + more, environment: environment, input: input)
    }

    /// The paths of the copies below their folder.
    var names: [String] {
      let all = FileManager.default.enumerator(atPath: copies.path)?.compactMap { $0 as? String }
      return (all ?? []).filter { $0.hasSuffix(".so") }
    }
  }

  @Test(
    "gdb stops at the plugin's first call, shows its symbols, and lets it draw",
    .needs(tool: "gdb"), arguments: [true, false])
  func gdb(_ isNamed: Bool) throws {
    let home = try Home(#"printf("drawn in gdb\n"); return SE_OK;"#)
    // The debugger gets its own session, because a terminal would stop it as a background process.
    let session = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["timeout", "120", "setsid", "--wait", Program.url.path, "plugin", "debug", home.plugin]
        + ["--feed", home.feed, "--debugger", "gdb"],
      // If the home folder cannot be created, the copy has no file name.
      environment: ["HOME": isNamed ? home.scratch.file("home").path : "/proc/none"],
      input: Data("info symbol $pc\nbt 1\ncontinue\nquit\n".utf8))
    try #require(!session.errors.contains("ptrace: Operation not permitted"), "\(session.errors)")
    #expect(session.status == 0, "\(session.text)\(session.errors)")
    #expect(session.text.contains("Temporary breakpoint 1, open_block"), "\(session.text)")
    #expect(session.text.contains("test.c:"), "\(session.text)")
    #expect(session.text.contains("drawn in gdb") && session.text.contains("exited normally"))
    #expect(session.errors.contains("1 of 1 sections drawn"), "\(session.errors)")
    #expect(session.errors.contains("set XDG_CACHE_HOME") != isNamed, "\(session.errors)")
  }

  @Test("the debugger ends with the program")
  func stopped() throws {
    let home = try Home()
    let tool = try home.scratch.write(
      "#!/bin/sh\necho $$ > '\(home.scratch.file("process").path)'\nexec sleep 60\n", to: "gdb")
    chmod(tool, 0o755)
    // Only the program receives the signal, not its process group.
    let session = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["timeout", "--foreground", "2", Program.url.path, "plugin", "debug", home.plugin]
        + ["--feed", home.feed, "--debugger", "gdb"],
      environment: [
        "HOME": home.scratch.file("home").path, "PATH": "\(home.scratch.url.path):/usr/bin:/bin",
      ])
    #expect(session.status == 124, "\(session.errors)")
    let text = try String(contentsOf: home.scratch.file("process"), encoding: .utf8)
    let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    var waits = 0
    // A process remains a zombie, "Z", until its parent collects it.
    while let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      !state.contains(") Z"), waits < 100
    {
      usleep(20_000)
      waits += 1
    }
    #expect(waits < 100)
  }

  @Test("a plugin with the longest possible file name is loaded from a named copy")
  func longName() throws {
    let home = try Home()
    let name = String(repeating: "n", count: 252) + ".so"
    let folder = home.scratch.file("long")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let plugin = folder.appendingPathComponent(name).path
    try FileManager.default.copyItem(atPath: home.plugin, toPath: plugin)
    let page = try home.run(["dump", home.feed, "--plugins", folder.path, "--trust", plugin])
    #expect(page.status == 0, "\(page.errors)")
    #expect(home.names.map { ($0 as NSString).lastPathComponent } == [name])
  }

  @Test(
    "the error for a debugger that is not installed names its package", arguments: ["gdb", "lldb"])
  func noDebugger(_ name: String) throws {
    let home = try Home()
    let session = try home.debug(["--debugger", name], environment: ["PATH": "/nonexistent"])
    #expect(session.status == 2 && session.output.isEmpty)
    #expect(session.errors.contains("error[SE4029]: `\(name)` is not installed"))
    #expect(session.errors.contains("apt-get install \(name)"))
  }

  @Test("a feed without a block for the plugin and a file that is not a plugin are errors")
  func nothing() throws {
    let home = try Home()
    let other = try home.scratch.write(#"[{"blockCode": "OTHER"}]"#, to: "other.json")
    let asan = ["--sanitizer", "address", "--allow-unconfined"]
    for (arguments, word) in [
      (["plugin", "debug", home.plugin, "--feed", other], "no block of the feed is for"),
      (["plugin", "debug", home.feed], "cannot be used"),
      (
        ["plugin", "debug", home.plugin, "--feed", home.feed] + asan,
        "is not built with this sanitizer"
      ),
    ] {
      let session = try home.run(arguments)
      #expect(session.status == 2 && session.errors.contains(word), "\(session.errors)")
    }
  }

  @Test(
    "the report of a sanitizer appears on the terminal",
    arguments: [("address", "AddressSanitizer")])
  func sanitizer(_ name: String, _ word: String) throws {
    guard
      let home = try? Home(
        "char *p = malloc(8); free(p); return p[3] ? SE_OK : SE_FAILED;",
        flags: ["-fsanitize=\(name)"])
    else { return }
    let refused = try home.debug(["--sanitizer", name])
    #expect(refused.status == 2 && refused.errors.contains("without the sandbox"))
    #expect(refused.errors.contains("--allow-unconfined"), "\(refused.errors)")
    let session = try home.debug(["--sanitizer", name, "--allow-unconfined"])
    #expect(session.status == 1, "\(session.errors)")
    #expect(session.errors.contains("\(word): heap-use-after-free"), "\(session.errors)")
    #expect(session.errors.contains("test.c:"), "\(session.errors)")
    #expect(session.errors.contains("0 of 1 sections drawn"))
  }

  /// Whether the C compiler has the address sanitizer's runtime, and the runtime finds leaks here.
  static let findsLeaks: Bool = {
    guard let scratch = try? Scratch(),
      let source = try? scratch.write(
        "#include <stdlib.h>\nchar *volatile p; int main(void) { p = malloc(7); p = 0; }", to: "l.c"
      ),
      let built = try? Program.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["cc", "-fsanitize=address", source, "-o", scratch.file("l").path]), built.status == 0,
      let leaked = try? Program.run(scratch.file("l"), [])
    else { return false }
    return leaked.errors.contains("7 byte(s)")
  }()

  @Test(
    "memory that a plugin does not free is reported with its line",
    .enabled(if: findsLeaks, "the C compiler's address sanitizer finds no leaks here"),
    arguments: [true, false])
  func leak(isFreed: Bool) throws {
    let last = isFreed ? "free(p);" : ""
    let home = try Home(
      "char *volatile p = malloc(123); p[0] = 1; \(last) p = 0; return SE_OK;",
      flags: ["-fsanitize=address"])
    let session = try home.debug(["--sanitizer", "address", "--allow-unconfined"])
    #expect(session.errors.contains("1 of 1 sections drawn"), "\(session.errors)")
    #expect(session.status == (isFreed ? 0 : 1), "\(session.errors)")
    let words = ["123 byte(s)", "test.c:", "did not free all its memory"]
    for word in words { #expect(session.errors.contains(word) != isFreed, "\(session.errors)") }
  }

  @Test("a trusted plugin is loaded from a named copy that only the user can read")
  func named() throws {
    let home = try Home(
      """
      char line[4096]; FILE *f = fopen("/proc/self/maps", "r");
      while (fgets(line, sizeof line, f)) if (strstr(line, "test.so") || strstr(line, "memfd")) fputs(line, stderr);
      return SE_OK;
      """, flags: ["-include", "string.h"])
    let page = [
      "dump", home.feed, "--plugins", home.scratch.file("plugins").path, "--trust", home.plugin,
    ]
    let first = try home.run(page)
    #expect(first.status == 0 && first.errors.contains("\(home.copies.path)/"), "\(first.errors)")
    try #require(home.names.count == 1)
    let copy = home.copies.appendingPathComponent(home.names[0]).path
    #expect(copy.hasSuffix("/test.so"))
    func mode(_ path: String) throws -> Int {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0
    }
    #expect(try mode(copy) == 0o400 && mode(home.copies.path) == 0o700)

    // A copy that was changed is not loaded.
    chmod(copy, 0o600)
    try Data("no library".utf8).write(to: URL(fileURLWithPath: copy))
    chmod(copy, 0o400)
    let second = try home.run(page)
    #expect(second.output == first.output && second.errors.contains(copy), "\(second.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)).starts(with: [0x7f, 0x45]))

    // If other users may write to the folder, the copy is kept in memory.
    chmod(home.copies.path, 0o777)
    let third = try home.run(page)
    #expect(third.output == first.output && third.errors.contains("/memfd:"), "\(third.errors)")
    #expect(third.errors.contains("`chmod go-w \(home.copies.path)`"), "\(third.errors)")
  }

  @Test("records of trust that another user can write are ignored, and the warning tells why")
  func foreignFolders() throws {
    let home = try Home()
    #expect(try home.run(["plugin", "trust", home.plugin]).status == 0)
    let folder = home.scratch.file("home/.config/sectionengine")
    let list = ["plugin", "list", "--plugins", home.scratch.file("plugins").path]
    #expect(try home.run(list).text.contains("trusted"))
    // The folder itself is private, but the one above is not.
    for mode in [0o777, 0o770] as [mode_t] {
      chmod(folder.path, mode)
      let ignored = try home.run(list)
      #expect(ignored.text.contains("in the worker"), "\(ignored.text)")
      #expect(ignored.errors.contains("warning[SE3032]"), "\(ignored.errors)")
      #expect(ignored.errors.contains("`chmod go-w \(folder.path)`"), "\(ignored.errors)")
      let refused = try home.run(["plugin", "trust", home.plugin])
      #expect(refused.status == 2 && refused.errors.contains("SE3032"), "\(refused.errors)")
      // The page lacks nothing, so it can be compared.
      let compared = try home.run(["diff", home.feed, home.feed] + list.dropFirst(2))
      #expect(compared.status == 0, "\(compared.errors)")
    }
    chmod(folder.path, 0o755)
    #expect(try home.run(list).text.contains("trusted"))
  }
}
