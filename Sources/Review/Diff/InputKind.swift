/// The content of a file, determined by its first bytes.
package enum InputKind: Sendable, Hashable {
  case dump, json, jsonLines, views, unknown

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    if rest.starts(with: "# layout-dump ".utf8) {
      self = .dump
      return
    }
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "[") {
      let line = rest.prefix { $0 != 0x0A }
      let header = line.count < rest.count ? String(decoding: line, as: UTF8.self) : ""
      let isHeader = header.contains("\"type\":\"header\"") && header.contains("\"schemaVersion\":")
      self = isHeader ? .jsonLines : .json
    } else {
      // The text that lldb and logs write before the first view is shorter than this.
      let head = String(decoding: rest.prefix(4_000), as: UTF8.self)
      // A view is described as an object: "<App.Cell: 0x7f8; …".
      self = head.drop { $0 != "<" }.contains(": 0x") ? .views : .unknown
    }
  }
}
