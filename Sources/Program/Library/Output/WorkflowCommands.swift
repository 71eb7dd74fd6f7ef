/// Commands that a GitHub workflow reads from the output of its steps: `::error::` at the start of a
/// line, and `##[error]` anywhere in it. Texts of feeds and plugins must not become commands.
enum WorkflowCommands {
  /// Returns a text for people. In a GitHub workflow, a zero-width space separates "::" and "##[".
  static func broken(_ bytes: [UInt8]) -> [UInt8] {
    guard environmentVariable("GITHUB_ACTIONS")?.isEmpty == false else { return bytes }
    return separated(bytes)
  }

  static func separated(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isColons = byte == UInt8(ascii: ":") && result.last == byte
      let isHash = byte == UInt8(ascii: "[") && bytes[..<index].suffix(2).elementsEqual("##".utf8)
      if isColons || isHash { result += "\u{200B}".utf8 }
      result.append(byte)
    }
    return result
  }
}
