internal import Support
internal import FeedDocument
internal import Renderers

indirect enum Payload: Sendable, Hashable {
  struct Member: Sendable, Hashable {
    var key: String
    var value: Payload
  }

  /// A JSON token that is written unchanged: a number, null, a bool, or a string such as "\ud83d",
  /// which Swift cannot represent.
  case literal(String)
  case string(String)
  case array([Payload])
  case object([Member])

  static let null = Payload.literal("null")
  static func number(_ value: Int) -> Payload { .literal("\(value)") }

  init(_ value: FeedValue) {
    switch value.kind {
    case .missing, .null: self = .null
    case .bool: self = .literal(value.bool == true ? "true" : "false")
    case .number: self = .literal(Self.digits(of: value))
    case .string: self = .string(value.string ?? "")
    case .array: self = .array(value.children.map { Payload($0) })
    case .object:
      self = .object(value.children.map { Member(key: $0.key, value: Payload($0)) })
    }
  }

  init(json: [UInt8]) {
    let document = FeedDocument.parse(PaddedBytes(json), name: "payload").value
    self = document.map { Payload($0.root) } ?? .null
  }

  private static func digits(of value: FeedValue) -> String {
    if let text = value.digitsBeyond64Bits { return text }
    if let integer = value.int64 { return "\(integer)" }
    if let integer = value.uint64 { return "\(integer)" }
    return value.double.map { "\($0)" } ?? "0"
  }

  /// The kind in words, such as "an object".
  var kind: String {
    switch self {
    case .literal("null"): "null"
    case .literal("true"), .literal("false"): "a bool"
    case .literal: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  var json: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] {
    var out = ByteWriter()
    write(to: &out)
    return out.bytes
  }

  private func write(to out: inout ByteWriter) {
    switch self {
    case .literal(let text): out.write(text)
    case .string(let text): out.write(jsonString: text)
    case .array(let elements):
      out.write("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { out.write(",") }
        element.write(to: &out)
      }
      out.write("]")
    case .object(let members):
      out.write("{")
      for (index, member) in members.enumerated() {
        if index > 0 { out.write(",") }
        out.write(jsonString: member.key)
        out.write(":")
        member.value.write(to: &out)
      }
      out.write("}")
    }
  }

  /// Returns the payload as the root of a new document; a missing value if it exceeds the limits.
  func value(named name: String) -> FeedValue { document(named: name)?.root ?? Self.missing }

  /// - Parameter depth: The maximum nesting; `nil` for the default limit of feeds.
  func document(named name: String, depth: Int? = nil) -> FeedDocument? {
    var limits = DocumentLimits()
    if let depth { limits.depth = depth }
    return FeedDocument.parse(PaddedBytes(bytes), name: name, limits: limits).value
  }

  static var missing: FeedValue { handle(FeedDocument.missing) }

  /// Returns a value with the given index, valid or not, in a document that is an empty object.
  static func handle(_ index: UInt32) -> FeedValue {
    guard let document = Payload.object([]).document(named: "payload")
    else { preconditionFailure("{} is a document") }
    return FeedValue(document: document, index: index)
  }

  // MARK: Places

  /// A value inside a payload, and a function that replaces it.
  struct Place {
    let path: String
    let value: Payload
    /// Returns the whole payload with another value at this place; `nil` removes the value.
    let replacing: (Payload?) -> Payload
  }

  /// Returns at most `limit` places, in document order, with at most `elements` of each array.
  func places(elements: Int = 2, limit: Int = 400) -> [Place] {
    var places: [Place] = []
    visit("$", elements: elements, limit: limit, into: &places) { $0 ?? .null }
    return places
  }

  private func visit(
    _ path: String, elements: Int, limit: Int, into places: inout [Place],
    _ replacing: @escaping (Payload?) -> Payload
  ) {
    guard places.count < limit else { return }
    places.append(Place(path: path, value: self, replacing: replacing))
    switch self {
    case .literal, .string: break
    case .array(let values):
      for (index, value) in values.prefix(elements).enumerated() {
        value.visit("\(path)[\(index)]", elements: elements, limit: limit, into: &places) { new in
          replacing(.array(values[..<index] + (new.map { [$0] } ?? []) + values[(index + 1)...]))
        }
      }
    case .object(let members):
      for (index, member) in members.enumerated() {
        let isWord =
          !member.key.isEmpty && member.key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        let path = isWord ? "\(path).\(member.key)" : "\(path)[\"\(member.key)\"]"
        member.value.visit(path, elements: elements, limit: limit, into: &places) { new in
          var members = members
          if let new { members[index].value = new } else { members.remove(at: index) }
          return replacing(.object(members))
        }
      }
    }
  }

  /// Returns a copy in which `change` replaces values.
  /// - Parameter change: Returns a replacement for a value, or `nil` to visit the values inside it.
  func mapping(
    key: String? = nil, _ change: (_ value: Payload, _ key: String?) -> Payload?
  ) -> Payload {
    if let changed = change(self, key) { return changed }
    switch self {
    case .literal, .string: return self
    case .array(let values): return .array(values.map { $0.mapping(change) })
    case .object(let members):
      return .object(
        members.map { Member(key: $0.key, value: $0.value.mapping(key: $0.key, change)) })
    }
  }

  /// Returns the array with its elements repeated up to `count`; fewer if the text would exceed
  /// about 16 MB. Returns `nil` if this is no array, is empty, or would not be longer.
  func grown(to count: Int) -> Payload? {
    guard case .array(let values) = self, !values.isEmpty else { return nil }
    let size = max(1, json.utf8.count / values.count)
    let count = min(count, (16 << 20) / size)
    guard count > values.count else { return nil }
    return .array((0..<count).map { values[$0 % values.count] })
  }
}

/// Made-up payloads.
extension Payload {
  private static let block = Payload(json: PackageResources.block_json)

  /// Returns a made-up block with common keys and a value of each kind.
  static func guess(code: String, showType: String) -> Payload {
    block.with("blockCode", .string(code)).with("showType", .string(showType))
  }

  static let oneOfEach: [Payload] = [
    .null, .literal("true"), .number(7), .string("seven"), .array([]), .array([.null]), .object([]),
  ]

  static let scalars: [Payload] =
    ["true", "false", "0", "-1", "1.5"].map { .literal($0) } + [.string("a text"), .string(" ")]

  /// Numbers at and beyond the limits of the types that plugins read.
  static let numbersAtLimits: [Payload] = [
    "0", "-0", "-0.0", "-1", "2147483647", "2147483648", "-2147483649", "4294967296",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "1e308", "-1e308", "1e400", "5e-324", "1e-400",
    "0.1", "1e15", "123456789012345678901234567890",
  ].map { .literal($0) }

  /// Texts that often reveal errors in code that counts, truncates or mirrors text.
  static let hardTexts: [Payload] = [
    .string(""), .string("中文字符测试，日本語のテキスト、한국어"), .string("👨‍👩‍👧‍👦🏳️‍🌈👍🏽🇨🇳"),
    .string("שלום עולם مرحبا بالعالم"), .string("\u{202E}reversed\u{202C}\u{2066}x\u{2069}"),
    .string("a\u{200B}b\u{200D}c\u{FEFF}d\u{2060}"),
    .string("e\u{301}\u{302}\u{303}\u{304}\u{305}"),
    .string("\u{0}\u{1}\u{7F}\u{85}\u{2028}\t\r\n"), .string("\u{FFFD}\u{FFFF}\u{10FFFF}"),
    .literal(#""half of a pair \ud83d""#), .literal(#""\udc00\ud800 backwards""#),
    .string("%s%n%d {0} ${HOME} ../../etc/passwd <script>&amp;&#0;&#x110000;</b>"),
    .string(String(repeating: "漢", count: 5_000)),
    .string(String(repeating: "\u{301}", count: 2_000)),
    .string(String(repeating: "word ", count: 2_000)),
  ]

  static func nested(_ depth: Int, objects: Bool) -> Payload {
    (0..<depth).reduce(.null) { value, _ in
      objects ? .object([Member(key: "items", value: value)]) : .array([value])
    }
  }
}
