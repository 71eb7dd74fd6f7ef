@testable import Feeds
import TestConditions
import Testing

@Suite("Orders of replies, and failures") struct SessionFailureTests {
  @Test("every order of replies gives the same feed", .exhaustive, arguments: SessionFeeds.all)
  func orders(_ kind: SessionFeeds.Kind) throws {
    for order in permutations(kind.sources) {
      var reader = SessionReader(try layout(kind.layout))
      try reader.run(.refresh, kind.server, order: order)
      #expect(reader.shown == kind.shown[0], "\(order)")
      #expect(reader.states == "completed, idle, idle")
      #expect(reader.said == [] && reader.diagnostics.filter { $0 != "SE1023" } == [])
      for shown in kind.shown.dropFirst() {
        try reader.run(.loadMore, kind.server)
        #expect(reader.shown == shown)
      }
      try reader.run(.refresh, kind.server, order: order.reversed())
      #expect(reader.shown == kind.shown[0], "\(order)")
      #expect(reader.states == "completed, idle, idle")
    }
  }

  @Test(
    "every failure of one source is reported and keeps the content, and the next refresh works",
    arguments: SessionFeeds.all)
  func failures(_ kind: SessionFeeds.Kind) throws {
    let layout = try layout(kind.layout)
    for source in kind.sources {
      for failure in [TestFailure.network, .status, .payload, .envelope(kind.refusal)] {
        for order in [kind.sources, kind.sources.reversed()] {
          var broken = kind.server
          broken.failures = [source: failure]

          // If a refresh fails, the content shown before stays and the failure is reported.
          var reader = SessionReader(layout)
          try reader.run(.refresh, kind.server)
          let before = reader.state.feed.map { $0.blocks.map(\.summary) }
          try reader.run(.refresh, broken, order: order)
          #expect(reader.state.feed.map { $0.blocks.map(\.summary) } == before)
          #expect(reader.states == "completed, idle, idle")
          let failed = reader.notices.filter { $0.failure != nil }
          #expect(failed.map(\.source) == [source] && failed.map(\.name) == ["failure"])
          #expect(failed.allSatisfy { !$0.text.isEmpty })
          #expect(!reader.diagnostics.isEmpty)
          try reader.run(.refresh, kind.server)
          #expect(
            reader.shown == kind.shown[0] && reader.said.filter { $0.hasPrefix("fail") } == [])

          // After a failed first load, the content of the other sources is shown, or no content.
          reader = SessionReader(layout)
          try reader.run(.refresh, broken, order: order)
          let isNothing = layout.join == .all || kind.sources.count == 1
          let isShownAsFailed = isNothing && layout.states.failedOn.contains(failure.name)
          let content = !isNothing ? "completed" : isShownAsFailed ? "failed" : "empty"
          #expect(reader.states == "\(content), idle, idle", "\(source) \(failure)")
          #expect(reader.notices.count { $0.failure != nil } == (isShownAsFailed ? 0 : 1))
          #expect(reader.state.failure?.failure.kind.name == (isShownAsFailed ? failure.name : nil))
          try reader.run(.refresh, kind.server, order: order)
          #expect(reader.shown == kind.shown[0])
          #expect(reader.states == "completed, idle, idle")
        }
      }
    }
  }

  @Test(
    "after a page fails to load, the next attempt requests the same page",
    arguments: SessionFeeds.all)
  func loadMore(_ kind: SessionFeeds.Kind) throws {
    let layout = try layout(kind.layout)
    guard let source = layout.paging?.source else {
      var reader = SessionReader(layout)
      try reader.run(.refresh, kind.server)
      #expect(reader.send(.loadMore).hasNoEffect)
      return
    }
    for failure in [TestFailure.network, .status, .payload, .envelope(kind.refusal)] {
      var reader = SessionReader(layout)
      var broken = kind.server
      broken.failures = [source: failure]
      try reader.run(.refresh, kind.server)
      for shown in kind.shown.dropFirst() {
        for _ in 0..<2 {
          let before = reader.shown
          try reader.run(.loadMore, broken)
          #expect(reader.shown == before && reader.states == "completed, idle, idle")
          #expect(reader.notices.map(\.failure?.name) == [failure.name])
        }
        try reader.run(.loadMore, kind.server)
        #expect(reader.shown == shown)
      }
      #expect(reader.states == "completed, idle, no-more-data")
      #expect(reader.notices.map(\.name) == ["end-of-feed"])
      #expect(reader.send(.loadMore).hasNoEffect)
    }
  }

  @Test("a paged source that failed is loaded by loadMore")
  func pagedSourceFailed() throws {
    let kind = SessionFeeds.blocks
    var reader = SessionReader(try layout(kind.layout))
    var broken = kind.server
    broken.failures = ["blocks": .network]
    try reader.run(.refresh, broken)
    #expect(reader.shown == "MENUS")
    for shown in kind.shown {
      try reader.run(.loadMore, kind.server)
      #expect(reader.shown == shown)
    }
  }
}

extension TestFailure {
  var name: SourceFailure.Kind.Name {
    switch self {
    case .network: .network
    case .status: .status
    case .payload: .payload
    case .envelope: .envelope
    }
  }
}
