import Feeds
import LayoutCore
import PluginHost
@testable import SectionEngine
import Synchronization
import Testing

/// A server that answers a request when the test tells it to.
private final class Server: Sendable {
  typealias Reply = Result<[UInt8], any Error>
  private struct State {
    var waiting: [(request: SourceRequest, continuation: CheckedContinuation<Reply, Never>)] = []
    var asked: [String] = []
  }
  private let state = Mutex(State())

  struct Down: Error {}

  @Sendable func reply(to request: SourceRequest) async throws -> [UInt8] {
    let reply = await withCheckedContinuation { continuation in
      state.withLock {
        $0.waiting.append((request, continuation))
        $0.asked.append("\(request.source)\(request.page)")
      }
    }
    return try reply.get()
  }

  /// Waits until a page of a source is requested, and answers it.
  func answer(_ source: String, page: Int = 0, _ json: String?) async {
    while true {
      let found = state.withLock { state -> CheckedContinuation<Reply, Never>? in
        guard
          let index = state.waiting.firstIndex(where: {
            $0.request.source == source && $0.request.page == page
          })
        else { return nil }
        return state.waiting.remove(at: index).continuation
      }
      if let found {
        found.resume(returning: json.map { .success(Array($0.utf8)) } ?? .failure(Down()))
        return
      }
      await Task.yield()
    }
  }

  var asked: [String] { state.withLock { $0.asked } }
}

@Suite("LiveFeed", .timeLimit(.minutes(1))) struct LiveFeedTests {
  static let layout = """
    {"name": "test", "version": 1,
     "paging": {"source": "list", "by": "page"},
     "states": {"loading": {"sections": [{"code": "TOP", "height": 50}]}},
     "sources": {
      "top": {"primary": true, "items": "$", "element": {"code": "code"}},
      "list": {"request": {"url": "list/{page}"}, "items": "$",
               "block": {"code": "LIST", "item": "id", "combine": "append"}}}}
    """

  private func feed(_ server: Server) throws -> LiveFeed {
    let engine = try Engine(
      layout: Array(Self.layout.utf8), providers: RowsRunner.providers())
    return LiveFeed(engine) { request in try await server.reply(to: request) }
  }

  private func next(
    _ iterator: inout AsyncStream<FeedUpdate>.Iterator
  ) async throws -> FeedUpdate {
    try #require(await iterator.next(isolation: nil))
  }

  @Test("refresh, loadMore and an update each give a page with its changes")
  func story() async throws {
    let server = Server()
    let feed = try feed(server)
    var updates = feed.updates.makeAsyncIterator()
    await feed.refresh()
    let asked = try await next(&updates)
    #expect(asked.content == .loading && asked.page.sections.map(\.identity) == [nil])

    // The list arrives below the skeleton of TOP. The skeleton is as high as TOP, so nothing moves
    // when TOP arrives.
    await server.answer("list", #"[{"id": 1}, {"id": 2}]"#)
    let list = try await next(&updates)
    #expect(list.page.sections.map(\.blockCode) == ["TOP", "LIST"])
    #expect(list.changes.insertedSections == [0])
    await server.answer("top", #"[{"code": "TOP"}]"#)
    let top = try await next(&updates)
    #expect(top.content == .completed && top.page.blockIdentities == ["TOP", "LIST"])
    #expect(top.shift.distance == 0)

    await feed.loadMore()
    #expect(try await next(&updates).footer == .refreshing)
    await server.answer("list", page: 1, #"[{"id": 2}, {"id": 3}]"#)
    let more = try await next(&updates)
    #expect(more.footer == .idle)
    #expect(more.changes.insertedItems == [ItemPath(section: 1, item: 2)])
    #expect(more.page.height == 50 + 3 * 20)

    let outcome = try await feed.update(
      item: "3", ofSection: "LIST", with: Array(#"{"height": 45}"#.utf8))
    #expect(outcome == .done)
    let changed = try await next(&updates)
    #expect(changed.changes.updatedItems.map(\.to) == [ItemPath(section: 1, item: 2)])
    #expect(changed.page.sections[1].rowHeights == [20, 20, 45])
    #expect(await feed.page.height == 135)
  }

  @Test("another environment lays out the page as if it had been there from the start")
  func environment() async throws {
    let server = Server()
    let feed = try feed(server)
    var updates = feed.updates.makeAsyncIterator()
    await feed.refresh()
    _ = try await next(&updates)
    await server.answer("top", #"[{"code": "TOP"}]"#)
    _ = try await next(&updates)
    await server.answer("list", #"[{"id": 1}, {"id": 2}]"#)
    let loaded = try await next(&updates)
    var environment = loaded.page.environment
    #expect(await feed.setEnvironment(environment) == .ignored(.unchanged))
    (environment.width, environment.appearance, environment.locale) = (320, .dark, "zh-CN")
    #expect(await feed.setEnvironment(environment) == .done)
    let changed = try await next(&updates)
    #expect(changed.page.environment == environment)
    #expect(changed.page.sections.map(\.frame.width) == [320, 320])
    #expect(changed.changes.updatedSections.map(\.to) == [0, 1])
    let engine = changed.page.engine
    let fresh = engine.page(
      engine.scene(
        of: changed.page.scene.feed, state: changed.page.scene.state, in: environment))
    #expect(changed.page.bytes(as: "dump") == fresh.bytes(as: "dump"))
    #expect(server.asked == ["top0", "list0"])
  }

  @Test("an error is a state or a notice, and the next input works")
  func errors() async throws {
    let server = Server()
    let feed = try feed(server)
    var updates = feed.updates.makeAsyncIterator()
    await feed.refresh()
    _ = try await next(&updates)
    await server.answer("top", nil)
    await server.answer("list", nil)
    var update = try await next(&updates)
    while update.content != .failed { update = try await next(&updates) }
    #expect(update.page.sections.map(\.blockCode) == ["failed-state"])
    #expect(update.page.node(at: Point(x: 207, y: 470))?.action?.target == "refresh")

    // If this is within a second after the first refresh, it waits; the tests with a clock of their own
    // examine that.
    await feed.refresh()
    await server.answer("top", #"[{"code": "TOP"}]"#)
    await server.answer("list", "[]")
    while update.content != .completed { update = try await next(&updates) }
    #expect(update.page.blockIdentities == ["TOP"])
  }

  @Test("cancelled replies are ignored, and a released feed ends its updates")
  func cancelling() async throws {
    let server = Server()
    var feed: LiveFeed? = try feed(server)
    let updates = try #require(feed?.updates)
    await feed?.refresh()
    await feed?.cancel()
    await server.answer("top", #"[{"code": "TOP"}]"#)
    await server.answer("list", "[]")
    #expect(await feed?.page.blockIdentities == [])
    feed = nil
    var contents: [ContentState] = []
    for await update in updates { contents.append(update.content) }
    #expect(contents == [.loading, .empty])
  }
}
