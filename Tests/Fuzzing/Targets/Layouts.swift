import Support
import FeedDocument
import Feeds

/// Feed layouts, and the feeds that are assembled with them.
///
/// Lines of `---` divide an input into a feed layout and the replies to its sources, in their
/// order. The last reply also answers the remaining sources.
enum Layouts {
  static func run(_ bytes: [UInt8]) throws(Violation) {
    let parts = bytes.parts
    let documents = parts.prefix(6).map {
      FeedDocument.parse(PaddedBytes($0), name: "a.json").value
    }
    let replies = documents.dropFirst().compactMap { $0 }
    if let reply = replies.first { try checkInference(of: reply) }
    guard let document = documents[0] else { return }
    let read = FeedLayout.parse(document)
    let (parsed, diagnostics) = (read.value, read.diagnostics)
    guard let layout = parsed else {
      try hold(
        diagnostics.contains { $0.code == .invalidFeedLayout }, "refused without a reason")
      return
    }
    let given = layout.sources.enumerated().compactMap { index, source in
      replies.isEmpty
        ? nil
        : SourceReply(
          source: source.name,
          outcome: .document(replies[min(index, replies.count - 1)], []))
    }
    try checkAssembly(layout, given)
    _ = FeedLayoutReview.findings(
      in: document, of: layout, samples: FeedLayoutReview.Samples(of: layout, replies: given))
    try checkRequests(layout)
    try checkSession(layout, given)
  }

  // MARK: Assembly

  private static func checkAssembly(
    _ layout: FeedLayout, _ replies: [SourceReply]
  ) throws(Violation) {
    let assembly = Feed.assemble(layout: layout, replies: replies)
    let reversed = Feed.assemble(layout: layout, replies: replies.reversed())
    try hold(assembly.diagnostics == reversed.diagnostics, "the order of replies matters")
    guard let feed = assembly.value else {
      return try hold(
        assembly.diagnostics.contains { $0.severity == .error }, "no feed without an error")
    }
    try hold(!feed.blocks.isEmpty, "a feed without blocks")
    guard let other = reversed.value else {
      throw Violation("the order of replies decides whether there is a feed")
    }
    try hold(
      feed.blocks.map(\.identity) == other.blocks.map(\.identity), "the order of replies shows")
    try check(feed)
  }

  private static func check(_ feed: Feed) throws(Violation) {
    for block in feed.blocks {
      try hold(!block.blockCode.isEmpty && block.value.exists, "a block without code or value")
      if let hint = block.heightHint {
        try hold(hint.height(forWidth: 414).isFinite, "a hint that is not finite")
      }
    }
    try hold(
      Set(feed.blocks.map(\.identity)).count == feed.blocks.count, "two blocks of one identity")
    try hold(FeedChanges(from: feed, to: feed).isEmpty, "a feed differs from itself")
  }

  // MARK: Inference

  /// Checks that a layout drafted from this reply is a valid feed layout and can read the reply.
  private static func checkInference(of reply: FeedDocument) throws(Violation) {
    let choice = LayoutChooser.choose(for: reply, among: [FeedLayout]())
    if let layout = choice.value {
      guard let source = layout.primarySource else {
        throw Violation("an inferred layout has no source")
      }
      let feed = Feed.join(
        layout: layout,
        replies: [SourceReply(source: source.name, outcome: .document(reply, []))]
      ).feed
      try hold(!feed.blocks.isEmpty, "what is inferred finds no block")
    } else {
      try hold(
        choice.diagnostics.contains { $0.severity == .error }, "nothing is inferred silently")
    }
    guard let text = LayoutDraft.draft(for: reply, name: "any").text else { return }
    let document = FeedDocument.parse(PaddedBytes(Array(text.utf8)), name: "draft.json").value
    guard let document, let layout = FeedLayout.parse(document).value else {
      throw Violation("a draft is not a feed layout")
    }
    let (feed, lost) = Feed.join(
      layout: layout, replies: [SourceReply(source: "feed", outcome: .document(reply, []))])
    try hold(lost.isEmpty && !feed.blocks.isEmpty, "a draft does not read its document")
  }

  // MARK: Requests and sessions

  private static func checkRequests(_ layout: FeedLayout) throws(Violation) {
    let base = URLReference("https://staging.example.com/api")
    let builder = RequestBuilder(layout: layout, base: base) { $0 == "TOKEN" ? "secret\n" : nil }
    for source in layout.sources {
      guard let request = try? builder.request(for: source, values: ["page": "2", "cursor": "a&b"])
      else { continue }
      try hold(
        ["http", "https"].contains(request.url.scheme ?? ""), "a request for \(request.url.text)")
      try hold(
        !request.headers.contains { $0.value.utf8.contains { $0 < 0x20 } },
        "a header with a line break")
      try hold(!request.shown.contains("secret"), "a secret is shown")
    }
  }

  /// Checks that a session comes to rest if each of its requests is answered.
  private static func checkSession(
    _ layout: FeedLayout, _ replies: [SourceReply]
  ) throws(Violation) {
    var machine = SessionMachine(layout: layout)
    var time = 0.0
    for input in [SessionInput.refresh, .loadMore, .loadMore, .refresh] {
      time += 10
      var waiting = machine.send(input, at: time).requests
      var answered = 0
      while let request = waiting.popLast() {
        let reply =
          replies.first { $0.source == request.source }
          ?? SourceReply(
            source: request.source, outcome: .failed(SourceFailure(.network(.offline), [])))
        waiting += machine.receive(reply, to: request.id, at: time).requests
        answered += 1
        try hold(answered < 1_000, "a session asks without end")
      }
      try hold(machine.isIdle, "a session waits for nothing")
    }
    if let feed = machine.state.feed { try check(feed) }
  }

  // MARK: Seeds

  /// Returns the bundled layouts, each with one sample of each source.
  static func seeds(_ repository: Repository) -> [[UInt8]] {
    repository.files(in: "Layouts", suffix: ".json").compactMap { file in
      let bytes = repository.bytes(file)
      guard let document = FeedDocument.parse(PaddedBytes(bytes), name: file).value,
        let layout = FeedLayout.parse(document).value
      else { return nil }
      let samples = layout.sources.compactMap(\.samples.first).map {
        repository.bytes("Layouts/\($0)")
      }
      return Array(([bytes] + samples).joined(separator: Array("\n---\n".utf8)))
    }
  }
}
