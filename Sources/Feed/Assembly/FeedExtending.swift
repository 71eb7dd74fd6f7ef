/// Appends a page to a joined feed without reading the earlier pages again. The result equals that of
/// `Feed.join` for all replies.
///
/// A page can be appended if its sections are new and follow all other sections, in time proportional
/// to the page, or if its items continue a list. After any other page, or a page of another source,
/// the caller must join all replies again.
struct FeedExtending: Sendable {
  /// The part of the feed that a page added.
  enum Growth {
    case sections(Range<Int>)
    /// Elements at the end of the list that is the block with this index, and their number in the
    /// page, without those of earlier pages of the source.
    case elements(of: Int, Range<Int>, count: Int)

    /// The number of sections or elements of the page.
    var count: Int {
      switch self {
      case .sections(let range): range.count
      case .elements(_, _, let count): count
      }
    }
  }

  /// The source whose pages can be appended.
  private let source: FeedLayout.Source
  /// The list that the pages continue; `nil` if their blocks are sections of their own.
  private var list: ListExtending?
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
    let paged = layout.paging.flatMap { layout.source(named: $0.source) }
    list = paged.flatMap { ListExtending(joining, feed, of: $0) }
    let last = joining.given.last { $0.insertion == nil }
    let source = list == nil ? last.flatMap { layout.source(named: $0.block.sourceName) } : paged
    guard let source, let end = feed.blocks.last,
      Set(layout.notices.map(\.name)).count == layout.notices.count,
      let diagnosticsEnd = joining.diagnosticCounts[source.name]
    else { return nil }
    self.source = source
    self.diagnosticsEnd = diagnosticsEnd
    occurrences = joining.occurrences
    order = joining.order
    known = Set(feed.diagnostics)
    notices = layout.notices.map { notice in feed.notices.filter { $0.name == notice.name } }
    if list != nil {
      reserved = []
      return
    }
    guard source.insertion == nil, source.shape.block == nil,
      !joining.insertions.contains(where: { $0.1.identity == end.identity })
    else { return nil }
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
    var ignored: [Diagnostic] = []
    lastKey = order.key(of: end, &ignored)
  }

  /// Appends a page to the feed, with its diagnostics and notices; also returns the new diagnostics. If
  /// it returns `nil`, all replies must be joined again and this value must be discarded.
  mutating func extend(
    _ feed: inout Feed, by reply: SourceReply
  ) -> (growth: Growth, diagnostics: [Diagnostic])? {
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
    let growth: Growth
    if list != nil {
      // The codes in the server's list could move or remove sections.
      guard order.added.isEmpty, let list = extend(&feed, by: blocks) else { return nil }
      growth = list
    } else {
      guard let sections = append(&blocks, to: &feed) else { return nil }
      growth = sections
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
    return (growth, found.filter { known.insert($0).inserted })
  }

  private mutating func extend(_ feed: inout Feed, by blocks: [Block]) -> Growth? {
    guard let index = list?.block, blocks.count <= 1 else { return nil }
    let start = feed.blocks[index].value.count
    guard let page = blocks.first else {
      return .elements(of: index, start..<start, count: 0)
    }
    guard let count = list?.extend(&feed.blocks[index], by: page) else { return nil }
    return .elements(of: index, start..<feed.blocks[index].value.count, count: count)
  }

  private mutating func append(_ blocks: inout [Block], to feed: inout Feed) -> Growth? {
    let layout = feed.layout
    var faults: [Diagnostic] = []
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
    let start = feed.blocks.count
    feed.blocks.append(contentsOf: blocks)
    return .sections(start..<feed.blocks.count)
  }
}
