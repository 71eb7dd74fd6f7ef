package import Support
internal import FeedDocument
internal import LayoutCore

extension Feed {
  /// Joins the replies of a feed's sources. Never fails; without usable replies the feed has no
  /// blocks.
  ///
  /// 1. Each source's document is read into blocks. An unreadable block is omitted; the other
  ///    blocks remain.
  /// 2. Blocks are collected in the order of the layout's sources, and for each source by page. A
  ///    repeated block adds to the earlier block or replaces it in place, as its source declares.
  /// 3. The blocks are sorted into the server's order.
  /// 4. Blocks of sources with an insertion rule are inserted where the rule requests, unless the
  ///    server's order contains their code.
  /// 5. Each block gets its settings.
  ///
  /// The result does not depend on the order of the replies, with one exception: of two replies to
  /// the same page of a source, the later one is used. A source without a reply is absent. O(blocks
  /// x log(blocks) + values of combined blocks).
  package static func join(
    layout: FeedLayout, replies: [SourceReply], settings: SettingsTable? = nil
  ) -> (feed: Feed, lost: [LostSource]) {
    var joining = FeedJoining(layout: layout, replies)
    return (joining.feed(settings ?? SettingsTable(layout: layout)), joining.lost)
  }

  /// Joins replies like `join`. Also returns a value that appends the next page of the last source
  /// without joining all replies again; `nil` if the feed cannot be extended.
  static func joinExtensibly(
    layout: FeedLayout, replies: [SourceReply]
  ) -> (feed: Feed, extending: FeedExtending?) {
    var joining = FeedJoining(layout: layout, replies)
    let feed = joining.feed(SettingsTable(layout: layout))
    return (feed, FeedExtending(joining, feed))
  }

  /// Joins the replies of a feed's sources like `join`, for a page that is rendered once.
  ///
  /// No further reply arrives, so each source that the join needs but that has no reply is
  /// reported. A session, whose replies arrive one after the other, uses `join`.
  ///
  /// - Returns: The feed; `nil` if the layout requires all sources and one is lost. Also `nil` if
  ///   no source gives a section, unless no source is lost and all lists of items are empty. The
  ///   diagnostics include those of the feed.
  package static func assemble(
    layout: FeedLayout, replies: [SourceReply], settings: SettingsTable? = nil
  ) -> Diagnosed<Feed?> {
    var joining = FeedJoining(layout: layout, replies)
    var feed = joining.feed(settings ?? SettingsTable(layout: layout))
    let losses = joining.lost
    let given = Set(replies.map(\.source))
    feed.losses = losses
    feed.absentSources = layout.sources.map(\.name).filter { !given.contains($0) }
    // These diagnostics come first because they explain why sections are missing.
    feed.diagnostics.insert(
      contentsOf: layout.sources(neededBeside: given).map {
        absence(of: $0, from: layout)
      }, at: 0)
    let lost = losses.map(\.source).uniqued
    let isRefused = layout.join == .all && !lost.isEmpty
    if losses.isEmpty, feed.blocks.isEmpty, joining.isEmpty {
      return Diagnosed(feed, feed.diagnostics)
    }
    guard isRefused || !feed.blocks.isEmpty else {
      let isExplained = feed.diagnostics.contains { $0.severity == .error }
      return Diagnosed(
        nil, feed.diagnostics.withoutRepeatedLosses + (isExplained ? [] : [nothing(of: layout)]))
    }
    feed.diagnostics += lost.map {
      Diagnostic(
        .lostSource, isRefused ? .error : .warning, "source `\($0)` is lost",
        notes: [
          isRefused
            ? "`\(layout.name)` shows all of its sources or nothing"
            : "the page is drawn from the other sources"
        ])
    }
    return Diagnosed(isRefused ? nil : feed, feed.diagnostics)
  }

  private static func absence(
    of source: FeedLayout.Source, from layout: FeedLayout
  ) -> Diagnostic {
    Diagnostic(
      .absentSource, .warning, "source `\(source.name)` is not given",
      notes: ["`\(layout.name)` joins it with the sources that are given"],
      helps: ["give it with `--source \(source.name)=FILE`, or ask the server with `--url BASE`"])
  }

  private static func nothing(of layout: FeedLayout) -> Diagnostic {
    let names = layout.sources.map { "`\($0.name)`" }.joined(separator: ", ")
    return Diagnostic(
      .lostSource, .error, "no source gives a section",
      notes: ["sources of `\(layout.name)`: \(names)"],
      helps: [
        "see the state that an app shows with `sectionengine render --state empty --layout …`"
      ])
  }
}

struct FeedJoining {
  let layout: FeedLayout
  var lost: [LostSource] = []
  var diagnostics: [Diagnostic] = []
  /// For each source: the number of diagnostics about its documents and those of earlier sources.
  private(set) var diagnosticCounts: [String: Int] = [:]
  private(set) var given: [Contribution] = []
  private(set) var order: BlockOrder
  /// The documents of the primary source, by page.
  private var documents: [FeedDocument] = []
  /// The lists of items on the first page that gave no block, by source.
  private(set) var emptyItems: [String: EmptyItems] = [:]
  /// Whether at least one list of items was read and all lists are empty.
  private(set) var isEmpty = false
  private var hasItems = false
  /// The number of sections with each code.
  private(set) var occurrences: [String: Int] = [:]
  /// The blocks that are inserted into the sorted list, each with its insertion rule.
  private(set) var insertions: [(FeedLayout.Insertion, Block)] = []

