import SectionKit

/// One row per item, as high as its text needs, with a tap that opens the item's page.
struct Ticker: SectionProvider {
  static let blockCodes: [StaticString] = ["TICKER"]
  static let showTypes: [StaticString] = ["TICKER_LINES"]

  struct Model: Decodable { var title: String?; var items: [Item] }
  struct Item: Decodable { var text: String; var url: String? }
  let model: Model

  init(_ block: Block) throws {
    guard block["items"].kind == .array else { throw Decline("a ticker needs an array of items") }
    model = try block.decode()
  }

  var section: SectionDescription { SectionDescription(title: model.title ?? "") }
  var rowCount: Int { model.items.count }

  func body(row: Int) -> Body {
    Row {
      Text(model.items[row].text).font(15, .bold).grow().shrink()
      Button("Open").role(.button).frame(width: 64, height: 28)
    }
    .align(.center).gap(12).padding(horizontal: 16, vertical: 12).name("line")
    .action("web", model.items[row].url)
  }
}

/// The entry point of the plugin.
@c @implementation
public func section_plugin_entry(_ abi: UInt32) -> PluginExport {
  .sections(id: "ticker-swift", version: "1.0.0", Ticker.self)
}
