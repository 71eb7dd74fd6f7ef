import SectionEngine

/// Rules about the items of a block's lists, as the feed has them. An identifier and an emptied
/// address need not be visible on the page, so these rules read the blocks. Several rules report the
/// faults of items: `reportItemFaults` runs for each rule.
extension CheckRule {
  static let incompleteItem = CheckRule(
    id: "incomplete-item", code: .incompleteItem,
    summary: "an item lacks its name, its price or its list, unlike its siblings",
    isAboutData: true, owner: .feed, find: { _ in })

  static let emptyPicture = CheckRule(
    id: "empty-picture", code: .emptyPicture,
    summary: "an item has no address of a picture, unlike its siblings",
    limits: [
      .init(
        "share", 0.5, in: 0...1, "share of the items with a picture, above which others need one")
    ],
    isAboutData: true, owner: .feed, find: { _ in })

  static let rawExpression = CheckRule(
    id: "raw-expression", code: .rawExpression,
    summary: "a text contains an unexpanded expression", isAboutData: true,
    owner: .feed
  ) { run in
    for block in run.pages.blocks { run.reportExpressions(in: block) }
  }

  static let changedID = CheckRule(
    id: "changed-id", code: .changedIdentity,
    summary: "an item has another identifier than at the revision of --base", isAboutData: true,
    owner: .feed
  ) { run in
    let earlier = run.pages.earlierBlocks.grouped(by: \.blockCode)
    let old = Dictionary(
      earlier.map { ($0[0].blockCode, ItemList.joined(in: $0)) }
    ) { first, _ in first }
    for block in run.pages.blocks {
      guard let old = old[block.blockCode] else { continue }
      for (path, list) in ItemList.joined(in: [block]).sorted(by: { $0.key < $1.key }) {
        guard let other = old[path], let key = other.identifier else { continue }
        run.reportChanges(of: key, in: list, since: other, of: block)
      }
    }
  }
}

extension RuleRun {
  /// Reports the siblings that lack a value, or have it in another form, if the rule is about it.
  mutating func reportItemFaults() {
    for fault in pages.itemFaults where isReported(fault) {
      let others = fault.others.map { "`\(shown($0))`" }
      report(
        fault.message, at: fault.place, of: fault.block,
        aspect: "\(fault.kind.word)\(fault.siblings).\(fault.path)", label: fault.label,
        notes: others.isEmpty ? [] : ["the page also shows \(listed(others, atMost: 4)) of others"],
        helps: [fault.help], items: fault.items)
    }
  }

  /// Whether the rule reports a fault.
  func isReported(_ fault: ItemFault) -> Bool {
    fault.rule.id == rule.id
      && (Double(fault.filled) > limit("share") * Double(fault.count) || fault.count == 2
        || fault.isRenamed || fault.isLost)
  }

  /// Reports items that a list has twice and blocks that a feed has twice, with all of their
  /// content, unless `duplicate-id` reports them where they are drawn.
  mutating func reportRepeatedContent() {
    let told = findings.compactMap(\.diagnostic.location?.path)
    var repeated: [(noun: String, block: Block, list: ItemList)] = []
    for alike in pages.blocks.grouped(by: \.blockCode) where alike.count > 1 {
      for group in alike.grouped(by: { ItemList.content(of: $0.value, without: "") }) {
        let list = ItemList(path: "", items: group.map(\.value), code: group[0].blockCode)
        repeated.append(("block", group[0], list))
      }
    }
    for block in pages.blocks {
      for list in ItemList.all(in: block) {
        for group in list.items.grouped(by: { ItemList.content(of: $0, without: "") }) {
          repeated.append(
            ("item", block, ItemList(path: list.path, items: group, code: list.code)))
        }
      }
    }
    repeated.removeAll { $0.list.items.count < 2 }
    guard !repeated.isEmpty else { return }
    let strings = ShownStrings(page, sections)
    for (noun, block, list) in repeated where isIdentified(list, strings) {
      let group = list.items
      let copy = group[1].location.path
      // A node without a text has the place of its block.
      let start = block.codeValue.location.path
      guard !told.contains(where: { $0.hasPrefix(copy + ".") || $0 == copy || $0 == start }) else {
        continue
      }
      report(
        "\(counted(group.count, noun)) \(noun == "item" ? "of a list " : "")are the same",
        at: group[1], of: block, aspect: "content " + list.path,
        label: "the first of them: \(group[0].location.path)",
        helps: ["send each once: an app that updates by identity mixes them up"])
    }
  }

