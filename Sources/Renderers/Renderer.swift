import Diagnostics
import LayoutCore

/// Turns a laid out page into bytes.
///
/// A renderer is a pure function of the page and its options: it reads no environment, no clock and
/// no terminal, so the same page gives the same bytes on every machine. It never sees the feed.
package protocol Renderer: Sendable {
  /// The word that `--format` takes: "dump".
  static var name: String { get }

  init(options: RenderOptions)

  /// Appends the page. Complexity: linear in the page's nodes and text.
  func render(_ page: RenderedPage, to out: inout ByteWriter)
}

extension Renderer {
  /// The page as bytes of its own.
  package func bytes(of page: RenderedPage) -> [UInt8] {
    var out = ByteWriter()
    render(page, to: &out)
    return out.bytes
  }
}

/// What a renderer reads: the page and what was found while making it.
package struct RenderedPage: Sendable {
  package var tree: LayoutTree
  package var diagnostics: [Diagnostic]

  package init(tree: LayoutTree, diagnostics: [Diagnostic] = []) {
    self.tree = tree
    self.diagnostics = diagnostics
  }
}
