import Foundation
import LayoutCore
import PluginCalls
@testable import PluginHost
import Testing

@Suite("ClaimsCache")
struct ClaimsCacheTests {
  private static let stamp = FileStamp("/proc/self/exe")

  /// Returns one entry of each kind.
  private static func entries() throws -> [String: ClaimsEntry] {
    let stamp = try #require(stamp)
    var plugin = ClaimsEntry(stamp: stamp)
    plugin.witnesses = [.init("/proc/self/exe"), .init("/nonexistent/lib 日本.so")]
    plugin.digest = FileDigest(of: [1])
    plugin.companions = ["libx.so"]
    plugin.plugin = .init(
      id: "one", version: "1.0", providers: [.init(blockCodes: ["A", "*", "频道"], showTypes: [])])
    let refusals: [PluginRefusal] = [
      .empty, .text, .foreignFormat("a zip archive"), .notELF, .class32, .bigEndian,
      .wrongMachine(found: "x", expected: "y"), .notShared("an executable"),
      .incomplete(what: "header", end: .max, size: 0), .malformed("its 🧨"), .noEntry,
      .otherCompiler(found: "5.9", expected: "6.3"), .tooLarge(bytes: 1 << 40),
      .refusedHost, .otherContract(found: .max, expected: 1), .invalidTable("no id"),
    ]
    var all = ["/a/one.so": plugin, "/a/日本.so": ClaimsEntry(stamp: stamp)]
    for (number, refusal) in refusals.enumerated() {
      #expect(refusal.isKept)
      var entry = ClaimsEntry(stamp: stamp)
      entry.refusal = refusal
      all["/r/\(number).so"] = entry
    }
    return all
  }

  @Test("written entries are read again, and equal entries give equal bytes")
  func roundTrip() throws {
    let entries = try Self.entries()
    let bytes = ClaimsCache.bytes(of: entries)
    #expect(ClaimsCache.entries(in: bytes) == entries)
    #expect(ClaimsCache.bytes(of: entries) == bytes)
    #expect(ClaimsCache.entries(in: ClaimsCache.bytes(of: [:])) == [:])
    #expect(!PluginRefusal.missingLibrary("libx.so").isKept)
    #expect(!PluginRefusal.noWorker(reason: "").isKept)
  }

