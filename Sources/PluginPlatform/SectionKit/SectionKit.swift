/// The module that a section plugin imports.
///
/// A plugin draws each kind of block with a type that conforms to ``SectionProvider``. It passes
/// its provider types to the engine from one exported function:
///
/// ```swift
/// import SectionKit
///
/// struct Ticker: SectionProvider {
///   static let blockCodes: [StaticString] = ["TICKER"]
///
///   struct Model: Decodable { var items: [Item] }
///   struct Item: Decodable { var text: String; var url: String? }
///   let model: Model
///
///   init(_ block: Block) throws { model = try block.decode(Model.self) }
///   var rowCount: Int { model.items.count }
///   func body(row: Int) -> Body {
///     Row { Text(model.items[row].text).font(15, .bold) }
///       .padding(16).action("web", model.items[row].url)
///   }
/// }
///
/// @c @implementation
/// public func section_plugin_entry(_ abi: UInt32) -> PluginExport {
///   .sections(id: "ticker", version: "1.0.0", Ticker.self)
/// }
/// ```
///
/// The function must be `public`: otherwise the symbol is silently not exported, and the engine
/// rejects the library because it has no entry. A wrong name or signature is a compile error, since
/// `@implementation` compares it with the declaration in `section_plugin.h`.
@_exported public import CSectionABI
