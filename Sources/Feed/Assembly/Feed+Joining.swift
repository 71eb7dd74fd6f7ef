package import Support
internal import FeedDocument

extension Feed {
  /// Joins the replies of a feed's sources. Never fails; without usable replies the feed has no
  /// blocks.
  ///
  /// 1. Each source's document is read into blocks. An unreadable block is left out; the others
  ///    stay.
  /// 2. Blocks are collected in the order of the layout's sources, within a source by page. A
  ///    repeated block adds to the earlier one or replaces it in place, as its source declares.
  /// 3. The blocks are sorted into the server's order.
  /// 4. Single blocks with an insertion rule are inserted where the layout requests, unless the
  ///    server's order names them.
  /// 5. Each block gets its settings.
  ///
  /// The result does not depend on the order of the replies, except that the later of two replies
  /// to one page of a source counts. A source without a reply is absent. O(blocks x log(blocks) +
  /// values of combined blocks).
  package static func join(
    layout: FeedLayout, replies: [SourceReply], settings: SettingsTable? = nil
  ) -> (feed: Feed, lost: [LostSource]) {
    var joining = FeedJoining(layout: layout)
    joining.read(replies)
    return (joining.feed(settings ?? SettingsTable(layout: layout)), joining.lost)
  }

  /// Joins the replies of a feed's sources, as `join` does, for a page that is drawn once.
  ///
  /// No further reply arrives, so a source that the join needs and that has no reply is reported.
  /// A session, whose replies arrive one after the other, uses `join`.
  ///
  /// - Returns: `nil` if no source gives a section, or if the layout requires all sources and one
  ///   is lost; the diagnostics are also those of the feed.
  package static func assemble(
    layout: FeedLayout, replies: [SourceReply], settings: SettingsTable? = nil
  ) -> Diagnosed<Feed?> {
    var (feed, losses) = join(layout: layout, replies: replies, settings: settings)
    // First, because it explains what is missing on the page.
    feed.diagnostics.insert(
      contentsOf: layout.sources(neededBeside: Set(replies.map(\.source))).map {
        absence(of: $0, from: layout)
      }, at: 0)
    var lost: [String] = []
    for loss in losses where !lost.contains(loss.source) { lost.append(loss.source) }
    let isRefused = layout.join == .all && !lost.isEmpty
    guard isRefused || !feed.blocks.isEmpty else {
      let isExplained = feed.diagnostics.contains { $0.severity == .error }
      return Diagnosed(nil, feed.diagnostics + (isExplained ? [] : [nothing(of: layout)]))
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

private struct FeedJoining {
  let layout: FeedLayout
  var lost: [LostSource] = []
  private var diagnostics: [Diagnostic] = []
  private var given: [Contribution] = []
  private var order: BlockOrder
  /// The documents of the primary source, by page.
  private var documents: [FeedDocument] = []

  init(layout: FeedLayout) {
    self.layout = layout
    order = BlockOrder(rule: layout.order)
  }

  /// Step 1.
  mutating func read(_ replies: [SourceReply]) {
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
    }
    for document in documents { diagnostics += order.readLists(of: document) }
  }

  private mutating func read(_ document: FeedDocument, of source: FeedLayout.Source, page: Int) {
    var reader = SourceReader(layout: layout, source: source, document: document, page: page)
    if case .order(let code, let rank) = source.shape {
      let items = reader.items()
      diagnostics += reader.diagnostics
      if let items {
        diagnostics += order.readModel(items, code: code, rank: rank, of: reader)
      }
    } else {
      let blocks = reader.blocks() ?? []
      diagnostics += reader.diagnostics
      given += blocks.map { Contribution(of: source, page: page, block: $0) }
    }
    if let failure = reader.failure {
      lost.append(LostSource(source: source.name, page: page, failure: failure))
    } else if source.isPrimary {
      documents.append(document)
    }
  }

  /// Steps 2 to 5.
  mutating func feed(_ settings: SettingsTable) -> Feed {
    var list = BlockList(identity: layout.identity)
    for contribution in given where contribution.insertion == nil {
      diagnostics += list.add(contribution)
    }
    var inserted = BlockList(identity: layout.identity)
    for contribution in given {
      guard let insertion = contribution.insertion, !list.contains(anyOf: insertion.unless) else {
        continue
      }
      if order.names(contribution.block.blockCode) || list.holds(contribution) {
        diagnostics += list.add(contribution)
      } else {
        diagnostics += inserted.add(contribution)
      }
    }

    var combiner = BlockCombiner(layoutName: layout.name)
    var blocks = list.sections.compactMap { combiner.block(of: $0) }
    var insertions: [(FeedLayout.Insertion, Block)] = []
    for section in inserted.sections {
      guard let insertion = section.first?.insertion, let block = combiner.block(of: section)
      else { continue }
      insertions.append((insertion, block))
    }
    diagnostics += combiner.diagnostics
    // Identities follow the order of arrival: the server's order may change between two replies.
    var occurrences: [String: Int] = [:]
    for index in blocks.indices { identify(&blocks[index], &occurrences) }
    for index in insertions.indices { identify(&insertions[index].1, &occurrences) }

    diagnostics += order.sort(&blocks)
    blocks.insert(insertions)
    for index in blocks.indices { blocks[index].settings = settings.settings(for: blocks[index]) }
    return Feed(layout: layout, blocks: blocks, diagnostics: diagnostics, notices: notices())
  }

  private func identify(_ block: inout Block, _ occurrences: inout [String: Int]) {
    let occurrence = occurrences[block.blockCode, default: 0] + 1
    occurrences[block.blockCode] = occurrence
    block.identity =
      layout.identity == .code ? block.blockCode : "\(block.blockCode)#\(occurrence)"
  }

  /// Returns the notices; under each name, those of the last page that has any.
  private func notices() -> [SessionNotice] {
    layout.notices.flatMap { notice in
      documents.reversed().lazy.map { texts(at: notice.path, in: $0) }.first { !$0.isEmpty }?
        .map { SessionNotice(name: notice.name, text: $0) } ?? []
    }
  }

  private func texts(at path: String, in document: FeedDocument) -> [String] {
    let value = document.value(atPath: path)
    let texts =
      value?.kind == .array ? Array(value?.children.map(\.string) ?? []) : [value?.string]
    return texts.compactMap { $0 }.filter { !$0.isEmpty }
  }
}

extension Contribution {
  fileprivate init(of source: FeedLayout.Source, page: Int, block: Block) {
    self.init(block: block, insertion: source.insertion, page: page)
    guard case .block(let shape) = source.shape else { return }
    combination = shape.combination
    itemIdentity = shape.itemIdentity
  }
}
