/// A host name or address literal with an optional port, as in the header `Host`.
package struct PreviewHost: Sendable, Hashable {
  /// In lower case; an IPv6 address has brackets.
  let name: String
  let port: Int?
}

extension PreviewHost {
  /// Parses `NAME`, `NAME:PORT` or `[ADDRESS]:PORT`; `nil` for anything else.
  package init?(_ text: String) {
    let text = text.lowercased()
    let end =
      text.firstIndex(of: "]").map { text.index(after: $0) }
      ?? text.firstIndex(of: ":") ?? text.endIndex
    let rest = text[end...]
    name = String(text[..<end])
    port = rest.isEmpty ? nil : Int(rest.dropFirst())
    guard Self.isName(name), rest.isEmpty || rest == ":\(port ?? -1)",
      (1...65_535).contains(port ?? 1)
    else { return nil }
  }

  private static func isName(_ name: String) -> Bool {
    if name.hasPrefix("[") {
      return name.hasSuffix("]") && name.dropFirst().dropLast().contains(":")
        && name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    return !name.isEmpty && name.utf8.count <= 253
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-._".contains($0) }
  }

  /// Whether a browser uses the text without asking a name server.
  var isAddress: Bool { name.hasPrefix("[") || name.allSatisfy { $0.isNumber || $0 == "." } }

  var isLoopbackName: Bool { ["127.0.0.1", "localhost", "[::1]"].contains(name) }

  package var text: String { name + (port.map { ":\($0)" } ?? "") }
}
