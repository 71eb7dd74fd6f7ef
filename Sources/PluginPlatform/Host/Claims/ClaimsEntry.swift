internal import PluginCalls

/// The cached facts about a plugin file, valid as long as its stamp is the same.
struct ClaimsEntry: Sendable, Hashable {
  /// A file that the plugin's outcome also depends on: a library that it needs, or a path at which
  /// a library was searched and not found.
  struct Witness: Sendable, Hashable {
    var path: String
    /// `nil` if there was no file.
    var stamp: FileStamp?

    init(_ path: String) {
      self.path = path
      stamp = FileStamp(path)
    }

    init(path: String, stamp: FileStamp?) {
      self.path = path
      self.stamp = stamp
    }

    var holds: Bool { FileStamp(path) == stamp }
  }

  struct Neighbour: Sendable, Hashable {
    var name: String
    var digest: FileDigest
  }

  enum Verdict: Sendable, Hashable {
    /// The plugin was never asked for its claims.
    case unknown
    case plugin(QuarantineRecord.Identity)
    /// Refused for a reason in the file itself. What the system lacks may be present the next time.
    case refused(PluginRefusal)
  }

  var stamp: FileStamp
  var witnesses: [Witness] = []
  /// `nil` for files of the installation, to which no trust or quarantine record refers.
  var digest: FileDigest?
  var neighbours: [Neighbour] = []
  /// Names of the libraries in its folder that belong to it and are not plugins.
  var companions: [String] = []
  var verdict: Verdict = .unknown

  /// - Parameter stamp: The stamp of the file before it was read.
  init(stamp: FileStamp, of image: PluginImage) {
    self.stamp = stamp
    witnesses = image.witnesses
    digest = image.main.digest
    neighbours = image.neighbours.map { .init(name: $0.name, digest: $0.digest) }
    companions = image.names.sorted()
  }

  init(stamp: FileStamp) { self.stamp = stamp }
}

extension ClaimsEntry {
  init(_ reader: inout FlatReader) throws(FlatReader.Malformed) {
    stamp = try FileStamp(&reader)
    witnesses = try reader.list { reader throws(FlatReader.Malformed) in
      Witness(
        path: try reader.text(),
        stamp: try reader.optional { reader throws(FlatReader.Malformed) in
          try FileStamp(&reader)
        })
    }
    digest = try reader.optional { reader throws(FlatReader.Malformed) in try reader.digest() }
    neighbours = try reader.list { reader throws(FlatReader.Malformed) in
      Neighbour(name: try reader.text(), digest: try reader.digest())
    }
    companions = try reader.texts()
    switch try reader.integer(UInt8.self) {
    case 0: verdict = .unknown
    case 1:
      verdict = .plugin(
        .init(
          id: try reader.text(), version: try reader.text(),
          providers: try reader.list { reader throws(FlatReader.Malformed) in
            PluginDescriptor.Provider(
              blockCodes: try reader.texts(), showTypes: try reader.texts())
          },
          renderers: try reader.texts()))
    case 2: verdict = .refused(try reader.refusal())
    default: throw FlatReader.Malformed()
    }
  }

  func write(to writer: inout FlatWriter) {
    stamp.write(to: &writer)
    writer.add(list: witnesses) { writer, witness in
      writer.add(witness.path)
      writer.add(optional: witness.stamp) { $1.write(to: &$0) }
    }
    writer.add(optional: digest) { $0.add($1.text) }
    writer.add(list: neighbours) { writer, neighbour in
      writer.add(neighbour.name)
      writer.add(neighbour.digest.text)
    }
    writer.add(list: companions) { $0.add($1) }
    switch verdict {
    case .unknown: writer.add(UInt8(0))
    case .plugin(let plugin):
      writer.add(UInt8(1))
      writer.add(plugin.id)
      writer.add(plugin.version)
      writer.add(list: plugin.providers) { writer, provider in
        writer.add(list: provider.blockCodes) { $0.add($1) }
        writer.add(list: provider.showTypes) { $0.add($1) }
      }
      writer.add(list: plugin.renderers) { $0.add($1) }
    case .refused(let refusal):
      writer.add(UInt8(2))
      writer.add(keepable: refusal)
    }
  }
}

// MARK: Refusals

extension PluginRefusal {
  /// Whether the reason is in the file itself, so that it holds as long as the file is the same.
  /// Missing libraries of the system and failures of a worker are checked again in each run.
  var isKept: Bool { kind != nil }

  /// The number of the case, and its associated values as texts.
  fileprivate var kind: (number: UInt8, operands: [String])? {
    switch self {
    case .empty: (0, [])
    case .text: (1, [])
    case .foreignFormat(let format): (2, [format])
    case .notELF: (3, [])
    case .class32: (4, [])
    case .bigEndian: (5, [])
    case .wrongMachine(let found, let expected): (6, [found, expected])
    case .notShared(let what): (7, [what])
    case .incomplete(let what, let end, let size): (8, [what, "\(end)", "\(size)"])
    case .malformed(let what): (9, [what])
    case .noEntry: (10, [])
    case .undefinedEntry: (11, [])
    case .otherCompiler(let found, let expected): (12, [found, expected])
    case .tooLarge(let bytes): (13, ["\(bytes)"])
    case .refusedHost: (14, [])
    case .otherContract(let found, let expected): (15, ["\(found)", "\(expected)"])
    case .invalidTable(let what): (16, [what])
    default: nil
    }
  }

  fileprivate init?(kind: UInt8, _ operands: [String]) {
    let first = operands.first ?? ""
    let second = operands.dropFirst().first ?? ""
    switch kind {
    case 0: self = .empty
    case 1: self = .text
    case 2: self = .foreignFormat(first)
    case 3: self = .notELF
    case 4: self = .class32
    case 5: self = .bigEndian
    case 6: self = .wrongMachine(found: first, expected: second)
    case 7: self = .notShared(first)
    case 8:
      guard let end = UInt64(second), let size = operands.last.flatMap({ UInt64($0) }) else {
        return nil
      }
      self = .incomplete(what: first, end: end, size: size)
    case 9: self = .malformed(first)
    case 10: self = .noEntry
    case 11: self = .undefinedEntry
    case 12: self = .otherCompiler(found: first, expected: second)
    case 13:
      guard let bytes = Int(first) else { return nil }
      self = .tooLarge(bytes: bytes)
    case 14: self = .refusedHost
    case 15:
      guard let found = UInt32(first), let expected = UInt32(second) else { return nil }
      self = .otherContract(found: found, expected: expected)
    case 16: self = .invalidTable(first)
    default: return nil
    }
  }
}

extension FlatWriter {
  /// Writes a refusal whose `isKept` is true.
  fileprivate mutating func add(keepable refusal: PluginRefusal) {
    let (number, operands) = refusal.kind ?? (UInt8.max, [])
    add(number)
    add(list: operands) { $0.add($1) }
  }
}

extension FlatReader {
  fileprivate mutating func texts() throws(Malformed) -> [String] {
    try list { reader throws(Malformed) in try reader.text() }
  }

  fileprivate mutating func digest() throws(Malformed) -> FileDigest {
    guard let digest = FileDigest(text: try text()) else { throw Malformed() }
    return digest
  }

  fileprivate mutating func refusal() throws(Malformed) -> PluginRefusal {
    let kind = try integer(UInt8.self)
    guard let refusal = PluginRefusal(kind: kind, try texts()) else { throw Malformed() }
    return refusal
  }
}
