internal import FeedSession
public import LayoutCore

/// One section of a page.
public struct PageSection: Sendable, Hashable {
  /// Unique on its page, and the same on the next one: the block code, with `#1`, `#2` and so on where
  /// each occurrence of a code is a section. `nil` for what is no block: a skeleton, a message.
  public let identity: String?
  /// The payload's name for its kind.
  public let blockCode: String
  /// For people; may be empty.
  public let title: String
  /// In the coordinates of the page.
  public let frame: Rect
  /// In the coordinates of the page, in order; wider than the section where rows scroll along x.
  public let rowFrames: [Rect]
  /// In points, in order.
  public let rowHeights: [Double]
  /// `id@version` of who drew it.
  public let provider: String
  /// Why it is not drawn by the provider of its code; `nil`: it is.
  public let fallbackReason: String?
  /// Whether the reader may dismiss it.
  public let isClosable: Bool

  /// Number of rows.
  public var rowCount: Int { rowHeights.count }

  init(_ section: LayoutSection, of block: Block?) {
    identity = block?.identity
    blockCode = section.blockCode
    title = section.title
    frame = section.frame
    rowFrames = section.rowFrames.map { row in
      Rect(
        x: section.frame.x + row.x, y: section.frame.y + row.y, width: row.width,
        height: row.height)
    }
    rowHeights = section.rowHeights
    provider = "\(section.provider.id)@\(section.provider.version)"
    fallbackReason = section.fallback?.reason
    isClosable = section.isClosable
  }
}

/// What stands at a point of a page.
public struct PageNode: Sendable, Hashable {
  /// Index of its section.
  public let section: Int
  /// Index of its row; `nil`: in a header, a footer or a background.
  public let row: Int?
  /// "card", "cover": as the provider calls it; may be empty.
  public let name: String
  /// What it says; empty where it says nothing.
  public let text: String
  /// In the coordinates of the page.
  public let frame: Rect
  /// What a tap does: of this node, or of the innermost one around it that does anything.
  public let action: Action?

  /// What a tap does. Nothing is ever done: it is data.
  public struct Action: Sendable, Hashable {
    /// "orpheus", "web"; may be empty.
    public let type: String
    /// "orpheus://playlist/1".
    public let target: String
  }

  init?(_ hit: Hit, in tree: LayoutTree) {
    let section = tree.sections[hit.section]
    guard var node = section.root, hit.path.first == node.index else { return nil }
    // The root takes the section's frame, whatever its own says.
    var frame = section.frame
    for index in hit.path.dropFirst() {
      guard let child = node.children.first(where: { $0.index == index }) else { return nil }
      frame = Rect(
        x: frame.x + child.frame.x, y: frame.y + child.frame.y, width: child.frame.width,
        height: child.frame.height)
      node = child
    }
    self.section = hit.section
    row = section.rows.firstIndex { hit.path.contains($0.node) }
    name = node.name
    text = node.text
    self.frame = frame
    action =
      hit.actionTarget.isEmpty
      ? nil : Action(type: hit.actionType, target: hit.actionTarget)
  }
}
