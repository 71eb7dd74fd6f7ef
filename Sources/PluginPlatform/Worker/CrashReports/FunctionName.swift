/// The short forms of demangled names, without modules, types of parameters, and results:
///
///     closure #1 (Swift.Int) -> Swift.Int in Author.Shop.rows(of: SectionKit.Block) -> [Author.Row]
///     closure #1 in Shop.rows(of:)
package enum FunctionName {
  /// Returns the short form of a name of Swift, or of C++. O(length).
  package static func short(_ name: String, isSwift: Bool) -> String {
    guard isSwift else { return shortCPlusPlus(name) }
    // "closure #1 (…) in closure #2 (…) in function": only the word and the number of each are kept.
    let parts = splitScopes(name)
    let words = parts.dropLast().map { part in
      part.split(separator: " ").prefix(2).joined(separator: " ")
    }
    guard let last = parts.last else { return name }
    return (words + [shortSwift(last)]).joined(separator: " in ")
  }

  /// Words that the compiler puts before the name of a function that it made from another one.
  private static let made = [
    "merged ", "static ", "outlined ", "partial apply forwarder for ", "protocol witness for ",
    "dispatch thunk of ", "method descriptor for ", "implicit closure ",
  ]

  private static func shortSwift(_ name: String) -> String {
    var rest = name[...]
    while true {
      if let word = made.first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(word.count)
      } else if rest.contains("specialization <"), let end = split(String(rest), at: "> of ").last,
        end.count < rest.count
      {
        rest = rest.suffix(end.count)
      } else if rest.hasPrefix("(extension in "), let colon = rest.firstIndex(of: ":") {
        rest = rest[rest.index(after: colon)...]
      } else {
        break
      }
    }
    var result = ""
    var labels: [Substring] = []
    var depth = 0
    var start = rest.startIndex
    var hasParameters = false
    func label(_ end: String.Index) -> Substring? {
      let parameter = rest[start..<end]
      guard !parameter.isEmpty else { return nil }
      let word = parameter.prefix { $0 != ":" && $0 != " " && $0 != "(" && $0 != "<" }
      let hasLabel = word.endIndex < end && rest[word.endIndex] == ":"
      return hasLabel ? word : "_"
    }
    scan: for index in rest.indices {
      switch rest[index] {
      case "(" where depth == 0 && (result.isEmpty || result.hasSuffix(".")):
        // "(helper in _0F3A)" is a private name.
        let word = rest[rest.index(after: index)...].prefix { $0 != " " && $0 != ")" }
        result += word
        depth = 1
        start = rest.endIndex
      case "(", "<", "[":
        if depth == 0, rest[index] == "(" {
          hasParameters = true
          start = rest.index(after: index)
        }
        depth += 1
      case ")", ">", "]":
        // The end of "->" closes nothing.
        if rest[index] == ">", index > rest.startIndex, rest[rest.index(before: index)] == "-" {
          continue
        }
        depth -= 1
        guard depth == 0, hasParameters, rest[index] == ")" else { continue }
        if let last = label(index) { labels.append(last) }
        break scan
      case "," where depth == 1 && hasParameters:
        if let next = label(index) { labels.append(next) }
        start = rest.index(index, offsetBy: 2, limitedBy: rest.endIndex) ?? rest.endIndex
      case " " where depth == 0: break scan
      default:
        if depth == 0 { result.append(rest[index]) }
      }
    }
    // The first part of a name is its module.
    if let dot = result.firstIndex(of: "."), result.index(after: dot) < result.endIndex {
      result = String(result[result.index(after: dot)...])
    }
    guard !result.isEmpty else { return name }
    return hasParameters ? "\(result)(\(labels.map { "\($0):" }.joined()))" : result
  }

  private static func shortCPlusPlus(_ name: String) -> String {
    // The signs of an operator's name are no brackets.
    guard split(name, at: "operator").count == 1 else { return name }
    var result = ""
    var depth = 0
    let rest = split(name, at: "(anonymous namespace)::").joined()
    for character in rest {
      switch character {
      case "(" where depth == 0: return result.isEmpty ? name : result
      case "(", "<", "[": depth += 1
      case ")", ">", "]": depth -= 1
      // The type before the name of a template's function.
      case " " where depth == 0: result = ""
      default: if depth == 0 { result.append(character) }
      }
    }
    return result.isEmpty ? name : result
  }

  /// Returns the parts of a Swift name between " in ". One within parentheses, as in
  /// "(extension in Author)" and "(helper in _0F3A)", belongs to its part.
  private static func splitScopes(_ name: String) -> [String] {
    let separator = " in "
    var parts: [String] = []
    var start = name.startIndex
    var depth = 0
    for index in name.indices {
      switch name[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case " " where depth == 0 && name[index...].hasPrefix(separator):
        parts.append(String(name[start..<index]))
        start = name.index(index, offsetBy: separator.count)
      default: break
      }
    }
    return parts + [String(name[start...])]
  }

  /// Returns the parts of a text between occurrences of a separator.
  private static func split(_ text: String, at separator: String) -> [String] {
    var parts: [String] = []
    var rest = text[...]
    while let found = rest.firstRange(of: separator) {
      parts.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return parts + [String(rest)]
  }
}
