internal import FeedDocument

/// The lists of a document with one path: an array, or those of elements, "$.tabs[*].cards".
struct ListGroup {
  /// The path to the elements.
  var path: String
  var elements: [FeedValue] = []
  /// The array with the first element, for diagnostics.
  var array: FeedValue
  var depth: Int
  /// Whether an array around it has several elements.
  var isInsideArray: Bool
  var arrays = 1

  /// Whether half of the elements are or hold lists of objects: each is a section.
  var holdsLists: Bool {
    let holders = elements.count { element in
      FieldHints.isList(element) || element.children.contains { FieldHints.isList($0) }
        || element.children.contains { $0.children.contains { FieldHints.isList($0) } }
    }
    return holders > 0 && holders * 2 >= elements.count
  }

  /// Replaces the edges of GraphQL by their nodes.
  mutating func unwrap() {
    guard elements.allSatisfy({ $0["node"].kind == .object && $0.count <= 3 }) else { return }
    elements = elements.map { $0["node"] }
    path += "[*].node"
  }
}

/// A list that could be the blocks of a page.
struct BlockListCandidate {
  enum Discriminator: Equatable {
    /// The path of the code in each element.
    case key(String)
    /// The only key of each element.
    case union
    /// The elements are the members of an object; the path of the code, or their keys.
    case members(code: String?)
    /// All elements are one block with this code.
    case block(String)
    /// Each element is a block with this code.
    case each(String)
  }

  /// The path to the elements, or to the object of the members.
  var path: String
  /// The array or the object, for diagnostics.
  var array: FeedValue
  var elements: [FeedValue]
  var discriminator: Discriminator
  var matches: Int
  var depth: Int
  /// Whether an array around the list has several elements.
  var isInsideArray = false
  /// The path of a list of the members' keys in their order on the page.
  var order: String?
  /// The keys of members that are no blocks.
  var except: [String] = []
  /// A block above the list: its code and its value.
  var heading: (code: String, value: FeedValue)?

  /// Keys that distinguish blocks, in the order in which they are tried.
  static let keys = [
    "blockCode", "type", "view_type", "viewType", "cardType", "card_type", "kind", "component",
    "__typename", "__component", "_type",
  ]

  /// How reliably the discriminator indicates blocks: songs and articles also have a `type` or
  /// `kind`, and wrappers with one key are common, but `blockCode` is not used for anything else.
  var certainty: Int {
    switch discriminator {
    case .key("blockCode"): 3
    case .key("type"), .key("kind"), .key("__typename"), .union: 1
    case .key(let key): Self.keys.contains(key) ? 2 : 1
    case .members, .block, .each: 0
    }
  }

  /// Each level of depth halves the weight, so that blocks win over the items inside a block.
  var weight: Double {
    var weight = Double(matches)
    for _ in 0..<min(depth, 64) { weight /= 2 }
    return weight
  }

  /// The count of matches and the discriminator, for the label of a diagnostic.
  var evidence: String {
    switch discriminator {
    case .key(let key): "\(matches) of \(elements.count) elements are told apart by `\(key)`"
    case .union: "\(matches) of \(elements.count) elements are told apart by the only key of each"
    case .members(let code?): "\(matches) members are told apart by `\(code)`"
    case .members(nil): "\(matches) members are told apart by their keys"
    case .block: "one section of \(elements.count) elements"
    case .each: "\(elements.count) elements with lists of their own"
    }
  }

  /// The members of a source that say how its items become blocks.
  var shape: [(key: String, value: JSONText)] {
    let heading = heading.map {
      ["code": .text($0.code), "path": .text($0.value.path)] as JSONText
    }
    return elementShape + (heading.map { [("heading", $0)] } ?? [])
  }

  private var elementShape: [(key: String, value: JSONText)] {
    switch discriminator {
    case .key(let path): [("element", ["code": .text(path)])]
    case .union: [("union", [:])]
    case .members(let code):
      [
        (
          "members",
          [
            "code": code.map(JSONText.text),
            "except": except.isEmpty ? nil : .array(except.map(JSONText.text)),
          ]
        )
      ]
    case .block(let code): [("block", ["code": .text(code)])]
    case .each(let code): [("element", ["otherwise": .text(code)])]
    }
  }

  var codePath: String? {
    if case .key(let path) = discriminator { path } else { nil }
  }

  /// Names the reading: "`$.data.list` as one section".
  var words: String {
    switch discriminator {
    case .key(let key): "`\(path)` by `\(key)`"
    case .union: "`\(path)` by the only key of each"
    case .members: "the members of `\(path)`"
    case .block: "`\(path)` as one section"
    case .each: "`\(path)` as a section for each element"
    }
  }

  static let headingKeys: Set<String> = [
    "header", "head", "heading", "appbar", "navbar", "navigationbar", "navigation", "topbar",
    "titlebar", "toolbar", "greeting", "intro", "attributes", "fields",
  ]

