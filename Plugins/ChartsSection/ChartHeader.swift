import PluginShared
import SectionKit

/// The description of a chart above its songs: cover, name, comment, date and number of songs.
///
/// Settings with their defaults, in points that do not scale: `inset` 10, `picture` 100;
/// `count.prefix` and `count.suffix`: the words around the number of songs; `names`: the names, by
/// type, of charts without a name of their own.
struct ChartHeader: SectionProvider {
  static let blockCodes: [StaticString] = ["chartHeader"]

  private let sheet: Sheet
  private let inset, picture: Double

  init(_ block: Block) throws {
    guard block.kind == .object else {
      throw Decline("chart has no description: expected an object, found \(block.root.found)")
    }
    let metrics = Metrics(block)
    sheet = Sheet(billboard: block.root, metrics: metrics)
    inset = metrics.number("inset", standard: 10)
    picture = metrics.number("picture", standard: 100)
  }

  var rowCount: Int { sheet.name.isEmpty && sheet.comment.isEmpty && sheet.picture == nil ? 0 : 1 }

  var section: SectionDescription { SectionDescription(title: sheet.name) }

  func body(row: Int) -> Body {
    Body { sheet.head(side: picture).padding(inset).role(.header).label(sheet.name) }
  }
}
