public import Feeds
internal import Renderers

/// One section of a page.
public struct PageSection: Sendable, Hashable {
  /// Unique on its page, and the same on the next one: the block code, or the code with `#1`, `#2`
  /// and so on if each occurrence of a code is a section. `nil` for a skeleton or a message, which
  /// are not blocks.
  public let identity: String?
  /// The code of its kind in the payload.
  public let blockCode: String
  /// The title for people; can be empty.
  public let title: String
  /// The frame in the coordinates of the page.
  public let frame: Rect
  /// The frames of the rows in the coordinates of the page; they extend beyond the section if rows
  /// scroll along x.
  public let rowFrames: [Rect]
  /// The heights of the rows in points.
  public let rowHeights: [Double]
  /// `id@version` of the plugin that drew it.
  public let provider: String
  /// Why the provider of its code did not draw it; `nil` if it did.
  public let fallbackReason: String?
  /// Whether the reader can dismiss it.
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
    provider = "\(section.provider.id)@\(section.provider.version)"
    fallbackReason = section.fallback?.reason
    isClosable = section.isClosable
  }
}

/// A node at a point of a page.
public struct PageNode: Sendable, Hashable {
  /// The index of its section.
  public let section: Int
  /// The index of its row; `nil` in a header, a footer or a background.
  public let row: Int?
  /// The provider's name for it, such as "card" or "cover"; can be empty.
  public let name: String
  /// Its text; empty if it has none.
  public let text: String
  /// The frame in the coordinates of the page.
  public let frame: Rect
  /// The action of a tap: that of this node, or of its innermost ancestor with an action.
  public let action: Action?

  /// The action of a tap, as data. It is never performed here.
  public struct Action: Sendable, Hashable {
    /// The type, such as "orpheus" or "web"; can be empty.
    public let type: String
    /// The target, such as "orpheus://playlist/1".
    public let target: String
  }

  init?(_ hit: Hit, in tree: LayoutTree) {
    let section = tree.sections[hit.section]
    guard var node = section.root, hit.path.first == node.index else { return nil }
    // The root has the section's frame, independent of its own.
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
