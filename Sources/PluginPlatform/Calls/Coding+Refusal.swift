/// Encodes refusals for messages from workers and for the claims cache.
extension PluginRefusal: FlatValue {
  /// Functions that make a case from three texts. A case's code is the index of its function.
  private static let makers: [@Sendable ([String]) -> PluginRefusal?] = [
    { _ in .empty }, { _ in .text }, { _ in .notELF }, { _ in .class32 }, { _ in .bigEndian },
    { _ in .noEntry }, { _ in .refusedHost },
    { .foreignFormat($0[0]) }, { .notShared($0[0]) }, { .malformed($0[0]) },
    { .invalidTable($0[0]) }, { .missingLibrary($0[0]) }, { .missingSymbol($0[0]) },
    { .newerSystem($0[0]) }, { .loader($0[0]) },
    { .wrongMachine(found: $0[0], expected: $0[1]) },
    { .otherCompiler(found: $0[0], expected: $0[1]) },
    { texts in
      guard let end = UInt64(texts[1]), let size = UInt64(texts[2]) else { return nil }
      return .incomplete(what: texts[0], end: end, size: size)
    },
    { Int($0[0]).map { .tooLarge(bytes: $0) } },
    { texts in
      guard let found = UInt32(texts[0]), let expected = UInt32(texts[1]) else { return nil }
      return .otherContract(found: found, expected: expected)
    },
  ]
  private static let padding = ["", "", ""]

  /// The code of the case and its associated values as texts; `nil` for a case without a code.
  private var coded: (code: UInt8, operands: [String])? {
    let operands =
      switch self {
      case .foreignFormat(let text), .notShared(let text), .malformed(let text),
        .invalidTable(let text), .missingLibrary(let text), .missingSymbol(let text),
        .newerSystem(let text), .loader(let text):
        [text]
      case .wrongMachine(let found, let expected), .otherCompiler(let found, let expected):
        [found, expected]
      case .incomplete(let what, let end, let size): [what, "\(end)", "\(size)"]
      case .tooLarge(let bytes): ["\(bytes)"]
      case .otherContract(let found, let expected): ["\(found)", "\(expected)"]
      default: [String]()
      }
    return Self.makers.firstIndex { $0(operands + Self.padding) == self }
      .map { (UInt8($0), operands) }
  }

  /// Whether the refusal depends only on the file's contents, so that the claims cache keeps it.
  package var isKept: Bool {
    switch self {
    case .missingLibrary, .missingSymbol, .newerSystem, .loader: false
    default: coded != nil
    }
  }

  /// The refusal as the host accepts it from a worker: a case that no worker finds is `loader`.
  var reported: PluginRefusal {
    switch self {
    case .missingLibrary, .missingSymbol, .newerSystem, .noEntry, .refusedHost, .invalidTable,
      .loader:
      self
    case .otherContract(let found, _): .otherContract(found: found, expected: HostContract.abi)
    default: .loader("\(self)")
    }
  }

  package func write(to writer: inout FlatWriter) {
    let (code, operands) = coded ?? (.max, [])
    writer.add(code, operands)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    let code = Int(try reader.read(UInt8.self))
    let operands = try reader.read([String].self)
    guard Self.makers.indices.contains(code),
      let refusal = Self.makers[code](operands + Self.padding)
    else { throw .init() }
    self = refusal
  }
}
