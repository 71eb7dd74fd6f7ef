import CSectionABI
import Foundation
import PluginCalls
import Testing

@testable import PluginHost

@Suite("Loading plugins")
struct PluginLoaderTests {
  private func load(
    _ folder: TemporaryFolder, _ origin: String = "option", runtime: String? = nil,
    copies: LoadedCopies? = nil
  ) -> PluginCatalog {
    PluginCatalog(
      PluginSearchPath(folders: [
        .init(path: folder.path, origin: .init(rawValue: origin) ?? .option)
      ]), runtimeFolder: runtime, measurer: HalfMeasurer(), copies: copies)
  }

  private func refusal(_ plugin: CPlugin, flags: [String] = []) throws -> PluginRefusal? {
    let folder = try TemporaryFolder()
    try plugin.build(in: folder, flags: flags)
    return load(folder).refused.first?.refusal
  }

  @Test("a plugin is described by its table, its origin and its path")
  func descriptor() throws {
    let folder = try TemporaryFolder()
    var plugin = CPlugin(id: "card-rail_2.x")
    plugin.codes = ["A", "*"]
    plugin.showTypes = ["S"]
    try plugin.build(in: folder)
    for (origin, path) in [("option", folder.path("plugin.so")), ("bundled", "plugin.so")] {
      let descriptor = try #require(load(folder, origin).registry.plugins.first)
      #expect(descriptor.identity == "card-rail_2.x@1.0.0")
      #expect(descriptor.path == path)
      #expect(descriptor.origin.rawValue == origin)
      #expect(descriptor.providers == [.init(blockCodes: ["A", "*"], showTypes: ["S"])])
    }
  }

  @Test(
    "repeated loading calls the entry of a plugin once", arguments: ["option", "bundled"])
  func again(_ origin: String) throws {
    let folder = try TemporaryFolder()
    var plugin = CPlugin(id: "asked")
    plugin.entry = """
      static char version[] = "1.0.0"; version[4]++; plugin.version = version; return &plugin;
      """
    try plugin.build(in: folder)
    let copies = LoadedCopies()
    for _ in 0..<3 {
      let loaded = load(folder, origin, copies: copies)
      #expect(loaded.registry.plugins.map(\.version) == ["1.0.1"])
    }
    // A different file is another plugin; the first one is recognized when it is moved back.
    try FileManager.default.moveItem(atPath: folder.path("plugin.so"), toPath: folder.path("old"))
    plugin.id = "other"
    try plugin.build(in: folder)
    #expect(load(folder, origin, copies: copies).registry.plugins.map(\.id) == ["other"])
    try FileManager.default.removeItem(atPath: folder.path("plugin.so"))
    try FileManager.default.moveItem(atPath: folder.path("old"), toPath: folder.path("plugin.so"))
    let back = load(folder, origin, copies: copies).registry.plugins
    #expect(back.map(\.identity) == ["asked@1.0.1"])
  }

  @Test("an entry that refuses the host or has another contract version is refused")
  func contract() throws {
    var plugin = CPlugin(id: "contract")
    plugin.entry = "return 0;"
    #expect(try refusal(plugin) == .refusedHost)
    plugin.entry = "plugin.abi = (2u << 16) | 1; plugin.id = 0; return &plugin;"
    let other = try #require(try refusal(plugin))
    #expect(other == .otherContract(found: 0x2_0001, expected: HostContract.abi))
    #expect(other.reason == "has another contract: expected 1.0, got 2.1")
    plugin.entry = "plugin.abi = SE_ABI + 7; return &plugin;"
    #expect(try refusal(plugin) == nil, "a later minor version is the same contract")
    plugin.entry = "return host_abi == SE_ABI ? &plugin : 0;"
    #expect(try refusal(plugin) == nil)
  }