  /// Whether equal items have an identifier, or at least two values that the page shows. Others, such
  /// as dividers and stars, may be repeated.
  private func isIdentified(_ list: ItemList, _ strings: ShownStrings) -> Bool {
    let item = list.items[0]
    return list.identifiers.identity(of: item) != nil
      || ItemList.scalars(of: item, inLists: true).count {
        $0.value.string.map(strings.has) ?? false
      } > 1
  }

  /// Reports items with one identifier and different contents. `duplicate-id` reports items with
  /// equal contents where they are drawn.
  mutating func reportRepeatedIdentifiers() {
    for block in pages.blocks {
      // A list can be too short to tell an identifier: two items with one value, for example.
      let joined = ItemList.joined(in: [block])
      for list in ItemList.all(in: block) {
        guard let key = list.identifier ?? joined[list.path]?.identifier else { continue }
        for group in list.items.grouped(by: { $0[key].identityText ?? "" })
        where group.count > 1 && Set(group.map { ItemList.content(of: $0, without: "") }).count > 1
        {
          report(
            "\(counted(group.count, "item")) of a list have one `\(key)`", at: group[1][key],
            of: block, aspect: "id " + list.path,
            label: "`\(shown(group[0][key].identityText ?? ""))` is that of another item, too",
            helps: ["send each item with its own: an app that updates items by it mixes them up"],
            items: group)
        }
      }
    }
  }

  /// Reports the texts of a block with expressions, once for each key. O(bytes of the block).
  fileprivate mutating func reportExpressions(in block: Block) {
    guard block.value.hasString(with: UInt8(ascii: "{")) else { return }
    var places: [String: [FeedValue]] = [:]
    var keys: [String] = []
    var stack = [block.value]
    while let value = stack.popLast() {
      if value.kind == .string, value.string.flatMap(HumanText.expression) != nil {
        if places[value.key] == nil { keys.append(value.key) }
        places[value.key, default: []].append(value)
      }
      stack += value.children.filter { !HumanText.isAside($0) || $0.kind == .string }.reversed()
    }
    for key in keys {
      guard let values = places[key], let text = values[0].string,
        let expression = HumanText.expression(in: text)
      else { continue }
      report(
        values.count == 1
          ? "`\(shown(expression))` is not expanded"
          : "\(counted(values.count, "text")) under `\(shown(key))` have expressions, such as "
            + "`\(shown(expression))`",
        at: values[0], of: block, aspect: "expression \(key)", label: "expected a value",
        helps: ["expand it on the server, or leave the member out"])
    }
  }

