public import Feeds
internal import LayoutCore
internal import Page

/// One section of a page.
public struct PageSection: Sendable, Hashable {
  /// The identity, unique on the page and stable across pages: the block code, or the code with
  /// `#1`, `#2` and so on if each occurrence of a code is a section. `nil` for a skeleton or a
  /// message, which have no block.
  public let identity: String?
  /// The code that identifies the kind of the block in the payload.
  public let blockCode: String
  /// The title to display; can be empty.
  public let title: String
  /// The frame in the coordinates of the page, in points.
  public let frame: Rect
  /// The row frames in the coordinates of the page, in points. They exceed the section's frame if
  /// the rows scroll horizontally.
  public let rowFrames: [Rect]
  /// The heights of the rows in points.
  public let rowHeights: [Double]
  /// `id@version` of the plugin that rendered the section.
  public let provider: String
  /// The reason why the provider of the block code was not used; `nil` if it was used.
  public let fallbackReason: String?
  /// Whether the reader can dismiss the section.
  public let isClosable: Bool
  private let content: Content

  /// The number of rows.
  public var rowCount: Int { rowHeights.count }

  /// The payload of the block, as JSON in UTF-8; empty for a skeleton or a message. If no update changed
  /// the block, the bytes are those of the reply. Complexity: O(bytes).
  public var payload: [UInt8] { content.block?.value.json ?? [] }

  /// The item that each row shows, for an app that fills its own cells; `nil` for a row that shows
  /// several items, or none. Complexity: O(values of the block + nodes + bytes of the items).
  public var rowItems: [PageItem?] {
    guard let block = content.block else { return rowHeights.map { _ in nil } }
    let finder = ItemFinder(content.section, of: block)
    return content.section.rows.map { row in
      finder.item(at: row.node == 0 ? [0] : [0, row.node]).map(finder.pageItem)
    }
  }

  init(_ section: PlacedSection, of block: Block?) {
    identity = block?.identity
    blockCode = section.blockCode
    title = section.title
    frame = section.frame
    rowFrames = section.rowFrames.map { $0.moved(by: section.frame.x, section.frame.y) }
    rowHeights = section.rowHeights
    provider = section.provider.identity
    fallbackReason = section.fallback?.reason
    isClosable = section.isClosable
    content = Content(section: section.section, block: block)
  }

  /// The drawn section and its block, from which payloads and items are read on demand.
  private struct Content: Sendable, Hashable {
    let section: Section
    let block: Block?

    static func == (a: Content, b: Content) -> Bool {
      guard a.section.isDrawn(as: b.section) else { return false }
      guard let left = a.block?.value, let right = b.block?.value else {
        return (a.block == nil) == (b.block == nil)
      }
      return left.isSame(as: right) || left.json == right.json
    }

    // Sections that differ only in their content are rare, and a payload is long.
    func hash(into hasher: inout Hasher) {}
  }
}
