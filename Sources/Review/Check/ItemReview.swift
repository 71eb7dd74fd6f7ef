import SectionEngine

extension CheckPages {
  /// The faults of items in all blocks, by the order of the blocks' codes. Computed once.
  var itemFaults: [ItemFault] {
    faults.withState { found in
      if let found { return found }
      let review = ItemReview.faults(in: self)
      found = review
      return review
    }
  }
}

/// Compares siblings by the values that the page shows as names, prices, pictures, actions or lists.
private struct ItemReview {
  private let shown: ShownStrings
  /// The strings on the page at the base revision.
  private let earlierShown: ShownStrings?
  private var faults: [ItemFault] = []

  static func faults(in pages: CheckPages) -> [ItemFault] {
    guard !pages.blocks.isEmpty else { return [] }
    var review = ItemReview(
      ShownStrings(pages.base, pages.sections),
      since: pages.earlier.map { ShownStrings($0.page, $0.sections) })
    let earlier = Dictionary(grouping: pages.earlierBlocks, by: \.blockCode)
    for group in pages.blocks.grouped(by: \.blockCode) {
      for siblings in Siblings.all(in: group, since: earlier[group[0].blockCode] ?? []) {
        review.compareFields(of: siblings)
        review.compareLists(of: siblings)
      }
    }
    return review.faults
  }

  private init(_ shown: ShownStrings, since earlier: ShownStrings?) {
    (self.shown, earlierShown) = (shown, earlier)
  }

  // MARK: Fields

  private mutating func compareFields(of siblings: Siblings) {
    let fields = SiblingField.all(of: siblings.all) { $0.identityText != nil && $0.kind != .bool }
    func shownFields(as use: KeyPath<ShownStrings, Set<String>>) -> [SiblingField] {
      let (now, before) = (shown[keyPath: use], earlierShown?[keyPath: use] ?? [])
      return fields.filter { $0.isShown(in: now, or: before, from: siblings.items.count) }
    }
    let pictures = shownFields(as: \.pictures)
    let actions = shownFields(as: \.targets)
    let texts = shownFields(as: \.texts)
    var found: [ItemFault] = []
    func add(_ used: [SiblingField], _ use: ItemFault.Use, among like: [SiblingField]) {
      for field in used {
        found += self.faults(of: field, use, in: siblings, among: like, all: fields)
      }
    }
    let name = Self.name(among: texts, of: siblings)
    add(name.map { [$0] } ?? [], .name, among: texts)
    let prices = texts.filter { $0.isPrice && $0.path != name?.path }
    add(prices, .price, among: texts)
    // Other texts are optional, unless they are on the earlier page only.
    let others = texts.filter { field in
      field.path != name?.path && !field.isPrice && field.items[0] >= siblings.items.count
    }
    add(others, .text, among: texts)
    // A block that is drawn as a tree shows pictures without their addresses.
    let tree = siblings.items[0].block.settings["generic"]["tree"]["images"].children
      .compactMap(\.string)
    let drawn = fields.filter { field in
      tree.contains { field.path == $0 || field.path.hasSuffix("." + $0) }
        && field.values.contains { ActionTarget.isAddress($0.string ?? "") }
    }
    add(pictures.isEmpty ? drawn : pictures, .picture, among: pictures)
    add(actions, .action, among: actions)
    faults += Self.merged(found)
  }

  /// Returns the field that names the items: that of the layout, or else that whose key is most
  /// likely a name, outer keys first.
  private static func name(
    among texts: [SiblingField], of siblings: Siblings
  ) -> SiblingField? {
    let item = siblings.items[0].block.settings["generic"]["item"]
    if let path = item["title"].settingPath,
      let field = texts.first(where: { $0.path == path })
    {
      return field
    }
    func rank(_ field: SiblingField) -> [Int]? {
      let keys = field.keys.map { $0.lowercased() }
      let words = FieldHints.titleWords
      guard let key = keys.last,
        !keys.contains(where: { key in FieldHints.detailWords.contains(where: key.contains) }),
        let word = words.firstIndex(of: key)
          ?? words.firstIndex(where: key.contains).map({ $0 + words.count })
      else { return nil }
      return [keys.count, word]
    }
    return texts.compactMap { field in rank(field).map { (field, $0) } }
      .min { $0.1.lexicographicallyPrecedes($1.1) }?.0
  }

