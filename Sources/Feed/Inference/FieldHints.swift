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
  /// The path of a picture of a block outside of its list.
  private var image: String?
  /// The labels of buttons beside the list of a block, and in an item.
  private var buttons: (block: [Button], item: [Button]) = ([], [])
  private var arrangement = ItemArrangement.rail
  /// The keys for reading a block as a tree; set if the paths miss more than a tenth of its texts.
  private(set) var tree: TreeHints?
  private var isMarkedUp = false
  /// The texts of the blocks that no path leads to.
  private(set) var unplaced: [String] = []
  private let index: TextIndex?

  /// The maximum number of blocks, and of items per block, that are examined.
  static let votes = 64

  struct Button {
    var text: String
    var action: String?

    var setting: JSONText { ["text": .text(text), "action": action.map(JSONText.text)] }
  }

  /// - Parameter code: The code of the blocks, which cannot be their title.
  package init(of blocks: [FeedValue], code: String? = nil) {
    self.init(of: blocks, code: code, index: blocks.first.map { TextIndex(of: $0.document) })
  }

  /// - Parameters:
  ///   - index: The texts and pictures of the document of the blocks.
  ///   - isHeading: Whether the blocks are headings of the blocks that follow them.
  init(
    of blocks: [FeedValue], code: String? = nil, index: TextIndex?, isHeading: Bool = false
  ) {
    self.index = index
    guard let index else { return }
    let blocks = Array(blocks.prefix(Self.votes))
    let fields = Fields(of: blocks.filter { $0.kind == .object }, code: code, index)
    let path =
      Self.listPath(in: blocks, index) ?? Self.textListPath(in: blocks, index)
      ?? Self.emptiedListPath(in: blocks, index)
    var shown = ShownTexts(index)
    var isTree = false
    if let path {
      let elements = blocks.flatMap { $0.value(atPath: path).children.prefix(Self.votes) }
      readList(path, fields, &shown)
      let areComponents = Self.areComponents(elements, index)
      isTree =
        areComponents || (!elements.isEmpty && elements.allSatisfy(Self.isPair))
        || Self.hasColumns(blocks)
      // Among components, only a member such as `title` is a heading.
      if areComponents, title.map(Self.namesHeading) == false { title = nil }
      readItem(Fields(of: elements.filter { $0.kind == .object }, code: nil, index), &shown)
      shown.add(elements.filter { $0.kind == .string })
      hasImages = hasImages || elements.contains { index.content(of: $0) == .picture }
      arrangement = ItemArrangement(of: blocks, code: code ?? "", elements, hasPictures: hasImages)
    } else {
      readItem(fields, &shown)
      arrangement = hasImages ? .rail : .list
      let isLine =
        item.count == 1 && texts.isEmpty && buttons.item.isEmpty && item[0].name == "title"
      if isLine, isHeading {
        (title, item, tree) = (item[0].path, [], TreeHints())
        return
      }
      // A component with a single text is rendered as this text instead of as an item.
      let kind = code?.lowercased() ?? ""
      let isText = Self.isComponent(kind) || BlockListCandidate.headingKeys.contains(kind)
      isTree =
        (isText && isLine)
        || Self.areComponents(
          blocks.flatMap { Self.levels(of: $0).dropFirst().joined().map(\.value) }, index)
    }
    let tree = TreeHints(of: blocks, code: code, index)
    isMarkedUp = tree.isMarkedUp
    unplaced = tree.shown.subtracting(shown.texts).sorted()
    let missing = unplaced.count
    let misses =
      missing * 10 > tree.shown.count && (missing > 1 || missing * 4 > tree.shown.count)
    if !tree.shown.isEmpty, isTree || misses {
      // The title is kept as a heading above lists of texts, such as the rows of a table.
      if path == nil, let field = fields.title, field.level == 0,
        blocks.contains(where: { $0.children.contains { $0.kind == .array && $0.count > 1 } })
      {
        title = field.path
      }
      self.tree = tree
      unplaced = []
    }
  }

  /// The title, the items and their fields in words for people.
  var words: String {
    let heading = title.map { "title `\($0)`" }
    if tree != nil {
      return [heading, "a tree of components"].compactMap { $0 }.joined(separator: ", ")
    }
    let list =
      !hasItems
      ? "one item"
      : "items \(items.map { "`\($0)` " } ?? "")as a \(arrangement == .list ? "list" : "rail")"
    let fields =
      item.map { "\($0.name) `\($0.path)`" }
      + (texts.isEmpty ? [] : [counted(texts.count, "further text")])
    return [heading, list + (fields.isEmpty ? "" : " with \(fields.joined(separator: ", "))")]
      .compactMap { $0 }.joined(separator: "; ")
  }

  /// The texts that the paths show.
  struct ShownTexts {
    private let index: TextIndex
    private(set) var texts: Set<String> = []

    init(_ index: TextIndex) { self.index = index }

    mutating func add(_ values: [FeedValue]) {
      for value in values where index.isText(value) { texts.insert(value.beginning ?? "") }
    }
  }

  /// Words for kinds of components, in lower case, without separators.
  private static let components: Set<String> = [
    "text", "textblock", "image", "row", "column", "container", "button", "stack", "label", "box",
    "listtile", "spacer", "divider", "separator", "icon", "hstack", "vstack", "columnset", "view",
    "center", "padding", "sizedbox", "scaffold", "expanded", "flexible", "chip", "listview", "div",
    "span", "img", "p", "h1", "h2", "h3", "ul", "li", "textrun", "richtextblock", "richtext",
    "heading", "paragraph", "title", "subtitle", "caption", "quote", "plaintext", "mrkdwn",
    "textfield", "textinput", "switch", "toggle", "checkbox", "bubble", "factset", "appbar",
    "linearlayout", "textview", "imageview", "scrollview", "horizontalscroll", "verticalscroll",
    "inputtext", "inputtoggle", "inputchoiceset", "radiogroup", "edittext",
  ]

  /// Keys whose values usually name the kind of a component.
  static let kindKeys: Set<String> = [
    "type", "component", "kind", "widget", "viewType", "view_type", "widgetType", "@type", "_type",
    "blockName", "__component", "tag", "nodeType",
  ]

  /// Whether a word names a kind of component: "HStack", "core/paragraph", "Core:Button".
  static func isComponent(_ word: String) -> Bool {
    let name = kindName(word)
    return components.contains(name) || name.hasSuffix("button") || word.hasPrefix("Action.")
  }

  static func isPictureKind(_ word: String) -> Bool {
    let name = kindName(word)
    return name.hasSuffix("image")
      || ["img", "picture", "photo", "avatar", "imageview"].contains(name)
  }

  /// Returns the last part of the name of a kind, in lower case and without separators.
  private static func kindName(_ word: String) -> String {
    let last = word.utf8.split { ":/".utf8.contains($0) }.last.map { Substring($0) } ?? ""
    return String(last.lowercased().filter { $0 != "-" && $0 != "_" && $0 != "." })
  }

  /// Whether the elements are UI components, such as texts and rows, instead of items.
  private static func areComponents(_ elements: [FeedValue], _ index: TextIndex) -> Bool {
    elements.contains { isComponent($0, index) }
  }

  private static func isComponent(_ element: FeedValue, _ index: TextIndex) -> Bool {
    (["type", "component", "kind", "widget", "viewType"] + index.kinds).contains { key in
      element[key].string.map(isComponent) ?? false
    }
  }

  /// Whether a path leads through a member for headings, such as `header.text` but not `text.text`.
  private static func namesHeading(_ path: String) -> Bool {
    path.split(separator: ".").contains { key in
      let key = key.lowercased()
      return titleWords.contains { key.hasSuffix($0) && $0 != "text" }
    }
  }

  /// Whether an element is a part of a tree: a component, or a label with its value.
  static func isPart(_ element: FeedValue, _ index: TextIndex) -> Bool {
    isComponent(element, index) || isPair(element)
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

  /// Whether blocks are tables: records beside a list that names their columns.
  private static func hasColumns(_ blocks: [FeedValue]) -> Bool {
    blocks.contains { block in
      block["rows"].kind == .array
        && ["columns", "headers"].contains { block[$0].kind == .array && block[$0].count > 1 }
    }
  }

  /// Finds the paths of what is beside the list of a block: its title, texts, a picture, buttons.
  private mutating func readList(_ path: String, _ fields: Fields, _ shown: inout ShownTexts) {
    hasItems = true
    items = path.isEmpty ? nil : path
    let title = fields.title
    self.title = title?.path
    let labels = fields.buttons(besides: title)
    buttons.block = labels.prefix(2).map { Button(text: $0.text.path, action: $0.action) }
    let used = Set(labels.map(\.text.path))
    let leads = fields.all.filter {
      $0.level < 2 && $0.path != title?.path && !used.contains($0.path) && fields.isText($0)
        && !$0.isEnumeration
    }.prefix(4)
    lead = leads.map(\.path)
    // A picture of a list is one of its items.
    image = fields.picture.flatMap { $0.path.contains("[") ? nil : $0.path }
    shown.add((title?.values ?? []) + labels.flatMap(\.text.values) + leads.flatMap(\.values))
  }

  /// Finds the paths of an item's fields.
  private mutating func readItem(_ fields: Fields, _ shown: inout ShownTexts) {
    let title = fields.title
    let labels = fields.buttons(besides: title)
    let pressed = Set(labels.map(\.text.path))
    var detail = fields.field(named: Self.detailWords) {
      fields.isText($0) && !pressed.contains($0.path) && !$0.first.key.isEmpty
    }
    if detail?.path == title?.path { detail = nil }
    let image = fields.picture
    hasImages = image != nil
    item += zip(["title", "detail", "image", "action"], [title, detail, image, fields.action])
      .compactMap { name, field in field.map { (name, $0.path) } }
    let used = Set(item.map(\.path)).union(pressed)
    let others = fields.all.filter {
      !used.contains($0.path) && (fields.isText($0) || fields.isAmount($0)) && !$0.isEnumeration
        && ($0.first.kind == .number
          || $0.values.map { $0.beginning } != title?.values.map { $0.beginning })
    }.prefix(8)
    texts = others.map(\.path)
    buttons.item = labels.prefix(4).map { Button(text: $0.text.path, action: $0.action) }
    shown.add([title, detail].compactMap { $0 }.flatMap(\.values))
    shown.add(others.flatMap(\.values) + labels.prefix(4).flatMap(\.text.values))
  }

  // MARK: Lists

  /// Returns the path of the list with the most texts; "" if the blocks themselves are lists.
  private static func listPath(in blocks: [FeedValue], _ index: TextIndex) -> String? {
    if blocks.contains(where: isList) { return "" }
    let lists = blocks.flatMap { levels(of: $0).joined().flatMap(members) }
      .filter { isList($0.value) || isKeyedList($0.value, index) || isGallery($0.value, index) }
      .map { (path: $0.path, weight: weight(of: $0.value, index)) }.filter { $0.weight > 0 }
    let sums = lists.grouped(by: \.path).map { lists in
      (path: lists[0].path, weight: lists.reduce(0) { $0 + $1.weight })
    }
    // `max` returns the first of equal lists.
    return sums.max { $0.weight < $1.weight }?.path
  }

  /// Returns the path of a list with at least half of the texts of the blocks, which are its elements.
  private static func textListPath(in blocks: [FeedValue], _ index: TextIndex) -> String? {
    let places = blocks.flatMap { levels(of: $0).joined().flatMap(members) }
    let list = places.first { _, value in
      value.kind == .array && value.count > 1 && value.children.allSatisfy(index.isText)
    }
    guard let list else { return nil }
    let texts = blocks.reduce(0) { $0 + index.counts(in: $1).texts }
    let own = blocks.reduce(0) { $0 + index.counts(in: $1.value(atPath: list.path)).texts }
    return own * 2 >= texts ? list.path : nil
  }

  /// Returns the path of an empty list beside the title of blocks: a list that is empty on a day. With
  /// several empty lists, none of them is known to have the items.
  private static func emptiedListPath(in blocks: [FeedValue], _ index: TextIndex) -> String? {
    let lists = blocks.flatMap(\.children).filter { $0.kind == .array && $0.count == 0 }
    let keys = lists.map(\.key).uniqued
    let named = keys.filter { listKeys.contains($0.lowercased()) }
    guard let key = named.count == 1 ? named.first : keys.count == 1 ? keys.first : nil,
      isPart(key), blocks.allSatisfy({ index.counts(in: $0).texts <= 1 })
    else { return nil }
    return key
  }

  /// Returns the weight of a list: mainly the number of its texts. Pictures decide between lists
  /// without texts.
  private static func weight(of list: FeedValue, _ index: TextIndex) -> Int {
    let (texts, pictures) = index.counts(in: list)
    return 16 * texts + min(pictures, 15)
  }

  static func isList(_ value: FeedValue) -> Bool {
    value.kind == .array && value.children.prefix(8).contains { $0.kind == .object }
  }

  /// Whether a value is a list of addresses of pictures.
  static func isGallery(_ value: FeedValue, _ index: TextIndex) -> Bool {
    value.kind == .array && value.count > 0
      && value.children.prefix(8).allSatisfy { index.content(of: $0) == .picture }
  }

  private static let listKeys: Set<String> = [
    "items", "entries", "cards", "list", "elements", "products", "goods", "articles", "rows",
    "options", "posts", "videos", "songs",
  ]

  /// Whether a value under a key in `listKeys` is an object that maps identifiers to items.
  private static func isKeyedList(_ value: FeedValue, _ index: TextIndex) -> Bool {
    value.kind == .object && value.count > 0 && listKeys.contains(value.key.lowercased())
      && value.children.allSatisfy { item in
        item.kind == .object && item.children.contains(where: index.isText)
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

  static func isPart(_ key: String) -> Bool {
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
      if let image { members.append(("image", .text(image))) }
      if !buttons.block.isEmpty {
        members.append(("buttons", .array(buttons.block.map(\.setting))))
      }
      if let items { members.append(("items", .text(items))) }
      if arrangement == .list, hasItems || !item.isEmpty {
        members.append(("arrangement", "list"))
      } else if hasItems, !hasImages {
        // Cards without pictures are as high as their texts.
        members.append(("height", JSONText(integerLiteral: title == nil ? 60 : 100)))
      }
      var fields = item.map { (key: $0.name, value: JSONText.text($0.path)) }
      if !texts.isEmpty { fields.append(("texts", .texts(texts))) }
      if !buttons.item.isEmpty { fields.append(("buttons", .array(buttons.item.map(\.setting)))) }
      if !fields.isEmpty { members.append(("item", .object(fields))) }
    }
    if isMarkedUp { members.append(("markup", true)) }
    return members
  }
}
