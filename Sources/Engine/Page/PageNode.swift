public import Feeds
internal import LayoutCore
internal import Page

/// A node at a point of a page.
public struct PageNode: Sendable, Hashable {
  /// The index of the section that contains the node.
  public let section: Int
  /// The row that contains the node; `nil` in a header, a footer or a background.
  public let row: Int?
  /// The provider's name for the node, such as "card" or "cover"; can be empty.
  public let name: String
  /// The text of the node; empty if the node has no text.
  public let text: String
  /// The frame in the coordinates of the page, in points: where the node is seen, if its carousel or
  /// pager is scrolled.
  public let frame: Rect
  /// The tap action of this node, or of its innermost ancestor with an action; `nil` without one.
  public let action: Action?
  /// The item that the node shows; `nil` if it shows several items, or none, such as a heading.
  public let item: PageItem?
  /// The identity of the section, as ``PageSection/identity``.
  public let sectionIdentity: String?
  /// The index of the node in its section.
  package let node: Int

  /// A tap action, as data. The engine never performs it.
  public struct Action: Sendable, Hashable {
    /// The type, such as "orpheus" or "web"; can be empty.
    public let type: String
    /// The target URL, such as "orpheus://playlist/1".
    public let target: String
  }

  init?(_ hit: Hit, in page: Page, of block: Block?) {
    let section = page.sections[hit.section]
    guard var node = section.root, hit.path.first == node.index else { return nil }
    let isRightToLeft = page.environment.direction == .rtl
    // Starts with the section's frame, because the root node always fills its section.
    var frame = section.frame
    for index in hit.path.dropFirst() {
      guard let child = node.children.first(where: { $0.index == index }) else { return nil }
      let scrolls = node.index > 0 || section.section.isBareRow
      let origin = scrolls ? node.contentOrigin(isRightToLeft: isRightToLeft) : 0
      frame = child.frame.moved(by: frame.x - origin, frame.y)
      node = child
    }
    self.section = hit.section
    row = section.rows.firstIndex { hit.path.contains($0.node) }
    name = node.name
    text = node.text
    self.frame = frame
    action = hit.actionTarget.isEmpty ? nil : Action(type: hit.actionType, target: hit.actionTarget)
    item = block.flatMap { block in
      let finder = ItemFinder(section.section, of: block)
      return finder.item(at: hit.path).map(finder.pageItem)
    }
    sectionIdentity = block?.identity
    self.node = node.index
  }
}

/// An item of the feed, such as one song of a section of songs.
///
/// A plugin names an item by type and identifier. An item that no plugin names has the identifier that
/// the feed layout states, or else that of a member such as `id`.
public struct PageItem: Sendable, Hashable {
  /// The type that the plugin gives, such as "song"; empty if it gives none.
  public let type: String
  /// The identifier, with which ``LiveFeed/update(item:ofSection:with:)`` changes the item; empty if
  /// the item has none.
  public let id: String
  /// The index of the item in each list of its block, from outside: `[2, 1]` for
  /// `creatives[2].resources[1]`. Empty if the block is the item.
  public let indexPath: [Int]
  /// The item as JSON in UTF-8; empty if the plugin names an item that the block does not have. If no
  /// update changed the item, the bytes are those of the reply.
  public let payload: [UInt8]
}
