internal import Feeds

/// The content of a drafted section, as member paths through its models.
struct BodyPlan {
  typealias Way = [ModelMember]

  var title: Way?
  /// The paths from the payload to its items, and from these to their own; none if it is the item.
  var lists: [Way] = []
  /// The type of an item: an object, a text, or a type that is not drawn.
  var item: ModelType
  var text, detail, image, action: Way?
  /// A price that no longer holds, and the id of the item.
  var oldPrice, identifier: Way?
  var isItemText: Bool { Self.isText(item) }

  var ways: [Way?] { [text, detail, image, action] }
  /// Whether an item has nothing to show, so that the section shows its block code.
  var showsCode: Bool { !isItemText && ways.allSatisfy { $0 == nil } }

  /// Finds fields as the generic section does, as far as they are texts in the models.
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
    func field(_ names: Set<String>, except ways: [Way?]) -> Way? {
      fields.first { field in
        Self.isText(field.last?.type) && !ways.contains(field)
          && names.contains(Self.letters(field.last?.key ?? ""))
      }
    }
    oldPrice = field(Self.oldPrices, except: [text, detail])
    if oldPrice != nil, detail == nil { detail = field(Self.prices, except: [text]) }
    let numbers: [ModelType?] = [.string, .int64, .uint64]
    let ids = fields.filter { $0.count == 1 && numbers.contains($0[0].type) && !$0[0].isMixed }
    identifier =
      ids.first { Self.letters($0[0].key) == "id" }
      ?? ids.first { $0[0].key.hasSuffix("Id") || $0[0].key.hasSuffix("_id") }
  }

  /// Names of fields with an old price, in lower case without separators.
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

  /// The content that needs `section.content/1`, such as "pictures and struck prices".
  var lost: String? {
    let parts = [(image, "pictures"), (oldPrice, "struck prices"), (identifier, "identifiers")]
      .filter { $0.0 != nil }.map(\.1)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The word for the type of an item: "song" for the field "songId".
  var resourceType: String {
    let words = PluginName.words(of: identifier?.last?.key ?? "").map { $0.lowercased() }
    return words.count > 1 ? words.dropLast().joined(separator: "-") : "item"
  }

  /// If the items have no text but contain lists of items that do, uses the inner items.
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
    blocks.map { $0.value(atPath: path) }.filter { $0.kind == .array }.flatMap(\.children)
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
