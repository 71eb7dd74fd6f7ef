internal import Support
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
  ///
  /// - Parameter settings: The settings of the layout, for many feeds.
  package static func join(
    layout: FeedLayout, replies: [SourceReply], settings: SettingsTable? = nil
  ) -> (feed: Feed, lost: [LostSource]) {
    var joining = FeedJoining(layout: layout)
    joining.read(replies)
    return (joining.feed(settings ?? SettingsTable(layout: layout)), joining.lost)
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
    occurrences[block.blockCode, default: 0] += 1
    let occurrence = occurrences[block.blockCode] ?? 1
    block.identity =
      layout.identity == .code ? block.blockCode : "\(block.blockCode)#\(occurrence)"
  }

  /// Returns the notices; under each name, those of the last page that has any.
  private func notices() -> [Feed.Notice] {
    layout.notices.flatMap { notice in
      documents.reversed().lazy.map { texts(at: notice.path, in: $0) }.first { !$0.isEmpty }?
        .map { Feed.Notice(name: notice.name, text: $0) } ?? []
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
