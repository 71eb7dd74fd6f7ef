/// The successful replies of a feed: for each source, page 0 and the following pages without a gap.
struct AcceptedReplies {
  private var pages: [String: [SourceReply]] = [:]

  /// All replies, in no particular order.
  var all: [SourceReply] { pages.values.flatMap { $0 } }

  func pages(of source: String) -> [SourceReply] { pages[source] ?? [] }

  /// Replaces the first page and drops the later pages, which followed the old one.
  mutating func restart(with reply: SourceReply) { pages[reply.source] = [reply] }

  mutating func append(_ reply: SourceReply) { pages[reply.source, default: []].append(reply) }
}
