import Support
import LayoutCore
@testable import PluginHost
import SectionEngine
import Testing

/// A runner that draws a row of 70 points until a test sets `isBroken`.
private final class BreakingRunner: ProviderRunner, @unchecked Sendable {
  // Invariant: the tests use the runner on one thread.
  var isBroken = false
  /// Whether a broken runner reports a failure instead of losing the section.
  var fails = false

  func run(_ batch: [(provider: ProviderReference, request: SectionRequest)]) -> [SectionOutcome] {
    batch.map { _, request in
      let finding = Diagnostic(.pluginBroke, .error, "plugin `rows` died of SIGSEGV")
      if isBroken { return fails ? .failed(finding) : .lost(finding) }
      var section = Section(
        blockCode: request.blockCode, provider: .init(id: "rows", version: "1.0.0"))
      section.rows = [.init(node: section.arena.begin(.box), height: 70)]
      section.arena.end()
      return .section(section, warnings: [])
    }
  }
}

@Suite("Heights of lost sections") struct KnownHeightsTests {
  private let runner = BreakingRunner()

  private func height(_ engine: Engine, width: Double = 400) throws -> Double {
    let page = engine.page(
      of: ["f": Array(#"[{"code": "A"}]"#.utf8)], in: LayoutEnvironment(width: width))
    return try #require(page.sections.first).frame.height
  }

  private func engine() throws -> Engine {
    let registry = ProviderRegistry(plugins: [
      PluginDescriptor(
        id: "rows", version: "1.0.0", path: "rows.so", origin: .option,
        providers: [.init(blockCodes: ["A"], showTypes: [])])
    ])
    let layout =
      #"{"name": "t", "version": 1, "sources": {"f": {"items": "$", "element": {"code": "code"}}}}"#
    return try Engine(
      layout: Array(layout.utf8),
      providers: SectionProviders(
        registry: registry, runner: runner,
        measurer: FixedTextMeasurer(advance: 10, lineHeight: 20)))
  }

  @Test("a section that its plugin loses keeps its last height")
  func lastHeight() throws {
    let engine = try engine()
    #expect(try height(engine) == 70)
    runner.isBroken = true
    #expect(try height(engine) == 70)
    #expect(try height(engine) == 70)
    // The section was never drawn at 300 points, so its height at this width is not known.
    #expect(try height(engine, width: 300) != 70)
  }

  @Test("a section that no provider can draw has the height of any placeholder")
  func failing() throws {
    let engine = try engine()
    #expect(try height(engine) == 70)
    runner.isBroken = true
    runner.fails = true
    #expect(try height(engine) == 120)
  }
}
