import LayoutCore
@testable import PluginHost
import SectionEngine
import Synchronization
import Testing

@Suite("Cancelled pages") struct CancellationTests {
  /// A runner that cancels the current task at the n-th section, as closing a window would.
  private final class CancellingRunner: ProviderRunner {
    let rows = RowsRunner()
    private let left: Mutex<Int>

    init(after count: Int) { left = Mutex(count) }

    func run(
      _ batch: [(provider: ProviderReference, request: SectionRequest)]
    ) -> [SectionOutcome] {
      let isNow = left.withLock { left in
        defer { left -= batch.count }
        return left > 0 && left <= batch.count
      }
      if isNow { withUnsafeCurrentTask { $0?.cancel() } }
      return rows.run(batch)
    }
  }

  private static let layout = Array(
    """
    {"name": "test", "version": 1, "sources": {
      "feed": {"primary": true, "items": "$", "element": {"code": "code"}}}}
    """.utf8)

  private static func engine(_ runner: CancellingRunner) throws -> Engine {
    let registry = ProviderRegistry(plugins: [
      PluginDescriptor(
        id: "rows", version: "1.0.0", path: "rows.so", origin: .bundled,
        providers: [.init(blockCodes: ["*"], showTypes: [])])
    ])
    return try Engine(
      layout: layout,
      providers: SectionProviders(
        registry: registry, runner: runner,
        measurer: FixedTextMeasurer(advance: 10, lineHeight: 20)))
  }

  private static func reply(_ count: Int) -> [String: [UInt8]] {
    let blocks = (0..<count).map { #"{"code": "B\#($0)"}"# }
    return ["feed": Array("[\(blocks.joined(separator: ","))]".utf8)]
  }

  @Test("drawing stops when the task of a page is cancelled", arguments: [1, 33, 100, 500])
  func cancelled(after count: Int) async throws {
    let runner = CancellingRunner(after: count)
    let engine = try Self.engine(runner)
    let task = Task { try engine.pageUnlessCancelled(of: Self.reply(500)) }
    await #expect(throws: CancellationError.self) { try await task.value }
    let drawn = runner.rows.drawn
    #expect(drawn >= count && drawn < count + 32)
  }

  @Test("a task that is already cancelled draws nothing")
  func cancelledBefore() async throws {
    let runner = CancellingRunner(after: 0)
    let engine = try Self.engine(runner)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try engine.pageUnlessCancelled(of: Self.reply(3))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(runner.rows.drawn == 0)
  }

  @Test(
    "without cancellation the page equals that of any thread, and stays complete",
    arguments: [0, 1, 32, 100])
  func whole(_ count: Int) async throws {
    let engine = try Self.engine(CancellingRunner(after: 0))
    let plain = engine.page(of: Self.reply(count))
    let task = Task {
      var page = try engine.pageUnlessCancelled(of: Self.reply(count))
      #expect(page.bytes(as: "dump") == plain.bytes(as: "dump"))
      // A cancellation after the page is complete does not affect later changes of the page.
      withUnsafeCurrentTask { $0?.cancel() }
      if count > 1 { page.move(from: 1, to: 0) }
      return page
    }
    let page = try await task.value
    #expect(page.sections.count == plain.sections.count && page.height == plain.height)
    if count > 1 { #expect(page.blockIdentities.prefix(2) == ["B1", "B0"]) }
  }
}
