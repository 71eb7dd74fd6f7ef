import Testing

@testable import PluginHost

@Suite("ProviderRegistry")
struct ProviderRegistryTests {
  private func plugin(
    _ id: String, _ providers: (codes: [String], types: [String])...
  ) -> PluginDescriptor {
    PluginDescriptor(
      id: id, version: "1.0.0", path: "\(id).so", origin: .option,
      providers: providers.map { .init(blockCodes: $0.codes, showTypes: $0.types) })
  }

  private func reference(_ plugin: Int, _ provider: Int) -> ProviderReference {
    ProviderReference(plugin: plugin, provider: provider)
  }

  @Test("a block goes to the provider of its code, then of its showType, then of the wildcard")
  func candidates() {
    let registry = ProviderRegistry(plugins: [
      plugin("generic", (["*"], [])),
      plugin("rail", (["A"], ["SLIDE"]), (["B"], [])),
    ])
    func ask(_ code: String, _ type: String) -> [String] {
      registry.candidates(blockCode: code, showType: type).map {
        "\($0.step) \($0.reference.plugin).\($0.reference.provider)"
      }
    }
    #expect(ask("B", "SLIDE") == ["blockCode 1.1", "showType 1.0", "wildcard 0.0"])
    // A provider that claims both keys is called once.
    #expect(ask("A", "SLIDE") == ["blockCode 1.0", "wildcard 0.0"])
    #expect(ask("X", "SLIDE") == ["showType 1.0", "wildcard 0.0"])
    #expect(ask("X", "") == ["wildcard 0.0"])
    #expect(ask("*", "*") == ["wildcard 0.0"])
  }

  @Test("the first claim wins, and each later claim is listed with the winner")
  func shadowing() {
    let registry = ProviderRegistry(plugins: [
      plugin("one", (["A", "A"], ["S"]), (["A"], [])),
      plugin("two", (["A", "*"], ["S"])),
      plugin("three", (["*", "C"], [])),
    ])
    #expect(registry.owner(of: .blockCode("A")) == reference(0, 0))
    #expect(
      registry.shadowedClaims == [
        .init(key: .blockCode("A"), loser: reference(0, 1), winner: reference(0, 0)),
        .init(key: .blockCode("A"), loser: reference(1, 0), winner: reference(0, 0)),
        .init(key: .showType("S"), loser: reference(1, 0), winner: reference(0, 0)),
        .init(key: .wildcard, loser: reference(2, 0), winner: reference(1, 0)),
      ])
    #expect(registry.knownBlockCodes == ["A", "C"])
    #expect(
      registry.repeatedClaims == [
        .init(key: .blockCode("A"), loser: reference(0, 0), winner: reference(0, 0))
      ])
  }

  @Test("an app has its claims only, and the plugins that it names draw them if they are present")
  func limited() {
    let registry = ProviderRegistry(plugins: [
      plugin("mine", (["A", "B"], ["S"])), plugin("app", (["A"], ["S"]), (["B", "C"], [])),
      plugin("generic", (["*"], [])),
    ]).limited(to: [
      .blockCode("A"): "app", .blockCode("B"): "missing", .blockCode("X"): "app",
      .showType("S"): "",
    ])
    #expect(registry.owner(of: .blockCode("A")) == reference(1, 0))
    #expect(registry.owner(of: .blockCode("B")) == reference(0, 0))
    #expect(registry.owner(of: .showType("S")) == reference(0, 0))
    #expect(
      registry.owner(of: .blockCode("C")) == nil && registry.owner(of: .blockCode("X")) == nil)
    #expect(registry.owner(of: .wildcard) == reference(2, 0))
    #expect(registry.knownBlockCodes == ["A", "B"] && registry.suggestion(for: "C") == "A")
    let none = registry.limited(to: [:])
    #expect(none.candidates(blockCode: "A", showType: "S").map(\.step) == [.wildcard])
  }

  @Test("the first plugin of an id wins, and the later one claims nothing")
  func duplicates() {
    let registry = ProviderRegistry(plugins: [
      plugin("one", (["A"], [])), plugin("one", (["B"], [])), plugin("two", (["C"], [])),
    ])
    #expect(registry.owner(of: .blockCode("B")) == nil)
    #expect(registry.owner(of: .blockCode("C")) == reference(2, 0))
  }

  @Test(
    "a mistyped code finds the closest code",
    arguments: [
      ("HOMEPAGE_BLOCK_PLAYLIST_RCDM", "HOMEPAGE_BLOCK_PLAYLIST_RCMD"),
      ("HOMEPAGE_BANNERS", "HOMEPAGE_BANNER"), ("HOMEPAG_BANER", "HOMEPAGE_BANNER"),
      ("TIKCER", "TICKER"), ("HOMEPAGE_BLOCK_STYLE_RCMD", nil), ("TOTALLY_ELSE", nil), ("", nil),
      ("T", nil),
    ] as [(String, String?)])
  func suggestion(typed: String, meant: String?) {
    let registry = ProviderRegistry(plugins: [
      plugin("p", (["TICKER", "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "HOMEPAGE_BANNER"], []))
    ])
    #expect(registry.suggestion(for: typed) == meant)
  }

  @Test(
    "of equally close codes the first in byte order is suggested, and long codes are not compared")
  func suggestionTies() {
    let long = String(repeating: "A", count: 1000)
    let registry = ProviderRegistry(plugins: [plugin("p", (["ABCDF", "ABCDE", long], []))])
    #expect(registry.suggestion(for: "ABCDX") == "ABCDE")
    #expect(registry.suggestion(for: long + "B") == nil)
  }
}
