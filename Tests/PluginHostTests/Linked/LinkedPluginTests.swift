import FeedDocument
import LayoutCore
import PluginHost
import SectionKit
import Support
import Testing

/// Plugins that the program links, compared with libraries that do the same.
@Suite("Linked plugins") struct LinkedPluginTests {
  private static func catalog(
    _ linked: [SectionPlugin], _ folders: [TemporaryFolder] = []
  ) -> PluginCatalog {
    PluginCatalog(
      PluginSearchPath(options: folders.map(\.path)), linked: linked, measurer: HalfMeasurer())
  }

  private static func request(_ json: String) throws -> SectionRequest {
    SectionRequest(
      block: try TestHost.document(json).root, settings: try TestHost.document("{}").root,
      blockCode: "BAD", showType: "", environment: LayoutEnvironment())
  }

  private static func outcome(
    of catalog: PluginCatalog, _ request: SectionRequest
  ) throws -> SectionOutcome {
    let runner = catalog.prepare(for: []).runner
    return try #require(
      runner.run([(ProviderReference(plugin: 0, provider: 0), request)]).first)
  }

  /// The member `does` of a block, and the functions of a plugin in C that do the same.
  static let misbehaviours: [(does: String, change: @Sendable (inout CPlugin) -> Void)] = [
    ("draw", { _ in }),
    ("fail", { $0.open = Self.report("fail", "nothing fits") + "return SE_FAILED;" }),
    ("decline", { $0.open = Self.report("fail", "not mine") + "return SE_DECLINED;" }),
    ("warn", { $0.open = Self.report("warn", "odd") + "return SE_OK;" }),
    (
      "fail late",
      {
        $0.prelude = "static se_value whole;"
        $0.open = "whole = block->value; return SE_OK;"
        $0.build = #"host->fail(host, whole, SE_STR(""), SE_STR("no body")); return SE_FAILED;"#
      }
    ),
    ("many rows", { $0.rowCount = "*out = 10001; return SE_OK;" }),
    ("no number", { $0.rowHeight = "*out = SE_PT(NAN); return SE_OK;" }),
    (
      "many nodes",
      {
        $0.build = """
          se_node n = {.kind = SE_NODE_BOX};
          for (int i = 0; i < 100001; i++) { host->begin_node(host, &n); host->end_node(host); }
          return SE_OK;
          """
      }
    ),
  ]

  private static func report(_ function: String, _ message: String) -> String {
    #"""
    host->\#(function)(host, host->member(host, block->value, SE_STR("does")), SE_STR(""),
      SE_STR("\#(message)"));
    """#
  }

  @Test(
    "a linked section has the outcome of a library that does the same", arguments: misbehaviours)
  func outcomes(_ does: String, _ change: @Sendable (inout CPlugin) -> Void) throws {
    var plugin = CPlugin(id: "bad")
    plugin.codes = ["BAD"]
    plugin.rowHeight = "*out = SE_PT(5); return SE_OK;"
    change(&plugin)
    let folder = try TemporaryFolder()
    try plugin.build(in: folder)
    let linked = SectionPlugin(id: "bad", version: "1.0.0", [Misbehaving.self])
    let request = try Self.request(#"{"blockCode": "BAD", "does": "\#(does)"}"#)
    let outcomes = try [Self.catalog([linked]), Self.catalog([], [folder])].map {
      try Self.outcome(of: $0, request)
    }
    func words(_ outcome: SectionOutcome) -> String {
      var (kind, found): (String, [Diagnostic]) =
        switch outcome {
        case .section(let section, let warnings):
          ("section \(section.rows.map(\.height))", warnings)
        case .declined(let diagnostic): ("declined", [diagnostic])
        case .failed(let diagnostic): ("failed", [diagnostic])
        case .lost(let diagnostic): ("lost", [diagnostic])
        }
      // The author of a linked section is the reader, who has no file.
      for index in found.indices {
        found[index].helps = found[index].helps.filter {
          !$0.hasPrefix("tell its author") && !$0.hasPrefix("correct its type")
        }
      }
      kind += found.map { "\n\($0)" }.joined()
      return kind
    }
    #expect(words(outcomes[0]) == words(outcomes[1]))
    #expect((outcomes[0].section != nil) == ["draw", "warn"].contains(does))
  }

  @Test("a linked plugin precedes a library, and a code claimed twice is reported")
  func precedence() throws {
    var plugin = CPlugin(id: "library")
    plugin.codes = ["HEIGHTS", "OWN", "*"]
    let folder = try TemporaryFolder()
    try plugin.build(in: folder)
    let app = SectionPlugin(id: "app", version: "1.0.0", [Heights.self])
    let catalog = Self.catalog([app, Linked.second], [folder])
    let registry = catalog.registry
    #expect(registry.plugins.map(\.id) == ["app", "second", "library"])
    #expect(registry.owner(of: .blockCode("HEIGHTS")) == .init(plugin: 0, provider: 0))
    #expect(registry.owner(of: .showType("ROWS")) == .init(plugin: 0, provider: 0))
    #expect(registry.owner(of: .blockCode("SECOND")) == .init(plugin: 1, provider: 0))
    #expect(registry.owner(of: .blockCode("OWN")) == .init(plugin: 2, provider: 0))
    #expect(registry.owner(of: .wildcard) == .init(plugin: 2, provider: 0))
    let found = catalog.diagnostics
    #expect(found.map(\.code) == [.shadowedClaim, .shadowedClaim, .shadowedClaim])
    #expect(found.map(\.severity) == [.warning, .note, .note])
    #expect(found[0].message == "`second` claims block code `SECOND` twice")
    #expect(found[0].notes == ["the linked plugin `second`: the first claim wins"])
    #expect(found[1].message == "block code `HEIGHTS` of `second` goes to `app`")
    #expect(found[2].message == "block code `HEIGHTS` of `library` goes to `app`")
    #expect(
      found[2].notes == [
        "the linked plugin `app` is found before \(folder.path)/plugin.so; the first claim wins"
      ])
  }

  @Test("of two plugins with one id, the linked one is used")
  func sameID() throws {
    let folder = try TemporaryFolder()
    try CPlugin(id: "app").build(in: folder)
    let catalog = Self.catalog([Linked.app, Linked.app], [folder])
    #expect(catalog.registry.plugins.map(\.version) == ["2.0.0"])
    #expect(catalog.diagnostics.map(\.code) == [.shadowedClaim, .shadowedClaim])
    #expect(
      catalog.diagnostics.allSatisfy { $0.message.contains("the linked plugin `app` (2.0.0)") })
  }

  @Test(
    "a linked plugin that describes itself wrongly is refused with its reason",
    arguments: [
      (Linked.misnamed, "its id has characters other than letters, digits and `-` `_` `.`"),
      (Linked.claimless, "provider 0 claims no block code and no showType"),
      (Linked.empty, "it has no provider and no renderer"),
      (Linked.engineOwn, "the id `placeholder` belongs to the engine"),
    ])
  func refusals(_ plugin: SectionPlugin, _ reason: String) {
    let catalog = Self.catalog([plugin, Linked.app])
    #expect(catalog.registry.plugins.map(\.id) == ["app"])
    #expect(catalog.diagnostics.map(\.code) == [.pluginRefused])
    #expect(
      catalog.diagnostics.first?.message
        == "the linked plugin `\(plugin.id)` describes itself wrongly: \(reason)")
    #expect(catalog.diagnostics.first?.helps == ["correct its `SectionPlugin`"])
    #expect(catalog.absences == catalog.diagnostics)
  }

  @Test("many linked plugins draw at once, and are released with their catalog")
  func threads() async throws {
    let request = try Self.request(#"{"does": "draw"}"#)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          let plugin = SectionPlugin(id: "bad", version: "1.0.0", [Misbehaving.self])
          let outcome = try Self.outcome(of: Self.catalog([plugin]), request)
          #expect(outcome.section?.rows.map(\.height) == [5])
        }
      }
      try await group.waitForAll()
    }
  }
}
