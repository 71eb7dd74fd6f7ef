import FeedDocument
import Feeds
import Program
import Foundation
import MockServer

/// Cost of fetching sources from a server on this machine.
enum FetchCost {
  /// Compares fetching 20 sources with one, and revalidating a page with reading it from a file.
  static func measure(_ report: inout Report) {
    guard MockServer.isAvailable else {
      return print("fetching: no python3 for a server, not measured")
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sectionengine-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try concurrency(&report)
      try revalidation(&report, folder: folder)
    } catch {
      print("fetching: \(error), not measured")
    }
  }

  /// Measures fetching sources in parallel; the server answers each request after 100 ms.
  private static func concurrency(_ report: inout Report) throws {
    let server = try MockServer(["--rule", #"{"match": "/x", "delay": 0.1, "body": "[]"}"#])
    let fetcher = Fetcher(cache: nil)
    let requests = try (0..<20).map { try request("\(server.url)/x\($0)") }
    let times = fastest(
      rounds: 8,
      [
        { _ = fetch(requests.prefix(1), with: fetcher) },
        { _ = fetch(requests[...], with: fetcher) },
      ])
    guard fetch(requests[...], with: fetcher) == requests.count else {
      return print("fetching: not every source replied, not measured")
    }
    report.line(
      "20 sources / one source, replies after 100 ms", times[1] / times[0], unit: "", limit: 1.3)
  }

  /// Measures fetching and parsing a page of 500 KB that has not changed on the server, compared
  /// with parsing it from a file.
  private static func revalidation(_ report: inout Report, folder: URL) throws {
    let bytes = Data(GeneratedFeed.text(blocks: 360).utf8)
    let file = folder.appendingPathComponent("page.json")
    try bytes.write(to: file)
    let server = try MockServer(["--files", folder.path])
    let cache = try DiskCache(folder: folder.appendingPathComponent("cache").path)
    let fetcher = Fetcher(cache: cache)
    let page304 = try [request("\(server.url)/files/page.json")]
    guard fetch(page304[...], with: fetcher) == 1 else {
      return print("fetching: the page did not come, not measured")
    }
    let times = fastest(
      rounds: 40,
      [
        { _ = fetch(page304[...], with: fetcher) },
        {
          guard let bytes = FileManager.default.contents(atPath: file.path) else { return }
          _ = FeedDocument.parse(PaddedBytes(bytes), name: "page")
        },
      ])
    report.line(
      "\(bytes.count / 1_000) KB kept and confirmed, above its file", (times[0] - times[1]) / 1e6,
      unit: "ms", limit: 5)
  }

  private static func request(_ url: String) throws -> HTTPRequest {
    guard let reference = URLReference(url) else { throw CocoaError(.fileReadUnsupportedScheme) }
    return HTTPRequest(url: reference)
  }

  /// Fetches and parses all requests at once. Returns the number of parsed documents.
  private static func fetch(_ requests: ArraySlice<HTTPRequest>, with fetcher: Fetcher) -> Int {
    let arrivals = DispatchSemaphore(value: 0)
    let documents = Counter()
    for request in requests {
      _ = fetcher.fetch(request) { outcome in
        if case .document = outcome { documents.increment() }
        arrivals.signal()
      }
    }
    for _ in requests { arrivals.wait() }
    return documents.value
  }
}

/// A counter that any thread can increment.
private final class Counter: @unchecked Sendable {
  // Invariant: `count` is read and written with the lock held.
  private let lock = NSLock()
  private var count = 0
  var value: Int { lock.withLock { count } }
  func increment() { lock.withLock { count += 1 } }
}
