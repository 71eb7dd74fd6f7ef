package import Support
internal import FeedDocument

/// Reviews the paths for the generic section, which silently replaces unusable paths by defaults.
extension FeedLayoutReview {
  private static let keys = [
    "title", "texts", "image", "buttons", "items", "arrangement", "item", "height", "tree",
    "markup",
  ]
  private static let itemKeys = ["title", "detail", "image", "action"]
  private static let buttonKeys = ["text", "action"]
  private static let arrangements = ["rail", "list"]
  private static let treeKeys = ["texts", "images", "actions", "omit", "kinds"]
  /// The range of heights that the generic section accepts, in points.
  private static let heights = 0.0...100_000

  private var isOfFeed: Bool { origin == "feed" }

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
    reviewKeys(of: generic["item"], Self.itemKeys + ["texts", "buttons"], name: "generic.item")
    reviewKeys(of: generic["tree"], Self.treeKeys, name: "generic.tree")
    reviewHeight(generic["height"])
    reviewArrangement(generic["arrangement"])
    reviewPath(generic["title"], blocks, isFit: \.isReadable)
    for text in generic["texts"].children { reviewPath(text, blocks, isFit: \.isReadable) }
    reviewPath(generic["image"], blocks, isFit: \.isReadable)
    reviewPath(generic["items"], blocks, isFit: \.isContainer)
    for setting in Self.itemKeys.map({ generic["item"][$0] }) + generic["item"]["texts"].children {
      reviewPath(setting, blocks, isInItem: true, isFit: \.isReadable)
    }
    reviewButtons(generic["buttons"], blocks, isInItem: false)
    reviewButtons(generic["item"]["buttons"], blocks, isInItem: true)
  }

  private mutating func reviewButtons(_ buttons: FeedValue, _ blocks: [Block], isInItem: Bool) {
    if buttons.exists, buttons.kind != .array {
      warn(
        buttons, "`buttons` is \(buttons.inWords)", code: .settingWithoutEffect,
        label: "expected a list of {text, action?}")
    }
    for button in buttons.children {
      reviewKeys(of: button, Self.buttonKeys, name: "a button")
      if button.kind == .object, !button["text"].exists {
        warn(
          button, "a button has no `text`", code: .settingWithoutEffect,
          label: "expected the path of its label")
      }
      for key in Self.buttonKeys {
        reviewPath(
          button[key], blocks, isInItem: isInItem, list: "buttons", isFit: \.isReadable)
      }
    }
  }

  private mutating func reviewArrangement(_ arrangement: FeedValue) {
    guard arrangement.exists, !Self.arrangements.contains(arrangement.string ?? "") else { return }
    warn(
      arrangement, "`arrangement` of generic is \(arrangement.inWords)",
      code: .settingWithoutEffect,
      label: "expected \(Self.arrangements.map { "`\($0)`" }.joined(separator: " or "))",
      helps: Suggestion.helps(for: arrangement.string ?? "", among: Self.arrangements))
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

  /// - Parameter list: The setting whose elements have the path as a member; `nil` if the path is a
  ///   setting itself, or an element of one.
  private mutating func reviewPath(
    _ setting: FeedValue, _ blocks: [Block], isInItem: Bool = false, list: String? = nil,
    isFit: (FeedValue) -> Bool
  ) {
    let base = isInItem ? "an item, or the block where it has no list" : "the block"
    guard let path = path(setting, from: base) else { return }
    let isRequired = setting["required"].bool ?? false
    // The elements of `texts` have no key.
    let key = setting.key.isEmpty ? "texts" : setting.key
    let steps = path.split(separator: ".").map(String.init)
    var values: [FeedValue] = []
    var named: Set<String> = []
    var codes: Set<String> = []
    for block in blocks {
      let generic = block.settings["generic"]
      let settings = isInItem ? generic["item"] : generic
      let own =
        list.map { settings[$0].children.map { $0[key] } } ?? [settings[key]]
        + settings[key].children
      guard own.contains(where: { $0.settingPath == path }),
        key == "title" && !isInItem || !generic["tree"].exists
      else { continue }
      values += isInItem ? items(of: block).filter { !isLeftOut($0, block) } : [block.value]
      codes.insert(block.blockCode)
      let members = settings.children.flatMap { [$0] + $0.children }
      named.formUnion(
        (members + members.flatMap { $0.children }).compactMap(\.settingPath))
    }
    let absent = values.filter { !isFit($0.value(at: steps)) }
    guard let first = absent.first else { return }
    let before = (earlier ?? []).filter { codes.contains($0.blockCode) }
      .flatMap { isInItem ? items(of: $0) : [$0.value] }
    let isEmptied =
      isOfFeed && absent.count == values.count
      && absent.allSatisfy { $0.value(at: steps).kind == .string }
    guard absent.count == values.count, !isEmptied else {
      guard isOfFeed || isRequired else { return }
      // Another list, which no path names, can be a renamed one.
      let isLoss = key == "items" && first.hasUnread(named) { Self.isAlike($0, key) }
      let isNeeded = isRequired || isLoss || (isEmptied && earlier == nil && key != "texts")
      note(
        absent, of: values, setting, steps, isInItem: isInItem, isEmptied: isEmptied,
        severity: isNeeded ? .warning : .note, code: blocks.first?.blockCode ?? "", since: before,
        isFit: isFit)
      return
    }
    let whole = "\(counted(values.count, isInItem ? "item" : "block")) of the \(origin)"
    let other = values.map { $0.value(at: steps) }.first { $0.exists }
    let read = named.union([blocks.first?.codeValue.key ?? ""])
    let candidates = candidates(for: key, in: values, isFit: isFit, since: before, read: read)
    let list = candidates.alike.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    warn(
      setting, "`\(path)` \(other == nil ? "is in" : "is of use in") none of \(whole)",
      label: other.map { "found \($0.inWords)" } ?? "the usual names are tried instead",
      helps: Suggestion.helps(
        for: path, among: candidates.all, else: list.isEmpty ? nil : "could be meant: \(list)"))
    guard isOfFeed, let last = diagnostics.indices.last else { return }
    diagnostics[last].blockCode = blocks.first?.blockCode
    diagnostics[last].notes = ["the first of them: \(first.location.place)"]
    // Without an unread value of the same kind, the feed has nothing that the page could lose.
    let isLoss = values.prefix(50).contains { $0.hasUnread(named) { Self.isAlike($0, key) } }
    if !isLoss, !isRequired { diagnostics[last].severity = .note }
  }

  /// Returns the paths that a setting could mean: paths that the layout does not read, except
  /// identifiers and kinds. If some of them are new since the earlier page, returns only the new ones.
  /// The paths in `alike` have values of the kind that the setting needs.
  private func candidates(
    for key: String, in values: [FeedValue], isFit: (FeedValue) -> Bool, since before: [FeedValue],
    read: Set<String>
  ) -> (all: [String], alike: [String]) {
    let identifier = ItemIdentifier(
      ofItemsIn: values[0].surrounding.key, code: samples.blocks.first?.blockCode ?? "")
    func paths(_ values: [FeedValue], where isFit: (FeedValue) -> Bool) -> [String] {
      values.prefix(50).flatMap { $0.paths(where: isFit) }.uniqued
    }
    let identifiers = Set(values.prefix(50).flatMap(identifier.keys))
    let all = paths(values, where: isFit).filter {
      !read.contains($0) && !identifiers.contains($0) && !FeedValue.isKindWord($0)
    }
    let known = Set(paths(before) { $0.exists })
    let new = before.isEmpty ? [] : all.filter { !known.contains($0) }
    let alike = Set(
      paths(values) { value in
        switch key {
        case "items": Self.isAlike(value, key)
        case "image", "action": isFit(value) && Self.isAlike(value, key)
        default: isFit(value) && !value.isAddress
        }
      })
    let found = new.isEmpty ? all : new
    return (found, found.filter(alike.contains))
  }

  /// Whether a value could be meant by the setting with a key: a list, an address or a text.
  private static func isAlike(_ value: FeedValue, _ key: String) -> Bool {
    switch key {
    case "items": value.kind == .array && value.count > 0
    case "image", "action": value.isAddress || value.isFileName
    default: HumanText.isText(value)
    }
  }

  /// Reports the items that lack the value at a path, except for hidden ones and ones of another
  /// kind. It is a warning if some of them had the value on the earlier page.
  private mutating func note(
    _ absent: [FeedValue], of values: [FeedValue], _ setting: FeedValue, _ steps: [String],
    isInItem: Bool, isEmptied: Bool, severity: Diagnostic.Severity, code: String,
    since before: [FeedValue], isFit: (FeedValue) -> Bool
  ) {
    let indices = Set(absent.map(\.index))
    let models = Array(values.filter { !indices.contains($0.index) }.prefix(16))
    func isReported(_ item: FeedValue) -> Bool {
      indices.contains(item.index) && item.kind == .object && !item.isHiddenItem
        && !item.isOtherKind(than: models)
    }
    let numbers = values.indices.filter { isReported(values[$0]) }
    guard let first = numbers.first else { return }
    let identifier = ItemIdentifier(ofItemsIn: values[0].surrounding.key, code: code)
    let lost = EarlierItems(before, identifiedBy: identifier)
      .losses(among: values, lacking: numbers, in: steps[0]) { isFit($0.value(at: steps)) }
    let isOne = numbers.count == 1
    let place = values[lost.min() ?? first]
    let severity = lost.isEmpty ? severity : max(severity, .warning)
    let label =
      lost.isEmpty
      ? (isOne ? "this one" : "the first of them")
      : isOne || lost.count == numbers.count
        ? "it had a value before" : "this one had a value before"
    let found = Diagnostic(
      .absentMember, severity,
      "\(numbers.count) of \(counted(values.count, isInItem ? "item" : "block")) "
        + "\(isOne ? "has" : "have") \(isEmptied ? "an empty" : "no") "
        + "`\(steps.joined(separator: "."))`",
      at: (isEmptied ? place.value(at: steps) : place).location, label: label,
      notes: ["the feed layout names it: \(setting.location.place)"],
      helps: severity > .note ? ["send it for each, or correct the path in the feed layout"] : [],
      blockCode: code.isEmpty ? nil : code)
    diagnostics.append(found)
    if !lost.isEmpty { losses[found] = lost.count }
  }

  /// Returns the path in a setting. Warns and returns `nil` if the setting is no relative path.
  private mutating func path(_ setting: FeedValue, from base: String) -> String? {
    guard setting.exists else { return nil }
    if setting.kind == .object {
      reviewKeys(of: setting, ["path", "required"], name: setting.key)
      if setting["required"].exists, setting["required"].bool == nil {
        warn(
          setting["required"], "`required` is \(setting["required"].inWords)",
          code: .settingWithoutEffect, label: "expected true or false")
      }
    }
    guard let path = setting.settingPath else {
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
  /// if that list does not exist, the elements of all non-empty lists near the root. Without any
  /// list, the block itself, unless the named list is another value or its object is missing: then
  /// the list is at fault.
  private func items(of block: Block) -> [FeedValue] {
    var isBroken = false
    if let path = block.settings["generic"]["items"].settingPath {
      let keys = path.split(separator: ".").map(String.init)
      let list = block.value.value(at: keys)
      if list.isContainer { return Array(list.children) }
      isBroken = list.exists || block.value.value(at: Array(keys.dropLast())).isNothing
    }
    if block.value.kind == .array { return Array(block.value.children) }
    let lists = block.value.paths { $0.kind == .array && $0.count > 0 }
    let items = lists.flatMap {
      block.value.value(at: $0.split(separator: ".").map(String.init)).children
    }
    return items.isEmpty && !isBroken ? [block.value] : items
  }
}

/// Diagnostics about members that the feed layout names and items of the feed lack.
package struct MemberFindings: Sendable {
  package var diagnostics: [Diagnostic] = []
  /// The numbers of items that had the member on the earlier page, by the diagnostic about it.
  package var losses: [Diagnostic: Int] = [:]
}

extension Feed {
  /// Returns diagnostics about the paths of the generic section: SE4010 for a path without a value
  /// in any block, for example after a rename, and SE1029 for a path without a value in some items,
  /// or with empty ones in all. Complexity: O(items x paths).
  /// - Parameters:
  ///   - earlier: The blocks of an earlier page; `nil` if there is none to compare with.
  ///   - isLeftOut: Whether another diagnostic reports that a block's item is not drawn.
  package func memberFindings(
    since earlier: [Block]? = nil,
    isLeftOut: @escaping (FeedValue, Block) -> Bool = { _, _ in false }
  ) -> MemberFindings {
    guard !layout.isInferred, layout.hasGenericPaths else { return MemberFindings() }
    var review = FeedLayoutReview(
      root: layout.sections.document.root, layout: layout,
      samples: FeedLayoutReview.Samples(blocks: Array(blocks)), origin: "feed")
    review.isLeftOut = isLeftOut
    review.earlier = earlier
    review.reviewGeneric()
    return MemberFindings(
      diagnostics: review.diagnostics.filter {
        $0.code == .unmatchedName || $0.code == .absentMember
      }, losses: review.losses)
  }

  /// The texts and pictures that the page should show: those of an inferred layout's document, and
  /// those of a layout that leaves all blocks to the generic section, as a draft does; else empty.
  package var contents: [ShownContent] {
    if layout.isInferred { return layout.contents }
    let sections = layout.sections
    guard let document = blocks.first?.value.document, layout.hasGenericPaths,
      blocks.allSatisfy({ sections[$0.blockCode]["generic"].exists })
    else { return [] }
    let codes = Set(blocks.map(\.blockCode))
    return TextIndex(of: document).contents(besides: codes)
  }
}

extension FeedLayout {
  /// Whether the layout names paths for the generic section.
  fileprivate var hasGenericPaths: Bool {
    ([defaults] + sections.children).contains { section in
      section["generic"].children.contains { $0.key != "height" && $0.key != "markup" }
    }
  }
}

extension SourceLocation {
  /// "feed.json:3:7", and the JSON path.
  fileprivate var place: String { "\(file):\(line):\(column) \(path)" }
}

extension FeedValue {
  /// The container of the value.
  fileprivate var surrounding: FeedValue {
    FeedValue(document: document, index: document.parent(of: index))
  }

  /// Whether the generic section accepts the value as a text.
  fileprivate var isReadable: Bool {
    kind == .array
      ? count > 0 && children.allSatisfy { $0.string?.isEmpty == false }
      : string?.isEmpty == false || double != nil
  }

  /// Whether a value that `isFit` accepts is at none of the paths.
  fileprivate func hasUnread(_ read: Set<String>, where isFit: (FeedValue) -> Bool) -> Bool {
    paths(where: isFit).contains { !read.contains($0) }
  }

  /// Returns the value below the keys, or a missing value. A key such as "photos[0]" names an element
  /// of an array.
  fileprivate func value(at keys: [String]) -> FeedValue {
    keys.reduce(self) { value, key in
      guard key.utf8.last == UInt8(ascii: "]"), let bracket = key.lastIndex(of: "["),
        let position = Int(key[key.index(after: bracket)...].dropLast())
      else { return value[key] }
      return value[String(key[..<bracket])][position]
    }
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
