package import Support
internal import FeedDocument

extension FeedLayoutReview {
  package struct Samples: Sendable {
    let blocks: [Block]
    private let documents: [(source: String, document: FeedDocument)]
    private let sources: Set<String>
    package let diagnostics: [Diagnostic]

    package init(of layout: FeedLayout, replies: [SourceReply]) {
      let (feed, lost) = Feed.join(layout: layout, replies: replies)
      blocks = Array(feed.blocks)
      diagnostics = lost.flatMap(\.failure.diagnostics)
      documents = replies.compactMap { reply in
        if case .document(let document, _) = reply.outcome { (reply.source, document) } else { nil }
      }
      sources = Set(replies.map(\.source)).subtracting(lost.map(\.source))
    }

    init(blocks: [Block]) {
      self.blocks = blocks
      (documents, sources, diagnostics) = ([], [], [])
    }

    func documents(of source: String) -> [FeedDocument] {
      documents.lazy.filter { $0.source == source }.map(\.document)
    }

    /// Whether each source whose replies contain the block codes has a sample.
    func areComplete(for layout: FeedLayout) -> Bool {
      layout.sources.allSatisfy { source in
        switch source.shape {
        case .elements, .union, .members: sources.contains(source.name)
        case .block(let shape): shape.codePath == nil || sources.contains(source.name)
        case .order: true
        }
      }
    }
  }

  /// Reports sections whose code is in no sample. The report is a warning if the samples have a
  /// similar code without a section; otherwise a note, because samples need not cover everything.
  mutating func reviewSections(of layout: FeedLayout) {
    let seen = samples.blocks.map(\.blockCode)
    guard !seen.isEmpty, samples.areComplete(for: layout) else { return }
    let known = Set(seen + Self.codes(ofSourcesAndRanks: layout))
    let bare = seen.filter { !layout.sections[$0].exists }
    var unseen: [FeedValue] = []
    for section in root["sections"].children where !known.contains(section.key) {
      // Codes of up to 3 characters are not compared: all of them are similar to each other.
      if section.key.count > 3,
        let meant = Suggestion.closest(to: section.key, among: bare, limit: 2)
      {
        warn(
          section, "no sample has a block of the code `\(section.key)`",
          label: "expected a code of the samples", helps: ["did you mean `\(meant)`?"])
      } else {
        unseen.append(section)
      }
    }
    guard let first = unseen.first else { return }
    let names = unseen.prefix(8).map { "`\($0.key)`" } + (unseen.count > 8 ? ["…"] : [])
    diagnostics.append(
      Diagnostic(
        .unmatchedName, .note, "no sample has a block of \(names.joined(separator: ", "))",
        at: first.location, label: "these settings are not tried by any sample"))
  }

  /// Reports paths of the end rules and the cursor that exist in no sample of the paged source.
  mutating func reviewPaging(of layout: FeedLayout) {
    guard let source = layout.paging?.source else { return }
    let documents = samples.documents(of: source)
    let paging = root["paging"]
    // The last page has no cursor, and an end test for null can mean that the value is absent.
    if documents.count > 1 { reviewPath(paging["cursor"], in: documents) }
    for test in paging["end"].children.flatMap(\.children) {
      if test["equals"].kind != .null || documents.count > 1 {
        reviewPath(test["path"], in: documents)
      }
      reviewPath(test["equalsPath"], in: documents)
    }
  }

  private mutating func reviewPath(_ value: FeedValue, in documents: [FeedDocument]) {
    guard let path = value.string, let first = documents.first,
      !documents.contains(where: { $0.value(atPath: path)?.exists == true })
    else { return }
    let parent = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? "$"
    let siblings = first.value(atPath: parent).map { $0.children.map { "\(parent).\($0.key)" } }
    warn(
      value, "`\(path)` is in no sample of the source that has pages",
      label: "an absent value counts as null",
      helps: Suggestion.helps(for: path, among: siblings ?? [], limit: 2))
  }
}
