internal import Feeds

/// The content of a drafted section. Each part is a path of members through the models.
struct BodyPlan {
  typealias Way = [ModelMember]

  var title: Way?
  /// The path from the block to its items, then the path from an item to its inner items, if any.
  /// Empty if the block itself is the only item.
  var lists: [Way] = []
  /// The type of an item: an object, a text, or another type, which is not drawn.
  var item: ModelType
  var text, detail, image, action: Way?
  /// The paths of a former price, which is struck through, and of the id of the item.
  var oldPrice, identifier: Way?
  var isItemText: Bool { Self.isText(item) }

  var ways: [Way?] { [text, detail, image, action] }
  /// Whether an item has no content to show. If so, the section shows its block code.
  var showsCode: Bool { !isItemText && ways.allSatisfy { $0 == nil } }

  /// Finds the fields that the generic section would show, and uses those whose type is a text.
  init(_ table: ModelTable, root: ModelType, blocks: [FeedValue], code: String) {
    item = root
    let hints = FieldHints(of: blocks, code: code)
    if hints.hasItems, let way = Self.list(at: hints.items ?? "", from: root, table) {
      lists = [way.way]
      item = way.element
      title = Self.text(hints.title, root, table)
      let elements = Self.elements(of: blocks, at: hints.items ?? "")
      readItem(hints.item, table)
      descend(FieldHints(of: elements), table)
    } else if let way = Self.listOfTexts(in: root, table) {
      lists = [way]
      item = Self.element(of: way.last?.type ?? root) ?? root
      title = Self.text(hints.item.first { $0.name == "title" }?.path, root, table)
    } else {
      readItem(hints.item, table)
    }
    if !isItemText, text == nil, image == nil {
      text = table.fields(of: item).first { Self.isText($0.last?.type) }
    }
  }

  private mutating func readItem(_ places: [(name: String, path: String)], _ table: ModelTable) {
    func way(_ name: String) -> Way? {
      Self.text(places.first { $0.name == name }?.path, item, table)
    }
    (text, detail, image, action) = (way("title"), way("detail"), way("image"), way("action"))
    let fields = table.fields(of: item, depth: 2)
    func price(_ names: Set<String>) -> Way? {
      fields.first { field in
        Self.isText(field.last?.type) && ![text, detail].contains(field)
          && names.contains(Self.letters(field.last?.key ?? ""))
      }
    }
    oldPrice = price(Self.oldPrices)
    if oldPrice != nil, detail == nil { detail = price(Self.prices) }
    let numbers: [ModelType?] = [.string, .int64, .uint64]
    let ids = fields.filter { $0.count == 1 && numbers.contains($0[0].type) && !$0[0].isMixed }
    identifier =
      ids.first { Self.letters($0[0].key) == "id" }
      ?? ids.first { $0[0].key.hasSuffix("Id") || $0[0].key.hasSuffix("_id") }
  }

  /// The usual keys of a former price, in lower case without separators.
  private static let oldPrices: Set<String> = [
    "beforeprice", "lineprice", "listprice", "marketprice", "msrp", "oldprice", "oriprice",
    "originalprice", "originprice", "retailprice", "strikeprice", "underlineprice", "wasprice",
  ]

  private static let prices: Set<String> = [
    "currentprice", "finalprice", "price", "priceinfo", "saleprice", "sellprice", "showprice",
  ]

  private static func letters(_ key: String) -> String {
    key.filter(\.isLetter).lowercased()
  }

  /// The content that needs `section.content/1`, such as "pictures, struck prices"; `nil` if none.
  var lost: String? {
    let parts = [(image, "pictures"), (oldPrice, "struck prices"), (identifier, "identifiers")]
      .filter { $0.0 != nil }.map(\.1)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The word for an item's type, from the key of its id: "song" for "songId", "item" for "id".
  var resourceType: String {
    let words = PluginName.words(of: identifier?.last?.key ?? "").map { $0.lowercased() }
    return words.count > 1 ? words.dropLast().joined(separator: "-") : "item"
  }

  /// If the items have no text but contain inner items with a text, uses the inner items.
  private mutating func descend(_ hints: FieldHints, _ table: ModelTable) {
    guard text == nil, hints.hasItems, let path = hints.items,
      let inner = Self.list(at: path, from: item, table)
    else { return }
    var plan = self
    plan.item = inner.element
    plan.lists.append(inner.way)
    plan.readItem(hints.item, table)
    if plan.text != nil { self = plan }
  }

  private static func elements(of blocks: [FeedValue], at path: String) -> [FeedValue] {
    blocks.flatMap { block in
      let list = block.document.value(atPath: path, from: block.index) ?? block
      return list.kind == .array ? Array(list.children) : []
    }
  }

  private static func list(
    at path: String, from root: ModelType, _ table: ModelTable
  ) -> (way: Way, element: ModelType)? {
    guard let way = table.members(at: path, from: root),
      let element = element(of: way.last?.type ?? root)
    else { return nil }
    return (way, element)
  }

  private static func isText(_ type: ModelType?) -> Bool { type == .string || type == .looseText }

  private static func listOfTexts(in root: ModelType, _ table: ModelTable) -> Way? {
    func isList(_ type: ModelType?) -> Bool { isText(type.flatMap(element)) }
    return isList(root) ? [] : table.fields(of: root, depth: 2).first { isList($0.last?.type) }
  }

  static func element(of type: ModelType) -> ModelType? {
    switch type {
    case .array(.optional(let element)), .array(let element): element
    default: nil
    }
  }

  private static func text(_ path: String?, _ root: ModelType, _ table: ModelTable) -> Way? {
    guard let path, let way = table.members(at: path, from: root), isText(way.last?.type)
    else { return nil }
    return way
  }
}
