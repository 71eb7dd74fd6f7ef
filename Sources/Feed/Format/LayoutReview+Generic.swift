package import Support
internal import FeedDocument

/// Reviews the paths for the generic section, which silently replaces unusable paths by defaults.
extension LayoutReview {
  private static let keys = ["title", "texts", "items", "item", "height", "tree", "markup"]
  private static let itemKeys = ["title", "detail", "image", "action"]
  private static let treeKeys = ["texts", "images", "actions", "omit", "kinds"]
  /// The range of heights that the generic section accepts, in points.
  private static let heights = 0.0...100_000

  mutating func reviewGeneric() {
    reviewGeneric(root["defaults"]["generic"], samples.blocks)
    let blocks = Dictionary(grouping: samples.blocks, by: \.blockCode)
    for section in root["sections"].children {
      reviewGeneric(section["generic"], blocks[section.key] ?? [])
    }
  }

  private mutating func reviewGeneric(_ generic: FeedValue, _ blocks: [Block]) {
    guard generic.exists else { return }
    reviewKeys(of: generic, Self.keys, name: "generic")
    reviewKeys(of: generic["item"], Self.itemKeys + ["texts"], name: "generic.item")
    reviewKeys(of: generic["tree"], Self.treeKeys, name: "generic.tree")
    reviewHeight(generic["height"])
    reviewPath(generic["title"], blocks, isFit: \.isReadable)
    reviewPath(generic["items"], blocks, isFit: \.isContainer)
    for key in Self.itemKeys {
      reviewPath(generic["item"][key], blocks, isInItem: true, isFit: \.isReadable)
    }
  }

  private mutating func reviewKeys(of settings: FeedValue, _ keys: [String], name: String) {
    let list = keys.joined(separator: ", ")
    if settings.exists, settings.kind != .object {
      warn(
        settings, "`\(name)` is \(settings.inWords)", code: .settingWithoutEffect,
        label: "expected an object of \(list)")
      return
    }
    for member in settings.children where !keys.contains(member.key) {
      warn(
        member, "`\(member.key)` is not a key of \(name)", code: .settingWithoutEffect,
        label: "expected one of \(list)",
        helps: Suggestion.helps(for: member.key, among: keys))
    }
  }

  private mutating func reviewHeight(_ height: FeedValue) {
    guard height.exists, height.double.map(Self.heights.contains) != true else { return }
    warn(
      height, "`height` of generic is \(height.inWords)",
      code: .settingWithoutEffect, label: "expected a number of points from 0 to 100000")
  }

  private mutating func reviewPath(
    _ setting: FeedValue, _ blocks: [Block], isInItem: Bool = false, isFit: (FeedValue) -> Bool
  ) {
    let base = isInItem ? "an item, or the block where it has no list" : "the block"
    guard let path = path(setting, from: base) else { return }
    let values = blocks.filter { block in
      let generic = block.settings["generic"]
      return (isInItem ? generic["item"] : generic)[setting.key].string == path
    }.flatMap { isInItem ? items(of: $0) : [$0.value] }
    let found = values.map { $0.value(at: path) }
    guard !values.isEmpty, !found.contains(where: isFit) else { return }
    let whole = "\(counted(values.count, isInItem ? "item" : "block")) of the \(origin)"
    let other = found.first { $0.exists }
    let candidates = values.prefix(50).flatMap { $0.paths(where: isFit) }.uniqued
    let list = candidates.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    warn(
      setting, "`\(path)` \(other == nil ? "is in" : "is of use in") none of \(whole)",
      label: other.map { "found \($0.inWords)" } ?? "the usual names are tried instead",
      helps: Suggestion.helps(
        for: path, among: candidates, else: candidates.isEmpty ? nil : "could be meant: \(list)"))
  }

  /// Returns the path in a setting. Warns and returns `nil` if the setting is no relative path.
  private mutating func path(_ setting: FeedValue, from base: String) -> String? {
    guard setting.exists else { return nil }
    guard let path = setting.string, !path.isEmpty else {
      warn(
        setting, "`\(setting.key)` of generic is \(setting.inWords)",
        code: .settingWithoutEffect, label: "expected a path from \(base)")
      return nil
    }
    guard path.hasPrefix("$") else { return path }
    let rest = path.drop { $0 == "$" || $0 == "." }
    warn(
      setting, "paths of generic begin at \(base): drop `\(path.prefix(path.count - rest.count))`",
      code: .settingWithoutEffect, label: "there is no value at `\(path)`",
      helps: rest.isEmpty ? [] : ["write `\(rest)`"])
    return nil
  }

  /// Returns the values that paths of `item` start from: the elements of the list in the settings;
  /// if that list does not exist, the elements of all non-empty lists near the root; the block
  /// itself if it has no list.
  private func items(of block: Block) -> [FeedValue] {
    if let path = block.settings["generic"]["items"].string {
      let list = block.value.value(at: path)
      if list.isContainer { return Array(list.children) }
    }
    if block.value.kind == .array { return Array(block.value.children) }
    let lists = block.value.paths { $0.kind == .array && $0.count > 0 }
    let items = lists.flatMap { block.value.value(at: $0).children }
    return items.isEmpty ? [block.value] : items
  }
}

extension Feed {
  /// Notes about generic paths without a value in any block, for example after a rename of a field.
  package var unfoundPaths: [Diagnostic] {
    guard !layout.isInferred else { return [] }
    var review = LayoutReview(
      root: layout.sections.document.root, layout: layout,
      samples: LayoutReview.Samples(blocks: Array(blocks)), origin: "feed")
    review.reviewGeneric()
    var notes = review.diagnostics.filter { $0.code == .unmatchedName }
    for index in notes.indices { notes[index].severity = .note }
    return notes
  }
}

extension FeedValue {
  /// Whether the generic section accepts the value as a text.
  fileprivate var isReadable: Bool { string?.isEmpty == false || int64 != nil }

  /// Returns the value at a dotted path, such as "a.b", or a missing value.
  fileprivate func value(at path: String) -> FeedValue {
    path.split(separator: ".").reduce(self) { $0[String($1)] }
  }

  /// Returns dotted paths of values that `isFit` accepts, to a depth of three, outer paths first.
  fileprivate func paths(where isFit: (FeedValue) -> Bool) -> [String] {
    var found: [String] = []
    var level = kind == .object ? [("", self)] : []
    for _ in 0..<3 {
      let members = level.flatMap { path, value in
        value.children.map { (path.isEmpty ? $0.key : "\(path).\($0.key)", $0) }
      }
      found += members.filter { isFit($0.1) }.map(\.0)
      level = members.filter { $0.1.kind == .object }
    }
    return found
  }
}
