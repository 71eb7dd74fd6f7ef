package import FeedDocument

extension FeedLayout {
  /// A document of the feed: how it is requested, and how its items are read into blocks.
  package struct Source: Sendable {
    /// The source's name, as in `--source NAME=FILE`.
    package var name: String
    package var isPrimary: Bool
    /// The paths of sample documents, relative to the layout's file, one per page.
    package var samples: [String] = []
    /// The request that fetches the source; `nil` if the source is never fetched.
    package var request: RequestTemplate?
    /// Names of sources that must have replied or failed before this source is requested.
    package var dependencies: [String] = []
    package var envelope: Envelope?
    /// The path of the items; `[*]` flattens arrays.
    package var items: String
    /// Alternative paths of the items. The first one with a value is used if `items` has none.
    package var otherItems: [String] = []
    /// The path of the values that other values refer to by identifier; see `ReferenceResolver`.
    package var references: String?
    package var shape: Shape
    /// The blocks above and below the items of the first page.
    package var heading, footer: ExtraBlock?
    package var insertion: Insertion?
    package var emptyPolicy: EmptyPolicy = .report

    /// Whether a code is that of `heading` or `footer`.
    package func isExtraBlock(_ code: String) -> Bool {
      code == heading?.code || code == footer?.code
    }

    /// The part of a block that this source provides, and the block's code; otherwise `nil`.
    package var part: (code: String, name: String, isRequired: Bool)? {
      guard let block = shape.block, let code = block.code,
        case .part(let name, let isRequired) = block.combination
      else { return nil }
      return (code, name, isRequired)
    }
  }

  /// Returns the sources that a join needs in addition to the given sources: all if the layout
  /// requires all, otherwise those with the other parts of the given sources' blocks.
  package func sources(neededBeside given: Set<String>) -> [Source] {
    let parts = Set(sources.filter { given.contains($0.name) }.compactMap { $0.part?.code })
    return sources.filter { source in
      !given.contains(source.name)
        && (join == .all || source.part.map { parts.contains($0.code) } == true)
    }
  }

  /// How a source is treated if its reply has no items.
  package enum EmptyPolicy: String, Sendable, Hashable, CaseIterable {
    /// A diagnostic is reported; the source gives no section.
    case report
    /// Nothing is reported; the source gives no section.
    case hide
    /// Nothing is reported; the source gives its section without items.
    case show
    /// Nothing is reported; the page shows the state `empty` below the sections of other sources.
    case message
  }

  /// The HTTP request of a source. Its texts can contain `{name}`, where the name is a parameter of
  /// the layout, `page`, `offset` or `cursor`. The texts of headers can also contain `${NAME}`, a
  /// variable of the process environment.
  package struct RequestTemplate: Sendable, Hashable {
    package enum Method: String, Sendable, Hashable, CaseIterable {
      case get = "GET"
      case post = "POST"
    }

    /// The URL, absolute or relative to the layout's base.
    package var url: String
    package var method: Method = .get
    /// The query fields, in file order. A field is omitted if one of its parameters has no value.
    package var query: [Field] = []
    /// The fields in the body of a POST, treated like those of `query`.
    package var form: [Field] = []
    package var headers: [Field] = []

    package struct Field: Sendable, Hashable {
      package var name: String
      package var value: String
    }
  }

  package struct Envelope: Sendable {
    /// The path of the status, from the root. A reply whose status is `successValue` is a success.
    package var successPath: String
    package var successValue: FeedValue
    package var messagePath: String?
    /// Names of failures by the scalar at `successPath`, such as "40008": "token-expired".
    package var failureNames: [String: String] = [:]

    package func accepts(_ document: FeedDocument) -> Bool {
      document.value(atPath: successPath)?.equalsScalar(successValue) ?? false
    }
  }