  /// Reports items whose content was in the earlier list, but not with their identifier: it is new,
  /// missing or that of another item. If most items have others, the key is not an identifier.
  fileprivate mutating func reportChanges(
    of key: String, in list: ItemList, since earlier: ItemList, of block: Block
  ) {
    let old = earlier.items.grouped { ItemList.content(of: $0, without: key) }.reduce(
      into: [[String]: [String]]()
    ) { identifiers, group in
      identifiers[ItemList.content(of: group[0], without: key)] = group.compactMap {
        $0[key].identityText
      }
    }
    // `duplicate-id` reports repeated identifiers, except in a list that is too short to tell them.
    let repeated = Set(
      list.identifier != key
        ? []
        : list.items.compactMap { $0[key].identityText }.grouped { $0 }.filter { $0.count > 1 }
          .map { $0[0] })
    var sameCount = 0
    let changed = list.items.compactMap { item -> (item: FeedValue, before: String)? in
      guard let before = old[ItemList.content(of: item, without: key)] else { return nil }
      sameCount += 1
      let isKept =
        item[key].identityText.map { before.contains($0) || repeated.contains($0) } ?? false
      return isKept ? nil : (item, before.first ?? "")
    }
    guard let first = changed.first, changed.count * 2 <= sameCount else { return }
    report(
      "`\(key)` of \(changed.count) of \(counted(list.items.count, "item")) changed, and no other content",
      at: first.item[key], of: block, aspect: list.path,
      label: "it was `\(shown(first.before))`",
      helps: ["keep the identifier of an item: an app takes another one for a new item"])
  }

  /// Reports a value of a block.
  fileprivate mutating func report(
    _ message: String, at value: FeedValue, of block: Block, aspect: String, label: String,
    notes: [String] = [], helps: [String], items: [FeedValue] = []
  ) {
    let section = sections.first { $0.block?.isDrawnAs(block) == true }
    report(
      message, at: value.location, of: section, path: section?.path(of: nil), aspect: aspect,
      label: label, notes: notes, helps: helps, blockCode: block.blockCode)
    concern(items.map(\.location.path))
  }
}

/// A list of at least two objects in a block.
private struct ItemList {
  /// The path in the block, without numbers.
  let path: String
  let items: [FeedValue]
  /// The code of the block.
  let code: String

  var identifiers: ItemIdentifier { ItemIdentifier(ofItemsAt: path, code: code) }

  /// The key that identifies the items: all have it, and most values are different.
  var identifier: String? {
    keys.first { key in
      let values = items.compactMap { $0[key].identityText }
      return values.count == items.count && Set(values).count * 2 > items.count
    }
  }

  private var keys: [String] { items.prefix(2).flatMap(identifiers.keys).uniqued }

  /// Returns the lists in a block, in the order of the document.
  static func all(in block: Block) -> [ItemList] {
    var lists: [ItemList] = []
    var open = [(value: block.value, path: "")]
    while let (value, path) = open.popLast() {
      let isList = value.kind == .array
      let children = Array(value.children)
      if isList, children.count > 1, children.allSatisfy({ $0.kind == .object }) {
        lists.append(ItemList(path: path, items: children, code: block.blockCode))
      }
      for child in children.reversed() where child.kind == .object || child.kind == .array {
        open.append((child, isList ? path + "[*]" : "\(path).\(child.key)"))
      }
    }
    return lists
  }

  /// Returns the items of all lists with one path, by path.
  static func joined(in blocks: [Block]) -> [String: ItemList] {
    Dictionary(blocks.flatMap { all(in: $0) }.map { ($0.path, $0) }) {
      .init(path: $0.path, items: $0.items + $1.items, code: $0.code)
    }
  }

  /// Returns the texts of all scalars in an item with their paths, except the member `key`.
  static func content(of item: FeedValue, without key: String) -> [String] {
    scalars(of: item, inLists: true).filter { $0.path != "." + key }
      .map { "\($0.path)=\($0.value.identityText ?? "")" }
  }

  fileprivate static func scalars(
    of item: FeedValue, inLists: Bool = false
  ) -> [(path: String, value: FeedValue)] {
    var found: [(path: String, value: FeedValue)] = []
    var open = [(value: item, path: "")]
    while let (value, path) = open.popLast() {
      switch value.kind {
      case .array where !inLists: break
      case .array, .object:
        for child in Array(value.children).reversed() {
          open.append((child, value.kind == .array ? path + "[*]" : "\(path).\(child.key)"))
        }
      default: found.append((path, value))
      }
    }
    return found
  }
}
