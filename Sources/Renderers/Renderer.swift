import Support
import LayoutCore
import Page

/// Turns a laid out page into bytes.
///
/// A renderer is a pure function of the page and the options. It uses no environment variables, no
/// clock and no terminal, so the bytes are the same on every machine. It has no access to the feed.
package protocol Renderer: Sendable {
  static var name: String { get }

  init(options: RenderOptions)

  func render(_ page: Page, to out: inout ByteWriter)
}

extension Renderer {
  package func bytes(of page: Page) -> [UInt8] {
    var out = ByteWriter()
    render(page, to: &out)
    return out.bytes
  }
}

/// The name and version of this program, as machine formats state them.
package enum Generator {
  package static let name = "sectionengine"
  package static let version = "0.1.0"
}

package enum RendererRegistry {
  private static let types: [any Renderer.Type] = [
    TextRenderer.self, JSONRenderer.self, JSONLinesRenderer.self, DumpRenderer.self,
    SVGRenderer.self, HTMLRenderer.self,
  ]

  package static var names: [String] { types.map { $0.name } }

  package static func renderer(named name: String, options: RenderOptions) -> (any Renderer)? {
    types.first { $0.name == name }?.init(options: options)
  }
}
