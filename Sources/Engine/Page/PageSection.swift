public import Feeds
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

  /// The number of rows.
  public var rowCount: Int { rowHeights.count }

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
  }
}

/// A node at a point of a page.
public struct PageNode: Sendable, Hashable {
  /// The index of the section that contains the node.
  public let section: Int
  /// The index of the row that contains the node; `nil` in a header, a footer or a background.
  public let row: Int?
  /// The provider's name for the node, such as "card" or "cover"; can be empty.
  public let name: String
  /// The text of the node; empty if the node has no text.
  public let text: String
  /// The frame in the coordinates of the page, in points.
  public let frame: Rect
  /// The tap action of this node, or of its innermost ancestor with an action; `nil` without one.
  public let action: Action?

  /// A tap action, as data. The engine never performs it.
  public struct Action: Sendable, Hashable {
    /// The type, such as "orpheus" or "web"; can be empty.
    public let type: String
    /// The target URL, such as "orpheus://playlist/1".
    public let target: String
  }

  init?(_ hit: Hit, in page: Page) {
    let section = page.sections[hit.section]
    guard var node = section.root, hit.path.first == node.index else { return nil }
    // Starts with the section's frame, because the root node always fills its section.
    var frame = section.frame
    for index in hit.path.dropFirst() {
      guard let child = node.children.first(where: { $0.index == index }) else { return nil }
      frame = child.frame.moved(by: frame.x, frame.y)
      node = child
    }
    self.section = hit.section
    row = section.rows.firstIndex { hit.path.contains($0.node) }
    name = node.name
    text = node.text
    self.frame = frame
    action = hit.actionTarget.isEmpty ? nil : Action(type: hit.actionType, target: hit.actionTarget)
  }
}
