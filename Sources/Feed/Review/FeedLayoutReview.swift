package import FeedDocument
internal import LayoutCore

/// Finds probable mistakes in a valid feed layout: codes that occur only once, unused names, paths
/// without a value in the samples, and settings without effect.
///
/// Findings are warnings, not errors, because the server may use codes that are not in the layout.
/// Sections whose code is in no sample are only noted.
package struct FeedLayoutReview {
  let root: FeedValue
  let samples: Samples
  /// The word that messages use for the origin of the blocks: "sample" or "feed".
  let origin: String
  /// All codes in samples and layout, except those only in the layout's spacing or skeleton.
  let codes: [String]
  var diagnostics: [Diagnostic] = []
  /// Whether another diagnostic reports that an item of a block is not drawn.
  var isLeftOut: (FeedValue, Block) -> Bool = { _, _ in false }
  /// The blocks of an earlier page; `nil` if there is none to compare with.
  var earlier: [Block]?
  /// The numbers of items that had the value on the earlier page, by the diagnostic about it.
  var losses: [Diagnostic: Int] = [:]

  /// Returns all findings in the order of the file.
  ///
  /// - Parameter document: A document that `FeedLayout.parse` has accepted.
  package static func findings(
    in document: FeedDocument, of layout: FeedLayout, samples: Samples
  ) -> [Diagnostic] {
    var review = FeedLayoutReview(root: document.root, layout: layout, samples: samples)
    review.reviewSpacing()
    for section in review.root["states"]["loading"]["sections"].children {
      review.reviewCode(section["code"])
    }
    review.reviewParameters(of: layout)
    review.reviewColors()
    review.reviewWords(of: layout)
    for section in review.root["sections"].children {
      guard let override = layout.layoutOverrides[section.key] else { continue }
      review.reviewStanding(section["layout"], of: override)
    }
    review.reviewGeneric()
    review.reviewPaging(of: layout)
    review.reviewSections(of: layout)
    return review.diagnostics.sorted {
      ($0.location?.line ?? 0, $0.location?.column ?? 0)
        < ($1.location?.line ?? 0, $1.location?.column ?? 0)
    }
  }

  init(root: FeedValue, layout: FeedLayout, samples: Samples, origin: String = "sample") {
    self.root = root
    self.samples = samples
    self.origin = origin
    codes =
      layout.knownCodes + Self.codes(ofSourcesAndRanks: layout) + samples.blocks.map(\.blockCode)
  }

  /// Returns the codes of sources that are one block, of headings, and of the layout's ranks.
  static func codes(ofSourcesAndRanks layout: FeedLayout) -> [String] {
    layout.sources.flatMap { [$0.shape.block?.code, $0.heading?.code, $0.footer?.code] }.compactMap
    { $0 }
      + layout.order.ranks.keys.sorted()
  }

  private mutating func reviewSpacing() {
    let groups = root["spacing"]["groups"].children.map(\.key)
    var used: Set<String> = []
    for rule in root["spacing"]["between"].children {
      for side in [rule["above"], rule["below"]] {
        guard let word = side.string, word != "*" else { continue }
        used.insert(word)
        if !groups.contains(word) { reviewCode(side, also: groups) }
      }
    }
    for group in root["spacing"]["groups"].children {
      for code in group.children { reviewCode(code) }
      if !used.contains(group.key) {
        warn(group, "no rule uses the group `\(group.key)`", label: "expected it in `between`")
      }
    }
  }

  private mutating func reviewCode(_ value: FeedValue, also others: [String] = []) {
    guard let code = value.string, !codes.isEmpty, !codes.contains(code) else { return }
    warn(
      value, "nothing else uses the block code `\(code)`",
      label: "expected a code of `sections`, of a source, of `order.ranks` or of a sample",
      helps: Suggestion.helps(
        for: code, among: others + codes,
        else: "if the server gives it, write it into `sections`: \(code.asJSON): {}"))
  }

  private mutating func reviewParameters(of layout: FeedLayout) {
    let texts = layout.sources.compactMap(\.request).flatMap { request in
      [request.url] + (request.query + request.form + request.headers).map(\.value)
    }
    let used = Set(texts.flatMap { TemplateText($0).parameters })
    for parameter in root["parameters"].children where !used.contains(parameter.key) {
      warn(
        parameter, "no request uses the parameter `\(parameter.key)`",
        label: "expected `{\(parameter.key)}` in a request")
    }
  }

  private mutating func reviewColors() {
    let light = root["appearance"]["light"].children.map(\.key)
    guard !light.isEmpty else { return }
    for color in root["appearance"]["dark"].children where !light.contains(color.key) {
      warn(
        color, "`\(color.key)` is a color in the dark only",
        label: "expected one that `light` has too",
        helps: Suggestion.helps(for: color.key, among: light))
    }
  }

  private mutating func reviewWords(of layout: FeedLayout) {
    var texts: Set<String> = []
    var copy = layout
    copy.replaceTexts { text in
      texts.insert(text)
      return text
    }
    for settings in [layout.defaults, layout.sections] { settings.collectStrings(into: &texts) }
    for language in root["words"].children {
      for word in language.children where !texts.contains(word.key) {
        warn(
          word, "the layout has no text \(word.key.excerpt)",
          label: "expected a text of `title`, `states`, `chrome`, `defaults` or `sections`",
          helps: Suggestion.helps(for: word.key, among: texts.sorted()))
      }
    }
  }

  private mutating func reviewStanding(_ layout: FeedValue, of override: SectionLayoutOverride) {
    // If the layout sets no kind, the provider chooses it and no key can be checked.
    guard let kind = override.layout else { return }
    for setting in override.unusedSettings(in: kind) {
      let list = setting.layouts.map { "`\($0.word)`" }.joined(separator: ", ")
      warn(
        layout[setting.rawValue], "`\(setting.rawValue)` has no effect on `\(kind.word)`",
        code: .settingWithoutEffect, label: "expected it beside the kind \(list)")
    }
  }

  mutating func warn(
    _ value: FeedValue, _ message: String, code: DiagnosticCode = .unmatchedName, label: String,
    helps: [String] = []
  ) {
    diagnostics.append(
      Diagnostic(code, .warning, message, at: value.location, label: label, helps: helps))
  }
}
