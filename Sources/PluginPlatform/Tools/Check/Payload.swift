internal import FeedDocument
internal import Renderers

/// A mutable JSON value, from which the documents of payloads are made.
indirect enum Payload: Sendable, Hashable {
  struct Member: Sendable, Hashable {
    var key: String
    var value: Payload
  }

  /// A JSON token that is written unchanged: a number, null, a bool, or a string with escapes that
  /// no Swift string can hold.
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

  private static func digits(of value: FeedValue) -> String {
    if let text = value.digitsBeyond64Bits { return text }
    if let integer = value.int64 { return "\(integer)" }
    if let integer = value.uint64 { return "\(integer)" }
    return value.double.map { "\($0)" } ?? "0"
  }

  /// The kind in the words of messages, such as "an object".
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

  var json: String {
    var out = ByteWriter()
    write(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
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

  /// Returns the root of a new document. A payload that no document can hold reads as missing.
  func value(named name: String) -> FeedValue { document(named: name)?.root ?? Self.missing }

  /// Returns a new document, or `nil` if no document can hold the payload.
  /// - Parameter depth: Maximum nesting; `nil` selects the limit of feeds.
  func document(named name: String, depth: Int? = nil) -> FeedDocument? {
    var out = ByteWriter()
    write(to: &out)
    var limits = DocumentLimits()
    if let depth { limits.depth = depth }
    return FeedDocument.parse(PaddedBytes(out.bytes), name: name, limits: limits).value
  }

  /// A value that does not exist.
  static var missing: FeedValue { handle(FeedDocument.missing) }

  /// Returns a value with any index in a document that consists of an empty object.
  static func handle(_ index: UInt32) -> FeedValue {
    guard let document = FeedDocument.parse(PaddedBytes(Array("{}".utf8)), name: "payload").value
    else { preconditionFailure("{} is a document") }
    return FeedValue(document: document, index: index)
  }
}
