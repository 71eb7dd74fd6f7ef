import Support
import Foundation
import LayoutCore
import PluginHost
import Testing

extension WorkerTests {
  /// Manifests as plugins, along with other plugins.
  @Suite("Manifests as plugins") struct ManifestPluginTests {
    private static let good =
      #""rowHeight": {"symbol": "sqrt", "arguments": [{"constant": 900, "type": "f64"}], "returns": "f64"}"#

    @Test("a manifest runs in the worker, trusted or not, and its library is not a plugin itself")
    func places() throws {
      var host = try ManifestHost("double sqrt(double v) { return v / 100; }")
      try host.add("own", Self.good)
      try host.add("again", Self.good)
      try host.add("math", library: "libm.so.6", Self.good)
      host.isolation.allowsUnconfined = true
      for name in ["own.section.json", "math.section.json"] {
        try host.isolation.trust(host.folder.path(name))
      }
      let loaded = host.load()
      // The order of the plugins is the byte order of their file names.
      #expect(loaded.registry.plugins.map(\.id) == ["again", "math", "own"])
      #expect(loaded.isolated == [0, 1, 2] && loaded.refused.isEmpty)
      #expect(loaded.diagnostics.isEmpty)
      for (name, height) in [("own", 9.0), ("again", 9), ("math", 30)] {
        let outcome = try ManifestHost.draw(name, "{}", with: loaded)
        #expect(outcome.section?.rows.map(\.height) == [height], "\(name)")
      }
    }

    @Test("a row has the address of its picture, a struck price and an identifier")
    func content() throws {
      let host = try ManifestHost()
      try host.add(
        "offers", library: "libm.so.6",
        """
        "items": "items", "item": {"title": "name", "detail": "price", "oldPrice": "before",
          "image": "pic", "identifier": {"type": "offer", "path": "id"}}
        """)
      let outcome = try ManifestHost.draw(
        "offers",
        """
        {"items": [{"name": "茶", "price": "¥199", "before": "¥299", "pic": "https://a.example/1.jpg",
          "id": 7}, {"name": "bread", "before": "¥9"}, {"name": "plain"}]}
        """, with: host.load())
      #expect(outcome.warnings.isEmpty, "\(outcome.warnings)")
      let arena = try #require(outcome.section).arena
      let texts = arena.attributes.flatMap { own in
        arena.runs[own.runs].map { run in
          let text = arena.string(arena.content(of: Int(own.node))?.text ?? .empty)
          return "\(text) \(run.range) \(run.traits == .strike)"
        }
      }
      #expect(texts == ["¥199 ¥299 6..<11 true", "¥9 0..<3 true"])
      let addresses = arena.attributes.map { arena.string($0.picture) }.filter { !$0.isEmpty }
      #expect(addresses == ["https://a.example/1.jpg"])
      let items = arena.attributes.filter { $0.resourceID.count > 0 }
        .map { arena.string($0.resourceType) + ":" + arena.string($0.resourceID) }
      #expect(items == ["offer:7"])
    }

    @Test("a manifest is refused if plugins run in the program")
    func withoutWorker() throws {
      let host = try ManifestHost()
      try host.add("own", Self.good)
      let loaded = PluginCatalog(
        PluginSearchPath(folders: [.init(path: host.folder.path, origin: .option)]),
        measurer: RecordedTextMeasurer())
      #expect(loaded.registry.plugins.isEmpty)
      #expect(loaded.diagnostics.map(\.code) == [.manifestNeedsWorker])
    }

    @Test(
      "a wrong signature can crash: the section is lost, and the manifest quarantined")
    func crash() throws {
      let host = try ManifestHost("double length(const char *t) { return strlen(t); }")
      try host.add(
        "wrong",
        """
        "rowHeight": {"symbol": "length", "arguments": [{"constant": 8, "type": "u64"}],
          "returns": "f64"}
        """)
      try host.add("math", library: "libm.so.6", Self.good)
      let loaded = host.load()
      let loss = try #require(try ManifestHost.draw("wrong", "{}", with: loaded).loss)
      #expect(loss.code == .pluginBroke && loss.message == "plugin `wrong` died of SIGSEGV")
      #expect(try ManifestHost.draw("math", "{}", with: loaded).section != nil)

      let next = host.load()
      #expect(next.quarantined.count == 1 && next.isolated.count == 1)
      #expect(next.refused.map(\.path) == [host.folder.path("wrong.section.json")])
      #expect(try ManifestHost.draw("wrong", "{}", with: next).loss?.message == loss.message)
      // The quarantine applies to the manifest together with its library, so a change of either
      // ends it.
      try CCompiler.build(
        "double length(long v) { return v; }", as: "libtest.so", in: host.folder)
      let mended = host.load()
      #expect(mended.quarantined.isEmpty)
      #expect(try ManifestHost.draw("wrong", "{}", with: mended).section?.rows[0].height == 8)
    }