  static let tables: [(entry: String, reason: String)] = [
    ("return (void *)12;", "the entry returned no pointer to a table"),
    ("return (void *)-8;", "the entry returned no pointer to a table"),
    ("return (void *)((char *)&plugin + 1);", "the entry returned no pointer to a table"),
    ("plugin.id = 0; return &plugin;", "it has no id"),
    ("plugin.id = \"\"; return &plugin;", "its id is empty"),
    ("plugin.version = 0; return &plugin;", "it has no version"),
    ("plugin.id = \"placeholder\"; return &plugin;", "the id `placeholder` belongs to the engine"),
    (
      "plugin.id = \"a b\"; return &plugin;",
      "its id has characters other than letters, digits and `-` `_` `.`"
    ),
    (
      "plugin.id = \"caf\\xc3\\xa9\"; return &plugin;",
      "its id has characters other than letters, digits and `-` `_` `.`"
    ),
    (
      "static char big[200]; memset(big, 'a', 199); plugin.id = big; return &plugin;",
      "its id is longer than 64 bytes"
    ),
    ("plugin.provider_count = 0; return &plugin;", "it has no provider and no renderer"),
    (
      "plugin.provider_count = 4000000000u; return &plugin;",
      "it has 4000000000 providers, more than 256"
    ),
    ("plugin.providers = 0; return &plugin;", "its table of providers is not a pointer"),
    ("provider.open = 0; return &plugin;", "provider 0 has no `open`"),
    ("provider.block_codes = 0; return &plugin;", "provider 0 has no table of block codes"),
    (
      "provider.block_code_count = 0; return &plugin;",
      "provider 0 claims no block code and no showType"
    ),
    (
      "provider.block_code_count = 100000; return &plugin;",
      "provider 0 claims 100000 block codes, more than 4096"
    ),
    ("provider.block_code_count = 2; return &plugin;", "block code 1 of provider 0 is empty"),
    (
      "static const se_str s[] = {{\"\\xff\", 1}}; provider.block_codes = s; return &plugin;",
      "block code 0 of provider 0 is not valid UTF-8"
    ),
    (
      "static const se_str s[] = {{\"a\\n\", 2}}; provider.block_codes = s; return &plugin;",
      "block code 0 of provider 0 has control characters"
    ),
    (
      "static const se_str s[] = {{0, 2}}; provider.block_codes = s; return &plugin;",
      "block code 0 of provider 0 is empty"
    ),
    (
      "static const se_str s[] = {{\"a\", 1u << 20}}; provider.block_codes = s; return &plugin;",
      "block code 0 of provider 0 has 1048576 bytes, more than 256"
    ),
  ]

  @Test("an invalid table is refused with the reason", arguments: tables)
  func table(_ table: (entry: String, reason: String)) throws {
    var plugin = CPlugin(id: "table")
    plugin.entry = table.entry
    #expect(try refusal(plugin) == .invalidTable(table.reason))
  }

