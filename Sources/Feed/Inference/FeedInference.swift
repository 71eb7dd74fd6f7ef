package import Support
package import FeedDocument

/// Infers a feed layout from the shape of a document that fits no known layout.
///
/// The list of blocks is the best `BlockListCandidate` with a well-known key, or else the list that
/// `LayoutDraft` would choose, which the diagnostic reports as a guess. The paths of titles and
/// items are found as for a draft.
package enum FeedInference {
  /// - Returns: A layout is certain if a well-known key distinguishes the blocks.
  package static func infer(
    from document: FeedDocument
  ) -> (layout: FeedLayout?, note: Diagnostic, isCertain: Bool) {
    let survey = DocumentSurvey(of: document)
    if let found = survey.blocks, let layout = layout(for: found) {
      return (layout, explanation(of: found), true)
    }
    guard let found = DraftedBlocks.find(in: document, .init(name: "", sample: nil)),
      found.matches > 0, let layout = layout(for: found)
    else { return (nil, nothingFound(document, largest: survey.largest), false) }
    var note = explanation(of: found)
    note.message = "no feed layout fits; the list of blocks is a guess"
    note.notes.append("`layouts new` reads it so; `--items` and `--code` correct it there")
    return (layout, note, false)
  }

  private static func text(items: String, shape: String, sections: String = "") -> String {
    """
    {"name": "my-feed", "version": 1, "identity": "occurrence", \
    "sources": {"feed": {"items": \(items.asJSON), \(shape)}}\(sections)}
    """
  }

  private static func text(for found: BlockListCandidate, sections: String = "") -> String {
    let shape =
      switch found.discriminator {
      case .key(let key): "\"element\": {\"code\": \(key.asJSON)}"
      case .union: "\"union\": {}"
      }
    return text(items: found.array.path, shape: shape, sections: sections)
  }

  /// Limits the codes whose fields are looked up. A page has a dozen kinds of blocks; thousands of
  /// codes cannot be kinds.
  private static let codeLimit = 256

  /// Returns the paths from which the generic section takes the fields of each code's blocks.
  private static func sections(for found: BlockListCandidate) -> JSONText {
    .object(
      found.blocksInOrder.prefix(codeLimit).map { code, blocks in
        (code, ["generic": .object(FieldHints(of: blocks, code: code).paths)])
      })
  }

  private static func layout(for found: BlockListCandidate) -> FeedLayout? {
    let sections = ", \"sections\": \(sections(for: found).formatted())"
    let source = PaddedBytes(text(for: found, sections: sections).utf8)
    let read = FeedDocument.parse(source, name: "inferred").flatMap(FeedLayout.parse)
    guard var layout = read.value else { return nil }
    layout.name = "inferred"
    layout.title = ""
    layout.isInferred = true
    return layout
  }

  private static func explanation(of found: BlockListCandidate) -> Diagnostic {
    Diagnostic(
      .inferredStructure, .note, "no feed layout fits; the blocks were inferred",
      at: found.array.location,
      label: found.evidence, notes: ["blocks: \(codes(of: found))"],
      helps: [howToWrite(text(for: found)), howToDraft(found.array.document)])
  }

  /// Returns "3 × 5, 4 × 1": each code once, the most frequent first, then in order of appearance.
  private static func codes(of found: BlockListCandidate) -> String {
    let sorted = found.blocksByCode
    let shown = sorted.prefix(8).map { "`\($0.code)` × \($0.blocks.count)" }
    let rest = sorted.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more codes"] : [])).joined(separator: ", ")
  }

  private static func nothingFound(_ document: FeedDocument, largest: FeedValue?) -> Diagnostic {
    let keys = BlockListCandidate.keys.map { "`\($0)`" }.joined(separator: ", ")
    guard let largest else {
      return Diagnostic(
        .nothingInferred, .error, "no feed layout fits, and there is no list of blocks",
        at: document.root.location, label: "no array of objects in \(document.root.inWords)",
        helps: [
          "pass the JSON reply that holds the blocks of a feed, as a list of objects",
          "blocks that are members of one object are not read",
        ])
    }
    let first = largest.children.first { $0.kind == .object }
    let members = first.map { Array($0.children.map(\.key)) } ?? []
    let shown = listed(members.map { "`\($0)`" }, atMost: 8)
    return Diagnostic(
      .nothingInferred, .error, "no feed layout fits, and no list of blocks was found",
      at: largest.location, label: "the largest array: \(largest.count) elements",
      notes: [
        "its first object has \(shown.isEmpty ? "no keys" : shown)",
        "looked for objects with one of \(keys), or of one key each",
      ],
      helps: [
        howToWrite(
          text(items: largest.path, shape: "\"element\": {\"code\": \"KEY OF THE CODE\"}")),
        howToDraft(document, options: "--items '\(largest.path)' --code KEY "),
      ])
  }

  private static func howToDraft(_ document: FeedDocument, options: String = "") -> String {
    "or begin with a draft: "
      + "`sectionengine layouts new --from \(document.name) \(options)-o my-feed.json`"
  }

  private static func howToWrite(_ text: String) -> String {
    "write a feed layout and pass it with `--layout FILE`: \(text)"
  }
}