  /// Returns the faults at one path.
  /// - Parameters:
  ///   - like: The fields with the same use.
  private func faults(
    of field: SiblingField, _ use: ItemFault.Use, in siblings: Siblings,
    among like: [SiblingField], all: [SiblingField]
  ) -> [ItemFault] {
    let isText = field.values.count { $0.kind == .string } * 2 >= field.values.count
    let kind = isText ? FeedValue.Kind.string : .number
    let known = zip(field.items, field.values)
      .filter { $1.kind == kind && (kind == .number || !$1.isBlank) }
    let good = known.filter { $0.0 < siblings.items.count }
    let filled = Set(good.map(\.0))
    let both = siblings.all
    let models = (good.isEmpty ? known : good).prefix(16).map { both[$0.0].value }
    let others = siblings.items.indices.filter { !filled.contains($0) }.map { number in
      (number: number, lack: Lack(of: field.keys, in: siblings.items[number].value, kind))
    }
    let renamed = renamed(others.filter { $0.lack.isAbsent }, field, filled, siblings)
    let numbers = Set(renamed.flatMap(\.numbers))
    let lacks = others.filter { number, _ in
      !numbers.contains(number) && !siblings.items[number].value.isOtherKind(than: models)
    }
    let count = filled.count + numbers.count + lacks.count
    let lost = lost(lacks, field, use, filled, siblings, kind)
    // The items of a list whose member has another name have it, too.
    let isUsual = (filled.count + numbers.count) * 2 > count || count == 2
    let isExpected = count >= 5 && filled.count * 5 > count * 4
    let paths = Set(like.filter { $0.path == field.path || $0.differs(from: field) }.map(\.path))
    func fault(_ lacks: [(number: Int, lack: Lack)], _ kind: ItemFault.Kind) -> [ItemFault] {
      guard let first = lacks.first else { return [] }
      let item = siblings.items[first.number]
      return [
        ItemFault(
          use: use, kind: kind, path: field.path, part: first.lack.part, siblings: siblings.path,
          block: item.block, items: lacks.map { siblings.items[$0.number].value },
          place: first.lack.found ?? item.value, label: first.lack.words(use, kind),
          count: count, filled: filled.count, isLost: lost.contains(first.number),
          noun: siblings.noun)
      ]
    }
    let olds = Set(use == .price ? all.filter(\.isOldPrice).flatMap(\.items) : [])
    let lacking = lacks.filter { number, lack in
      guard lack.state == .absent || lack.state == .empty else { return false }
      let item = siblings.items[number]
      // Items can have no picture, and sold-out ones have no price. An item that is sold has an
      // earlier price only beside another one.
      let isOptional = lack.isAbsent || (use == .picture && lack.found?.kind != .string)
      let isFault =
        switch use {
        case .text: false
        case .price: isUsual && (lack.found?.kind == .string || olds.contains(number))
        case .picture where !isOptional: true
        case .action where !isOptional: true
        default: isOptional ? isExpected : isUsual
        }
      return (isFault || lost.contains(number)) && !isReplaced(item, use, beside: paths)
    }
    var found = renamed.flatMap { list in
      fault(others.filter { list.numbers.contains($0.number) }, .renamed(list.key))
    }
    found += fault(lacking, .lacking)
    found += fault(
      lacks.filter { $0.lack.state == .otherType && (isUsual || lost.contains($0.number)) },
      .otherType)
    guard use == .picture || use == .action, kind == .string else { return found }
    let reasons = self.malformed(good.map(\.1), use)
    for group in reasons.grouped(by: \.reason) {
      let lacks = group.map { entry in
        (number: good[entry.position].0, lack: Lack(malformed: good[entry.position].1, field.path))
      }
      found += fault(lacks, .malformed(group[0].reason))
    }
    return found
  }

  /// Returns the items that had a shown value on the earlier page. If no item has it any more, only
  /// those with an empty text: a missing member is a path without a value. A price can end.
  private func lost(
    _ lacks: [(number: Int, lack: Lack)], _ field: SiblingField, _ use: ItemFault.Use,
    _ filled: Set<Int>, _ siblings: Siblings, _ kind: FeedValue.Kind
  ) -> Set<Int> {
    guard !siblings.earlier.isEmpty else { return [] }
    let lacking = lacks.filter { use != .price || !$0.lack.isAbsent }
    let isEmptied = lacks.allSatisfy { $0.lack.state == .empty && $0.lack.found?.kind == .string }
    guard !lacking.isEmpty, !filled.isEmpty || isEmptied else { return [] }
    let identifier = ItemIdentifier(
      ofItemsAt: siblings.path, code: siblings.items[0].block.blockCode)
    return EarlierItems(siblings.earlier.map(\.value), identifiedBy: identifier)
      .losses(
        among: siblings.items.map(\.value), lacking: lacking.map(\.number), in: field.keys[0]
      ) { item in
        let value = field.keys.reduce(item) { $0[$1] }
        return value.kind == kind && !value.isBlank
      }
  }

