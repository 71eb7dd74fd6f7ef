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

  /// Replaces the edges of a GraphQL connection by their nodes.
  mutating func unwrap() {
    guard elements.allSatisfy({ $0["node"].kind == .object && $0.count <= 3 }) else { return }
    elements = elements.map { $0["node"] }
    path += "[*].node"
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
  /// A block above the list, with its code.
  var heading: (code: String, value: FeedValue)?

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
    let heading = heading.map {
      ("heading", ["code": .text($0.code), "path": .text($0.value.path)] as JSONText)
    }
    let pool = references.map { ("references", JSONText.text($0)) }
    return [("items", .text(list.path)), pool, shape, heading].compactMap { $0 }
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

  private static let titleKeys: Set<String> = [
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
      ? count > 0 : FieldHints.isList(self) || children.contains(where: HumanText.isText)
  }
}
