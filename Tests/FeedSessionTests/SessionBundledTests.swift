import FeedDocument
@testable import Feeds
import Foundation
import TestConditions
import Testing

@Suite("Sessions of the bundled feeds") struct SessionBundledTests {
  private func bundled(_ name: String) throws -> FeedLayout {
    try #require(FeedLayout.parse(try document(at: layouts.appending(path: "\(name).json"))).value)
  }

  /// Returns a server that answers with the layout's samples by page, or with the last sample if a
  /// page has none.
  private func samples(of layout: FeedLayout) throws -> TestServer {
    var texts: [String: [String]] = [:]
    for source in layout.sources {
      texts[source.name] = try source.samples.map {
        try String(contentsOf: layouts.appending(path: $0), encoding: .utf8)
      }
    }
    let pages = texts
    return TestServer { request in
      let texts = pages[request.source] ?? []
      return texts.isEmpty ? "" : texts[min(request.page, texts.count - 1)]
    }
  }

  @Test(
    "each page of the samples is loaded once, and then the feed ends",
    arguments: [
      ("netease-home", [13, 16, 18], "没有更多了"),
      ("wanandroid-home", [2, 2, 2], "没有更多文章了"),
      ("wanandroid-search", [], nil), ("audio-chart", [2, 2, 2], nil),
    ])
  func pages(name: String, sections: [Int], words: String?) throws {
    let layout = try bundled(name)
    let server = try samples(of: layout)
    var reader = SessionReader(layout, parameters: ["keyword": "swift"])
    try reader.run(.refresh, server)
    let paged = try #require(layout.paging.flatMap { layout.source(named: $0.source) })
    for page in paged.samples.indices.dropFirst() {
      #expect(reader.states == "completed, idle, idle")
      if !sections.isEmpty { #expect(reader.state.feed?.blocks.count == sections[page - 1]) }
      let before = reader.state.feed?.blocks.flatMap(\.items).count ?? 0
      try reader.run(.loadMore, server)
      let after = reader.state.feed?.blocks.flatMap(\.items).count ?? 0
      #expect(after > before || sections.last ?? 0 > 2)
    }
    if !sections.isEmpty { #expect(reader.state.feed?.blocks.count == sections.last) }
    #expect(reader.states == "completed, idle, no-more-data")
    #expect(reader.notices.map(\.name) == ["end-of-feed"])
    if let words { #expect(reader.notices.map(\.text) == [words]) }
    #expect(reader.send(.loadMore).hasNoEffect)
  }

  @Test("`hasMore: false` ends netease-home although the reply has a cursor")
  func endBesideCursor() throws {
    let layout = try bundled("netease-home")
    let samples = try samples(of: layout)
    let server = TestServer { request in
      guard request.source == "blocks" else { return samples.document(request) }
      return
        #"{"code": 200, "data": {"hasMore": \#(request.page == 0), "cursor": "c\#(request.page)", "#
        + #""blocks": [{"blockCode": "PAGE\#(request.page)", "showType": "X"}]}}"#
    }
    var reader = SessionReader(layout)
    try reader.run(.refresh, server)
    try reader.run(.loadMore, server)
    #expect(reader.states == "completed, idle, no-more-data")
    #expect(reader.send(.loadMore).ignored == .hasEnded)
  }

  @Test("a block that the second page of netease-home repeats is replaced in place")
  func repeatedBlock() throws {
    let layout = try bundled("netease-home")
    let server = try samples(of: layout)
    var reader = SessionReader(layout)
    try reader.run(.refresh, server)
    let codes = reader.state.feed?.blocks.map(\.blockCode) ?? []
    let request = try #require(reader.send(.loadMore).requests.first)
    let changes = reader.answer(request, try server.outcome(of: request)).changes
    #expect(changes.counts == "0 3 0 1 / 0 0 0 0")
    #expect(reader.state.feed?.blocks.prefix(codes.count).map(\.blockCode) == codes)
  }

  @Test("another sort model of mall-home moves sections without deleting or inserting any")
  func sortModel() throws {
    let layout = try bundled("mall-home")
    let server = try samples(of: layout)
    var reader = SessionReader(layout)
    try reader.run(.refresh, server)
    let codes = reader.state.feed?.blocks.map(\.blockCode) ?? []
    let last = try #require(codes.last)
    let turned = TestServer { request in
      guard request.source == layout.primarySource?.name else { return server.document(request) }
      return "{\"code\": 0, \"data\": [{\"name\": \"\(last)\", \"sortIndex\": 0}]}"
    }
    reader.send(.refresh)
    let sort = try #require(reader.pending.first)
    let changes = reader.answer(sort, try turned.outcome(of: sort)).changes
    #expect(changes.deletedSections == [] && changes.insertedSections == [])
    #expect(changes.movedSections.contains(.init(from: codes.count - 1, to: 0)))
    try reader.answerAll(turned)
    #expect(reader.state.feed?.blocks.first?.blockCode == last)
    #expect(reader.state.feed?.blocks.count == codes.count)
  }

  @Test(
    "a refresh and two pages of captures have 4 pinned and 60 other articles, all distinct",
    .needs(captures: "wanandroid"))
  func capturedArticles() throws {
    let folder = captures.appending(path: "wanandroid")
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    let texts = try [
      "banner": text("banner.json"), "top": text("top-article.json"),
      "0": text("home-article-0.json"), "1": text("home-article-1.json"),
      "2": text("home-article-2.json"),
    ]
    let server = TestServer { texts[$0.values["page"] ?? $0.source] ?? "" }
    var broken = server
    broken.failures = ["list": .status]
    var reader = SessionReader(try bundled("wanandroid-home"))
    try reader.run(.refresh, server)
    for count in [24, 44, 64] {
      let items = try #require(reader.state.feed?.blocks.last?.items)
      #expect(items.count == count && Set(items.map(\.id)).count == count)
      // If a page fails, the next `loadMore` requests the same page.
      try reader.run(.loadMore, broken)
      if count < 64 { try reader.run(.loadMore, server) }
    }
  }
}
