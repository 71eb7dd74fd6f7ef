/// Positions of values, keys and members in a text that is JSON or nearly JSON. They are found in
/// one pass that considers only brackets and quotes, so that a text which no parser accepts can be
/// mutated further.
struct JSONSpans {
  /// Whole values; a container comes after its contents.
  private(set) var values: [Range<Int>] = []
  /// Keys with their quotes.
  private(set) var keys: [Range<Int>] = []
  /// Elements of arrays, and keys with their values, without commas.
  private(set) var members: [Range<Int>] = []

  /// - Complexity: O(bytes).
  init(_ text: [UInt8]) {
    var open: [(start: Int, member: Int?)] = []
    var index = 0
    /// The end of the last token.
    var end = 0
    func close() {
      if let member = open.last?.member { members.append(member..<end) }
    }
    while index < text.count {
      let start = index
      index += 1
      switch text[start] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        begin(start, &open)
        open.append((start, nil))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        close()
        if let container = open.popLast() { values.append(container.start..<index) }
      case UInt8(ascii: ","):
        close()
        if !open.isEmpty { open[open.count - 1].member = nil }
      case UInt8(ascii: "\""):
        begin(start, &open)
        while index < text.count, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, text.count)
        let next = text[index...].first { $0 > 0x20 }
        if next == UInt8(ascii: ":") {
          keys.append(start..<index)
        } else {
          values.append(start..<index)
        }
      case let byte where Self.isOfWord(byte):
        begin(start, &open)
        while index < text.count, Self.isOfWord(text[index]) { index += 1 }
        values.append(start..<index)
      default: continue
      }
      if text[start] != UInt8(ascii: ",") { end = index }
    }
  }

  private func begin(_ start: Int, _ open: inout [(start: Int, member: Int?)]) {
    if open.last?.member == nil, !open.isEmpty { open[open.count - 1].member = start }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
