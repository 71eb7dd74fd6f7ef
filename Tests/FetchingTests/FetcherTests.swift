import FeedDocument
import Feeds
import Foundation
import MockServer
import Synchronization
import TestConditions
import Testing

@testable import Program

@Suite(.needsServer) struct FetcherTests {
  private func fetcher() -> Fetcher { Fetcher(cache: nil) }

  private func request(_ url: String) throws -> HTTPRequest {
    HTTPRequest(url: try #require(URLReference(url)))
  }

  /// Returns the outcome of one fetch, and checks that it is reported once.
  private func outcome(
    of request: HTTPRequest, _ fetcher: Fetcher, then: @Sendable (SourceLoad) -> Void = { _ in }
  ) async -> SourceReply.Outcome {
    await withCheckedContinuation { continuation in
      then(fetcher.fetch(request) { continuation.resume(returning: $0) })
    }
  }

  @Test("a cancelled fetch is reported at once, and only once", .timeLimit(.minutes(1)))
  func cancelling() async throws {
    let server = try MockServer()
    let fetcher = fetcher()
    let outcome = await outcome(of: try request(server.url + "/_fault/silent"), fetcher) { load in
      load.cancel()
      load.cancel()
    }
    guard case .failed(let failure) = outcome else {
      Issue.record("a cancelled fetch gave a reply")
      return
    }
    #expect(failure.kind == .network(.interrupted) && failure.diagnostics.isEmpty)
    // The next fetch works.
    let next = await self.outcome(of: try request(server.url + "/homepage/dragon/ball"), fetcher)
    guard case .document = next else {
      Issue.record("\(next)")
      return
    }
  }

  @Test("one client carries many transfers at a time", .timeLimit(.minutes(1)))
  func concurrency() async throws {
    let server = try MockServer()
    // No request is answered before the last one has arrived.
    let paths = (0..<20).map { "/x\($0)/" }
    let order = paths.reversed().map { "\"\($0)\"" }.joined(separator: ", ")
    try server.control(
      "{\"order\": [\(order)], \"rules\": [{\"match\": \"/x\", \"body\": \"[1, 2]\"}]}")
    let fetcher = fetcher()
    let requests = try paths.map { try request(server.url + $0) }
    let counts = await withTaskGroup(of: Int?.self) { group in
      for request in requests {
        group.addTask {
          guard case .document(let document, _) = await outcome(of: request, fetcher) else {
            return nil
          }
          return document.root.count
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 2, count: 20))
  }

  @Test("the error for a missing libcurl suggests an action")
  func missing() async throws {
    let fetcher = Fetcher(cache: nil, settings: FetchSettings(), library: "libno-curl.so.4")
    guard case .failed(let failure) = await outcome(of: try request("http://a/"), fetcher) else {
      Issue.record("a library that is not there gave a reply")
      return
    }
    #expect(failure.diagnostics.map(\.code) == [.fetcherUnavailable])
    #expect(failure.diagnostics[0].label?.contains("libno-curl.so.4") == true)
    #expect(
      FetchDiagnostics.unavailable(.library(.missingLibrary("libcurl.so.4"))).helps.joined()
        .contains("apt-get install libcurl4"))
  }
}