  /// Performs step 1 of `join`: reads each source's document into blocks.
  init(layout: FeedLayout, _ replies: [SourceReply]) {
    self.layout = layout
    order = BlockOrder(rule: layout.order)
    var outcomes: [String: [Int: SourceReply.Outcome]] = [:]
    for reply in replies { outcomes[reply.source, default: [:]][reply.page] = reply.outcome }
    for source in layout.sources {
      for (page, outcome) in (outcomes[source.name] ?? [:]).sorted(by: { $0.key < $1.key }) {
        switch outcome {
        case .failed(let failure):
          diagnostics += failure.diagnostics
          lost.append(LostSource(source: source.name, page: page, failure: failure))
        case .document(let document, let found):
          diagnostics += found
          read(document, of: source, page: page)
        }
      }
      diagnosticCounts[source.name] = diagnostics.count
    }
    for document in documents { order.readLists(of: document, &diagnostics) }
  }

  private mutating func read(_ document: FeedDocument, of source: FeedLayout.Source, page: Int) {
    var reader = SourceReader(layout: layout, source: source, document: document, page: page)
    if case .order(let code, let rank) = source.shape {
      let items = reader.items()
      diagnostics += reader.diagnostics
      if let items { order.readModel(items, code: code, rank: rank, &diagnostics) }
    } else {
      let blocks = reader.blocks() ?? []
      diagnostics += reader.diagnostics
      given += blocks.map { Contribution(of: source, page: page, block: $0) }
      hasItems = hasItems || reader.hasItems
      isEmpty = !hasItems
      if page == 0, blocks.isEmpty, reader.failure == nil {
        emptyItems[source.name] = EmptyItems(
          value: document.root.value(atPath: source.items), root: document.root,
          isReported: reader.diagnostics.contains { $0.severity > .note })
      }
    }
    if let failure = reader.failure {
      lost.append(LostSource(source: source.name, page: page, failure: failure))
    } else if source.isPrimary {
      documents.append(document)
    }
  }

  /// Performs steps 2 to 5 of `join`.
  mutating func feed(_ settings: SettingsTable) -> Feed {
    var list = BlockList(identity: layout.identity)
    for contribution in given where contribution.insertion == nil {
      diagnostics += list.add(contribution)
    }
    var inserted = BlockList(identity: layout.identity)
    for contribution in given {
      guard let insertion = contribution.insertion, !list.contains(anyOf: insertion.unless)
      else { continue }
      if order.names(contribution.block.blockCode) || list.holds(contribution) {
        diagnostics += list.add(contribution)
      } else {
        diagnostics += inserted.add(contribution)
      }
    }

    var blocks = list.sections.compactMap { block(of: $0) }
    for section in inserted.sections {
      guard let insertion = section.first?.insertion, let block = block(of: section)
      else { continue }
      insertions.append((insertion, block))
    }
    // Identities follow the order of arrival, because the server's order can change.
    for index in blocks.indices { blocks[index].identify(in: layout, &occurrences) }
    for index in insertions.indices { insertions[index].1.identify(in: layout, &occurrences) }

    order.sort(&blocks, &diagnostics)
    blocks.insert(insertions)
    for index in blocks.indices { blocks[index].settings = settings.settings(for: blocks[index]) }
    var feed = Feed(
      layout: layout, blocks: GrowingArray(blocks), diagnostics: diagnostics, notices: notices())
    feed.emptyItems = emptyItems
    return feed
  }

  /// Returns the notices: for each name, the notices of the last page that has a text for the name.
  private func notices() -> [SessionNotice] {
    layout.notices.flatMap { notice in
      documents.reversed().lazy.map { notice.notices(in: $0) }.first { !$0.isEmpty } ?? []
    }
  }
}

extension FeedLayout.NoticePath {
  func notices(in document: FeedDocument) -> [SessionNotice] {
    let value = document.root.value(atPath: path)
    let texts = value.kind == .array ? value.children.map(\.string) : [value.string]
    return texts.compactMap { $0 }.filter { !$0.isEmpty }.map {
      SessionNotice(name: name, text: $0)
    }
  }
}

extension Block {
  /// Gives the block its identity in the feed. That in its reply is one, except for `occurrence`.
  mutating func identify(in layout: FeedLayout, _ occurrences: inout [String: Int]) {
    let occurrence = occurrences[blockCode, default: 0] + 1
    occurrences[blockCode] = occurrence
    if layout.identity == .occurrence { identity = "\(blockCode)#\(occurrence)" }
  }
}

extension Contribution {
  fileprivate init(of source: FeedLayout.Source, page: Int, block: Block) {
    self.init(block: block, page: page, insertion: source.insertion)
    guard let shape = source.shape.block, !source.isExtraBlock(block.blockCode) else { return }
    combination = shape.combination
    itemIdentity = shape.itemIdentity
  }
}

extension [Diagnostic] {
  /// The diagnostics with one for all blocks that have no code for the same reason. A page has one
  /// for each block, because `diff` counts them; without a page, they would only repeat.
  fileprivate var withoutRepeatedLosses: [Diagnostic] {
    let losses = Dictionary(grouping: filter { $0.code == .missingBlockCode }, by: \.message)
    var seen: Set<String> = []
    return compactMap { diagnostic in
      guard diagnostic.code == .missingBlockCode, let alike = losses[diagnostic.message],
        alike.count > 1
      else { return diagnostic }
      guard seen.insert(diagnostic.message).inserted else { return nil }
      var merged = diagnostic
      let lacked = diagnostic.message.split(separator: "block has no ").last ?? ""
      if diagnostic.message.hasPrefix("block has no ") {
        merged.message = "\(alike.count) blocks have no \(lacked)"
        merged.notes = ["they are left out"]
      } else {
        merged.notes.append("the same holds for \(counted(alike.count - 1, "more block"))")
      }
      return merged
    }
  }
}
