package import Support
package import FeedDocument

/// Writes a feed layout for a document that fits no known layout, as a starting point for the user.
/// The draft has the list of blocks from `FeedReading`, the success rule and the paging from the
/// objects around it, and the settings of each code from `FeedInference`. It sets no heights, gaps or
/// colours, so that a page under its draft is the page that the inference draws.
package struct LayoutDraft {
  /// Returns the text of a layout with a note about its derivation, or no text with an error.
  ///
  /// - Parameters:
  ///   - others: Replies of other days. A code has the settings that show the most of its blocks on
  ///     any day.
  ///   - sample: The path of the document, relative to the layout's file.
  ///   - items: The path of the list of blocks, or `nil` to search for it.
  ///   - code: The path of the code in a block, or `nil` to search for it.
  package static func draft(
    for document: FeedDocument, and others: [FeedDocument] = [], name: String,
    sample: String? = nil, items: String? = nil, code: String? = nil
  ) -> (text: String?, note: Diagnostic) {
    let reading = FeedReading(of: document, items: items, code: code)
    guard let blocks = reading.candidates.first, blocks.matches > 0 else {
      return (nil, reading.nothingFound(in: document))
    }
    let days = others.map { other in
      FeedReading(of: other, items: items ?? blocks.list.path, code: code ?? blocks.codePath)
    }
    let draft = LayoutDraft(name, sample: sample, blocks, reading, days)
    return (draft.text.formatted() + "\n", draft.note)
  }

  private let name: String
  private let sample: String?
  private let blocks: BlockListCandidate
  private let references: String?
  /// The blocks by code, in the order in which their codes first appear on the page.
  private let groups: [FeedInference.Code]
  private let envelope: EnvelopeHints
  private let sections: JSONText
  /// The texts of the documents that no section has a place for.
  private let unplaced: [String]

  private init(
    _ name: String, sample: String?, _ blocks: BlockListCandidate, _ reading: FeedReading,
    _ days: [FeedReading]
  ) {
    self.name = name
    self.sample = sample
    self.blocks = blocks
    references = reading.references
    envelope = EnvelopeHints(around: blocks.list.array)
    var groups: [FeedInference.Code] = []
    var best: [String: (place: Int, count: Int, reading: FeedReading)] = [:]
    for reading in [reading] + days {
      guard let found = reading.candidates.first else { continue }
      for group in FeedInference.codes(of: found, in: reading) {
        let count = reading.survey.count(in: group.blocks)
        if let known = best[group.code] {
          guard count > known.count else { continue }
          groups[known.place] = group
          best[group.code] = (known.place, count, reading)
        } else {
          best[group.code] = (groups.count, count, reading)
          groups.append(group)
        }
      }
    }
    self.groups = groups
    sections = .object(
      groups.map { code, blocks, hints in
        (code, FeedInference.section(of: blocks, hints, in: best[code]?.reading ?? reading))
      })
    unplaced = groups.flatMap(\.hints.unplaced).uniqued
  }

  private var text: JSONText {
    [
      "name": .text(name), "version": 1, "title": .text(name),
      "base": "https://example.com/", "sources": ["feed": source], "join": "partial",
      "reveal": "each", "identity": .text(identity.rawValue),
      "order": blocks.orderSetting,
      "paging": envelope.paging, "states": states,
      "fallback": HeightHints.setting(for: blocks.list.elements) ?? ["placeholderHeight": 120],
      "environment": ["scale": 2], "sections": sections,
    ]
  }

  private var source: JSONText {
    let query = envelope.counter.map { JSONText.object([($0, .text("{\($0)}"))]) }
    var members: [(String, JSONText)] = [("primary", true)]
    if let sample { members.append(("sample", .text(sample))) }
    members.append(("request", ["url": "feed", "query": query]))
    if let status = envelope.status {
      let success: JSONText = ["path": .text(status.path), "equals": JSONText(status.value)]
      let message = envelope.messagePath.map(JSONText.text)
      members.append(("envelope", ["success": success, "message": message]))
    }
    return .object(members + blocks.source(references: references))
  }

  /// `.code` if each code occurs once and identifies a section; `.occurrence` otherwise.
  private var identity: FeedLayout.BlockIdentity {
    if blocks.discriminator == .members(code: nil) { return .code }
    let isOnce = groups.allSatisfy { $0.blocks.count == 1 }
    let names: [BlockListCandidate.Discriminator] = [.key("blockCode"), .key("id"), .key("key")]
    return isOnce && names.contains(blocks.discriminator) ? .code : .occurrence
  }

  /// The maximum number of codes that the note describes, so that it has at most twelve lines.
  private static let mostLines = 7

  /// The maximum number of sections in the skeleton.
  private static let skeletonCount = 4

  // The heights of skeleton sections are in points on a page with the default width, 414.

  private var states: JSONText {
    let skeleton: [JSONText] = groups.prefix(Self.skeletonCount).map { group in
      ["code": .text(group.code), "height": height(group.hints)]
    }
    return [
      "loading": ["designWidth": 414, "sections": .array(skeleton)],
      "empty": ["title": "Nothing here yet", "button": "Reload"],
      "failed": ["title": "Cannot load", "button": "Try again"],
      "footer": ["no-more-data": "That is all"],
    ]
  }

  /// Returns the estimated height of a block with these fields, in points on a page of width 414.
  private func height(_ fields: FieldHints) -> JSONText {
    let height =
      switch (fields.hasItems, fields.hasImages) {
      case (true, true): 240
      case (true, false): 140
      case (false, true): 200
      case (false, false): 90
      }
    return JSONText(integerLiteral: height + 30 * fields.texts.count)
  }

  private var note: Diagnostic {
    // `sorted` is stable.
    let sorted = groups.sorted { $0.blocks.count > $1.blocks.count }
    var notes = sorted.prefix(Self.mostLines).map {
      "`\($0.code)` × \($0.blocks.count): \($0.hints.words)"
    }
    if groups.count > notes.count { notes.append("\(groups.count - notes.count) more codes") }
    if let heights = HeightHints.setting(for: blocks.list.elements) {
      notes.append("the feed states the heights: \(heights.inline)")
    }
    if !unplaced.isEmpty {
      notes.append("no place was found for \(listed(unplaced.map(\.excerpt), atMost: 4))")
    }
    if let status = envelope.status {
      notes.append("a reply is a success when `\(status.path)` is \(status.value.inWords)")
    }
    if let counter = envelope.counter { notes.append("more pages are requested with \(counter)") }
    return Diagnostic(
      .draftedLayout, .note,
      "a feed layout was drafted; its blocks are of \(counted(groups.count, "code"))",
      at: blocks.list.array.location,
      label: blocks.evidence,
      notes: notes,
      helps: [
        "to fetch the feed, write its address on your server into `request.url`, then ask it with "
          + "`--url BASE`; `base` alone fetches nothing"
      ])
  }
}
