import SectionKit

/// A text and its position in the feed.
struct Phrase {
  var text: String
  var source: Source
}

/// One card.
struct Item {
  /// The texts, the title first.
  var texts: [Phrase]
  /// The address of the picture; `nil` without one.
  var image: String?
  var buttons: [Button] = []
  var role = ComponentRole.none
  var actionType: String?
  var actionTarget: String?

  struct Button {
    var text: Phrase
    var actionType, actionTarget: String?
  }
}

/// A reader for blocks of unknown shape. It uses the paths of the feed layout, or else the field
/// names that feeds commonly use.
enum BlockReader {
  /// The maximum number of items; further ones are dropped with a warning.
  private static let itemLimit = 1_000
  /// The number of levels of objects that are searched for a list. For a title, one more.
  private static let depthLimit = 3

  private static let titleKeys = [
    "title", "mainTitle", "headline", "name", "typeTitle", "heading", "displayName", "nickname",
    "text", "label", "caption",
  ]
  private static let detailKeys = [
    "subtitle", "subTitle", "description", "desc", "summary", "artist", "author", "copywriter",
  ]
  private static let listKeys = [
    "creatives", "items", "list", "data", "datas", "resources", "children", "entries", "cards",
    "elements", "contents", "articles", "products", "goods", "banners", "results",
  ]
  private static let imageKeys = [
    "image", "imageUrl", "img", "pic", "picUrl", "cover", "coverUrl", "coverImgUrl", "thumbnail",
    "thumb", "icon", "iconUrl", "avatar", "poster", "photo", "imagePath", "envelopePic", "picture",
  ]
  private static let actionKeys = [
    "action", "url", "link", "href", "deeplink", "deepLink", "jumpUrl", "targetUrl", "scheme",
  ]

  static func read(
    _ root: Value, _ places: FieldPlaces
  ) throws -> (title: Phrase?, items: [Item]) {
    var items: [Item] = []
    var title = places.title(of: root)
    let named = places.list(in: root)
    if let list = named ?? list(in: root) {
      if title == nil, root.kind == .object { title = heading(of: root) }
      items = read(list, places)
    } else if root.kind == .object, let item = places.item(root) ?? item(root) {
      items = [item]
      // A text that the only card shows is not repeated as a heading above it.
      if item.texts.contains(where: { $0.source == title?.source }) { title = nil }
    }
    // A list that the layout names can be empty on a day; the section then shows nothing.
    guard title != nil || !items.isEmpty || named?.count == 0 else {
      throw Decline("found no title and no list of items in \(root.kind)")
    }
    return (title, items)
  }

  /// Returns the list of a block: the block itself if it is an array, a list under a common key, or
  /// else the first list under any key. Apart from the block, a list is an array with an object
  /// among its first 8 elements. Outer lists take precedence over inner ones.
  private static func list(in root: Value) -> Value? {
    if root.kind == .array { return root }
    var level = [root]
    for _ in 0..<depthLimit {
      for value in level {
        if let found = listKeys.lazy.map({ value[$0] }).first(where: isList) { return found }
      }
      for value in level {
        if let found = value.dictionary.first(where: { isList($0.value) }) { return found.value }
      }
      level = level.flatMap { $0.dictionary.filter { $0.value.kind == .object }.map(\.value) }
      if level.isEmpty { break }
    }
    return nil
  }

  private static func isList(_ value: Value) -> Bool {
    value.kind == .array && value.array.prefix(8).contains { $0.kind == .object }
  }

  private static func read(_ list: Value, _ places: FieldPlaces) -> [Item] {
    var items: [Item] = []
    // In an object, the items are the values, and the keys are their identifiers.
    let elements = list.kind == .object ? list.dictionary.map(\.value) : Array(list.array)
    for element in elements {
      if items.count >= itemLimit {
        list.warn("only the first \(itemLimit) items of \(list.count) are shown")
        break
      }
      if let item = places.item(element) {
        items.append(item)
        continue
      }
      // A creative groups resources. Each resource with a title is an item of its own.
      let parts = element["resources"].array.filter { title(of: $0) != nil }
      if parts.isEmpty {
        if let item = item(element) { items.append(item) }
        continue
      }
      let group = title(of: element)
      var titles = Set(parts.compactMap { title(of: $0)?.text })
      if let group, titles.insert(group.text).inserted {
        items.append(Item(texts: [group], image: nil))
      }
      items += parts.compactMap(item)
    }
    return items
  }

  private static func item(_ value: Value) -> Item? {
    if let text = value.string, !text.isEmpty {
      // An address is not for readers; a list of addresses is a list of pictures.
      if text.hasPrefix("http://") || text.hasPrefix("https://") {
        return Item(texts: [], image: text)
      }
      return Item(texts: [Phrase(text: text, source: value.source)], image: nil)
    }
    guard value.kind == .object else { return nil }
    let title = title(of: value)
    let detail = phrase(detailKeys, in: value) ?? phrase(detailKeys, in: value["uiElement"])
    let image = image(of: value)
    guard title != nil || image != nil else { return nil }
    var texts = title.map { [$0] } ?? []
    if let detail, detail.text != title?.text { texts.append(detail) }
    let target = actionKeys.lazy.map { value[$0].string ?? "" }.first { !$0.isEmpty }
    return Item(
      texts: texts, image: image, actionType: target.map { type(of: $0, value) },
      actionTarget: target)
  }

  static func type(of target: String, _ value: Value) -> String {
    if let type = value["actionType"].string, !type.isEmpty { return type }
    guard let colon = target.firstIndex(of: ":") else { return "client_customized" }
    let scheme = target[..<colon]
    return scheme == "http" || scheme == "https" ? "web" : String(scheme)
  }

  /// Returns the block's own heading; the headings of its items are not read.
  private static func heading(of block: Value) -> Phrase? {
    let element = block["uiElement"]
    for part in [element["mainTitle"], element["subTitle"], element, block, block["header"]] {
      if let phrase = phrase(titleKeys, in: part) { return phrase }
    }
    return nil
  }

  /// Returns the nearest text under one of the title keys, searched breadth first.
  private static func title(of value: Value) -> Phrase? {
    var level = [value]
    for _ in 0...depthLimit {
      for part in level {
        if let phrase = phrase(titleKeys, in: part) { return phrase }
      }
      level = level.flatMap { $0.dictionary.filter { $0.value.kind == .object }.map(\.value) }
      if level.isEmpty { break }
    }
    return nil
  }

  private static func phrase(_ keys: [String], in value: Value) -> Phrase? {
    guard value.kind == .object else { return nil }
    for key in keys {
      let member = value[key]
      if let text = member.string, !text.isEmpty {
        return Phrase(text: text, source: member.source)
      }
      if let text = member["title"].string, !text.isEmpty {
        return Phrase(text: text, source: member["title"].source)
      }
    }
    return nil
  }

  private static func image(of value: Value) -> String? {
    func address(_ member: Value) -> String? {
      [member, member["imageUrl"], member["url"]].lazy.compactMap(\.string).first { !$0.isEmpty }
    }
    let places = [value, value["uiElement"], value["resource"], value["resource"]["mlogBaseData"]]
    return places.lazy.compactMap { place in
      imageKeys.lazy.compactMap { address(place[$0]) }.first
    }.first
  }
}
