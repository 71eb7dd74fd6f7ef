/// The good replies that a feed is made of: of each source page 0 and those behind it, without a gap.
struct AcceptedReplies {
  private var pages: [String: [SourceReply]] = [:]

  /// In no order.
  var all: [SourceReply] { pages.values.flatMap { $0 } }

  func pages(of source: String) -> [SourceReply] { pages[source] ?? [] }

  /// The first page again: those behind the old one are no longer behind it.
  mutating func restart(with reply: SourceReply) { pages[reply.source] = [reply] }

  mutating func append(_ reply: SourceReply) { pages[reply.source, default: []].append(reply) }
}