  private static let titleKeys: Set<String> = [
    "title", "pagetitle", "headline", "heading", "greeting",
  ]

  /// Finds the block above the list: the object or the text closest to it, beside it or around it,
  /// whose key names a heading.
  mutating func findHeading(_ texts: TextIndex) {
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
          // The list and its title are one section.
          (path, array, heading) = (place.path, place, nil)
          return
        } else {
          heading = (codes.contains(member.key) ? "page-\(member.key)" : member.key, member)
        }
      }
      place = place.children.filter { $0.index <= array.index }.last ?? array
    }
  }

  func isSame(as other: BlockListCandidate) -> Bool {
    path == other.path && discriminator == other.discriminator
  }

  func isBetter(than other: BlockListCandidate) -> Bool {
    (certainty, weight) > (other.certainty, other.weight)
  }
}

extension BlockListCandidate {
  /// Reads lists of one path as a list of blocks; `nil` if they do not look like one.
  ///
  /// More than half of the elements must have the key, with an integer or a short string without
  /// white space as its value. Lists inside the elements of another list need a certainty above 1,
  /// or elements that hold lists themselves; otherwise they are items.
  init?(_ group: ListGroup, keys: [String] = Self.keys) {
    let total = group.elements.count
    guard total > 0 else { return nil }
    var counts = Array(repeating: 0, count: keys.count)
    var wrapped = 0
    var wrappers: Set<String> = []
    for element in group.elements where element.kind == .object {
      for (index, key) in keys.enumerated() where element[key].looksLikeCode {
        counts[index] += 1
      }
      if element.count == 1, let member = element.children.first, !member.key.isEmpty,
        member.kind == .object || member.kind == .array
      {
        wrapped += 1
        wrappers.insert(member.key)
      }
    }
    func candidate(_ discriminator: Discriminator, _ matches: Int) -> BlockListCandidate {
      BlockListCandidate(
        path: group.path, array: group.array, elements: group.elements,
        discriminator: discriminator, matches: matches, depth: group.depth,
        isInsideArray: group.isInsideArray)
    }
    var best = zip(keys, counts).filter { $1 * 2 > total }.map { candidate(.key($0), $1) }
      .max { $1.isBetter(than: $0) }
    // Wrappers with equal keys are a list of one kind of item, not a union of several.
    if best == nil, wrapped * 2 > total, wrappers.count > 1 || total == 1 {
      best = candidate(.union, wrapped)
    }
    guard let best, best.certainty > 1 || !group.isInsideArray || group.holdsLists
    else { return nil }
    self = best
  }

  /// The blocks of each code, the most frequent first, then in order of appearance.
  var blocksByCode: [(code: String, blocks: [FeedValue])] {
    // `sorted` is stable.
    blocksInOrder.sorted { $0.blocks.count > $1.blocks.count }
  }

  var blocksInOrder: [(code: String, blocks: [FeedValue])] {
    (heading.map { [($0.code, [$0.value])] } ?? []) + ownBlocks
  }

  private var ownBlocks: [(code: String, blocks: [FeedValue])] {
    if case .block(let code) = discriminator {
      let items = path.contains("[*]") ? FlattenedPath(path)?.value(in: array.document.root) : nil
      return [(code, [items ?? array])]
    }
    var codes: [String] = []
    var groups: [String: [FeedValue]] = [:]
    for (code, block) in elements.lazy.compactMap(block) {
      if groups[code] == nil { codes.append(code) }
      groups[code, default: []].append(block)
    }
    return codes.map { ($0, groups[$0] ?? []) }
  }

  private func block(of element: FeedValue) -> (String, FeedValue)? {
    switch discriminator {
    case .key(let path), .members(.some(let path)):
      guard element.kind == .object else { return nil }
      let value = element.document.value(atPath: path, from: element.index)
      return value?.blockCode.map { ($0, element) }
    case .union:
      guard element.kind == .object, element.count == 1, let member = element.children.first else {
        return nil
      }
      return (member.key, member)
    case .members(nil): return (element.key, element)
    case .each(let code):
      return element.kind == .object || element.kind == .array ? (code, element) : nil
    case .block: return nil
    }
  }
}

extension FeedValue {
  /// Whether a scalar can name a kind of block: an integer or a word.
  var looksLikeCode: Bool {
    switch kind {
    case .number: int64 != nil
    case .string:
      count > 0 && count <= 64 && utf8.allSatisfy { $0 > UInt8(ascii: " ") }
    default: false
    }
  }

  /// Whether the value can be the block of a member: an object, or a list of objects or texts.
  var looksLikeSection: Bool {
    kind == .object
      ? count > 0 : FieldHints.isList(self) || children.contains(where: HumanText.isText)
  }
}
