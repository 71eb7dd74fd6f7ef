internal import FeedDocument
internal import Support

/// A list of a document, or all lists with one path, such as "$.tabs[*].cards".
struct ListGroup {
  /// The path of the list.
  var path: String
  var elements: [FeedValue] = []
  /// The list that contains the first element; diagnostics refer to it.
  var array: FeedValue
  var depth: Int
  /// Whether the list is nested in an array with several elements.
  var isInsideArray = false

  /// Whether at least half of the elements are or contain lists of objects, so they are sections.
  var holdsLists: Bool {
    let holders = elements.count { element in
      FieldHints.isList(element)
        || element.children.contains { member in
          FieldHints.isList(member) || member.children.contains(where: FieldHints.isList)
        }
    }
    return holders > 0 && holders * 2 >= elements.count
  }

  /// Replaces the elements by objects in them, if each element only wraps an object under the same key.
  /// An edge of a GraphQL connection wraps a `node`; `{"slot": 1, "widget": {…}}` wraps a widget.
  mutating func unwrap(_ index: TextIndex) {
    for level in 0..<FieldHints.depth {
      guard let key = wrapper(index) else { return }
      elements = elements.map { $0[key] }
      if level == 0 { path += "[*]" }
      JSONPath.append(key, to: &path)
    }
  }

  /// The key of the only object with content in each element. An element of several members is a
  /// wrapper if the others say nothing, and the object says what kind it is.
  private func wrapper(_ index: TextIndex) -> String? {
    guard let first = elements.first, first.kind == .object,
      let key = first.children.first(where: { $0.kind == .object })?.key, !key.isEmpty,
      !first[key].isShadowed
    else { return nil }
    var isBare = elements.count > 1 || key == "node"
    var values: Set<String> = []
    for element in elements {
      let inner = element[key]
      guard inner.kind == .object, index.count(in: element) == index.count(in: inner)
      else { return nil }
      isBare = isBare && (element.count == 1 || (key == "node" && element.count <= 3))
      for member in element.children where member.kind == .string && member.looksLikeCode {
        values.insert("\(member.key)=\(member.beginning ?? "")")
      }
      if element.children.contains(where: { $0.isContainer && $0.key != key && $0.count > 0 }) {
        return nil
      }
    }
    if isBare { return key }
    // Members that tell the elements apart are codes of the blocks, which a wrapper has not.
    let told = elements[0].children.count { $0.kind == .string && $0.looksLikeCode }
    guard elements.count > 1, values.count <= told else { return nil }
    return elements.allSatisfy { $0[key]["type"].looksLikeCode || $0[key]["kind"].looksLikeCode }
      ? key : nil
  }
}

/// A list that could be the blocks of a page, and how its elements become blocks.
struct BlockListCandidate {
  enum Discriminator: Equatable {
    /// Each element is a block; its code is at this path.
    case key(String)
    /// Each element is an object with a single key, which is the code.
    case union
    /// Each member of an object is a block. `code` is the path of its code; `nil` to use the key.
    case members(code: String?)
    /// All elements together are one block with this code.
    case block(String)
    /// Each element is a block with this code.
    case each(String)
  }

  /// The list whose elements are the blocks; for an object, its members.
  var list: ListGroup
  var discriminator: Discriminator
  var matches: Int
  /// The path of a list of keys that gives the order of the members on the page.
  var order: String?
  /// The keys of members that are not blocks.
  var except: [String] = []
  /// A block above the list, and one below it, with their codes.
  var heading, footer: (code: String, value: FeedValue)?

  /// Keys that usually contain the code of a block, in the order in which they are tried.
  static let keys = [
    "blockCode", "type", "view_type", "viewType", "cardType", "card_type", "kind", "component",
    "__typename", "__component", "_type",
  ]

  /// How reliably the discriminator indicates blocks, from 0 to 3. `blockCode` only occurs in
  /// blocks; `type`, `kind` and wrappers with one key also occur in items.
  var certainty: Int {
    switch discriminator {
    case .key("blockCode"): 3
    case .key("type"), .key("kind"), .key("__typename"), .union: 1
    case .key(let key): Self.keys.contains(key) ? 2 : 1
    case .members, .block, .each: 0
    }
  }

  /// The number of matches, halved for each level of depth, so that blocks win over their items.
  var weight: Double {
    Double(sign: .plus, exponent: -min(list.depth, 64), significand: Double(matches))
  }

  /// The number of matching elements and the discriminator, as the label of a diagnostic.
  var evidence: String {
    let count = list.elements.count
    return switch discriminator {
    case .key(let key): "\(matches) of \(count) elements are identified by `\(key)`"
    case .union: "\(matches) of \(count) elements are identified by the only key of each"
    case .members(let code?): "\(matches) members are identified by `\(code)`"
    case .members(nil): "\(matches) members are identified by their keys"
    case .block: "one section of \(count) elements"
    case .each: "\(count) elements with lists of their own"
    }
  }

