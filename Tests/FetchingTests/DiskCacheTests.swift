import FeedDocument
import Feeds
import Foundation
import PluginHost
import Support
import Synchronization
import TestConditions
import Testing

@testable import Program

/// A clock that tests can set.
private final class TestClock: Sendable {
  private let seconds = Mutex(1_700_000_000)
  var now: Int { seconds.withLock { $0 } }
  func advance(_ by: Int) { seconds.withLock { $0 += by } }
}

@Suite struct DiskCacheTests {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("sectionengine-test-\(UUID().uuidString)")
  private let clock = TestClock()

  private func cache(bytes: Int = 1 << 20) throws -> DiskCache {
    try DiskCache(folder: folder.path, bytes: bytes, now: { [clock] in clock.now })
  }

  private func request(
    _ url: String, _ headers: [HTTPRequest.Header] = []
  ) throws -> HTTPRequest {
    HTTPRequest(url: try #require(URLReference(url)), headers: headers)
  }

  private func replies() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "reply" }
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test("the digest is that of FIPS 180-4")
  func digest() {
    for (text, expected) in [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 100_000),
        "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"
      ),
    ] {
      #expect(FileDigest(of: Array(text.utf8)).text == expected)
    }
  }

  @Test("a stored reply has its tags and its age, and confirming it resets the age")
  func keeping() throws {
    defer { remove() }
    let cache = try cache()
    let key = cache.key(of: try request("http://a/b"))
    #expect(cache.reply(key) == nil)
    cache.store(PaddedBytes("[1]".utf8), etag: "\"x\"", lastModified: nil, key: key)
    clock.advance(90)
    let found = try #require(cache.reply(key))
    #expect(Array(found.body.text) == Array("[1]".utf8) && found.age == 90)
    #expect(found.etag == "\"x\"" && found.lastModified == nil)
    cache.confirm(key)
    clock.advance(5)
    // A second cache of the folder, as in another process, finds the reply too.
    #expect(try self.cache().reply(key)?.age == 5)
    cache.store(PaddedBytes("[2]".utf8), etag: nil, lastModified: "then", key: key)
    let newer = try #require(cache.reply(key))
    #expect(Array(newer.body.text) == Array("[2]".utf8) && newer.age == 0)
    #expect(newer.etag == nil && newer.lastModified == "then")
  }

  @Test("method, URL, body and every header distinguish replies, and file names cannot be guessed")
  func keys() throws {
    defer { remove() }
    let cache = try cache()
    let requests = [
      try request("http://a/b"), try request("http://a/b?c"), try request("http://a/c"),
      try request("http://a/b", [.init("X", "1")]), try request("http://a/b", [.init("X", "2")]),
      try request("http://a/b", [.init("X1", "")]),
      HTTPRequest(.post, url: try #require(URLReference("http://a/b")), form: "k=v"),
      HTTPRequest(.post, url: try #require(URLReference("http://a/b")), form: ""),
    ]
    #expect(Set(requests.map(cache.key)).count == requests.count)
    let first = try #require(requests.first)
    #expect(cache.key(of: first) == (try self.cache()).key(of: first))
    remove()
    #expect(cache.key(of: first) != (try self.cache()).key(of: first))
  }

  @Test("a modified file counts as absent and is removed")
  func damage() throws {
    defer { remove() }
    let cache = try cache()
    let key = cache.key(of: try request("http://a/b"))
    let body = PaddedBytes((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
    let changes: [(inout Data) -> Void] = [
      { $0[$0.count - 1] ^= 1 }, { $0.removeLast() }, { $0.append(0) }, { $0 = Data() },
      { $0 = Data("sectionengine reply 1\n".utf8) }, { $0[0] ^= 1 }, { $0 = $0.prefix(4096) },
    ]
    for change in changes {
      cache.store(body, etag: nil, lastModified: nil, key: key)
      #expect(cache.reply(key) != nil)
      let file = try #require(try replies().first)
      var data = try Data(contentsOf: file)
      change(&data)
      try data.write(to: file)
      #expect(cache.reply(key) == nil)
      #expect(try replies().isEmpty)
    }
  }

  @Test("a pipe in place of a reply is not waited for", .timeLimit(.minutes(1)))
  func pipe() throws {
    defer { remove() }
    let cache = try cache()
    let key = cache.key(of: try request("http://a/b"))
    cache.store(PaddedBytes([1]), etag: nil, lastModified: nil, key: key)
    let file = try #require(try replies().first)
    try FileManager.default.removeItem(at: file)
    try #require(mkfifo(file.path, 0o600) == 0)
    #expect(cache.reply(key) == nil)
  }

  @Test("a folder that became read-only can still be read", .needsOrdinaryUser)
  func readOnly() throws {
    defer { remove() }
    let first = try cache()
    let key = first.key(of: try request("http://a/b"))
    first.store(PaddedBytes([1]), etag: nil, lastModified: nil, key: key)
    try #require(chmod(folder.path, 0o500) == 0)
    defer { chmod(folder.path, 0o700) }
    let second = try cache()
    #expect(second.reply(key) != nil)
    second.store(PaddedBytes([2, 3]), etag: nil, lastModified: nil, key: key)
    #expect(second.reply(key)?.body.count == 1)
  }

  @Test("a full cache removes the reply whose confirmation is oldest first")
  func eviction() throws {
    defer { remove() }
    let cache = try cache(bytes: 50_000)
    let keys = try (0..<10).map { cache.key(of: try request("http://a/\($0)")) }
    let body = PaddedBytes([UInt8](repeating: 1, count: 6_000))
    for key in keys {
      cache.store(body, etag: nil, lastModified: nil, key: key)
      clock.advance(1)
      if let first = keys.first { cache.confirm(first) }
      clock.advance(1)
    }
    // Four replies fit, each with a head of 4 096 bytes: the reply that was always confirmed last,
    // and the newest three.
    #expect(keys.map { cache.reply($0) != nil } == (0..<10).map { $0 == 0 || $0 > 6 })
    let large = PaddedBytes([UInt8](repeating: 1, count: 60_000))
    cache.store(large, etag: nil, lastModified: nil, key: keys[5])
    #expect(try replies().count == 4)
  }

  @Test("concurrent readers see only complete replies")
  func concurrency() async throws {
    defer { remove() }
    let path = folder.path
    let request = try request("http://a/b")
    let damaged = await withTaskGroup(of: Int.self) { group in
      for writer in 0..<4 {
        group.addTask {
          // Each task acts like a separate process, so all create the folder and its salt at once.
          guard let cache = try? DiskCache(folder: path) else { return 1 }
          let key = cache.key(of: request)
          var damaged = 0
          for round in 0..<50 {
            let byte = UInt8(writer * 50 + round)
            cache.store(
              PaddedBytes([UInt8](repeating: byte, count: 20_000)), etag: "\(byte)",
              lastModified: nil, key: key)
            guard let reply = cache.reply(key), Set(reply.body.text).count == 1,
              reply.body.count == 20_000, reply.etag == reply.body.text.first.map({ "\($0)" })
            else {
              damaged += 1
              continue
            }
          }
          return damaged
        }
      }
      return await group.reduce(0, +)
    }
    #expect(damaged == 0)
    #expect(try replies().count == 1)
  }

  @Test("a path that cannot be a folder cannot hold a cache")
  func unusable() throws {
    defer { remove() }
    try Data().write(to: folder)
    #expect(throws: ReadFailure.self) { try self.cache() }
    #expect(throws: ReadFailure.self) { try DiskCache(folder: folder.path + "/below") }
  }

  @Test(
    "an age is written in the largest unit that fits at least once",
    arguments: [
      (0, "0 seconds"), (1, "1 second"), (59, "59 seconds"), (60, "1 minute"),
      (3_599, "59 minutes"),
      (7_200, "2 hours"), (86_400, "1 day"), (1_000_000, "11 days"),
    ])
  func ages(_ seconds: Int, _ words: String) {
    #expect(FetchDiagnostics.words(age: seconds) == words)
  }
}
