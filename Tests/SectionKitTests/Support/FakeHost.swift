@testable import SectionKit

/// A host that implements the contract on JSON literals. Its value handles are indices into
/// `records`. It copies its arguments, and counts the calls that read values.
final class FakeHost {
  struct Record {
    var kind: se_kind
    var json: JSON
    var key = Text("")
    var text = Text("")
    var count: UInt32 = 0
    var first: UInt32 = 0
    var next: UInt32 = 0
    var path: String
  }

  /// Bytes that stay at their address as long as the host exists.
  final class Text {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ string: String) {
      bytes = .allocate(capacity: string.utf8.count)
      _ = bytes.initialize(from: string.utf8)
    }

    deinit { bytes.deallocate() }

    var borrowed: se_str {
      se_str(
        data: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
        length: bytes.count)
    }
  }

  struct Report: Equatable, CustomStringConvertible {
    var place: String
    var message: String
    var description: String { "\(place): \(message)" }
  }

  private(set) var records: [Record] = [
    Record(kind: SE_MISSING, json: .null, path: "")
  ]
  /// The number of calls that read values.
  var reads = 0
  /// The number of records that `element` and `member` skipped.
  var steps = 0
  var warnings: [Report] = []
  var failures: [Report] = []
  /// The nodes of the part that was built last, one per line, indented by depth.
  var lines: [String] = []
  var depth = 0
  /// The output of a renderer; `nil` if the host accepts no output.
  var output: String?
  /// The texts that the host was asked to measure.
  var measured: [String] = []
  private var raw = UnsafeMutablePointer<se_host>.allocate(capacity: 1)

  init() {
    raw.initialize(to: FakeHost.functions)
    // In these tests the host outlives every call with this context.
    raw.pointee.context = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit { raw.deallocate() }

  var pointer: UnsafePointer<se_host> { UnsafePointer(raw) }

  func describe(_ where: se_value, _ path: se_str) -> String {
    let base = self[`where`].path
    let path = String(path)
    return path.isEmpty || path.hasPrefix("[") ? base + path : "\(base).\(path)"
  }

  subscript(value: se_value) -> Record {
    let index = Int(value.index)
    return records.indices.contains(index) ? records[index] : records[0]
  }

  /// Adds a document and returns its root.
  func add(_ json: JSON) -> se_value { se_value(index: append(json, key: "", path: "$")) }

  /// Returns the root of a new document, as a provider receives it.
  func value(_ json: JSON) -> Value { Value(host: pointer, raw: add(json)) }

  private func append(_ json: JSON, key: String, path: String) -> UInt32 {
    let index = records.count
    var record = Record(kind: SE_NULL, json: json, key: Text(key), path: path)
    var children: [(String, JSON, String)] = []
    switch json {
    case .null: break
    case .bool: record.kind = SE_BOOL
    case .integer, .unsigned, .number: record.kind = SE_NUMBER
    case .string(let string):
      record.kind = SE_STRING
      record.text = Text(string)
      record.count = UInt32(string.utf8.count)
    case .array(let elements):
      record.kind = SE_ARRAY
      children = elements.enumerated().map { ("", $1, "\(path)[\($0)]") }
    case .object(let members):
      record.kind = SE_OBJECT
      children = members.map { ($0, $1, "\(path).\($0)") }
    }
    if !children.isEmpty { record.count = UInt32(children.count) }
    records.append(record)
    var previous: UInt32 = 0
    for (key, child, path) in children {
      let child = append(child, key: key, path: path)
      if previous == 0 { records[index].first = child } else { records[Int(previous)].next = child }
      previous = child
    }
    return UInt32(index)
  }
}
