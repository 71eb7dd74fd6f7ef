package import Support
package import FeedDocument

/// Infers a feed layout from the shape of a document that fits no known layout.
///
/// The blocks are taken from the best candidate of `FeedReading`. If no well-known key
/// distinguishes the blocks and the user gives no path, the diagnostic calls the result a guess.
/// `FieldHints` finds the paths of titles and items.
package enum FeedInference {
  /// - Parameters:
  ///   - items: The path of the list of blocks, or `nil` to search for it.
  ///   - code: The path of the code in a block, or `nil` to search for it.
  /// - Returns: The layout with a note, or `nil` with an error. The layout is certain if a known
  ///   key distinguishes the blocks, or if `items` or `code` is given.
  package static func infer(
    from document: FeedDocument, items: String? = nil, code: String? = nil
  ) -> (layout: FeedLayout?, note: Diagnostic, isCertain: Bool) {
    let members = ["name", "version", "sources"]
    if members.allSatisfy({ document.root[$0].exists }), FeedLayout.parse(document).value != nil {
      let note = Diagnostic(
        .nothingInferred, .error, "the document is a feed layout", at: document.root.location,
        label: "expected the reply of a server",
        helps: ["pass it as the layout: `--layout \(shellWord(document.name))`"])
      return (nil, note, false)
    }
    let reading = FeedReading(of: document, items: items, code: code)
    guard let found = reading.candidates.first, found.matches > 0,
      let layout = layout(for: found, in: reading)
    else { return (nil, reading.nothingFound(in: document), false) }
    let isCertain = reading.isCertain || items != nil || code != nil
    return (layout, explanation(of: found, in: reading, isCertain: isCertain), isCertain)
  }

  /// The maximum number of codes with settings; thousands of codes cannot be kinds of blocks.
  private static let codeLimit = 256

  /// Returns the settings of each code: the paths at which the generic section finds its fields.
  static func sections(for found: BlockListCandidate, in reading: FeedReading) -> JSONText {
    .object(
      codes(of: found, in: reading).map { code, blocks, hints in
        (code, section(of: blocks, hints, in: reading))
      })
  }

  typealias Code = (code: String, blocks: [FeedValue], hints: FieldHints)

  static func codes(of found: BlockListCandidate, in reading: FeedReading) -> [Code] {
    let headings = found.headings(reading.survey.texts)
    return found.blocksInOrder.prefix(codeLimit).map { code, blocks in
      let hints = FieldHints(
        of: blocks, code: code, index: reading.survey.texts, isHeading: headings.contains(code))
      return (code, blocks, hints)
    }
  }

  static func section(
    of blocks: [FeedValue], _ hints: FieldHints, in reading: FeedReading
  ) -> JSONText {
    var paths = hints.paths
    if paths.isEmpty, reading.survey.texts.total > 0, reading.survey.count(in: blocks) == 0 {
      // Blocks without texts, such as separators, have the height that they state, or else none.
      paths = [("tree", ["texts": [], "images": []])]
      if let height = HeightHints.separator(blocks) {
        paths.append(("height", .word(height == height.rounded() ? "\(Int(height))" : "\(height)")))
      }
    }
    return ["generic": .object(paths)]
  }

  private static func layout(
    for found: BlockListCandidate, in reading: FeedReading
  ) -> FeedLayout? {
    let text: JSONText = [
      "name": "inferred", "version": 1, "identity": "occurrence",
      "sources": ["feed": .object(found.source(references: reading.references))],
      "order": found.orderSetting, "sections": sections(for: found, in: reading),
      "fallback": HeightHints.setting(for: found.list.elements),
    ]
    let read = FeedDocument.parse(PaddedBytes(text.inline.utf8), name: "inferred")
    guard var layout = read.flatMap(FeedLayout.parse).value else { return nil }
    layout.title = ""
    layout.isInferred = true
    let codes = Set(found.blocksInOrder.map(\.code))
    layout.contents = reading.survey.texts.contents(besides: codes)
    return layout
  }

  private static func explanation(
    of found: BlockListCandidate, in reading: FeedReading, isCertain: Bool
  ) -> Diagnostic {
    let list = found.list
    var note = Diagnostic(
      .inferredStructure, .note,
      isCertain
        ? "no feed layout fits; the blocks were inferred"
        : "no feed layout fits; the list of blocks is a guess",
      at: list.array.location, label: found.evidence,
      notes: [
        "blocks\(list.path == list.array.path ? "" : " at `\(list.path)`"): \(codes(of: found))"
      ],
      helps: [
        "or begin with a draft: "
          + "`sectionengine layouts new --from \(list.array.document.name) -o my-feed.json`"
      ])
    if let other = reading.candidates.dropFirst().first(where: { $0.list.path != list.path }) {
      note.helps.insert(
        "or read \(other.words) instead: `--items \(shellWord(other.list.path))"
          + "\(other.codePath.map { " --code \(shellWord($0))" } ?? "")`", at: 0)
    }
    return note
  }

  /// Returns each code with its number of blocks, most frequent first: "`banner` × 5, `row` × 4".
  private static func codes(of found: BlockListCandidate) -> String {
    let sorted = found.blocksByCode
    let shown = sorted.prefix(8).map { "`\($0.code)` × \($0.blocks.count)" }
    let rest = sorted.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more codes"] : [])).joined(separator: ", ")
  }
}
