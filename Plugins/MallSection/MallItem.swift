import PluginShared
import SectionKit

/// One item of a group: `{id, title, subtitle, image, action, price, originalPrice}`.
struct MallItem {
  var title: String
  var titleSource: Source
  var subtitle: String
  var subtitleSource: Source
  var image: String?
  var id: String?
  /// Whether the server requests the higher form of a card.
  var isExpanded: Bool
  var tap: Tap?
  /// The price, and the price before a discount, as the feed writes them.
  var price: String?
  var originalPrice: String?

  init(_ item: Value) {
    title = item.text("title") ?? ""
    titleSource = item["title"].source
    subtitle = item.text("subtitle") ?? ""
    subtitleSource = item["subtitle"].source
    image = item.text("image")
    id = item.id("id")
    isExpanded = item.flag("expanded")
    price = item.id("price")
    originalPrice = item.id("originalPrice")
    tap = Self.tap(item)
  }

  /// Reads the items of a group: the payload itself, or its `items`, each an array or one object. A
  /// missing value, null, `{}` and `""` are groups without items; any other payload is declined.
  static func items(of payload: Value) throws -> [MallItem] {
    let list = payload["items"].exists ? payload["items"] : payload
    if list.kind == .object { return list.count > 0 ? [MallItem(list)] : [] }
    if list.kind == .array { return list.objects.map(MallItem.init) }
    guard list.isBlank else {
      throw Decline("group has no items: expected an array, found \(list.found)", at: list)
    }
    return []
  }

  /// Reads the action: either a target, whose scheme is the type, or an object `{type, target}`.
  private static func tap(_ item: Value) -> Tap? {
    let action = item["action"]
    if action.kind == .object {
      return action.text("target").map { Tap(type: action.text("type"), target: $0) }
    }
    guard let target = item.text("action") else { return nil }
    guard let colon = target.firstIndex(of: ":") else {
      return Tap(type: "client_customized", target: target)
    }
    let scheme = target[..<colon]
    return Tap(
      type: scheme == "http" || scheme == "https" ? "web" : String(scheme), target: target)
  }
}

extension Value {
  /// Whether the value is missing, null or an empty string.
  var isBlank: Bool { !exists || isNull || string?.isEmpty == true }
}