  @Test("a file that is truncated anywhere or has one wrong bit is not a cache")
  func damage() throws {
    let bytes = ClaimsCache.bytes(of: try Self.entries())
    for count in bytes.indices { #expect(ClaimsCache.entries(in: Array(bytes[..<count])) == nil) }
    for bit in stride(from: 0, to: bytes.count * 8, by: 3) {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(ClaimsCache.entries(in: flipped) == nil, "bit \(bit)")
    }
  }

  @Test("a complete file of another format or another program is not a cache")
  func foreign() throws {
    let bytes = ClaimsCache.bytes(of: try Self.entries())
    func signed(_ text: [UInt8]) -> [UInt8] {
      let hex = Array(FileDigest(of: text).text)
      return text
        + stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(hex[$0...$0 + 1]), radix: 16) }
    }
    let text = Array(bytes.dropLast(32))
    #expect(ClaimsCache.entries(in: signed(text)) != nil)
    let version = try #require(text.firstRange(of: Array("claims 1 ".utf8))).upperBound - 2
    var other = text
    other[version] = UInt8(ascii: "2")
    #expect(ClaimsCache.entries(in: signed(other)) == nil)
    // Each file has a correct signature and begins correctly, but the rest of it is cut off.
    let length = Int(text[0]) | Int(text[1]) << 8
    for count in [4 + length, 4 + length + 4, text.count - 1] {
      #expect(ClaimsCache.entries(in: signed(Array(text[..<count]))) == nil, "\(count)")
    }
    let large = Array(text[..<(4 + length)]) + [255, 255, 255, 255]
    #expect(ClaimsCache.entries(in: signed(large)) == nil)
  }

  // MARK: A plugin that counts its entry calls

  private struct Counted {
    let folder: TemporaryFolder
    var cache: String { folder.path("cache") }
    var runs: Int { (try? folder.read("runs").count) ?? 0 }
    var plugins: String { folder.path("plugins") }

    init() throws {
      folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: plugins, withIntermediateDirectories: true)
    }

    func build(_ id: String = "counted", code: String = "TEST", as name: String = "p.so") throws {
      var plugin = CPlugin(id: id)
      plugin.codes = [code]
      plugin.rowHeight = "*out = SE_PT(20); return SE_OK;"
      plugin.entry =
        "FILE *f = fopen(\"\(folder.path("runs"))\", \"a\"); fputc('x', f); fclose(f);"
        + "return &plugin;"
      try CCompiler.build(plugin.source, as: name, in: folder)
      // The file is renamed into place, as an installation does it, because the process may have
      // mapped the old one.
      try #require(rename(folder.path(name), plugins + "/" + name) == 0)
    }

    func load(_ origin: PluginDescriptor.Origin = .option) -> PluginCatalog {
      PluginCatalog(
        PluginSearchPath(folders: [.init(path: plugins, origin: origin)]),
        measurer: HalfMeasurer(), cacheFolder: cache)
    }

    /// Draws a block as a page does.
    func draw(_ code: String = "TEST", with loaded: PluginCatalog) throws -> SectionOutcome? {
      try Self.draw(code, with: loaded)
    }

    static func draw(_ code: String, with loaded: PluginCatalog) throws -> SectionOutcome? {
      let document = try TestHost.document("{}")
      let request = SectionRequest(
        block: document.root, settings: document.root, blockCode: code, showType: "",
        environment: .init())
      let ready = loaded.prepare(for: [request.kind])
      return ready.registry.owner(of: .blockCode(code)).flatMap {
        ready.runner.run([($0, request)]).first
      }
    }
  }

  /// Waits, because the cache does not keep a file that changed a moment ago: a second change could
  /// have the same time.
  private func settle() { usleep(150_000) }

  @Test(
    "a cached plugin runs no code until a page needs it",
    arguments: [PluginDescriptor.Origin.option, .bundled])
  func lazy(_ origin: PluginDescriptor.Origin) throws {
    let plugin = try Counted()
    try plugin.build()
    settle()
    #expect(plugin.load(origin).registry.plugins.map(\.id) == ["counted"])
    #expect(plugin.runs == 1)
    let warm = plugin.load(origin)
    #expect(warm.registry.knownBlockCodes == ["TEST"] && warm.diagnostics == [])
    #expect(warm.plugins.map(\.status) == [.program])
    #expect(try plugin.draw("OTHER", with: warm) == nil)
    #expect(plugin.runs == 1)
    let section = try #require(try plugin.draw(with: warm)?.section)
    #expect(section.provider == .init(id: "counted", version: "1.0.0"))
    #expect(try plugin.draw(with: warm)?.section != nil)
    #expect(plugin.runs == 2)
  }

  @Test("threads that need a plugin at the same time load it once")
  func threads() async throws {
    let plugin = try Counted()
    try plugin.build()
    settle()
    _ = plugin.load()
    let warm = plugin.load()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 { group.addTask { try plugin.draw(with: warm)?.section != nil } }
      for try await isDrawn in group { #expect(isDrawn) }
    }
    #expect(plugin.runs == 2)
  }

  @Test("a rewritten file is loaded again, although its size and time are the same")
  func stale() throws {
    let plugin = try Counted()
    try plugin.build(code: "AAAA")
    settle()
    #expect(plugin.load().registry.knownBlockCodes == ["AAAA"])
    let path = plugin.plugins + "/p.so"
    let old = try #require(FileStamp(path))
    func keepTimes() {
      let time = timespec(
        tv_sec: Int(old.modified / 1_000_000_000), tv_nsec: Int(old.modified % 1_000_000_000))
      utimensat(AT_FDCWD, path, [time, time], 0)
    }
    // A different file replaces the plugin under the same name.
    try plugin.build(code: "BBBB")
    keepTimes()
    let renamed = try #require(FileStamp(path))
    #expect(renamed.size == old.size && renamed.modified == old.modified)
    #expect(renamed.inode != old.inode)
    settle()
    #expect(plugin.load().registry.knownBlockCodes == ["BBBB"])
    #expect(plugin.runs == 2)

    // The same file gets different contents.
    try plugin.build(code: "CCCC", as: "q.so")
    let bytes = try plugin.folder.read("plugins/q.so")
    unlink(plugin.plugins + "/q.so")
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: bytes)
    try file.close()
    keepTimes()
    let written = try #require(FileStamp(path))
    #expect(written.inode == renamed.inode && written.size == renamed.size)
    #expect(written.modified == renamed.modified && written.changed != renamed.changed)
    #expect(plugin.load().registry.knownBlockCodes == ["CCCC"])
  }

  @Test("a file that changed a moment ago is not cached")
  func unsettled() throws {
    let plugin = try Counted()
    try plugin.build()
    let path = plugin.plugins + "/p.so"
    // A modification time in the future counts as recent throughout the test.
    utimensat(
      AT_FDCWD, path, [timespec(tv_sec: 1 << 33, tv_nsec: 0), .init(tv_sec: 1 << 33, tv_nsec: 0)], 0
    )
    _ = plugin.load()
    _ = plugin.load()
    #expect(plugin.runs == 2)
  }

  @Test("the description from loading a plugin takes precedence over the cached one")
  func swapped() throws {
    let plugin = try Counted()
    try plugin.build(code: "OLD")
    try plugin.build("other", code: "KEPT", as: "r.so")
    settle()
    _ = plugin.load()
    let warm = plugin.load()
    try plugin.build("new", code: "NEW")
    #expect(warm.registry.knownBlockCodes == ["KEPT", "OLD"])
    #expect(try plugin.draw("OLD", with: warm) == nil)
    #expect(try plugin.draw("NEW", with: warm)?.section?.provider.id == "new")
    #expect(try plugin.draw("KEPT", with: warm)?.section?.provider.id == "other")
    // A file that was removed is refused, like one that cannot be read.
    let late = plugin.load()
    unlink(plugin.plugins + "/r.so")
    #expect(try plugin.draw("KEPT", with: late) == nil)
    #expect(late.diagnostics.map(\.code) == [.pluginRefused])
  }

  @Test("an installed plugin whose claims changed draws nothing, and its cache entry is removed")
  func changed() throws {
    let plugin = try Counted()
    try plugin.build(code: "NEW")
    settle()
    let file = try #require(
      PluginSearchPath(folders: [.init(path: plugin.plugins, origin: .bundled)]).files().files.first
    )
    var cache = ClaimsCache(folder: plugin.cache)
    var entry = ClaimsEntry(stamp: try #require(file.stamp))
    entry.plugin = .init(
      id: "counted", version: "1.0.0", providers: [.init(blockCodes: ["OLD"], showTypes: [])])
    cache.remember(entry, of: file)
    try cache.save()

    let warm = plugin.load(.bundled)
    #expect(warm.registry.knownBlockCodes == ["OLD"])
    guard case .failed(let diagnostic)? = try plugin.draw("OLD", with: warm) else {
      Issue.record("it is drawn, or lost")
      return
    }
    #expect(diagnostic.code == .pluginChanged && diagnostic.plugin == "counted@1.0.0")
    #expect(plugin.load(.bundled).registry.knownBlockCodes == ["NEW"])
  }

  @Test("an installed plugin that can no longer be loaded loses its sections")
  func lateRefusal() throws {
    let plugin = try Counted()
    try plugin.build()
    settle()
    _ = plugin.load(.bundled)
    let warm = plugin.load(.bundled)
    // The old file is still mapped, so it must not be overwritten.
    unlink(plugin.plugins + "/p.so")
    try plugin.folder.write("plugins/p.so", Array("no library\n".utf8))
    let loss = try #require(try plugin.draw(with: warm)?.loss)
    #expect(
      loss.code == .pluginRefused && loss.message == "p.so is a text file, not a shared library")
    #expect(loss.blockCode == "TEST")
  }

  @Test("refusals from the cache have the same words")
  func refusals() throws {
    let plugin = try Counted()
    try plugin.build("a", as: "a.so")
    try plugin.build("a", as: "b.so")
    let good = try plugin.folder.read("plugins/a.so")
    try plugin.folder.write("plugins/half.so", good.prefix(good.count / 2))
    try plugin.folder.write("plugins/text.so", Array("text".utf8))
    try plugin.folder.write("plugins/empty.so", [])
    symlink("nowhere", plugin.plugins + "/link.so")
    var broken = CPlugin(id: "broken")
    broken.entry = "plugin.id = 0; return &plugin;"
    try CCompiler.build(broken.source, as: "broken.so", in: plugin.folder)
    rename(plugin.folder.path("broken.so"), plugin.plugins + "/broken.so")
    var refusing = CPlugin(id: "refusing")
    refusing.entry = "return 0;"
    try CCompiler.build(refusing.source, as: "refusing.so", in: plugin.folder)
    rename(plugin.folder.path("refusing.so"), plugin.plugins + "/refusing.so")
    settle()
    let cold = plugin.load()
    let runs = plugin.runs
    let warm = plugin.load()
    #expect(cold.refused.count == 7 && cold.registry.plugins.map(\.id) == ["a"])
    #expect(warm.diagnostics == cold.diagnostics && plugin.runs == runs)
    #expect(warm.plugins.map(\.status) == cold.plugins.map(\.status))
  }

  @Test("entries of removed files are removed, and those of other folders stay")
  func gone() throws {
    let plugin = try Counted()
    try plugin.build()
    try plugin.build("other", as: "q.so")
    let elsewhere = try Counted()
    try elsewhere.build("elsewhere", code: "ELSE")
    settle()
    func load(_ folder: String) {
      _ = PluginCatalog(
        PluginSearchPath(folders: [.init(path: folder, origin: .option)]),
        measurer: HalfMeasurer(), cacheFolder: plugin.cache)
    }
    load(elsewhere.plugins)
    load(plugin.plugins)
    #expect(ClaimsCache(folder: plugin.cache).entries.count == 3)
    unlink(plugin.plugins + "/q.so")
    try plugin.build("third", as: "r.so")
    settle()
    load(plugin.plugins)
    let names = ClaimsCache(folder: plugin.cache).entries.keys.sorted()
    #expect(
      names
        == [elsewhere.plugins + "/p.so", plugin.plugins + "/p.so", plugin.plugins + "/r.so"]
        .sorted())
  }

  @Test("without a writable cache plugins are only slower to load")
  func unwritable() throws {
    let plugin = try Counted()
    try plugin.build()
    settle()
    // A file at the path of the cache's folder makes caching fail, even for the superuser.
    try plugin.folder.write("cache", [1])
    for round in 1...2 {
      let loaded = plugin.load()
      #expect(loaded.diagnostics == [] && loaded.unsaved != nil)
      #expect(plugin.runs == round)
    }
  }

  @Test("a cache that other users can write is not read")
  func shared() throws {
    let plugin = try Counted()
    try plugin.build()
    settle()
    _ = plugin.load()
    chmod(plugin.cache + "/claims", 0o666)
    _ = plugin.load()
    #expect(plugin.runs == 2)
  }

  // MARK: The worker

  @Test("a worker starts when a page needs its plugin")
  func worker() throws {
    var host = try WorkerHost([.good, CPlugin("more", build: nil), CPlugin("third")])
    host.isolation.sectionTime = 5
    settle()
    func load() -> PluginCatalog {
      PluginCatalog(
        PluginSearchPath(folders: [.init(path: host.folder.path, origin: .option)]),
        measurer: RecordedTextMeasurer(), isolation: host.isolation,
        cacheFolder: host.folder.path("cache"))
    }
    let cold = load()
    #expect(cold.isolated.count == 3)
    let warm = load()
    #expect(warm.isolated == cold.isolated && warm.diagnostics == cold.diagnostics)
    for code in ["GOOD", "MORE", "THIRD", "GOOD"] {
      #expect(try Counted.draw(code, with: warm)?.section?.provider.id == code.lowercased())
    }
  }

  @Test(
    "without a worker, cached plugins that a page needs are refused as without a cache")
  func noWorker() throws {
    var host = try WorkerHost([.good])
    settle()
    func load() -> PluginCatalog {
      PluginCatalog(
        PluginSearchPath(folders: [.init(path: host.folder.path, origin: .option)]),
        measurer: RecordedTextMeasurer(), isolation: host.isolation,
        cacheFolder: host.folder.path("cache"))
    }
    #expect(load().isolated == [0])
    host.isolation.withheld = .landlock
    let warm = load()
    #expect(warm.diagnostics == [])
    #expect(try Counted.draw("GOOD", with: warm) == nil)
    #expect(warm.diagnostics.map(\.code) == [.protectionMissing])
  }

  @Test("listing runs trusted plugins in the worker, and quarantined plugins nowhere")
  func listing() throws {
    var host = try WorkerHost([
      .good, CPlugin("bad", open: "*(volatile int *)8 = 1; return SE_OK;"),
    ])
    settle()
    func load(_ isListing: Bool) -> PluginCatalog {
      PluginCatalog(
        PluginSearchPath(folders: [.init(path: host.folder.path, origin: .option)]),
        measurer: RecordedTextMeasurer(), isolation: host.isolation,
        cacheFolder: host.folder.path("cache"), isListing: isListing)
    }
    try host.isolation.trust(host.folder.path("good.so"))
    #expect(load(true).plugins.map(\.status) == [.worker, .trusted])
    #expect(try Counted.draw("BAD", with: load(false))?.loss?.code == .pluginBroke)
    let listed = load(true)
    #expect(listed.plugins.map(\.status) == [.quarantined, .trusted])
    #expect(listed.diagnostics.map(\.code) == [.pluginQuarantined])
  }
}
