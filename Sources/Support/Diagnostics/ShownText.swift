/// Returns a text of a feed or a plugin in a form that is safe in a message: one line, at most
/// `limit` scalars, without control characters. Complexity: O(limit).
package func shown(_ text: String, limit: Int = 60) -> String {
  let kept = text.unicodeScalars.prefix(limit)
  let printable = kept.map { scalar -> Unicode.Scalar in
    // Control characters, and format characters that reorder or hide the text after them.
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: " "
    case .format: scalar == "\u{200D}" ? scalar : " "
    default: scalar
    }
  }
  return String(String.UnicodeScalarView(printable)) + (kept.endIndex < text.endIndex ? "…" : "")
}

/// Returns hexadecimal digits, with leading zeros up to `count`.
package func hexadecimal(
  _ value: some BinaryInteger, digits count: Int, uppercase: Bool = false
) -> String {
  let digits = String(value, radix: 16, uppercase: uppercase)
  return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}

/// Returns a number with its noun: "1 section", "3 sections".
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Returns the first texts of a list and the number of the others: "a, b and 3 more".
package func listed(_ texts: [String], atMost limit: Int) -> String {
  let rest = texts.count - limit
  return texts.prefix(limit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
}

extension Array where Element: Hashable {
  /// The distinct elements, in the order of their first occurrences.
  package var uniqued: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}

/// Returns a word of a command line, quoted if necessary.
package func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "-_./+,:@%".unicodeScalars.contains(scalar))
    }
  return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
}
