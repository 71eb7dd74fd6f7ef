/// The content of a file, determined by its first bytes.
package enum InputKind: Sendable, Hashable {
  case dump, json, jsonLines, views, unknown

  /// - Complexity: O(first line).
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if bytes[start...].starts(with: "# layout-dump ".utf8) {
      self = .dump
      return
    }
    while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
    guard start < bytes.count else {
      self = .unknown
      return
    }
    // The text that lldb and logs write before the first view is shorter than this.
    let head = String(decoding: bytes[start...].prefix(4_000), as: UTF8.self)
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let line = bytes[start...].prefix { $0 != 0x0A }
      let isHeader = line.count < bytes.count - start && Self.holdsHeader(line)
      self = isHeader ? .jsonLines : .json
    default: self = Self.namesView(head) ? .views : .unknown
    }
  }

  /// Returns whether the first line is the header of JSON lines.
  private static func holdsHeader(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return text.contains("\"type\":\"header\"") && text.contains("\"schemaVersion\":")
  }

  /// Returns whether a text contains the description of an object: "<App.Cell: 0x7f8; …".
  private static func namesView(_ text: String) -> Bool {
    guard let open = text.firstIndex(of: "<") else { return false }
    return text[open...].contains(": 0x")
  }
}
