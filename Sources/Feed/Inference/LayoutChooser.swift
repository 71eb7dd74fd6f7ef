package import Support
package import FeedDocument

package enum LayoutChooser {
  /// Returns the layout that best fits the primary source's document. This is one of the given
  /// layouts, or an inferred layout with a note; or `nil` with an error.
  ///
  /// 1. The candidates are layouts whose success rule accepts the document and whose items contain
  ///    at least one block with a code or, if all items are one block, an identity. The best
  ///    candidate has settings for the most blocks.
  /// 2. If there is no single best layout, a layout is inferred from the document.
  /// 3. If inference fails and the document is a failure reply of exactly one layout, that layout
  ///    is chosen, so that the server's message is reported. If only one layout lists the failure's
  ///    status, inference is skipped.
  ///
  /// - Parameter sample: Returns a layout's sample by its path. Samples distinguish sources that
  ///   could have sent the document.
  package static func choose(
    for document: FeedDocument, among layouts: [FeedLayout],
    sample: (String) -> FeedDocument? = { _ in nil }
  ) -> Diagnosed<FeedLayout?> {
    choose(for: document, among: layouts.map { UnreadLayout($0) }, sample: sample)
  }

  /// Returns the layout that best fits the primary source's document, and reads only the layouts that
  /// may do so.
  package static func choose(
    for document: FeedDocument, among unread: [UnreadLayout],
    sample: (String) -> FeedDocument? = { _ in nil }
  ) -> Diagnosed<FeedLayout?> {
    let fits = unread.filter { $0.mayHaveItems(in: document) }.compactMap { $0.layout }
      .compactMap { layout in fit(of: layout, document).map { (layout: layout, score: $0) } }
    if let best = fits.max(by: { $0.score < $1.score }),
      fits.count(where: { $0.score == best.score }) == 1
    {
      return Diagnosed(best.layout)
    }

    let named =
      fits.isEmpty
      ? unread.filter { $0.mayNameFailure(in: document) }.compactMap { $0.layout }
        .filter { namesFailure(in: document, $0) } : []
    if let layout = named.first, named.count == 1 { return Diagnosed(layout) }
    var found = FeedInference.infer(from: document)
    var layouts: [FeedLayout] { unread.compactMap { $0.layout } }
    let refused = found.layout == nil ? layouts.filter { isRefusal(document, of: $0) } : []
    if let layout = refused.first, refused.count == 1 { return Diagnosed(layout) }
    // A list with one kind of blocks may also belong to a source of one of the given layouts.
    if !found.isCertain || found.layout?.sections.count == 1 {
      found.note.helps.insert(contentsOf: hints(for: document, among: layouts, sample), at: 0)
    }
    return Diagnosed(found.layout, [found.note])
  }

  /// Returns a layout that is inferred with the user's paths of the list of blocks and of the code.
  package static func infer(
    from document: FeedDocument, items: String?, code: String?
  ) -> Diagnosed<FeedLayout?> {
    let found = FeedInference.infer(from: document, items: items, code: code)
    return Diagnosed(found.layout, [found.note])
  }

  /// The number of blocks whose code has settings in the layout, and the number of all blocks.
  private typealias Score = (known: Int, blocks: Int)

  private static func fit(of layout: FeedLayout, _ document: FeedDocument) -> Score? {
    guard let source = layout.primarySource else { return nil }
    if let shape = source.shape.block,
      // Required parameters exclude the layout, because the document does not contain their values.
      !isEvident(source, shape, in: document)
        || !layout.missingParameters(of: source, given: [:]).isEmpty
    {
      return nil
    }
    var reader = SourceReader(layout: layout, source: source, document: document)
    guard let blocks = reader.blocks(), !blocks.isEmpty else { return nil }
    let known = blocks.count { layout.sections[$0.blockCode].exists }
    return (known, blocks.count)
  }

  /// Whether a document provably belongs to a source whose items form one block. The source accepts
  /// any array, so the reply must also report success and have items with an identity.
  private static func isEvident(
    _ source: FeedLayout.Source, _ shape: FeedLayout.BlockShape, in document: FeedDocument
  ) -> Bool {
    guard let envelope = source.envelope, let identity = shape.itemIdentity,
      envelope.accepts(document),
      let items = FlattenedPath(source.items)?.value(in: document.root), items.kind == .array,
      let item = items.children.first(where: { $0.kind == .object })
    else { return false }
    return item.value(atPath: identity).identityText != nil
  }

  /// Whether a document reports a failure: a failure status, a message, and no array of objects.
  private static func isRefusal(_ document: FeedDocument, of layout: FeedLayout) -> Bool {
    guard let envelope = layout.primarySource?.envelope, let path = envelope.messagePath,
      document.value(atPath: envelope.successPath)?.exists == true, !envelope.accepts(document)
    else { return false }
    return document.root.value(atPath: path).string?.isEmpty == false
      && DocumentSurvey(of: document).groups.isEmpty
  }

  /// Whether the layout lists the document's status as a failure, such as 301.
  private static func namesFailure(in document: FeedDocument, _ layout: FeedLayout) -> Bool {
    guard let source = layout.primarySource, let envelope = source.envelope,
      let status = document.value(atPath: envelope.successPath)?.identityText,
      envelope.failureNames[status] != nil
    else { return false }
    return document.value(atPath: source.items)?.exists == true
      || DocumentSurvey(of: document).largest == nil
  }

  /// Returns a hint for each layout with a source that may have sent the document.
  private static func hints(
    for document: FeedDocument, among layouts: [FeedLayout], _ sample: (String) -> FeedDocument?
  ) -> [String] {
    layouts.compactMap { layout in
      var sources = layout.sources.filter { accepts(document, source: $0, of: layout) }
      if sources.count > 1 { sources = likeliest(of: sources, document, sample) }
      guard let first = sources.first else { return nil }
      let (name, option) = ("`\(layout.name)`", "--layout \(layout.name)")
      if first.isPrimary {
        return "if this is a \(first.name) document of \(name), pass it with `\(option)`"
      }
      if sources.count == 1 {
        return "if these are the \(first.name) of \(name), pass them with "
          + "`\(option) --source \(first.name)=FILE`"
      }
      let names = sources.prefix(3).map(\.name).joined(separator: ", ")
      return "if this is one of \(names)\(sources.count > 3 ? " …" : "") of \(name), "
        + "pass it with `\(option) --source NAME=FILE`"
    }
  }

  /// Returns the sources whose samples have the most keys in common with the document.
  private static func likeliest(
    of sources: [FeedLayout.Source], _ document: FeedDocument, _ sample: (String) -> FeedDocument?
  ) -> [FeedLayout.Source] {
    func members(_ document: FeedDocument, _ source: FeedLayout.Source) -> Set<String> {
      guard let items = FlattenedPath(source.items)?.value(in: document.root) else { return [] }
      let item = items.kind == .array ? items.children.first { $0.kind == .object } : items
      return Set(item?.children.map(\.key) ?? [])
    }
    let shares = sources.map { source -> Double in
      let own = members(document, source)
      guard let sample = source.samples.first.flatMap(sample) else { return 0 }
      let known = members(sample, source)
      return Double(own.intersection(known).count) / Double(max(1, own.union(known).count))
    }
    let best = shares.max() ?? 0
    return zip(sources, shares).filter { $1 == best }.map(\.0)
  }

  /// Whether the source has an envelope and reads the document into a block with its code.
  private static func accepts(
    _ document: FeedDocument, source: FeedLayout.Source, of layout: FeedLayout
  ) -> Bool {
    guard source.envelope != nil, source.shape.block != nil || !source.isPrimary
    else { return false }
    var reader = SourceReader(layout: layout, source: source, document: document)
    guard let block = reader.blocks()?.last else { return false }
    return source.shape.block?.code.map { $0 == block.blockCode } ?? true
  }
}
