package import Support
package import FeedDocument

/// Infers a feed layout from the shape of a document that fits no known layout.
///
/// The blocks are those of the best reading (`FeedReading`). Without a well-known key that
/// distinguishes them, the diagnostic reports a guess. The paths of titles and items are found as
/// for a draft.
package enum FeedInference {
  /// - Parameters:
  ///   - items: The path of the list of blocks, if the user names it.
  ///   - code: The path of the code in a block, if the user names it.
  /// - Returns: A layout is certain if a well-known key distinguishes the blocks.
  package static func infer(
    from document: FeedDocument, items: String? = nil, code: String? = nil
  ) -> (layout: FeedLayout?, note: Diagnostic, isCertain: Bool) {
    let reading = FeedReading(of: document, items: items, code: code)
    guard let found = reading.candidates.first, found.matches > 0,
      let layout = layout(for: found, in: reading)
    else {
      let wishes = LayoutDraft.Wishes(name: "", sample: nil, items: items, code: code)
      return (nil, LayoutDraft.nothingFound(in: document, reading, wishes), false)
    }
    let isCertain = reading.isCertain || items != nil || code != nil
    return (layout, explanation(of: found, in: reading, isCertain: isCertain), isCertain)
  }

  private static func text(
    for found: BlockListCandidate, in reading: FeedReading, sections: String
  ) -> String {
    let shape = found.shape.map { "\"\($0.key)\": \($0.value.inline)" }.joined(separator: ", ")
    let references = reading.references.map { ", \"references\": \($0.asJSON)" } ?? ""
    let order =
      found.order.map { ", \"order\": {\"lists\": [{\"path\": \($0.asJSON)}]}" } ?? ""
    return """
      {"name": "my-feed", "version": 1, "identity": "occurrence", \
      "sources": {"feed": {"items": \(found.path.asJSON), \(shape)\(references)}}\(order)\(sections)}
      """
  }

  /// Limits the codes whose fields are looked up: thousands of codes cannot be kinds of blocks.
  private static let codeLimit = 256

  /// Returns the paths from which the generic section takes the fields of each code's blocks.
  private static func sections(
    for found: BlockListCandidate, in reading: FeedReading
  ) -> JSONText {
    .object(
      found.blocksInOrder.prefix(codeLimit).map { code, blocks in
        var paths = FieldHints(of: blocks, code: code, kinds: reading.survey.texts.kinds).paths
        if paths.isEmpty, reading.survey.texts.total > 0, reading.survey.count(in: blocks) == 0 {
          // Separators and the like take no room.
          paths = [("tree", ["texts": [], "images": []])]
        }
        return (code, ["generic": .object(paths)])
      })
  }

  private static func layout(
    for found: BlockListCandidate, in reading: FeedReading
  ) -> FeedLayout? {
    var rest = ", \"sections\": \(sections(for: found, in: reading).formatted())"
    if let hint = HeightHints(of: found.elements).setting {
      rest += ", \"fallback\": \(hint.formatted())"
    }
    let source = PaddedBytes(text(for: found, in: reading, sections: rest).utf8)
    let read = FeedDocument.parse(source, name: "inferred").flatMap(FeedLayout.parse)
    guard var layout = read.value else { return nil }
    layout.name = "inferred"
    layout.title = ""
    layout.isInferred = true
    let codes = Set(found.blocksInOrder.map(\.code))
    layout.texts = reading.survey.texts.distinct.filter { !codes.contains($0) }
    return layout
  }

  private static func explanation(
    of found: BlockListCandidate, in reading: FeedReading, isCertain: Bool
  ) -> Diagnostic {
    var note = Diagnostic(
      .inferredStructure, .note,
      isCertain
        ? "no feed layout fits; the blocks were inferred"
        : "no feed layout fits; the list of blocks is a guess",
      at: found.array.location,
      label: found.evidence,
      notes: [
        "blocks\(found.path == found.array.path ? "" : " at `\(found.path)`"): \(codes(of: found))"
      ],
      helps: [
        "or begin with a draft: "
          + "`sectionengine layouts new --from \(found.array.document.name) -o my-feed.json`"
      ])
    if let other = reading.candidates.dropFirst().first(where: { $0.path != found.path }) {
      note.helps.insert(
        "or read \(other.words) instead: `--items \(shellWord(other.path))"
          + "\(other.codePath.map { " --code \(shellWord($0))" } ?? "")`", at: 0)
    }
    return note
  }

  /// Returns "3 × 5, 4 × 1": each code once, the most frequent first, then in order of appearance.
  private static func codes(of found: BlockListCandidate) -> String {
    let sorted = found.blocksByCode
    let shown = sorted.prefix(8).map { "`\($0.code)` × \($0.blocks.count)" }
    let rest = sorted.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more codes"] : [])).joined(separator: ", ")
  }
}
