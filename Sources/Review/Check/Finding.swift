import Support

/// A finding of a check rule, or a warning or error of rendering the page.
package struct Finding: Sendable {
  /// The id of the rule, or the code of a rendering diagnostic.
  package var rule: String
  /// The index of the section on the page; `nil` if the finding is not about a section.
  var section: Int?
  var aspect: String
  /// The text of the node if the rule is about texts; else empty.
  var text: String
  package var diagnostic: Diagnostic

  /// A hash of rule, aspect, path without numbers, and text, as 16 hexadecimal digits.
  package var fingerprint: String {
    let place = diagnostic.node.map(Self.withoutNumbers) ?? diagnostic.location?.path ?? ""
    // Rendering diagnostics are distinguished by their messages.
    let words = rule == diagnostic.code.rawValue ? diagnostic.message : text
    return stableHash(of: [rule, aspect, place, words])
  }

  /// Returns a path without item numbers: "RAIL/card/text" for "RAIL/card[3]/text".
  static func withoutNumbers(_ path: String) -> String {
    let bracket = UInt8(ascii: "[")
    var parts = path.utf8.split(separator: bracket, omittingEmptySubsequences: false)[...]
    var result = Array(parts.removeFirst())
    for part in parts {
      let rest = part.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let isNumber = rest.startIndex > part.startIndex && rest.first == UInt8(ascii: "]")
      result += isNumber ? Array(rest.dropFirst()) : [bracket] + part
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Finding {
  /// Creates the finding of a diagnostic that no rule reports.
  init(_ diagnostic: Diagnostic, section: Int?) {
    self.init(
      rule: diagnostic.code.rawValue, section: section, aspect: "", text: "",
      diagnostic: diagnostic)
  }
}

extension [Finding] {
  /// The findings by section index. Findings without a section are first. The sort is stable.
  var inOrder: [Finding] {
    enumerated().sorted {
      ($0.element.section ?? -1, $0.offset) < ($1.element.section ?? -1, $1.offset)
    }.map(\.element)
  }
}

/// Returns a hash of texts as 16 hexadecimal digits: 64-bit FNV-1a (draft-eastlake-fnv). Unlike
/// `Hasher`, it is the same on every machine.
func stableHash(of texts: [String]) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  // A terminator distinguishes "a", "bc" from "ab", "c".
  for byte in texts.flatMap({ Array($0.utf8) + [UInt8(0xFF)] }) {
    hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
  return hexadecimal(hash, digits: 16)
}
