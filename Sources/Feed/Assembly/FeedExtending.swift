/// Appends a page to a joined feed in time proportional to the page, so that joining all pages of a
/// session takes linear time. The result equals that of `Feed.join` for all replies.
///
/// A page can be appended only if its sections are new and follow all other sections. After any
/// other page, or a page of another source, the caller must join all replies again.
struct FeedExtending: Sendable {
  /// The source whose pages can be appended.
  private let source: FeedLayout.Source
  private var occurrences: [String: Int]
  private var order: BlockOrder
  private var lastKey = BlockOrder.Key()
  /// The codes that affect inserted blocks: their own, those of their rule's `after` and `unless`.
  private let reserved: Set<String>
  /// The index in the feed's diagnostics after the last diagnostic of the source.
  private var diagnosticsEnd: Int
  private var known: Set<Diagnostic>
  /// For each notice name of the layout: the notices with this name.
  private var notices: [[SessionNotice]]

  /// Returns `nil` if the feed cannot be extended.
  init?(_ joining: FeedJoining, _ feed: Feed) {
    let layout = joining.layout
    let last = joining.given.last { $0.insertion == nil }
    guard let last, let source = layout.source(named: last.block.sourceName),
      source.insertion == nil, source.shape.block == nil, let end = feed.blocks.last,
      !joining.insertions.contains(where: { $0.1.identity == end.identity }),
      Set(layout.notices.map(\.name)).count == layout.notices.count,
      let diagnosticsEnd = joining.diagnosticCounts[source.name]
    else { return nil }
    self.source = source
    self.diagnosticsEnd = diagnosticsEnd
    occurrences = joining.occurrences
    order = joining.order
    let inserted = joining.given.filter { $0.insertion != nil }
    let places = Set(joining.insertions.map(\.1.blockCode))
    // If a block with an insertion rule was sorted into the list, no page can be appended.
    guard
      inserted.map(\.block.blockCode).allSatisfy({
        joining.occurrences[$0] == (places.contains($0) ? 1 : nil)
      })
    else { return nil }
    reserved = inserted.reduce(into: []) { codes, contribution in
      codes.insert(contribution.block.blockCode)
      codes.formUnion(contribution.insertion?.unless ?? [])
      if let anchor = contribution.insertion?.after { codes.insert(anchor) }
    }
    known = Set(feed.diagnostics)
    notices = layout.notices.map { notice in feed.notices.filter { $0.name == notice.name } }
    var ignored: [Diagnostic] = []
    lastKey = order.key(of: end, &ignored)
  }

  /// Returns the blocks of a page, and adds the page's diagnostics and notices to the feed. If it
  /// returns `nil`, all replies must be joined again and this value must be discarded.
  mutating func extend(
    _ feed: inout Feed, by reply: SourceReply
  ) -> (blocks: [Block], diagnostics: [Diagnostic])? {
    guard reply.source == source.name, case .document(let document, var found) = reply.outcome
    else { return nil }
    let layout = feed.layout
    let wasUnordered = order.positions.isEmpty
    var faults: [Diagnostic] = []
    if source.isPrimary {
      order.readLists(of: document, &faults)
      guard faults.isEmpty, wasUnordered == order.positions.isEmpty,
        order.added.allSatisfy({ occurrences[$0] == nil && !reserved.contains($0) })
      else { return nil }
    }
    var reader = SourceReader(layout: layout, source: source, document: document, page: reply.page)
    guard var blocks = reader.blocks(), reader.failure == nil else { return nil }
    let settings = SettingsTable(layout: layout)
    var codes: Set<String> = []
    for index in blocks.indices {
      let code = blocks[index].blockCode
      let isOnPage = !codes.insert(code).inserted
      let isNew =
        switch layout.identity {
        case .occurrence: true
        case .code: occurrences[code] == nil
        case .codeInReply: isOnPage || occurrences[code] == nil
        }
      guard !reserved.contains(code), isNew else { return nil }
      blocks[index].identify(in: layout, &occurrences)
      let key = order.key(of: blocks[index], &faults)
      guard faults.isEmpty, !(key < lastKey) else { return nil }
      lastKey = key
      blocks[index].settings = settings.settings(for: blocks[index])
    }
    found += reader.diagnostics
    feed.diagnostics.insert(contentsOf: found, at: diagnosticsEnd)
    diagnosticsEnd += found.count
    if source.isPrimary {
      for (index, notice) in layout.notices.enumerated() {
        let texts = notice.notices(in: document)
        if !texts.isEmpty { notices[index] = texts }
      }
      feed.notices = notices.flatMap { $0 }
    }
    return (blocks, found.filter { known.insert($0).inserted })
  }
}