  /// The members of a feed layout's source that describe its items and their blocks.
  func source(references: String?) -> [(key: String, value: JSONText)] {
    let except = except.isEmpty ? nil : JSONText.texts(except)
    let shape: (String, JSONText) =
      switch discriminator {
      case .key(let path): ("element", members([("code", .text(path))]))
      case .union: ("union", members([]))
      case .members(let code):
        ("members", members([("code", code.map(JSONText.text)), ("except", except)]))
      case .block(let code): ("block", ["code": .text(code)])
      case .each(let code): ("element", members([("otherwise", .text(code))]))
      }
    func extra(_ key: String, _ block: (code: String, value: FeedValue)?) -> (String, JSONText)? {
      block.map { (key, ["code": .text($0.code), "path": .text($0.value.path)] as JSONText) }
    }
    let pool = references.map { ("references", JSONText.text($0)) }
    return [
      ("items", .text(list.path)), pool, shape, extra("heading", heading), extra("footer", footer),
    ].compactMap { $0 }
  }

  /// Returns the members of a shape, with those that `BlockFieldHints` finds in the blocks.
  private func members(_ own: [(key: String, value: JSONText?)]) -> JSONText {
    let hints = BlockFieldHints(of: ownBlocks.flatMap(\.blocks), code: fieldPath)
    return .object((own + hints.members).compactMap { key, value in value.map { (key, $0) } })
  }

  /// The path of the code in a block; `nil` if no member of the block has it.
  private var fieldPath: String? {
    switch discriminator {
    case .key(let path), .members(.some(let path)): path
    case .union, .members(nil), .block, .each: nil
    }
  }

  /// The member `order` of a feed layout, if a list gives the order of the members.
  var orderSetting: JSONText? { order.map { ["lists": [["path": .text($0)]]] } }

  var codePath: String? {
    if case .key(let path) = discriminator { path } else { nil }
  }

  /// The reading in words, such as "`$.data.list` as one section".
  var words: String {
    switch discriminator {
    case .key(let key): "`\(list.path)` by `\(key)`"
    case .union: "`\(list.path)` by the only key of each"
    case .members: "the members of `\(list.path)`"
    case .block: "`\(list.path)` as one section"
    case .each: "`\(list.path)` as a section for each element"
    }
  }

  static let headingKeys: Set<String> = [
    "header", "head", "heading", "appbar", "navbar", "navigationbar", "navigation", "topbar",
    "titlebar", "toolbar", "greeting", "intro", "attributes", "fields",
  ]

  static let titleKeys: Set<String> = [
    "title", "pagetitle", "headline", "heading", "greeting",
  ]

  /// Finds the block above the list: an object or a text with a heading's key, beside the list or
  /// beside one of the list's ancestors. The closest one is used.
  mutating func findHeading(_ texts: TextIndex) {
    let array = list.array
    guard array.kind == .array else { return }
    let codes = Set(blocksInOrder.map(\.code))
    var place = array.document.root
    while place.index < array.index, place.exists {
      for member in place.children where !(member.index..<member.end).contains(array.index) {
        let key = member.key.lowercased().filter { $0 != "_" && $0 != "-" }
        let names = member.kind == .object ? Self.headingKeys : Self.titleKeys
        guard names.contains(key), texts.count(in: member) > 0 else { continue }
        if case .block = discriminator, member.kind == .string,
          place.children.contains(where: { $0.index == array.index })
        {
          // A list with its title beside it is one section, so the parent object is used.
          (list.path, list.array, heading) = (place.path, place, nil)
          return
        }
        heading = (codes.contains(member.key) ? "page-\(member.key)" : member.key, member)
      }
      place = place.children.filter { $0.index <= array.index }.last ?? array
    }
  }

  private static let footerKeys: Set<String> = [
    "actions", "buttons", "footer", "bottombar", "bottomsheet", "footerbuttons",
    "submit",
  ]

  /// Finds the block below the list: an object or a list with a footer's key, beside the list or
  /// beside one of the list's ancestors. The closest one is used.
  mutating func findFooter(_ texts: TextIndex) {
    let array = list.array
    guard array.kind == .array, array.index != FeedDocument.rootIndex else { return }
    var place = array.document.root
    while place.index < array.index, place.exists {
      for member in place.children where !(member.index..<member.end).contains(array.index) {
        let key = member.key.lowercased().filter { $0 != "_" && $0 != "-" }
        guard Self.footerKeys.contains(key), member.isContainer, texts.count(in: member) > 0
        else { continue }
        let codes = Set(blocksInOrder.map(\.code))
        footer = (codes.contains(member.key) ? "page-\(member.key)" : member.key, member)
      }
      place = place.children.filter { $0.index <= array.index }.last ?? array
    }
  }

