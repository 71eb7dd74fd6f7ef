package import FeedTape
internal import Support

/// A JSON path as diagnostics print it and options accept it: `$.data.blocks[4]['a b']`.
///
/// Printed paths are normalized paths of RFC 9535, with one difference: a name that is an
/// identifier is printed after a dot (`.name`), without brackets and quotes.
package struct JSONPath {
  package var isAbsolute = false
  package var steps: [PathStep] = []

  /// For each character that a quoted name escapes, the letter after the backslash.
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "'": "'", "\\": "\\", "\u{8}": "b", "\t": "t", "\n": "n", "\u{C}": "f", "\r": "r",
  ]

  /// Appends the step to the member with a name, in UTF-8, to a printed path.
  package static func append(_ name: UnsafeBufferPointer<UInt8>, to path: inout String) {
    if isIdentifier(name) {
      path += "."
      path += String(decoding: name, as: UTF8.self)
      return
    }
    path += "['"
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
      if let letter = escapes[scalar] {
        path += "\\\(letter)"
      } else if scalar < " " {
        path += "\\u" + hexadecimal(scalar.value, digits: 4)
      } else {
        path.unicodeScalars.append(scalar)
      }
    }
    path += "']"
  }

  static func append(_ index: Int, to path: inout String) { path += "[\(index)]" }

  private static func isIdentifier(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = name.first, !JSONFaultFinder.isDigit(first) else { return false }
    return name.allSatisfy { ConfigurationReader.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
  }
}

extension JSONPath {
  /// Parses `$`, `$.a[0]['b c']`, or a relative path: `a[0]`, `[0].a`.
  package init?(_ text: String) {
    var rest = Substring(text).unicodeScalars
    if rest.first == "$" {
      isAbsolute = true
      rest.removeFirst()
    } else if let first = rest.first, first != "[" {
      guard let name = Self.bareName(&rest) else { return nil }
      steps.append(.name(name))
    }
    while let first = rest.popFirst() {
      switch first {
      case ".":
        guard let name = Self.bareName(&rest) else { return nil }
        steps.append(.name(name))
      case "[":
        guard let step = Self.bracketed(&rest), rest.popFirst() == "]" else { return nil }
        steps.append(step)
      default: return nil
      }
    }
  }

  /// Removes and returns the text up to the next step. A name such as `block-code` needs no quotes.
  private static func bareName(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" && $0 != "'" && $0 != "\"" }
    rest = rest[name.endIndex...]
    return name.isEmpty ? nil : String(name)
  }

  private static func bracketed(_ rest: inout Substring.UnicodeScalarView) -> PathStep? {
    if let quote = rest.first, quote == "'" || quote == "\"" {
      rest.removeFirst()
      return quotedName(&rest, quote: quote).map(PathStep.name)
    }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest[digits.endIndex...]
    return UInt32(String(digits)).map(PathStep.index)
  }

  private static func quotedName(
    _ rest: inout Substring.UnicodeScalarView, quote: Unicode.Scalar
  ) -> String? {
    var name = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == quote { return String(name) }
      guard scalar == "\\" else {
        name.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "\"": name.append("\"")
      case "u":
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit),
          let value = UInt32(String(digits), radix: 16), let escaped = Unicode.Scalar(value)
        else { return nil }
        rest.removeFirst(4)
        name.append(escaped)
      case let letter:
        guard let escape = escapes.first(where: { $0.value == letter }) else { return nil }
        name.append(escape.key)
      }
    }
    return nil
  }
}