  /// Whether an item shows another value for the same use, at a path where its siblings show none.
  /// If the item is alone in its list, so does the object around this list.
  private func isReplaced(
    _ item: Siblings.Item, _ use: ItemFault.Use, beside paths: Set<String>
  ) -> Bool {
    let strings =
      switch use {
      case .picture: shown.pictures
      case .action: shown.targets
      case .name, .price, .text, .list: shown.texts
      }
    let document = item.value.document
    let list = FeedValue(document: document, index: document.parent(of: item.value.index))
    let isAlone =
      list.kind == .array && list.count == 1 && item.list != Siblings.ListPlace(item.block.value)
    let outer = FeedValue(document: document, index: document.parent(of: list.index))
    var open = [(value: item.value, path: "")] + (isAlone ? [(value: outer, path: "..")] : [])
    while let (value, path) = open.popLast() {
      if let text = value.identityText, strings.contains(text), !paths.contains(path) {
        return true
      }
      guard value.kind == .object else { continue }
      for child in value.children {
        open.append((child, path.isEmpty ? child.key : "\(path).\(child.key)"))
      }
    }
    return false
  }

  /// Returns the lists whose items all lack a value that all items of another list have, and have
  /// one beside it, under a key that no item with the value has.
  private func renamed(
    _ absent: [(number: Int, lack: Lack)], _ field: SiblingField, _ filled: Set<Int>,
    _ siblings: Siblings
  ) -> [(key: String, numbers: Set<Int>)] {
    guard !siblings.path.isEmpty, absent.count > 1, let key = field.keys.last else { return [] }
    func list(_ number: Int) -> Siblings.ListPlace { siblings.items[number].list }
    func holder(_ number: Int) -> FeedValue {
      field.keys.dropLast().reduce(siblings.items[number].value) { $0[$1] }
    }
    let complete = filled.grouped(by: list)
    let mixed = Set(complete.map { list($0[0]) })
    guard complete.contains(where: { $0.count > 1 }) else { return [] }
    let known = Set(filled.sorted().prefix(64).flatMap { holder($0).children.map(\.key) })
    return absent.grouped { list($0.number) }.compactMap { group in
      guard group.count > 1, !mixed.contains(list(group[0].number)) else { return nil }
      let holders = group.map { holder($0.number) }
      let candidates = holders[0].children.filter { member in
        !known.contains(member.key) && member.key != key
          && holders.allSatisfy { $0[member.key].kind == .string && !$0[member.key].isBlank }
      }
      guard candidates.count == 1 else { return nil }
      return (candidates[0].key, Set(group.map(\.number)))
    }
  }

  /// Returns the addresses that are none, by position, with the reason.
  private func malformed(
    _ values: [FeedValue], _ use: ItemFault.Use
  ) -> [(position: Int, reason: String)] {
    let texts = values.map { $0.string ?? "" }
    let addresses = texts.count(where: ActionTarget.isAddress)
    let areAddresses = addresses * 5 >= texts.count * 4 || addresses == texts.count - 1
    return texts.enumerated().compactMap { position, text in
      // A rule about the nodes reports the targets of taps on the page.
      if use == .picture, let fault = ActionTarget.fault(of: text) { return (position, fault) }
      guard areAddresses, texts.count > 1, !ActionTarget.isAddress(text),
        ActionTarget.fault(of: text) == nil
      else { return nil }
      return (position, "it is no address, unlike those of its siblings")
    }
  }

  /// Returns the faults without those that have the same cause: a missing object around the values.
  /// Items of which such an object is null, with several uses of its values, are empty on purpose.
  private static func merged(_ faults: [ItemFault]) -> [ItemFault] {
    faults.grouped { fault -> [String] in
      [fault.part, fault.kind.word] + fault.items.map(\.path)
    }.compactMap { group in
      var fault = group[0]
      fault.others = group.dropFirst().map(\.path)
      let isEmptied = fault.place.kind == .null && !fault.part.contains(".")
      return isEmptied && Set(group.map(\.use)).count > 1 ? nil : fault
    }
  }

  // MARK: Lists

  private mutating func compareLists(of siblings: Siblings) {
    guard siblings.items.count > 1 else { return }
    let fields = SiblingField.all(of: siblings.items) { $0.kind == .array && $0.count > 0 }
    for field in fields {
      guard field.values.contains(where: { shown.hasPart(of: $0) }) else { continue }
      let filled = Set(field.items)
      let count = siblings.items.count
      let isUsual = filled.count * 2 > count || count == 2
      var lacking: [Int] = []
      var others: [Int] = []
      for (number, item) in siblings.items.enumerated() where !filled.contains(number) {
        switch Lack(of: field.keys, in: item.value, .array).state {
        case .otherType where isUsual && isUnread(item.value, field): others.append(number)
        case .empty where isUsual && isLost(item.value, field, siblings): lacking.append(number)
        default: break
        }
      }
      for (numbers, kind) in [(lacking, ItemFault.Kind.lacking), (others, .otherType)] {
        guard let first = numbers.first else { continue }
        let item = siblings.items[first]
        let lack = Lack(of: field.keys, in: item.value, .array)
        faults.append(
          ItemFault(
            use: .list, kind: kind, path: field.path, part: lack.part, siblings: siblings.path,
            block: item.block, items: numbers.map { siblings.items[$0].value },
            place: lack.found ?? item.value, label: lack.words(.list, kind), count: count,
            filled: filled.count, isLost: false, noun: siblings.noun))
      }
    }
  }