    @Test("a manifest is refused without a protection, unless unconfined plugins are allowed")
    func unconfined() throws {
      var host = try ManifestHost()
      try host.add("math", library: "libm.so.6", Self.good)
      host.isolation.withheld = .seccomp
      let found = host.load().diagnostics.filter { $0.code == .protectionMissing }
      #expect(found.map(\.helps) == [["`--allow-unconfined` runs it all the same"]])
      host.isolation.allowsUnconfined = true
      let loaded = host.load()
      #expect(try ManifestHost.draw("math", "{}", with: loaded).section?.rows[0].height == 30)
    }

    @Test("a library loads its neighbours, but cannot read the user's files")
    func neighbours() throws {
      let host = try ManifestHost()
      try CCompiler.build(
        "double inner(void) { return 42; }", as: "libinner.so", in: host.folder,
        flags: ["-Wl,-soname,libinner.so"])
      try CCompiler.build(
        """
        #include <stdio.h>
        double inner(void);
        double outer(void) { return inner() + (fopen("/etc/passwd", "r") ? 1 : 0); }
        """, as: "libouter.so", in: host.folder,
        flags: ["-Wl,-rpath,$ORIGIN", "-L" + host.folder.path, "-linner"])
      try host.add(
        "outer", library: "./libouter.so", #""rowHeight": {"symbol": "outer", "returns": "f64"}"#)
      let loaded = host.load()
      let outcome = try ManifestHost.draw("outer", "{}", with: loaded)
      #expect(outcome.section?.rows.map(\.height) == [42])
      #expect(outcome.warnings.map(\.code) == [.deniedCall])
      #expect(!loaded.refused.contains { $0.path.hasSuffix("libouter.so") })
    }

    @Test("a call that does not fit its library is refused with the location in the manifest")
    func mismatches() throws {
      let host = try ManifestHost("double there(void) { return 1; }")
      func found(_ library: String, _ symbol: String = "there") throws -> Diagnostic {
        try host.add(
          "one", library: library, #""rowHeight": {"symbol": "\#(symbol)", "returns": "f64"}"#)
        let diagnostics = host.load().diagnostics.filter { $0.code == .manifestMismatch }
        #expect(diagnostics.count == 1)
        return try #require(diagnostics.first)
      }
      let symbol = try found("./libtest.so", "not_there")
      #expect(symbol.message == "the library has no function `not_there`")
      #expect(symbol.location?.path == "$.rowHeight.symbol" && symbol.location?.line == 2)
      let system = try found("libgone.so.7")
      #expect(system.message == "the system has no library `libgone.so.7`")
      #expect(system.location?.path == "$.library" && system.location?.column == 46)
      #expect(
        try found("./gone.so").message
          == "the library `./gone.so` cannot be read: No such file or directory")
      try host.folder.write("text.so", "hello\n".utf8)
      #expect(
        try found("./text.so").message
          == "the library `./text.so` is a text file, not a shared library")
      #expect(symbol.severity == .warning && !symbol.helps.isEmpty && !system.helps.isEmpty)
    }

    @Test("a row has an image, texts, a badge and an action, without those that are missing")
    func template() throws {
      let host = try ManifestHost()
      try host.add(
        "cards",
        """
        "items": "list", "title": "head.text", "rowHeight": 80, "item": {
          "title": "name", "detail": "n", "image": {"path": "pic", "aspectRatio": 2},
          "badge": "tag", "action": {"type": "orpheus", "target": "link"}}
        """)
      try host.add("bare", #""items": "list""#)
      let loaded = host.load()
      let feed = """
        {"head": {"text": "标题 🫖 مرحبا"}, "list": [
          {"name": "灯塔周日开放", "n": 7, "pic": "a.jpg", "tag": "新", "link": "x://y"},
          {"name": "مرحبا بالعالم", "tag": "new"}, {"name": "", "pic": null}, 7, null]}
        """
      var environment = LayoutEnvironment()
      environment.direction = .rtl
      for direction in [LayoutEnvironment.Direction.ltr, .rtl] {
        environment.direction = direction
        let section = try #require(
          try ManifestHost.draw("cards", feed, with: loaded, environment: environment).section)
        #expect(section.title == "标题 🫖 مرحبا" && section.header != nil)
        #expect(section.rows.count == 5 && section.rows.allSatisfy { $0.height == 80 })
        let text = String(decoding: section.arena.text, as: UTF8.self)
        for word in ["灯塔周日开放", "7", "新", "orpheus", "x://y", "مرحبا بالعالم", "new", "card"] {
          #expect(text.contains(word), "\(word)")
        }
      }
      let bare = try #require(try ManifestHost.draw("bare", feed, with: loaded).section)
      #expect(bare.rows.count == 5 && bare.header == nil)
    }
  }
}
