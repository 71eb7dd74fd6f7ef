package import FeedDocument

extension FeedLayout {
  /// One request that a feed is made of.
  package struct Source: Sendable {
    /// Names it for `--source NAME=FILE`.
    package var name: String
    package var isPrimary: Bool
    /// Documents that show what it gives, one a page; paths relative to the layout's file.
    package var samples: [String] = []
    /// `nil`: it is never fetched.
    package var request: RequestTemplate?
    /// Sources whose replies, good or bad, must be there before this one is asked.
    package var dependencies: [String] = []
    package var envelope: Envelope?
    /// From the root of the document to its items.
    package var items: String
    package var shape: Shape
    package var insertion: Insertion?
    package var emptyPolicy: EmptyPolicy = .report
  }

  /// The sources that a join needs in addition to those that are given: all of a layout that shows all of its
  /// sources or nothing, and those that give a part of a block if another part of it is given.
  package func sources(neededBeside given: Set<String>) -> [Source] {
    let parts = Set(sources.filter { given.contains($0.name) }.compactMap(\.blockOfPart))
    return sources.filter { source in
      !given.contains(source.name)
        && (join == .all || source.blockOfPart.map(parts.contains) == true)
    }
  }

  /// What a source without items is.
  package enum EmptyPolicy: String, Sendable, Hashable, CaseIterable {
    /// Worth a diagnostic; it gives no section.
    case report
    /// Normal; it gives no section.
    case hide
    /// Normal; it gives its section, with no items in it.
    case show
  }

  /// How a source is asked over http. Texts may hold `{name}`, a parameter of the layout or one of
  /// `page`, `offset` and `cursor`; those of headers may hold `${NAME}`, a variable of the process
  /// environment, as well.
  package struct RequestTemplate: Sendable, Hashable {
    package enum Method: String, Sendable, Hashable, CaseIterable {
      case get = "GET"
      case post = "POST"
    }

    /// Absolute, or relative to the layout's base.
    package var url: String
    package var method: Method = .get
    /// In the order of the file. A field whose parameters have no value is left out.
    package var query: [Field] = []
    /// As `query`, for the body of a POST.
    package var form: [Field] = []
    package var headers: [Field] = []

    package struct Field: Sendable, Hashable {
      package var name: String
      package var value: String
      package init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }
  }

  /// What stands around the items of a reply.
  package struct Envelope: Sendable {
    /// From the root; the reply is a success when the value there equals `successValue`.
    package var successPath: String
    /// A scalar of the layout's document.
    package var successValue: FeedValue
    /// From the root to the server's own words about a failure.
    package var messagePath: String?
    /// What failures are called, by the scalar at `successPath`: "40008": "token-expired".
    package var failureNames: [String: String] = [:]
  }

  /// How items become blocks.
  package enum Shape: Sendable, Hashable {
    /// All items together are one block, or a part of one.
    case block(BlockShape)
    /// Each element of the array is a block that holds its code.
    case elements(code: String, fields: BlockFields)
    /// Each element is an object of one member: its key is the code, its value the block.
    case union(fields: BlockFields)
    /// No blocks but the server's order of them: each element says a code and its rank.
    case order(code: String, rank: String)
  }

  package struct BlockShape: Sendable, Hashable {
    /// `nil`: only the reply says it.
    package var code: String?
    /// From the root of the document; where there is nothing, `code` holds.
    package var codePath: String?
    package var showType: String = ""
    package var combination: Combination = .replace
    /// From an item to what makes it the same item in another reply. A row of the section is an item
    /// then: of repeated ones the first stays, and an update finds its row.
    package var itemIdentity: String?

    package init(
      code: String?, codePath: String? = nil, showType: String = "",
      combination: Combination = .replace, itemIdentity: String? = nil
    ) {
      self.code = code
      self.codePath = codePath
      self.showType = showType
      self.combination = combination
      self.itemIdentity = itemIdentity
    }
  }

  /// What becomes of several sources, or several pages, that give a block of the same code.
  package enum Combination: Sendable, Hashable {
    /// The later one replaces the earlier one in place.
    case replace
    /// The block is an array of the items of all, in the order of sources and pages.
    case append
    /// The block is an object; this source's items are its member of this name.
    case part(String)
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

extension FeedLayout.Source {
  /// The code of the block that the source gives a part of.
  fileprivate var blockOfPart: String? {
    guard case .block(let shape) = shape, case .part = shape.combination else { return nil }
    return shape.code
  }
}