  /// Whether the page shows nothing of a value in place of a list, or the list became an object.
  private func isUnread(_ item: FeedValue, _ field: SiblingField) -> Bool {
    let value = field.keys.reduce(item) { $0[$1] }
    return value.kind == .object || !shown.hasPart(of: value)
  }

  /// Whether an item without its list is lost: a block whose list is null, or an item of which the
  /// page shows nothing. An empty list of a block is found by its bare heading.
  private func isLost(_ item: FeedValue, _ field: SiblingField, _ siblings: Siblings) -> Bool {
    if siblings.path.isEmpty {
      let value = field.keys.reduce(item) { $0[$1] }
      return value.kind != .array
    }
    return !shown.hasPart(of: item)
  }
}

/// The way in which an item has no value at a path.
private struct Lack {
  enum State { case absent, empty, otherType, malformed }

  let state: State
  /// The beginning of the path that leads to no value, or to one of another type.
  let part: String
  /// The rest of the path, from the part.
  let rest: String
  /// The value at `part`; `nil` for none.
  let found: FeedValue?

  var isAbsent: Bool { state == .absent }

  init(of keys: [String], in item: FeedValue, _ kind: FeedValue.Kind) {
    var value = item
    var part: [String] = []
    for key in keys where value.kind == .object {
      value = value[key]
      part.append(key)
    }
    self.part = part.joined(separator: ".")
    rest = keys.dropFirst(part.count).joined(separator: ".")
    found = value.exists ? value : nil
    let isEnd = part.count == keys.count
    if !value.exists {
      state = .absent
    } else if !value.hasContent || value.isBlank {
      state = .empty
    } else if isEnd {
      state = value.kind == kind ? .empty : .otherType
    } else {
      // A list in place of an object, and the reverse, is a fault of the list.
      state = value.isContainer ? .absent : .otherType
    }
  }

  init(malformed value: FeedValue, _ path: String) {
    (state, part, rest, found) = (.malformed, path, "", value)
  }

  func words(_ use: ItemFault.Use, _ kind: ItemFault.Kind) -> String {
    let expected =
      switch use {
      case _ where !rest.isEmpty: "an object with `\(shown(rest))`"
      case .name, .price, .text: "a text"
      case .picture: "the address of a picture"
      case .action: "an address"
      case .list: "a list"
      }
    return switch kind {
    case .renamed(let key): "has `\(shown(key))` in its place"
    case .malformed(let reason): reason
    case .lacking, .otherType: "expected \(expected), found \(found?.inWords ?? "nothing")"
    }
  }
}

extension SiblingField {
  /// Whether the page shows most of the values, or some of them.
  /// - Parameter start: The number of the first item of the earlier page, which shows `before`.
  fileprivate func isShown(
    in strings: Set<String>, or before: Set<String>, from start: Int
  ) -> Bool {
    let count = zip(items, values).count { item, value in
      value.identityText.map((item < start ? strings : before).contains) ?? false
    }
    return count * 2 > values.count || count > 2
  }

  /// Whether most items with a value in both fields have different ones.
  fileprivate func differs(from other: SiblingField) -> Bool {
    let own = Dictionary(zip(items, values.map(\.identityText))) { first, _ in first }
    let both = zip(other.items, other.values).compactMap { item, value in
      own[item].map { $0 == value.identityText }
    }
    return both.isEmpty || both.count { $0 } * 2 < both.count
  }

  private static let prices: Set<String> = ["price", "amount", "balance"]
  private static let oldPrices: Set<String> = [
    "old", "original", "origin", "market", "was", "strike", "struck", "list", "regular", "retail",
    "before", "max", "min", "crossed", "discount", "previous", "line", "vip", "member",
  ]

  /// Whether the key belongs to a price that counts, unlike an earlier one.
  fileprivate var isPrice: Bool {
    let words = Set(keys.flatMap(CheckedSection.words))
    return !words.isDisjoint(with: Self.prices) && words.isDisjoint(with: Self.oldPrices)
  }

  fileprivate var isOldPrice: Bool {
    let words = Set(keys.flatMap(CheckedSection.words))
    return !words.isDisjoint(with: Self.prices) && !words.isDisjoint(with: Self.oldPrices)
  }
}

extension FeedValue {
  /// Whether a text has no visible character.
  fileprivate var isBlank: Bool {
    string?.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.generalCategory == .format
    } ?? false
  }
}
