package import FeedDocument
internal import Support

/// The probable paths of the title and the items in blocks of unknown shape, as settings of the
/// generic section. Up to `votes` blocks of a code, and items of each, vote for the paths.
package struct FieldHints {
  package private(set) var title: String?
  /// The path of the list of items; `nil` if the block itself is the list, or has none.
  package private(set) var items: String?
  package private(set) var hasItems = false
  private(set) var hasImages = false
  /// The settings "title", "detail", "image" and "action", each with its path from an item.
  package private(set) var item: [(name: String, path: String)] = []
  private(set) var texts: [String] = []
  /// Paths of texts of a block outside of its title and its list.
  private var lead: [String] = []
  /// The keys for reading a block as a tree; set if the paths miss more than a tenth of its texts.
  private(set) var tree: Tree?
  private var isMarkedUp = false
  private let kinds: Set<String>

  /// The maximum number of blocks, and of items per block, that are examined.
  private static let votes = 64

  /// - Parameters:
  ///   - code: The code of the blocks, which cannot be their title.
  ///   - kinds: Keys whose values are kinds of components and are not shown.
  package init(of blocks: [FeedValue], code: String? = nil, kinds: Set<String> = []) {
    self.kinds = kinds
    let blocks = Array(blocks.prefix(Self.votes))
    let fields = Fields(of: blocks.filter { $0.kind == .object }, code: code, kinds)
    let path = Self.listPath(in: blocks)
    var shown = 0
    var isTree = false
    if let path {
      hasItems = true
      items = path.isEmpty ? nil : path
      title = fields.title?.path
      let leads = fields.all.filter {
        $0.level < 2 && $0.path != title && fields.isText($0) && !$0.isEnumeration
      }.prefix(4)
      lead = leads.map(\.path)
      shown = (fields.title?.values.count ?? 0) + leads.reduce(0) { $0 + $1.values.count }
      let elements = blocks.flatMap { $0.value(atPath: path).children.prefix(Self.votes) }
      isTree = areComponents(elements) || (!elements.isEmpty && elements.allSatisfy(Self.isPair))
      shown += readItem(Fields(of: elements.filter { $0.kind == .object }, code: nil, kinds))
      shown += elements.count { $0.kind == .string && HumanText.isText($0) }
    } else {
      shown = readItem(fields)
      // A component with a single text is rendered as this text instead of as a card.
      let kind = code?.lowercased() ?? ""
      let isText = Self.components.contains(kind) || BlockListCandidate.headingKeys.contains(kind)
      isTree =
        (isText && item.count == 1 && texts.isEmpty)
        || areComponents(blocks.flatMap { Self.levels(of: $0).dropFirst().joined().map(\.value) })
    }
    readTree(of: blocks, shown: isTree ? 0 : shown, code: code)
    // The title is kept as a heading above lists of texts, such as the rows of a table.
    if tree != nil, path == nil, let field = fields.title, field.level == 0,
      blocks.contains(where: { $0.children.contains { $0.kind == .array && $0.count > 1 } })
    {
      title = field.path
    }
  }

  static let components: Set<String> = [
    "text", "textblock", "image", "row", "column", "container", "button", "stack", "label", "box",
    "listtile", "spacer", "divider", "separator", "icon", "hstack", "vstack", "columnset", "view",
    "center", "padding", "sizedbox", "scaffold", "expanded", "flexible", "chip", "listview", "div",
    "span", "img", "p", "h1", "h2", "h3", "ul", "li", "textrun", "richtextblock", "richtext",
    "heading", "paragraph", "title", "subtitle", "caption", "quote",
  ]

  /// Whether the elements are UI components, such as texts and rows, instead of items.
  private func areComponents(_ elements: [FeedValue]) -> Bool {
    elements.contains { element in
      (["type", "component", "kind", "widget"] + kinds).contains { key in
        element[key].string.map { Self.components.contains($0.lowercased()) } ?? false
      }
    }
  }

  private static let pairKeys: [Set<String>] = [
    ["title", "value"], ["label", "value"], ["name", "value"], ["key", "value"], ["label", "text"],
    ["term", "description"],
  ]

  /// Whether an element only has a label and a value, so that it is a row instead of a card.
  private static func isPair(_ element: FeedValue) -> Bool {
    element.kind == .object && element.children.allSatisfy { $0.kind == .string }
      && pairKeys.contains(Set(element.children.map(\.key)))
  }

  /// Finds the paths of an item's fields. Returns the number of texts at these paths.
  private mutating func readItem(_ fields: Fields) -> Int {
    let title = fields.title
    var detail = fields.field(named: Self.detailWords, where: fields.isText)
    if detail?.path == title?.path { detail = nil }
    let image = fields.picture
    hasImages = image != nil
    item += zip(["title", "detail", "image", "action"], [title, detail, image, fields.action])
      .compactMap { name, field in field.map { (name, $0.path) } }
    let used = item.map(\.path)
    let others = fields.all.filter {
      !used.contains($0.path) && (fields.isText($0) || fields.isAmount($0)) && !$0.isEnumeration
        && $0.values.map { $0.beginning } != title?.values.map { $0.beginning }
    }.prefix(6)
    texts = others.map(\.path)
    return ([title, detail].compactMap { $0 } + others)
      .reduce(0) { $0 + $1.values.count(where: HumanText.isText) }
  }

  // MARK: The tree

  /// The keys of members, by the kind of content: texts, images, actions, omitted.
  struct Tree {
    var texts: [String] = []
    var images: [String] = []
    /// The paths of pictures: each key with that of the object or list around it.
    var places: [(key: String, path: String)] = []
    var actions: [String] = []
    var omitted: [String] = []
    let kinds: Set<String>

    private static func add(_ key: String, to keys: inout [String], limit: Int) {
      if !key.isEmpty, keys.count < limit, !keys.contains(key) { keys.append(key) }
    }

    /// - Parameter outer: The key of the object or list around the value.
    mutating func add(_ value: FeedValue, in outer: String) {
      if kinds.contains(value.key) { return }
      let path = outer.isEmpty ? value.key : "\(outer).\(value.key)"
      if HumanText.isText(value) || HumanText.isAmount(value) {
        Self.add(value.key, to: &texts, limit: 48)
      } else if FieldHints.pictureCertainty(value.key, value) > 0
        || (value.isAddress && FieldHints.pictureCertainty(path, value) > 0)
      {
        guard value.isAddress || value.isFileName else { return }
        Self.add(value.key, to: &images, limit: 16)
        if places.count < 16, !places.contains(where: { $0.path == path }) {
          places.append((value.key, path))
        }
      } else if value.isAppLink
        || (value.isAddress
          && namesAction(value.key))
      {
        Self.add(value.key, to: &actions, limit: 16)
      }
    }

    private func namesAction(_ key: String) -> Bool {
      let key = key.lowercased()
      return actionWords.contains { key.hasBytes(of: $0) }
    }

    mutating func omit(_ key: String) { Self.add(key, to: &omitted, limit: 16) }

    var setting: JSONText {
      // A key that also leads to actions is a picture's in these places only.
      let images = images.flatMap { key in
        actions.contains(key) ? places.filter { $0.key == key }.map(\.path) : [key]
      }
      return [
        "texts": .texts(texts), "images": .texts(images),
        "actions": actions.isEmpty ? nil : .texts(actions),
        "omit": omitted.isEmpty ? nil : .texts(omitted),
        "kinds": kinds.isEmpty ? nil : .texts(kinds.sorted()),
      ]
    }
  }

  private mutating func readTree(of blocks: [FeedValue], shown: Int, code: String?) {
    var tree = Tree(kinds: kinds)
    var count = 0
    // A block is no part of the paths in it.
    var stack = blocks.reversed().map { (value: $0, outer: String?.none) }
    while let (value, outer) = stack.popLast() {
      let name = outer.map { value.key.isEmpty ? $0 : value.key } ?? ""
      if value.kind == .string {
        if value.beginning == code { continue }
        tree.add(value, in: outer ?? "")
        guard HumanText.isText(value), !kinds.contains(value.key) else { continue }
        count += 1
        let text = value.beginning ?? ""
        isMarkedUp =
          isMarkedUp || text.hasBytes(of: "</") || text.hasBytes(of: "<br")
          || (text.hasBytes(of: "&") && text.hasBytes(of: ";"))
      }
      // At most `votes` elements of an array are read, as in the search for paths.
      let below = value.children.prefix(value.kind == .array ? Self.votes : Int.max)
      for child in below.reversed() {
        if child.kind != .string, HumanText.isAside(child) {
          tree.omit(child.key)
        } else {
          stack.append((child, name))
        }
      }
    }
    if count > 0, shown * 10 < count * 9 { self.tree = tree }
  }

  // MARK: Lists

  /// Returns the path of the list with the most texts; "" if the blocks themselves are lists.
  private static func listPath(in blocks: [FeedValue]) -> String? {
    if blocks.contains(where: isList) { return "" }
    let lists = blocks.flatMap { levels(of: $0).joined().flatMap(members) }
      .filter { isList($0.value) || isKeyedList($0.value) }
      .map { (path: $0.path, weight: weight(of: $0.value)) }.filter { $0.weight > 0 }
    let sums = lists.grouped(by: \.path).map { lists in
      (path: lists[0].path, weight: lists.reduce(0) { $0 + $1.weight })
    }
    // `max` returns the first of equal lists.
    return sums.max { $0.weight < $1.weight }?.path
  }

  /// Returns the weight of a list: the number of texts in its first elements, at most two levels
  /// below them. Pictures decide between lists without texts.
  private static func weight(of list: FeedValue) -> Int {
    let elements = list.children.prefix(votes)
    let places = elements.map { levels(of: $0).joined().flatMap(members) }
    let texts =
      elements.count { HumanText.isText($0) }
      + places.joined().count { HumanText.isText($0.value) }
    let showsPictures = places.prefix(8).joined().contains { path, value in
      (value.isAddress || value.isFileName) && pictureCertainty(path, value) > 0
    }
    return 16 * texts + (showsPictures ? 1 : 0)
  }

  static func isList(_ value: FeedValue) -> Bool {
    value.kind == .array && value.children.prefix(8).contains { $0.kind == .object }
  }

  private static let listKeys: Set<String> = [
    "items", "entries", "cards", "list", "elements", "products", "goods", "articles", "rows",
    "options", "posts", "videos", "songs",
  ]

  /// Whether a value under a key in `listKeys` is an object that maps identifiers to items.
  private static func isKeyedList(_ value: FeedValue) -> Bool {
    value.kind == .object && value.count > 0 && listKeys.contains(value.key.lowercased())
      && value.children.allSatisfy { item in
        item.kind == .object && item.children.contains(where: HumanText.isText)
      }
  }

  // MARK: Fields

  typealias Place = (path: String, value: FeedValue)

  static let depth = 3

  package static let titleWords = [
    "title", "headline", "heading", "name", "header", "caption", "label", "text",
  ]
  package static let detailWords = [
    "subtitle", "description", "desc", "summary", "author", "artist", "detail",
  ]
  package static let actionWords = ["action", "url", "link", "href", "scheme", "target"]
  /// Keys, in lower case, of words in an object for actions that name what a tap opens.
  static let targetWords: Set<String> = [
    "target", "screen", "route", "destination", "path", "page", "link", "url", "uri", "href", "id",
    "name", "value", "event", "screenname", "pagename", "routename", "actionid",
  ]

  static func levels(of block: FeedValue) -> [[Place]] {
    guard block.kind == .object else { return [] }
    var levels: [[Place]] = [[("", block)]]
    // An object that only wraps another, as in {"content": {"data": {…}}}, counts as no level.
    var wrappers = 0
    while levels.count < depth + wrappers, let last = levels.last {
      let next = last.flatMap { members(of: $0) }.filter { $0.value.kind == .object }
      if next.isEmpty { break }
      if wrappers < depth, last.count == 1, last[0].value.count == 1 { wrappers += 1 }
      levels.append(next)
    }
    return levels
  }

  /// Returns the members whose keys can be written in a dotted path.
  static func members(of place: Place) -> [Place] {
    place.value.children.filter { isPart($0.key) }
      .map { (place.path.isEmpty ? $0.key : "\(place.path).\($0.key)", $0) }
  }

  private static func isPart(_ key: String) -> Bool {
    let isReadable = key.utf8.allSatisfy {
      $0 >= 0x80 || ConfigurationReader.isAlphanumeric($0) || "-_".utf8.contains($0)
    }
    return isReadable && !key.isEmpty && !key.hasPrefix("-") && !key.hasPrefix("_")
  }

  // MARK: Texts

  /// Whether the text has a space or a non-ASCII character, unlike an identifier.
  static func looksWritten(_ value: FeedValue) -> Bool {
    value.beginning?.utf8.contains { $0 == UInt8(ascii: " ") || $0 > 0x7F } == true
  }

  /// The settings of the generic section that contain the paths.
  var paths: [(key: String, value: JSONText)] {
    var members: [(key: String, value: JSONText)] = []
    if let title { members.append(("title", .text(title))) }
    if let tree {
      members.append(("tree", tree.setting))
    } else {
      if !lead.isEmpty { members.append(("texts", .texts(lead))) }
      if let items { members.append(("items", .text(items))) }
      var fields = item.map { (key: $0.name, value: JSONText.text($0.path)) }
      if !texts.isEmpty { fields.append(("texts", .texts(texts))) }
      if !fields.isEmpty { members.append(("item", .object(fields))) }
    }
    if isMarkedUp { members.append(("markup", true)) }
    return members
  }
}
