import PluginShared
import SectionKit

/// Three lists of items side by side in one row, 20 points narrower than the page and 114 high:
/// `{topSale: …, hot: …, choiceness: …}`, where each part is an array or one object. Each part
/// comes from a separate request; if any part has no items, the group has only its placeholder.
///
/// Settings with their defaults: `item.height` 114, `item.gap` 10, `item.fontSize` 14,
/// `item.picture` 56, and the titles `parts.topSale`, `parts.hot`, `parts.choiceness`.
struct Broadcast: MallGroup {
  static let blockCodes: [StaticString] = ["broadcast"]
  private static let partNames = ["topSale", "hot", "choiceness"]

  private struct Part {
    var name: String
    var title: String
    var items: [MallItem]
  }

  let surroundings: Surroundings
  private let parts: [Part]
  private let height: Figure
  private let gap, titleSize, picture: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    let root = block.root
    let isEmptyArray = root.kind == .array && root.count == 0
    guard root.kind == .object || root.isBlank || isEmptyArray else {
      throw Decline("broadcast has no parts: expected an object, found \(root.found)", at: root)
    }
    parts = Self.partNames.compactMap { name in
      let items = Self.items(of: root[name])
      guard !items.isEmpty else { return nil }
      return Part(name: name, title: metrics.text("parts", name, standard: name), items: items)
    }
    surroundings = Surroundings(metrics, isEmpty: parts.count < Self.partNames.count)
    height = metrics.figure("item", "height", standard: 114)
    gap = metrics.number("item", "gap", standard: 10)
    titleSize = metrics.number("item", "fontSize", standard: 14)
    picture = metrics.number("item", "picture", standard: 56)
  }

  /// Reads the items of a part. An unreadable part has no items and is reported with a warning.
  private static func items(of part: Value) -> [MallItem] {
    do { return try MallItem.items(of: part) } catch {
      part.warn("`\(part.key)` is left out: expected an array, found \(part.found)")
      return []
    }
  }

  func lineHeight(_ row: Int) -> Figure? { height }

  @BodyBuilder func line(_ row: Int) -> Body {
    Row {
      for part in parts { node(of: part) }
    }
    .frame(height: height).gap(gap).padding(10).cornerRadius(8).background("cell")
    .name("broadcast")
  }

  private func node(of part: Part) -> Node {
    Stack {
      Text(part.title).font(titleSize, .bold).lines(1).shrink().color("text")
      Carousel {
        for item in part.items {
          item.whole(
            Stack {
              item.picture().frame(width: picture, height: picture).cornerRadius(4)
                .badge(item.subtitle).role(.image)
            }
            .frame(width: picture))
        }
      }
      .gap(gap).grow().margin(top: 6)
    }
    .grow().shrink().basis(0).clipped().name(part.name)
  }
}
