internal import Diagnostics
internal import FeedDocument

extension Feed {
  /// Joins the replies of a feed's sources.
  ///
  /// 1. Each source's document is read into blocks, block by block: a bad one costs itself.
  /// 2. Blocks are collected in the order of the layout's sources; a repeated one replaces the
  ///    earlier one in place.
  /// 3. They are brought into the server's order.
  /// 4. Sources that give one block are inserted where the layout says, unless the server's order
  ///    names them.
  /// 5. Each block gets its settings.
  ///
  /// Replies may stand in any order, with the same result; of two replies of one source the later
  /// one counts. A source without a reply is simply absent. O(blocks x log(blocks)).
  package static func assemble(layout: FeedLayout, replies: [SourceReply]) -> FeedAssembly {
    var outcomes: [String: SourceReply.Outcome] = [:]
    for reply in replies { outcomes[reply.source] = reply.outcome }

    var diagnostics: [Diagnostic] = []
    var given: [(source: FeedLayout.Source, blocks: [Block])] = []
    var lost: [String] = []
    var primary: FeedDocument?
    for source in layout.sources {
      switch outcomes[source.name] {
      case nil: continue
      case .failed(let failure):
        diagnostics += failure.diagnostics
        lost.append(source.name)
      case .document(let document, let found):
        var reader = SourceReader(layout: layout, source: source, document: document)
        let blocks = reader.blocks()
        diagnostics += found + reader.diagnostics
        if let blocks { given.append((source, blocks)) } else { lost.append(source.name) }
        if source.isPrimary, blocks != nil { primary = document }
      }
    }
    if layout.join == .all, !lost.isEmpty {
      return .failure(
        diagnostics
          + lost.map {
            Diagnostic(
              .lostSource, .error, "source `\($0)` is lost",
              notes: ["`\(layout.name)` shows all of its sources or nothing"])
          })
    }

    var order = BlockOrder(rule: layout.order)
    if let primary { diagnostics += order.readLists(of: primary) }
    var list = BlockList(identity: layout.identity)
    for (source, blocks) in given where source.insertion == nil {
      for block in blocks { diagnostics += list.add(block) }
    }
    var inserted: [(FeedLayout.Insertion, Block)] = []
    for (source, blocks) in given {
      guard let insertion = source.insertion, !list.contains(anyOf: insertion.unless) else {
        continue
      }
      for block in blocks {
        if order.names(block.blockCode) || list.holds(block) {
          diagnostics += list.add(block)
        } else {
          inserted.append((insertion, block))
        }
      }
    }
    diagnostics += order.sort(&list.blocks)
    list.insert(inserted)

    guard !list.blocks.isEmpty else {
      return .failure(diagnostics + reasonForNothing(layout: layout, known: diagnostics))
    }
    diagnostics += lost.map {
      Diagnostic(
        .lostSource, .warning, "source `\($0)` is lost",
        notes: ["the page is drawn from the other sources"])
    }
    var settings = SettingsTable(layout: layout)
    for index in list.blocks.indices {
      list.blocks[index].settings = settings.settings(for: list.blocks[index])
    }
    return .feed(
      Feed(
        layout: layout, blocks: list.blocks, diagnostics: diagnostics,
        notices: primary.map { notices(layout.notices, in: $0) } ?? []))
  }

  /// A failure says why at least once.
  private static func reasonForNothing(
    layout: FeedLayout, known: [Diagnostic]
  ) -> [Diagnostic] {
    guard !known.contains(where: { $0.severity == .error }) else { return [] }
    let names = layout.sources.map { "`\($0.name)`" }.joined(separator: ", ")
    return [
      Diagnostic(
        .lostSource, .error, "no source gives a section",
        notes: ["sources of `\(layout.name)`: \(names)"])
    ]
  }

  private static func notices(
    _ paths: [FeedLayout.NoticePath], in document: FeedDocument
  ) -> [Notice] {
    paths.flatMap { notice in
      let value = document.value(atPath: notice.path)
      let texts =
        value?.kind == .array ? Array(value?.children.map(\.string) ?? []) : [value?.string]
      return texts.compactMap { $0 }.filter { !$0.isEmpty }
        .map { Notice(name: notice.name, text: $0) }
    }
  }
}