  func isBetter(than other: BlockListCandidate) -> Bool {
    (certainty, weight) > (other.certainty, other.weight)
  }
}

extension BlockListCandidate {
  /// Makes a candidate of a list; returns `nil` if its elements do not look like blocks.
  ///
  /// More than half of the elements must have the same key with an integer or a short string
  /// without white space as its value. A list nested in another list needs a certainty above 1, or
  /// elements that contain lists; otherwise its elements are items.
  init?(_ group: ListGroup, keys: [String] = Self.keys) {
    let total = group.elements.count
    let known = keys.map { key in
      BlockListCandidate(
        list: group, discriminator: .key(key),
        matches: group.elements.count { $0[key].looksLikeCode })
    }
    var best = known.filter { $0.matches * 2 > total }.max { $1.isBetter(than: $0) }
    let wrapped = group.elements.compactMap(\.onlyMember)
      .filter { !$0.key.isEmpty && $0.isContainer }
    // Wrappers with equal keys contain one kind of item, so they are not a union.
    if best == nil, wrapped.count * 2 > total, total == 1 || Set(wrapped.map(\.key)).count > 1 {
      best = BlockListCandidate(list: group, discriminator: .union, matches: wrapped.count)
    }
    guard let best, best.certainty > 1 || !group.isInsideArray || group.holdsLists
    else { return nil }
    self = best
  }

  /// The blocks by code: codes with more blocks first, codes with equally many in document order.
  var blocksByCode: [(code: String, blocks: [FeedValue])] {
    // `sorted` is stable.
    blocksInOrder.sorted { $0.blocks.count > $1.blocks.count }
  }

  var blocksInOrder: [(code: String, blocks: [FeedValue])] {
    (heading.map { [($0.code, [$0.value])] } ?? []) + ownBlocks
      + (footer.map { [($0.code, [$0.value])] } ?? [])
  }

  /// Returns the codes whose blocks are one short text each, and stand directly above a list that has
  /// no title of its own: they are headings.
  func headings(_ index: TextIndex) -> Set<String> {
    let blocks = list.elements.compactMap(block)
    var isHeading: [String: Bool] = [:]
    for (position, (code, value)) in blocks.enumerated() {
      let (texts, pictures) = index.counts(in: value)
      let isAbove =
        texts == 1 && pictures == 0 && position + 1 < blocks.count
        && Self.isUntitledList(blocks[position + 1].1, index)
      isHeading[code] = isAbove && isHeading[code] != false
    }
    return Set(isHeading.filter(\.value).keys)
  }

  /// Whether all texts and pictures of a block are in a list of several items. The components of a
  /// tree and the pairs of a label and its value are no items.
  private static func isUntitledList(_ block: FeedValue, _ index: TextIndex) -> Bool {
    var value = block
    while value.exists {
      let count = index.count(in: value)
      guard count > 0 else { return false }
      if value.kind == .array {
        return value.count > 1 && !value.children.contains { FieldHints.isPart($0, index) }
      }
      guard let inner = value.children.first(where: { index.count(in: $0) == count })
      else { return false }
      value = inner
    }
    return false
  }

  private var ownBlocks: [(code: String, blocks: [FeedValue])] {
    if case .block(let code) = discriminator {
      let path = list.path.contains("[*]") ? FlattenedPath(list.path) : nil
      return [(code, [path?.value(in: list.array.document.root) ?? list.array])]
    }
    return list.elements.compactMap(block).grouped(by: \.0).map { ($0[0].0, $0.map(\.1)) }
  }

  private func block(of element: FeedValue) -> (String, FeedValue)? {
    switch discriminator {
    case .key(let path), .members(.some(let path)):
      element.kind == .object ? element.value(atPath: path).blockCode.map { ($0, element) } : nil
    case .union: element.onlyMember.map { ($0.key, $0) }
    case .members(nil): (element.key, element)
    case .each(let code): element.isContainer ? (code, element) : nil
    case .block: nil
    }
  }
}

extension FeedValue {
  /// Whether the value can be a block code: an integer, or a short string without white space.
  var looksLikeCode: Bool {
    switch kind {
    case .number: int64 != nil
    case .string:
      count > 0 && count <= 64 && utf8.allSatisfy { $0 > UInt8(ascii: " ") }
    default: false
    }
  }

  /// Whether a member's value can be a block: a non-empty object, or a list of objects or texts.
  var looksLikeSection: Bool {
    kind == .object
      ? count > 0
      : FieldHints.isList(self) || children.contains { HumanText.isText($0) || $0.isAddress }
  }
}
