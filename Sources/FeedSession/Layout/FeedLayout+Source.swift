package import FeedDocument

extension FeedLayout {
  /// One request that a feed is made of.
  package struct Source: Sendable {
    /// Names it for `--source NAME=FILE`.
    package var name: String
    package var isPrimary: Bool
    /// A document that shows what it gives; a path relative to the layout's file.
    package var sample: String?
    package var envelope: Envelope?
    /// From the root of the document to its items.
    package var items: String
    package var shape: Shape
    package var insertion: Insertion?
  }

  /// What stands around the items of a reply.
  package struct Envelope: Sendable {
    /// From the root; the reply is a success when the value there equals `successValue`.
    package var successPath: String
    /// A scalar of the layout's document.
    package var successValue: FeedValue
    /// From the root to the server's own words about a failure.
    package var messagePath: String?
  }

  /// How items become blocks.
  package enum Shape: Sendable, Hashable {
    /// All items together are one block.
    case block(code: String, showType: String)
    /// Each element of the array is a block that holds its code.
    case elements(code: String, fields: BlockFields)
    /// Each element is an object of one member: its key is the code, its value the block.
    case union(fields: BlockFields)
  }

  /// Paths from a block.
  package struct BlockFields: Sendable, Hashable {
    package var showType: String?
    package var closable: String?
  }

  /// Where a source that gives one block has its section.
  package struct Insertion: Sendable, Hashable {
    package enum Edge: String, Sendable, Hashable, CaseIterable { case first, last }

    /// Right behind the block of this code.
    package var after: String?
    /// Where there is no such block.
    package var otherwise: Edge
    /// Not at all when the feed has one of these codes already.
    package var unless: [String]
  }
}
