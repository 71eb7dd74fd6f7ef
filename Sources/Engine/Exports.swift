// `import SectionEngine` alone is enough to embed the engine, review pages, and write commands.
@_exported public import FeedDocument
@_exported public import Feeds
@_exported public import LayoutCore
@_exported public import Page
@_exported public import PluginHost
@_exported public import Renderers
@_exported public import Support

// The engine itself uses no renderer: only this file imports them.
extension FeedPage {
  /// Returns the page in the format of a bundled renderer: `text`, `json`, `json-lines` or `dump`;
  /// `nil` if no renderer has that name.
  public func bytes(as format: String) -> [UInt8]? {
    let namesItems = [JSONRenderer.name, JSONLinesRenderer.name].contains(format)
    return RendererRegistry.renderer(named: format, options: RenderOptions())?
      .bytes(of: namesItems ? withOrigins : laidOut)
  }
}
