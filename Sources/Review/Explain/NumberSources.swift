import SectionEngine

/// Finds the source of each input number in an explanation: a setting of the feed layout, the
/// height hint of the feed, or the code of the provider.
///
/// A setting matches if its key names the property, and its value equals the number, directly or
/// scaled from the design width to the page width.
struct NumberSources {
  private let block: Block
  private let layout: FeedLayout
  private let provider: String
  private let width: Double
  private var settings: [(path: String, value: FeedValue, number: Double)] = []

  /// Measured properties, which no provider sets.
  private static let measured: Set<LayoutInput.Property> = [
    .textWidth, .longestLine, .lineHeight, .ascent, .contentWidth, .contentHeight, .pictureRatio,
  ]
  /// The maximum number of listed numbers per kind of source: settings, and provider code.
  private static let most = 3

  init(of block: Block, in layout: FeedLayout, drawnBy provider: String, width: Double) {
    self.block = block
    self.layout = layout
    self.provider = provider
    self.width = width
    collect(block.settings, at: "")
  }

  private mutating func collect(_ value: FeedValue, at path: String) {
    if let number = value.double {
      settings.append((path, value, number))
    } else if value.kind == .object, path != "hint" {
      for member in value.children where !member.isShadowed {
        collect(member, at: path.isEmpty ? member.key : "\(path).\(member.key)")
      }
    }
  }

  /// Returns one line per number from a setting, such as "header height 40: setting
  /// `header.height` (home.json:9:20)", and a last line with the numbers from the provider's code.
  func lines(for inputs: [LayoutInput], names: ExplanationNames) -> [String] {
    var (lines, chosen): ([String], [String]) = ([], [])
    for input in inputs
    where input.unit == .points && input.value != 0 && !Self.measured.contains(input.property) {
      let path = names.path(input.owner)
      let owner = path.split(separator: "/").last.map(String.init) ?? ""
      let number = "\(owner) \(input.words) \(points(input.value))"
      if let source = source(of: input, in: path) {
        let line = "\(number): \(source)"
        if lines.count < Self.most, !lines.contains(line) { lines.append(line) }
      } else if chosen.count < Self.most {
        let text = number + (equal(to: input, in: path) ?? "")
        if !chosen.contains(text) { chosen.append(text) }
      }
    }
    return lines
      + (chosen.isEmpty ? [] : ["given by \(provider): \(chosen.joined(separator: ", "))"])
  }

  /// Names the setting that equals a number from the provider's code; `nil` if none or several do.
  /// Its parent keys name the node or ancestors, and its last key may name another property: a square
  /// image may have the card width as its height. Small numbers are often equal by chance.
  private func equal(to input: LayoutInput, in owner: String) -> String? {
    guard abs(input.value) >= 24 else { return nil }
    let around = Self.words(of: owner)
    let equal = settings.filter { setting in
      let keys = setting.path.split(separator: ".").map { CheckedSection.words(of: String($0)) }
      return abs(setting.number - input.value) < 0.01 && keys.count > 1
        && keys.dropLast().joined().allSatisfy(around.contains)
    }
    return equal.count == 1 ? " (equal to setting `\(shown(equal[0].path))`)" : nil
  }

  private static func words(of path: String) -> Set<String> {
    Set(path.lowercased().split { !$0.isLetter }.map(String.init))
  }

  private func source(of input: LayoutInput, in owner: String) -> String? {
    if case .row = input.owner, let hint = block.heightHint,
      abs(hint.height(forWidth: width) - input.value) < 0.01
    {
      let path = layout.fallback.heightHint.map { " `\(shown($0.path))`" } ?? ""
      return "height hint\(path) of the feed, \(points(hint.height))"
        + scaled(from: hint.designWidth)
    }
    let design = block.settings["designWidth"].double ?? width
    func isSame(_ number: Double) -> Bool { abs(number - input.value) < 0.01 }
    // The key must name the property, and its parent keys must name the node or its ancestors.
    let around = Self.words(of: owner)
    let words = input.words.split { !$0.isLetter }.map(String.init)
    let named = settings.filter { setting in
      guard isSame(setting.number) || isSame(setting.number * width / design) else { return false }
      let keys = setting.path.split(separator: ".").map { CheckedSection.words(of: String($0)) }
      return keys.dropLast().joined().allSatisfy(around.contains)
        && keys.last?.contains { words.contains(Self.synonyms[$0] ?? $0) } == true
    }.prefix(2).map { path, value, number in
      let place = value.location
      return "`\(shown(path))` (\(place.file):\(place.line):\(place.column))"
        + (isSame(number) ? "" : ", \(points(number))\(scaled(from: design))")
    }
    return named.isEmpty ? nil : "setting " + named.joined(separator: " or ")
  }

  /// The style property that a setting sets, by the word in the setting's key.
  private static let synonyms = ["inset": "padding", "spacing": "gap", "size": "width"]

  private func scaled(from design: Double) -> String {
    design == width ? "" : " × page width \(points(width)) / design width \(points(design))"
  }
}

extension LayoutInput.Owner {
  /// Whether the owner is a node or row of this part, which a provider can size.
  func isDrawn(in part: PagePart) -> Bool {
    switch self {
    case .node(let own, _), .row(let own, _): own == part
    case .page, .section: false
    }
  }
}

extension CheckedSection {
  /// Returns the reason for truncated text: "truncated: 12 of 48 characters are visible; …".
  func truncation(of node: Int) -> String? {
    guard let fit = fit(of: node), fit.isTruncated else { return nil }
    let view = self.node(node)
    let limit = Int(view.content.maxLines)
    let text = view.text
    let visible = firstHiddenByte(of: node, lines: limit).map {
      String(decoding: text.utf8.prefix($0), as: UTF8.self).count
    }
    let needed = view.textLines(measurer, maxWidth: fit.width, maxLines: 0).count
    let setting = lineLimitSetting(of: node).map { "`\($0.path)` (\($0.file))" }
    return "truncated: "
      + (visible.map { "\($0) of \(counted(text.count, "character")) are visible; " } ?? "")
      + "it needs \(counted(needed, "line")) of \(points(fit.width)) pt and may have \(limit), by "
      + (setting ?? provider)
  }
}
