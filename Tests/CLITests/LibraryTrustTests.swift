import Foundation
import Testing

/// Trust in a plugin also covers the libraries that the loader loads with it.
@Suite struct LibraryTrustTests {
  /// A folder with a plugin whose sections fail. The failure's message contains the word that the
  /// plugin's library returns, and the name of the process.
  private final class Home {
    let scratch: Scratch
    let plugin: String
    private let feed: String
    private var environment: [String: String]

    /// - Parameter flags: The flags for linking the plugin; `@` represents the folder.
    init(_ flags: [String], call: String = "dep()") throws {
      scratch = try Scratch()
      plugin = scratch.file("plugins/test.so").path
      environment = ["HOME": scratch.file("home").path]
      feed = try scratch.write(CPlugin.feed, to: "feed.json")
      for folder in ["plugins", "libs", "other"] {
        try FileManager.default.createDirectory(
          at: scratch.file(folder), withIntermediateDirectories: true)
      }
      try library("libs/libdep.so", says: "one")
      link = { [scratch] in
        let source = CPlugin.source(
          functions: "",
          open: """
            FILE *f = fopen("/proc/self/comm", "r"); char name[32] = "", text[64];
            if (f) { (void)!fgets(name, sizeof name, f); fclose(f); }
            int length = snprintf(text, sizeof text, "%s in %.7s", \(call), name);
            host->fail(host, block->value, SE_STR(""), (se_str){text, length}); return SE_FAILED;
            """
        ).replacingOccurrences(
          of: "#include <math.h>", with: "#include <stdio.h>\nconst char *dep(void), *mid(void);")
        try Self.cc(source, to: "plugins/test.so", flags, in: scratch)
      }
      if !flags.contains(where: { $0.contains("libmid") }) { try link() }
    }

    private var link: () throws -> Void = {}
    func linkPlugin() throws { try link() }

    private static func cc(
      _ source: String, to name: String, _ flags: [String], in scratch: Scratch
    ) throws {
      let input = try scratch.write(source, to: "sources/\(UUID().uuidString).c")
      let folder = scratch.url.path
      let built = try Program.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["cc", "-shared", "-fPIC", "-I\(Program.include.path)", input, "-o", "\(folder)/\(name)"]
          + flags.map { $0.replacingOccurrences(of: "@", with: folder) })
      try #require(built.status == 0, "\(built.errors)")
    }

    func library(
      _ name: String, says word: String? = nil, as function: String = "dep", _ flags: [String] = [],
      soname: String? = nil
    ) throws {
      let soname = soname ?? name.split(separator: "/").last.map(String.init) ?? name
      let result = word.map { "return \"\($0)\";" } ?? "return dep();"
      try scratch.write("", to: name)
      // The file is removed and created, because the old one may be loaded by a process.
      try FileManager.default.removeItem(at: scratch.file(name))
      try Self.cc(
        "const char *dep(void); const char *\(function)(void) { \(result) }", to: name,
        flags + (soname.isEmpty ? [] : ["-Wl,-soname,\(soname)"]), in: scratch)
    }

    func run(
      _ arguments: [String], _ more: [String: String] = [:]
    ) throws -> Program.Result {
      let variables = more.mapValues { $0.replacingOccurrences(of: "@", with: scratch.url.path) }
      return try Program.run(arguments, environment: environment.merging(variables) { $1 })
    }

    func trust(_ more: [String: String] = [:]) throws {
      let result = try run(["plugin", "trust", plugin], more)
      try #require(result.status == 0, "\(result.errors)")
    }

