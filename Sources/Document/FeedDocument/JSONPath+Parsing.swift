extension JSONPath {
  /// Parses `$`, `$.a[0]['b c']`, or a relative path without `$`: `a[0]`, `[0].a`. `nil` if it is
  /// malformed.
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

  /// Returns everything up to the next step, so that names such as `block-code` need no quotes.
  private static func bareName(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" && $0 != "'" && $0 != "\"" }
    rest = rest[name.endIndex...]
    return name.isEmpty ? nil : String(name)
  }

  private static func bracketed(_ rest: inout Substring.UnicodeScalarView) -> Step? {
    if let quote = rest.first, quote == "'" || quote == "\"" {
      rest.removeFirst()
      return quotedName(&rest, quote: quote).map(Step.name)
    }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest[digits.endIndex...]
    return UInt32(String(digits)).map(Step.index)
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
      case "b": name.append("\u{8}")
      case "t": name.append("\t")
      case "n": name.append("\n")
      case "f": name.append("\u{C}")
      case "r": name.append("\r")
      case "'": name.append("'")
      case "\"": name.append("\"")
      case "\\": name.append("\\")
      case "u":
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit),
          let value = UInt32(String(digits), radix: 16), let escaped = Unicode.Scalar(value)
        else { return nil }
        rest.removeFirst(4)
        name.append(escaped)
      default: return nil
      }
    }
    return nil
  }
}
