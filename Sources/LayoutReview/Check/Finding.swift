import Diagnostics

/// Something that a rule, or drawing the page, found.
package struct Finding: Sendable {
  /// Id of the rule; the code, where drawing the page found it.
  package var rule: String
  /// Index on the page; `nil`: of none.
  var section: Int?
  var aspect: String
  /// Text of the node, where the finding is about it.
  var text: String
  package var diagnostic: Diagnostic

  /// The same for the same fault, wherever it stands in its file and whatever number its item has: of
  /// rule, path without numbers, and text. 16 hexadecimal digits.
  package var fingerprint: String {
    var hash = StableHash()
    let place = diagnostic.node.map(Self.withoutNumbers) ?? diagnostic.location?.path ?? ""
    // What drawing found is told apart by its words.
    let words = rule == diagnostic.code.rawValue ? diagnostic.message : text
    for part in [rule, aspect, place, words] { hash.add(part) }
    return hash.text
  }

  /// "RAIL/carousel/card[3]/text" as "RAIL/carousel/card/text".
  static func withoutNumbers(_ path: String) -> String {
    var result: [UInt8] = []
    var number: [UInt8] = []
    for byte in path.utf8 {
      if byte == UInt8(ascii: "[") {
        result += number
        number = [byte]
      } else if number.isEmpty {
        result.append(byte)
      } else if byte == UInt8(ascii: "]"), number.count > 1 {
        number = []
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        number.append(byte)
      } else {
        result += number + [byte]
        number = []
      }
    }
    return String(decoding: result + number, as: UTF8.self)
  }
}

/// FNV-1a of 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv): the same on every machine, unlike `Hasher`.
struct StableHash {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds a text and its end, so that "a", "bc" and "ab", "c" differ.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF)
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// 16 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