    func page(_ arguments: [String] = [], _ more: [String: String] = [:]) throws -> String {
      try run(
        ["dump", feed, "--plugins", scratch.file("plugins").path] + arguments, more
      ).errors
    }
  }

  private static let runPath = ["-L@/libs", "-ldep", "-Wl,-rpath,@/libs"]

  @Test("a replaced library on an absolute RUNPATH does not run in the program")
  func replaced() throws {
    let home = try Home(Self.runPath)
    #expect(try !home.page().contains("in section"), "the worker cannot read the folder")
    try home.trust()
    #expect(try home.page().contains("one in section"))
    try home.library("libs/libdep.so", says: "two")
    let page = try home.page()
    #expect(!page.contains("two in"))
    #expect(page.contains("SE3030") && page.contains("`libdep.so` is another one now"))
    #expect(page.contains("sectionengine plugin trust"))
    let list = try home.run(["plugin", "list", "--plugins", home.scratch.file("plugins").path])
    #expect(!list.text.contains("test.so  trusted"))
    try home.trust()
    #expect(try home.page().contains("two in section"))
  }

  @Test("--trust covers the libraries as they are at the start of the run")
  func option() throws {
    let home = try Home(Self.runPath)
    #expect(try home.page(["--trust", home.plugin]).contains("one in section"))
  }

  @Test("a plugin whose neighbouring library was replaced is drawn in the worker again")
  func besidePlugin() throws {
    let home = try Home(["-L@/libs", "-ldep", "-Wl,-rpath,$ORIGIN/../libs"])
    try home.trust()
    try home.library("libs/libdep.so", says: "two")
    let page = try home.page()
    #expect(page.contains("SE3030") && page.contains("failed: two in"))
    #expect(!page.contains("in section"), "the worker knows no name of its process")
  }

  /// - Parameter number: The number of a change after which the loader does not load the trusted
  ///   library. The plugin's own file stays unchanged.
  @Test("any change on the search path of a library ends trust", arguments: 0..<7)
  func changes(_ number: Int) throws {
    let old = "-Wl,--disable-new-dtags"
    let home =
      switch number {
      // The plugin's library finds the second library through the plugin's DT_RPATH.
      case 0:
        try Home(
          [old, "-L@/libs", "-lmid", "-Wl,-rpath,@/libs", "@/libs/libmid.so"], call: "mid()")
      // The plugin and its library each have their own RUNPATH.
      case 1:
        try Home(["-L@/libs", "-lmid", "-Wl,-rpath,@/libs", "@/libs/libmid.so"], call: "mid()")
      // The first folder of the RUNPATH is empty until the change.
      case 2: try Home(["-L@/libs", "-ldep", "-Wl,-rpath,@/other:@/libs"])
      default: try Home(Self.runPath)
      }
    var variables: [String: String] = [:]
    switch number {
    case 0, 1:
      let path = number == 1 ? ["-Wl,-rpath,@/other"] : []
      if number == 1 { try home.library("other/libdep.so", says: "one") }
      try home.library("libs/libmid.so", as: "mid", path + ["-L@/libs", "-ldep"])
      try home.linkPlugin()
    case 3:
      let files = FileManager.default
      try files.moveItem(
        at: home.scratch.file("libs/libdep.so"), to: home.scratch.file("other/first.so"))
      try files.createSymbolicLink(
        at: home.scratch.file("libs/libdep.so"),
        withDestinationURL: home.scratch.file("other/first.so"))
    case 6: variables["LD_LIBRARY_PATH"] = "@/libs"
    default: break
    }
    try home.trust(variables)
    #expect(try home.page([], variables).contains("one in section"))
    switch number {
    case 0: try home.library("libs/libdep.so", says: "two")
    case 1, 2: try home.library("other/libdep.so", says: "two")
    case 3:
      try home.library("other/second.so", says: "two", soname: "libdep.so")
      try FileManager.default.removeItem(at: home.scratch.file("libs/libdep.so"))
      try FileManager.default.createSymbolicLink(
        at: home.scratch.file("libs/libdep.so"),
        withDestinationURL: home.scratch.file("other/second.so"))
    case 4: try home.library("libs/glibc-hwcaps/x86-64-v2/libdep.so", says: "two")
    case 5: try FileManager.default.removeItem(at: home.scratch.file("libs/libdep.so"))
    default:
      try home.library("other/libdep.so", says: "two")
      variables["LD_LIBRARY_PATH"] = "@/other"
    }
    let page = try home.page([], variables)
    #expect(!page.contains("one in") && !page.contains("two in"), "\(page)")
    #expect(page.contains("SE3030") && page.contains("`libdep.so`"), "\(page)")
  }

  @Test("an identical library in another folder stays trusted")
  func moved() throws {
    let home = try Home(Self.runPath)
    try home.trust()
    try FileManager.default.copyItem(
      at: home.scratch.file("libs/libdep.so"), to: home.scratch.file("other/libdep.so"))
    #expect(try home.page([], ["LD_LIBRARY_PATH": "@/other"]).contains("one in section"))
  }

  @Test("a system library is identified by its path")
  func systemLibrary() throws {
    let home = try Home(Self.runPath + ["-Wl,--no-as-needed", "-l:libz.so.1"])
    let trusted = try home.run(["plugin", "trust", home.plugin])
    #expect(trusted.text.contains("with libz.so.1, by its path: /"))
    #expect(trusted.text.contains("with libdep.so, by its contents: \(home.scratch.url.path)"))
    #expect(trusted.text.contains("(dlopen) are not covered"))
    #expect(try home.page().contains("one in section"))
    try home.library("other/libz.so.1", says: "two", as: "other")
    let page = try home.page([], ["LD_LIBRARY_PATH": "@/other"])
    #expect(page.contains("SE3030") && page.contains("`libz.so.1` is another one now"))
  }

  @Test("a trust record of an earlier version covers no libraries")
  func oldRecord() throws {
    for (flags, isTrusted) in [(Self.runPath, false), (["-Wl,--defsym,dep=0"], true)] {
      let home = try Home(flags, call: isTrusted ? "\"none\"" : "dep()")
      try home.trust()
      let folder = home.scratch.file("home/.config/sectionengine/trusted")
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
      try Data("file \(home.plugin)\n".utf8).write(to: folder.appendingPathComponent(name))
      let page = try home.page()
      #expect(page.contains("SE3030") != isTrusted, "\(page)")
      #expect(page.contains("none in section") == isTrusted, "\(page)")
    }
  }

  @Test(
    "a plugin whose libraries cannot be pinned is not trusted",
    arguments: ["path", "name", "circle"])
  func refused(_ kind: String) throws {
    let home =
      switch kind {
      case "path": try Home(["@/libs/libdep.so"])
      case "name": try Home(Self.runPath)
      default:
        try Home(["-L@/libs", "-lmid", "-Wl,-rpath,@/libs", "@/libs/libmid.so"], call: "mid()")
      }
    switch kind {
    // If a library has no soname, the linker records its path in the plugin.
    case "path":
      try home.library("libs/libdep.so", says: "one", soname: "")
      try home.linkPlugin()
    case "name": try home.library("libs/libdep.so", says: "one", soname: "libelse.so")
    default:
      let path = ["-L@/libs", "-Wl,-rpath,@/libs", "-Wl,--no-as-needed"]
      try home.library("libs/libmid.so", as: "mid", path + ["-ldep"])
      try home.library("libs/libdep.so", says: "one", path + ["-lmid"])
      try home.linkPlugin()
    }
    let trusted = try home.run(["plugin", "trust", home.plugin])
    #expect(
      trusted.status == 2 && trusted.errors.contains("cannot be trusted"), "\(trusted.errors)")
    #expect(try !home.page(["--trust", home.plugin]).contains("one in section"))
  }

  @Test("the tools report where a library is, and load it with a plugin that is trusted")
  func outside() throws {
    let home = try Home(Self.runPath)
    let plugins = home.scratch.file("plugins").path
    let library = home.scratch.file("libs/libdep.so").path
    let reason = "needs libdep.so, which is at \(library), where an untrusted plugin may not read"
    let help = "`sectionengine plugin trust \(home.plugin)`"
    let page = try home.page()
    #expect(page.contains(reason) && page.contains(help) && !page.contains("SE3013"), "\(page)")
    let tools = [
      ["plugin", "list", "--plugins", plugins], ["plugin", "check", home.plugin, "--only", "load"],
      ["plugin", "bench", home.plugin],
    ]
    for tool in tools {
      let result = try home.run(tool)
      #expect((result.text + result.errors).contains(reason), "\(result.text)\(result.errors)")
    }
    try home.trust()
    for tool in tools {
      let result = try home.run(tool)
      #expect(result.status == 0 && !result.text.contains(reason), "\(result.errors)")
      #expect(tool[1] != "list" || result.text.contains("test.so  trusted"), "\(result.text)")
    }
  }

  @Test("a file that is not a plugin, or whose library cannot be read, is not trusted")
  func unusable() throws {
    let home = try Home(["-L@/libs", "-ldep", "-Wl,-rpath,$ORIGIN/../libs"])
    let library = home.scratch.file("libs/libdep.so").path
    try FileManager.default.removeItem(atPath: library)
    try #require(mkfifo(library, 0o600) == 0)
    let text = try home.scratch.write("text", to: "plugins/text.so")
    for (file, reason) in [
      (home.plugin, "it needs libdep.so, which is a pipe, not a file"),
      (text, "it is a text file, not a shared library"),
      ("/etc/passwd", "it is a text file, not a shared library"),
    ] {
      let trusted = try home.run(["plugin", "trust", file])
      #expect(trusted.status == 2 && trusted.output.isEmpty, "\(trusted.text)")
      #expect(
        trusted.errors.contains("cannot be trusted: \(reason)")
          && trusted.errors.contains("help: "), "\(trusted.errors)")
    }
    #expect(try home.page().contains("test.so needs libdep.so, which is a pipe, not a file"))
    let trusted = home.scratch.file("home/.config/sectionengine/trusted").path
    #expect(!FileManager.default.fileExists(atPath: trusted))
  }

  @Test("`untrust` withdraws trust, and the old command names suggest the new ones")
  func untrust() throws {
    let home = try Home(Self.runPath)
    try home.trust()
    let taken = try home.run(["plugin", "untrust", home.plugin])
    #expect(taken.status == 0 && taken.text.contains("is not trusted any more"))
    #expect(try !home.page().contains("one in section"))
    for (old, new) in [("allow", "trust"), ("forget", "untrust")] {
      let result = try home.run(["plugin", old, home.plugin])
      #expect(result.status == 64)
      #expect(result.errors.contains("did you mean `sectionengine plugin \(new)`?"))
    }
  }

  // MARK: Comparison with the loader

  @Test("libraries are found at the same paths as by the system's loader")
  func besideLoader() throws {
    let loader = URL(fileURLWithPath: "/lib64/ld-linux-x86-64.so.2")
    guard FileManager.default.isExecutableFile(atPath: loader.path) else { return }
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = LinearGenerator(state: seed)
    let scratch = try Scratch()
    let root = scratch.url.path
    let names = ["liba.so", "libb.so", "libc1.so", "libd.so"]
    let folders = [
      "f0", "f1", "f2", "f1/glibc-hwcaps/x86-64-v2", "f2/glibc-hwcaps/x86-64-v3",
      "f0/haswell", "f2/tls", "f1/tls/x86_64", "f0/lib/x86_64-linux-gnu", "f2/haswell",
    ]
    var compared = 0
    for round in 0..<25 {
      let top = "\(root)/\(round)"
      func path() -> [String] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
          [
            "\(top)/f0", "\(top)/f1", "$ORIGIN", "$ORIGIN/../f2", "\(top)/f0/$LIB",
            "\(top)/f2/${PLATFORM}", "${ORIGIN}/../f1", "/nonexistent",
          ].randomElement(using: &random) ?? ""
        }
      }
      func link(_ output: String, _ soname: String, _ needed: ArraySlice<String>) throws {
        let style = Int.random(in: 0..<4, using: &random)
        var flags = ["-Wl,-soname,\(soname)", "-nostdlib"]
        if style > 0 {
          flags += [
            "-Wl,-rpath,\(path().joined(separator: ":"))",
            style == 1 ? "-Wl,--enable-new-dtags" : "-Wl,--disable-new-dtags",
          ]
        }
        let used = needed.filter { _ in Bool.random(using: &random) }
        let all =
          used + (output.hasSuffix("test.so") && !used.contains("liba.so") ? ["liba.so"] : [])
        let built = try Program.run(
          URL(fileURLWithPath: "/usr/bin/env"),
          [
            "cc", "-shared", "-fPIC", "\(root)/empty.o", "-o", output, "-L\(top)/stubs",
            "-Wl,--no-as-needed", "-Wl,--allow-shlib-undefined",
          ] + flags + all.map { "-l:\($0)" })
        try #require(built.status == 0, "\(built.errors)")
      }
      if round == 0 {
        let source = CPlugin.source()
        let input = try scratch.write(source, to: "empty.c")
        _ = try Program.run(
          URL(fileURLWithPath: "/usr/bin/env"),
          ["cc", "-c", "-fPIC", "-I\(Program.include.path)", input, "-o", "\(root)/empty.o"])
      }
      for folder in folders + ["stubs", "plugins"] {
        try FileManager.default.createDirectory(
          atPath: "\(top)/\(folder)", withIntermediateDirectories: true)
      }
      for name in names { try link("\(top)/stubs/\(name)", name, []) }
      for (index, name) in names.enumerated() {
        for folder in Set((0..<3).compactMap { _ in folders.randomElement(using: &random) })
          .sorted()
        {
          try link("\(top)/\(folder)/\(name)", name, names[(index + 1)...])
        }
      }
      let plugin = "\(top)/plugins/test.so"
      try link(plugin, "test.so", names[...])
      var environment: [String: String] = [:]
      if Bool.random(using: &random) {
        environment["LD_LIBRARY_PATH"] = [
          "\(top)/f2", "\(top)/f1:\(top)/f0", "\(top)/f0;\(top)/f1",
        ]
        .randomElement(using: &random)
      }
      let listed = try Program.run(loader, ["--list", plugin], environment: environment)
      let ours = try Program.run(["plugin", "trust", plugin], environment: environment)
      var expected: Set<String> = []
      for line in listed.lines {
        let words = line.split(separator: " ")
        if words.count == 4, words[1] == "=>" { expected.insert(Self.plain(words[2])) }
      }
      guard !listed.errors.contains("cannot open"), listed.status == 0 else {
        #expect(ours.status == 2, "round \(round), seed \(seed): \(listed.errors)")
        continue
      }
      compared += 1
      let found = ours.lines.filter { $0.contains(", by its ") }
        .compactMap { $0.split(separator: ": ").last.map { Self.plain($0) } }
      #expect(Set(found) == expected, "round \(round), seed \(seed): \(ours.errors)")
    }
    #expect(compared > 3, "seed \(seed)")
  }

  /// Returns the path without "..", which the loader keeps.
  private static func plain(_ path: Substring) -> String {
    URL(fileURLWithPath: String(path)).standardizedFileURL.path
  }
}

private struct LinearGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}
