import SectionEngine

extension CheckRule {
  /// Source: WCAG 2.2, success criterion 1.4.3 (level AA).
  static let contrast = CheckRule(
    id: "contrast", code: .lowContrast,
    summary: "a text has too little contrast with its background",
    limits: [
      .init("text", 4.5, in: 1...21, "least ratio of a text"),
      .init(
        "largeText", 3, in: 1...21, "least ratio of a text of 18 points, or of 14 points and bold"),
    ], scope: .section, drawsPages: true
  ) { run in
    let own: CheckPages.Examined = (run.page, run.sections)
    let otherPage = run.pages.otherAppearance()
    let base = run.lowContrasts(on: own)
    let other = otherPage.map { run.lowContrasts(on: $0) } ?? []
    // A fault that occurs in both appearances is reported once.
    let same = Set(base).intersection(other)
    for low in base {
      run.report(low, on: own, appearance: same.contains(low) ? "light and dark" : nil)
    }
    guard let page = otherPage else { return }
    for low in other where !same.contains(low) { run.report(low, on: page, appearance: nil) }
  }

  static let unknownColor = CheckRule(
    "unknown-color", .unknownColor, "a colour is neither a token of the feed layout nor #rrggbb",
    scope: .section
  ) { section, run in
    let palette = Palette(run.page)
    // Without a palette, the app defines all colours, so none is unknown.
    guard !palette.isEmpty else { return }
    var owners: [String: Finding.Owner] = [:]
    for node in section.nodes where !section.isHidden[node] {
      let view = section.node(node)
      for word in [view.color, view.background] where !word.isEmpty && palette.color(word) == nil {
        let owner = owners[word] ?? section.owner(ofColor: word)
        owners[word] = owner
        run.report(
          "`\(shown(word))` is not a colour", at: node, of: section, aspect: word,
          label: word.hasPrefix("#")
            ? "expected 3, 4, 6 or 8 hexadecimal digits after #" : "unknown token",
          notes: ["tokens: \(palette.names.prefix(12).joined(separator: ", "))"],
          helps: Suggestion.helps(for: word, among: palette.names)
            + ["add it to `appearance.light` of the feed layout"],
          owner: owner)
      }
    }
  }
}

private struct LowContrast: Hashable {
  var section, node: Int
  var word: String
  var color, behind: SRGBColor
  var least: Double
  var ratio: Double { color.contrast(with: behind) }
}

extension RuleRun {
  fileprivate func lowContrasts(on examined: CheckPages.Examined) -> [LowContrast] {
    let palette = Palette(examined.page)
    guard !palette.isEmpty else { return [] }
    var found: [LowContrast] = []
    for section in examined.sections {
      for node in section.nodes where section.isReadable(node) {
        let view = section.node(node)
        let word = view.color
        guard let color = word.isEmpty ? palette.text : palette.color(word),
          case .color(let behind) = section.backdrop(of: node, palette)
        else { continue }
        var parts = [
          (
            word: word.isEmpty ? "text" : word, color: color, behind: behind,
            font: view.content.font
          )
        ]
        for part in section.runs(of: node) where part.range.lowerBound < part.range.upperBound {
          let own = section.arena.string(part.color)
          let under = palette.color(section.arena.string(part.background))?.over(behind)
          guard !own.isEmpty || under != nil, own.isEmpty || palette.color(own) != nil else {
            continue
          }
          parts.append(
            (
              own.isEmpty ? parts[0].word : own, palette.color(own) ?? color, under ?? behind,
              part.font.filled(from: view.content.font)
            ))
        }
        for part in parts {
          let low = LowContrast(
            section: section.index, node: node, word: part.word,
            color: part.color.over(part.behind), behind: part.behind,
            least: limit(part.font.isLarge ? "largeText" : "text"))
          if low.ratio < low.least { found.append(low) }
        }
      }
    }
    return found
  }

  fileprivate mutating func report(
    _ low: LowContrast, on examined: CheckPages.Examined, appearance both: String?
  ) {
    let (page, section) = (examined.page, examined.sections[low.section])
    let own = page.environment.appearance.rawValue
    let word = shown(low.word)
    let size = points(Double(section.node(low.node).content.font.size))
    let places = both == nil ? "`appearance.\(own).\(word)`" : "`\(word)` in `appearance`"
    report(
      "\(section.shortName(of: low.node)) has a contrast of \(ratioText(low.ratio)) "
        + "in \(both ?? own)",
      at: low.node, of: section, aspect: "\(both ?? own) \(low.word)",
      label: "expected at least \(points(low.least)):1",
      notes: ["`\(word)` \(low.color.hex) on \(low.behind.hex), \(size) pt"],
      helps: ["change \(places) of the feed layout, or the background"],
      owner: Palette(page).defines(low.word, on: low.behind) ? .layout : .section)
  }
}

/// Returns a ratio such as "4.49:1". Rounds down, so that a shown ratio never looks sufficient.
private func ratioText(_ ratio: Double) -> String {
  points((ratio * 100).rounded(.down) / 100) + ":1"
}

extension Font {
  /// Returns the font of a run: values that the run does not set are those of the text's font.
  fileprivate func filled(from outer: Font) -> Font {
    Font(size: size > 0 ? size : outer.size, weight: weight > 0 ? weight : outer.weight)
  }

  /// Whether the font is large-scale text (WCAG 2.2): from 18 points, or from 14 points in bold.
  fileprivate var isLarge: Bool { size >= 18 || (size >= 14 && weight >= 700) }
}

extension Palette {
  /// Returns whether the layout defines a token and a background, so that it can change both.
  fileprivate func defines(_ word: String, on behind: SRGBColor) -> Bool {
    names.contains(word) && names.contains { color($0)?.over(page) == behind }
  }
}

extension CheckedSection {
  /// Returns the origin of a colour's name: the layout's settings, the feed, or else the plugin.
  fileprivate func owner(ofColor word: String) -> Finding.Owner {
    guard let block else { return .section }
    if block.settings.contains(text: word) { return .layout }
    return block.value.contains(text: word) ? .feed : .section
  }

  /// Returns whether a node is visible running text, not a symbol or an image.
  func isReadable(_ index: Int) -> Bool {
    shows[index] && !isHidden[index] && !frames[index].isEmpty && node(index).kind.isRunningText
  }
}

extension FeedValue {
  /// Returns whether the value is a text, or has a member or element that is.
  fileprivate func contains(text: String) -> Bool {
    string == text || children.contains { $0.contains(text: text) }
  }
}
