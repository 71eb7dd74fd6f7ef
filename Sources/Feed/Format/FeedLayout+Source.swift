package import FeedDocument

extension FeedLayout {
  /// One of the requests that a feed is composed of.
  package struct Source: Sendable {
    /// The name, as in `--source NAME=FILE`.
    package var name: String
    package var isPrimary: Bool
    /// Sample documents of the source, one per page; paths relative to the layout's file.
    package var samples: [String] = []
    /// `nil` if the source is never fetched.
    package var request: RequestTemplate?
    /// Sources that must have replied, successfully or not, before this one is requested.
    package var dependencies: [String] = []
    package var envelope: Envelope?
    /// The path of the items; `[*]` flattens arrays.
    package var items: String
    /// Paths of the items if a reply has nothing at `items`, the first one that leads to a value.
    package var otherItems: [String] = []
    /// The path of values that others refer to by identifier, which replace the references.
    package var references: String?
    package var shape: Shape
    package var heading: Heading?
    package var insertion: Insertion?
    package var emptyPolicy: EmptyPolicy = .report

    /// The part that this source gives, and the code of its block; `nil` if it gives none.
    package var part: (code: String, name: String, isRequired: Bool)? {
      guard let block = shape.block, let code = block.code,
        case .part(let name, let isRequired) = block.combination
      else { return nil }
      return (code, name, isRequired)
    }
  }

  /// Returns the sources that a join needs in addition to the given ones: all sources of a layout
  /// that requires all of them, and sources of a part of a block of which another part is given.
  package func sources(neededBeside given: Set<String>) -> [Source] {
    let parts = Set(sources.filter { given.contains($0.name) }.compactMap { $0.part?.code })
    return sources.filter { source in
      !given.contains(source.name)
        && (join == .all || source.part.map { parts.contains($0.code) } == true)
    }
  }

  /// How a source without items is treated.
  package enum EmptyPolicy: String, Sendable, Hashable, CaseIterable {
    /// A diagnostic is reported; the source gives no section.
    case report
    /// Nothing is reported; the source gives no section.
    case hide
    /// Nothing is reported; the source gives its section without items.
    case show
  }

  /// The HTTP request of a source. Texts can contain `{name}`, a parameter of the layout or one of
  /// `page`, `offset` and `cursor`. Texts of headers can also contain `${NAME}`, a variable of the
  /// process environment.
  package struct RequestTemplate: Sendable, Hashable {
    package enum Method: String, Sendable, Hashable, CaseIterable {
      case get = "GET"
      case post = "POST"
    }

    /// Absolute, or relative to the layout's base.
    package var url: String
    package var method: Method = .get
    /// In the order of the file. A field whose parameters have no value is omitted.
    package var query: [Field] = []
    /// Like `query`, for the body of a POST.
    package var form: [Field] = []
    package var headers: [Field] = []

    package struct Field: Sendable, Hashable {
      package var name: String
      package var value: String
    }
  }

  package struct Envelope: Sendable {
    /// The path from the root to the status, which is `successValue` in a success.
    package var successPath: String
    package var successValue: FeedValue
    package var messagePath: String?
    /// Names of failures, by the scalar at `successPath`: "40008": "token-expired".
    package var failureNames: [String: String] = [:]

    package func accepts(_ document: FeedDocument) -> Bool {
      document.value(atPath: successPath)?.equalsScalar(successValue) ?? false
    }
  }

  /// How the items of a source become blocks.
  package enum Shape: Sendable, Hashable {
    /// All items together are one block, or a part of one.
    case block(BlockShape)
    /// Each element of the array is a block that holds its code.
    case elements(code: String, fields: BlockFields)
    /// Each element is an object of one member: its key is the code, its value the block.
    case union(fields: BlockFields)
    /// Each member of an object is a block: its code is at a path, or else its key.
    case members(code: String?, except: Set<String>, fields: BlockFields)
    /// The source orders blocks: elements with a code and a rank, codes alone, or ranks by code.
    case order(code: String, rank: String)

    /// How all items together are one block; otherwise `nil`.
    package var block: BlockShape? { if case .block(let shape) = self { shape } else { nil } }

    /// Whether the items may be an object.
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
    /// `nil` if only the reply gives the code.
    package var code: String?
    /// The path of the code from the root of the document; `code` is the default.
    package var codePath: String?
    package var showType: String = ""
    package var combination: Combination = .replace
    /// The path from an item to its identity across replies. If set, a row of the section is an
    /// item: the first of repeated items stays, and an update finds its row.
    package var itemIdentity: String?
    /// Members of a single item: an object with one of these is the only item if `items` is absent.
    package var singleItemMembers: [String] = []
  }

  /// How blocks with the same code are combined if several sources or pages give them.
  package enum Combination: Sendable, Hashable {
    /// The later one replaces the earlier one in place.
    case replace
    /// The block is an array of all items, in the order of sources and pages.
    case append
    /// The block is an object; this source's items are its member. A required part must be there.
    case part(String, isRequired: Bool)
  }

  package struct BlockFields: Sendable, Hashable {
    /// The code of elements that have none.
    package var standardCode: String?
    package var showType: String?
    package var closable: String?
  }

  /// A section of the first reply beside its items, such as the name and cover of a list.
  package struct Heading: Sendable, Hashable {
    package var code: String
    /// The path from the root of the document to an object.
    package var path: String
  }

  /// Where the section of a one-block source is inserted.
  package struct Insertion: Sendable, Hashable {
    package enum Edge: String, Sendable, Hashable, CaseIterable { case first, last }

    /// Directly after the block with this code.
    package var after: String?
    package var otherwise: Edge
    /// The section is omitted if the feed already has one of these codes.
    package var unless: [String]
  }

  /// Returns the values of parameters: given ones, or else the layout's defaults.
  package func parameterValues(_ given: [String: String]) -> [String: String] {
    parameters.reduce(into: [:]) { $0[$1.name] = given[$1.name] ?? $1.standard }
  }

  /// Returns the parameters without a value that the URL, the query or the form of a source uses,
  /// in the order of the layout. While there are any, the source is not requested. Paging
  /// placeholders are not parameters.
  package func missingParameters(of source: Source, given: [String: String]) -> [String] {
    let values = parameterValues(given)
    return parameters(of: source).filter { values[$0] == nil }
  }

  /// Returns the names of the layout's parameters that the request of a source contains.
  func parameters(of source: Source) -> [String] {
    guard let request = source.request else { return [] }
    let texts = [request.url] + (request.query + request.form).map(\.value)
    let named = Set(texts.flatMap { TemplateText($0).parameters })
    return parameters.map(\.name).filter(named.contains)
  }
}