  /// How the items of a source become blocks.
  package enum Shape: Sendable, Hashable {
    /// All items together form one block, or one part of a block.
    case block(BlockShape)
    /// Each element of the array is a block. `code` is the path of its code.
    case elements(code: String, fields: BlockFields)
    /// Each element is an object with a single member: the key is the code, the value is the block.
    case union(fields: BlockFields)
    /// Each member of an object is a block. `code` is the path of its code; `nil` to use the key.
    case members(code: String?, except: Set<String>, fields: BlockFields)
    /// The items give the order of blocks: elements with code and rank, codes, or ranks by code.
    case order(code: String, rank: String)

    /// The shape of a source whose items form one block; `nil` for other shapes.
    package var block: BlockShape? { if case .block(let shape) = self { shape } else { nil } }

    /// Whether the items can be an object instead of an array.
    var takesObject: Bool {
      switch self {
      case .block, .order, .members: true
      case .elements, .union: false
      }
    }

    var fields: FeedLayout.BlockFields? {
      switch self {
      case .elements(_, let fields), .union(let fields), .members(_, _, let fields): fields
      case .block, .order: nil
      }
    }
  }

  package struct BlockShape: Sendable, Hashable {
    /// The block code; `nil` if only the reply gives it.
    package var code: String?
    /// The path of the code from the document's root. If the reply has no code, `code` is used.
    package var codePath: String?
    package var showType: String = ""
    package var combination: Combination = .replace
    /// The path from an item to its identity, which is stable across replies. If set, each item is
    /// a row of the section: repeated items are dropped, and an update of an item finds its row.
    package var itemIdentity: String?
    /// Keys of a single item: if there is no value at the source's `items`, and the object around
    /// that path has one of these keys, this object is the only item.
    package var singleItemMembers: [String] = []
  }

  /// How blocks with the same code are combined if several sources or pages give them.
  package enum Combination: Sendable, Hashable {
    /// The later block replaces the earlier block in place.
    case replace
    /// The block is an array of all items, in the order of sources and pages.
    case append
    /// The block is an object with this source's items under the key; a required part must exist.
    case part(String, isRequired: Bool)
  }

  package struct BlockFields: Sendable, Hashable {
    /// The code of elements that have no code of their own.
    package var standardCode: String?
    package var showType: String?
    package var closable: String?
  }

  /// A block made from a value beside the first page's items, such as a list's name and cover.
  package struct ExtraBlock: Sendable, Hashable {
    package var code: String
    /// The path from the root of the document to an object or a string, or to a list of a footer.
    package var path: String
  }

  /// The position for the block of a source whose items form one block.
  package struct Insertion: Sendable, Hashable {
    package enum Edge: String, Sendable, Hashable, CaseIterable { case first, last }

    /// The code of the block that precedes the inserted block.
    package var after: String?
    package var otherwise: Edge
    /// Codes that suppress the insertion if the feed already has a block with one of them.
    package var unless: [String]
  }

  /// Returns the values of all parameters: the given values, otherwise the layout's defaults. An empty
  /// text clears a parameter without a default, such as the keyword of a search.
  package func parameterValues(_ given: [String: String]) -> [String: String] {
    parameters.reduce(into: [:]) { values, parameter in
      let value = given[parameter.name]
      let isCleared = value?.isEmpty == true && parameter.standard == nil
      values[parameter.name] = isCleared ? nil : value ?? parameter.standard
    }
  }

  /// Returns the parameters that the URL, the query or the form of a source uses and that have no
  /// value, in the order of the layout. The source is requested only if there are none. Paging
  /// placeholders are not parameters.
  package func missingParameters(of source: Source, given: [String: String]) -> [String] {
    let values = parameterValues(given)
    return parameters(of: source).filter { values[$0] == nil }
  }

  /// Returns the names of the layout's parameters that the URL, query or form of a source uses.
  func parameters(of source: Source) -> [String] {
    guard let request = source.request else { return [] }
    let texts = [request.url] + (request.query + request.form).map(\.value)
    let named = Set(texts.flatMap { TemplateText($0).parameters })
    return parameters.map(\.name).filter(named.contains)
  }
}
