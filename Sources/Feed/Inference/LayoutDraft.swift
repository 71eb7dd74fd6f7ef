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
  ///   - sample: The path of the document, relative to the layout's file.
  ///   - items: The path of the list of blocks, or `nil` to search for it.
  ///   - code: The path of the code in a block, or `nil` to search for it.
  package static func draft(
    for document: FeedDocument, name: String, sample: String? = nil, items: String? = nil,
    code: String? = nil
  ) -> (text: String?, note: Diagnostic) {
    let reading = FeedReading(of: document, items: items, code: code)
    guard let blocks = reading.candidates.first, blocks.matches > 0 else {
      return (nil, reading.nothingFound(in: document))
    }
    let draft = LayoutDraft(name, sample: sample, blocks, reading)
    return (draft.text.formatted() + "\n", draft.note)
  }

  private let name: String
  private let sample: String?
  private let blocks: BlockListCandidate
  private let references: String?
  /// The blocks by code, in the order in which their codes first appear on the page.
  private let groups: [(code: String, blocks: [FeedValue])]
  private let envelope: EnvelopeHints
  private let fields: [FieldHints]
  private let sections: JSONText

  private init(
    _ name: String, sample: String?, _ blocks: BlockListCandidate, _ reading: FeedReading
  ) {
    self.name = name
    self.sample = sample
    self.blocks = blocks
    references = reading.references
    groups = blocks.blocksInOrder
    envelope = EnvelopeHints(around: blocks.list.array)
    sections = FeedInference.sections(for: blocks, in: reading)
    fields = groups.prefix(Self.skeletonCount).map {
      FieldHints(of: $0.blocks, code: $0.code, kinds: reading.survey.texts.kinds)
    }
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
    if let sample = sample { members.append(("sample", .text(sample))) }
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

  /// The maximum number of sections in the skeleton.
  private static let skeletonCount = 4

  // The heights of skeleton sections are in points on a page with the default width, 414.

  private var states: JSONText {
    let skeleton: [JSONText] = zip(groups, fields).map { group, fields in
      ["code": .text(group.code), "height": height(fields)]
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
    var notes = blocks.blocksByCode.map { "`\($0.code)` × \($0.blocks.count)" }
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