  @Test("a missing library or symbol is named")
  func missing() throws {
    let folder = try TemporaryFolder()
    let libraries = try TemporaryFolder()
    try CCompiler.build("int answer(void) { return 42; }", as: "libgone.so", in: libraries)
    var plugin = CPlugin(id: "missing")
    plugin.prelude = "int answer(void);"
    plugin.open = "return answer() == 42 ? SE_OK : SE_FAILED;"
    try plugin.build(
      in: folder, flags: ["-L", libraries.path, "-lgone", "-Wl,-soname,plugin.so"])
    let gone = try #require(load(folder).refused.first)
    #expect(gone.refusal == .missingLibrary("libgone.so"))
    #expect(
      gone.diagnostics[0].message.hasSuffix("plugin.so needs libgone.so, which is not installed"))
    #expect(gone.diagnostics[0].code == .pluginRefused)
    #expect(try refusal(plugin) == .missingSymbol("answer"))
  }

  @Test("a plugin for another minor version of Swift is refused before it is loaded")
  func compiler() throws {
    var plugin = CPlugin(id: "stamped")
    plugin.prelude = ELFFileTests.noteSource("swift-5.10")
    let refusal = try #require(try refusal(plugin))
    #expect(refusal == .otherCompiler(found: "5.10", expected: PluginLoader.hostSwiftVersion))
    #expect(refusal.help == "rebuild with Swift \(PluginLoader.hostSwiftVersion)")
    plugin.prelude = ELFFileTests.noteSource("swift-\(PluginLoader.hostSwiftVersion)")
    #expect(try self.refusal(plugin) == nil)
  }

  @Test("overwriting or deleting the file of a loaded plugin has no effect")
  func privateCopy() throws {
    let folder = try TemporaryFolder()
    var plugin = CPlugin(id: "copied")
    plugin.rowCount = "*out = 7; return SE_OK;"
    try plugin.build(in: folder)
    let host = TestHost(folder)
    let size = try folder.read("plugin.so").count
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("plugin.so")))
    try handle.write(contentsOf: Data(repeating: 0xcc, count: size))
    try handle.truncate(atOffset: 0)
    try handle.close()
    #expect(try host.run().section?.rows.count == 7)
    try FileManager.default.removeItem(atPath: folder.path("plugin.so"))
    #expect(try host.run().section?.rows.count == 7)
  }

  @Test("a new file at the same path is the new plugin, and no other files remain")
  func replacement() throws {
    let folder = try TemporaryFolder()
    for rows in 1...3 {
      var plugin = CPlugin(id: "generation")
      plugin.rowCount = "*out = \(rows); return SE_OK;"
      try plugin.build(in: folder)
      #expect(try TestHost(folder).run().section?.rows.count == rows)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["plugin.so", "plugin.so.c"])
  }

  /// Builds a plugin whose row count is the number that a library in the same folder returns.
  private func buildWithNeighbour(
    _ folder: TemporaryFolder, answer: Int, id: String, soname: String?
  ) throws {
    try CCompiler.build(
      "int neighbour_answer(void) { return \(answer); }", as: "lib\(id).so", in: folder,
      flags: soname.map { ["-Wl,-soname,\($0)"] } ?? [])
    var plugin = CPlugin(id: id)
    plugin.prelude = "int neighbour_answer(void);"
    plugin.rowCount = "*out = neighbour_answer(); return SE_OK;"
    try plugin.build(
      in: folder, flags: ["-L", folder.path, "-l\(id)", "-Wl,-rpath,$ORIGIN"])
  }

  @Test("a neighbouring library is found although the plugin is a copy")
  func neighbour() throws {
    let folder = try TemporaryFolder()
    try buildWithNeighbour(folder, answer: 5, id: "neighbour", soname: "libneighbour.so")
    let loaded = load(folder)
    #expect(loaded.registry.plugins.map(\.id) == ["neighbour"])
    #expect(loaded.refused.isEmpty, "a library of a plugin is not refused as one")
    // The neighbour is loaded from a copy too.
    try Data().write(to: URL(fileURLWithPath: folder.path("libneighbour.so")))
    try FileManager.default.removeItem(atPath: folder.path("libneighbour.so"))
    #expect(try TestHost(folder).run().section?.rows.count == 5)
  }

  @Test("a neighbouring library without a soname is refused by name")
  func neighbourWithoutName() throws {
    let folder = try TemporaryFolder()
    try buildWithNeighbour(folder, answer: 5, id: "nameless", soname: nil)
    #expect(
      load(folder).refused.map(\.refusal) == [.dependencyWithoutName("libnameless.so")])
  }

  @Test("two plugins with different libraries of one name do not share them")
  func neighbourConflict() throws {
    let first = try TemporaryFolder()
    let second = try TemporaryFolder()
    try buildWithNeighbour(first, answer: 1, id: "twin", soname: "libtwin.so")
    try buildWithNeighbour(second, answer: 2, id: "twin", soname: "libtwin.so")
    #expect(load(first).registry.plugins.count == 1)
    #expect(
      load(second).refused.map(\.refusal) == [.dependencyConflict("libtwin.so")])
    // Identical bytes in another folder are the same library.
    let third = try TemporaryFolder()
    try buildWithNeighbour(third, answer: 1, id: "twin", soname: "libtwin.so")
    #expect(load(third).registry.plugins.count == 1)
  }

  @Test("a library that the loader would not find is taken from the runtime folder")
  func runtimeFolder() throws {
    let folder = try TemporaryFolder()
    let runtime = try TemporaryFolder()
    try CCompiler.build(
      "int runtime_answer(void) { return 9; }", as: "libtestruntime.so", in: runtime,
      flags: ["-Wl,-soname,libtestruntime.so"])
    var plugin = CPlugin(id: "runtime")
    plugin.prelude = "int runtime_answer(void);"
    plugin.rowCount = "*out = runtime_answer(); return SE_OK;"
    try plugin.build(in: folder, flags: ["-L", runtime.path, "-ltestruntime"])
    #expect(load(folder).refused.map(\.refusal) == [.missingLibrary("libtestruntime.so")])
    #expect(
      load(folder, runtime: folder.path("nowhere")).refused.map(\.refusal)
        == [.missingLibrary("libtestruntime.so")])
    #expect(load(folder, runtime: runtime.path).registry.plugins.map(\.id) == ["runtime"])
  }

  @Test(
    "$ORIGIN is the folder of the file",
    arguments: [
      ("$ORIGIN", "/p"), ("${ORIGIN}/../lib", "/p/../lib"), ("$ORIGINAL", nil), ("/abs", nil),
    ] as [(String, String?)])
  func origin(entry: String, expected: String?) {
    #expect(PluginImage.expandOrigin(entry, to: "/p") == expected)
  }

  @Test("a code that one plugin claims twice is a warning")
  func repeatedClaim() throws {
    let folder = try TemporaryFolder()
    var plugin = CPlugin(id: "eager")
    plugin.codes = ["A", "B", "A", "A"]
    try plugin.build(in: folder, as: "1.so")
    let loaded = load(folder, "user")
    #expect(loaded.diagnostics.map(\.message) == ["`eager` claims block code `A` twice"])
    #expect(loaded.diagnostics.map(\.severity) == [.warning])
  }

  @Test("the first plugin of an id and the first claim of a code win, and the others are reported")
  func shadowing() throws {
    let folder = try TemporaryFolder()
    var plugin = CPlugin(id: "first")
    plugin.codes = ["A", "B"]
    try plugin.build(in: folder, as: "1.so")
    plugin.codes = ["C"]
    try plugin.build(in: folder, as: "2.so")
    plugin.id = "third"
    plugin.codes = ["B", "D"]
    try plugin.build(in: folder, as: "3.so")
    let loaded = load(folder, "user")
    #expect(loaded.registry.plugins.map(\.path) == ["1.so", "3.so"])
    #expect(loaded.refused.map(\.refusal) == [.shadowed(id: "first", by: "1.so (1.0.0)")])
    #expect(
      loaded.diagnostics.map(\.message) == [
        "2.so has the id `first`, which 1.so (1.0.0) already has",
        "block code `B` of `third` goes to `first`",
      ])
    #expect(loaded.diagnostics.allSatisfy { $0.code == .shadowedClaim })
  }

  @Test("every refusal has a reason and an action")
  func everyReason() throws {
    let folder = try TemporaryFolder()
    try folder.write("empty.so", [])
    try folder.write("text.so", "hello".utf8)
    let loaded = load(folder, "user")
    #expect(
      loaded.diagnostics.map(\.message)
        == ["empty.so is empty", "text.so is a text file, not a shared library"])
    #expect(loaded.diagnostics.allSatisfy { !$0.helps.isEmpty && $0.plugin != nil })
  }
}
