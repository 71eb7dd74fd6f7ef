/// The kind of content in a file, determined from its first bytes.
package enum InputKind: Sendable, Hashable {
  case dump, json, jsonLines, views, xml, semantics, unknown

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
      return
    }
    // lldb and logs may write other text before the first view, but less than 4 000 characters.
    let head = String(decoding: rest.prefix(4_000), as: UTF8.self)
    if Self.isXML(head) {
      self = .xml
    } else if head.drop(while: { $0 != "<" }).contains(": 0x") {
      // A line that describes a view contains an object: "<App.Cell: 0x7f8; …".
      self = .views
    } else if head.contains("Node #"), head.contains(" at (l=") {
      self = .semantics
    } else {
      self = .unknown
    }
  }

  /// Returns whether a text begins with an XML declaration, comment or element, not with a view.
  private static func isXML(_ head: String) -> Bool {
    guard head.first == "<" else { return false }
    let name = head.dropFirst().prefix { $0.isLetter || $0.isNumber || "?!-_.:".contains($0) }
    let rest = head.dropFirst(name.count + 1)
    return !name.isEmpty && !name.hasSuffix(":") && !rest.hasPrefix("<")
  }

  /// Returns a note about the output that a text of unknown kind resembles; `nil` if there is none.
  package static func resemblance(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let head = String(decoding: bytes.prefix(4_000), as: UTF8.self)
    return resemblances.first { head.contains($0.sign) }?.note
  }

  private static let resemblances: [(sign: String, note: String)] = [
    ("hierchary dumped to", "it is the message of uiautomator, not the dump"),
    ("could not get idle state", "uiautomator wrote no dump: something on the screen moves"),
    ("null root node", "uiautomator wrote no dump: the screen is locked, or has changed"),
    ("View Hierarchy:", "it resembles `dumpsys activity`, which has no texts"),
    (", {{", "it resembles `debugDescription` of XCUITest"),
    ("Node #", "it resembles semantics of Compose, but no node has a place `at (l=…`"),
  ]
}
