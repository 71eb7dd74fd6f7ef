import LayoutCore

/// Parses the line of one view:
/// "   | <App.Cell: 0x7f; baseClass = UICollectionViewCell; frame = (0 0; 414 180); …>".
struct ViewLine {
  private(set) var view: ViewHierarchy.View

  init?(_ line: String) {
    let text = Array(line.unicodeScalars)
    guard let open = text.firstIndex(of: "<"), let name = Self.name(text, from: open + 1) else {
      return nil
    }
    let level = text[..<open].reversed().prefix { $0 == " " || $0 == "|" }.count { $0 == "|" }
    view = ViewHierarchy.View(name.text, level: level, frame: .zero)
    var hasFrame = false
    for (key, value) in Self.attributes(text, from: name.end) {
      switch key {
      case "frame":
        guard let frame = Rect(value.numbers) else { return nil }
        view.frame = frame
        hasFrame = true
      case "baseClass": view.baseName = value
      case "text": view.text = Self.unquoted(value)
      case "accessibilityIdentifier", "identifier", "accessibilityId", "id":
        view.identifier = Self.unquoted(value)
      case "hidden": view.isHidden = view.isHidden || value == "YES"
      case "alpha":
        if let alpha = Double(value), alpha < 0.01 { view.isHidden = true }
      case "contentOffset":
        let numbers = value.numbers
        if numbers.count == 2 { view.contentOffset = Point(x: numbers[0], y: numbers[1]) }
      case "contentSize":
        let numbers = value.numbers
        if numbers.count == 2 { view.contentSize = Size(width: numbers[0], height: numbers[1]) }
      default: break
      }
    }
    guard hasFrame else { return nil }
    if view.identifier?.isEmpty == true { view.identifier = nil }
    view.draws = [view.name, view.baseName ?? ""].contains { name in
      ["Button", "Control", "Cell", "TextField"].contains { name.hasSuffix($0) }
    }
    view.isScrolling =
      view.contentOffset != nil
      || ["UIScrollView", "UICollectionView", "UITableView"].contains {
        [view.name, view.baseName].contains($0)
      }
  }

  /// Returns whether the text of a view continues on the next line.
  static func isUnfinished(_ line: String) -> Bool {
    guard let open = line.firstRange(of: "text = '") else { return false }
    let rest = Array(line[open.upperBound...].unicodeScalars)
    return endOfText(rest, from: 0) == nil
  }

  /// Parses the class up to ": 0x". The class may have a module and generic arguments.
  private static func name(_ text: [Unicode.Scalar], from start: Int) -> (text: String, end: Int)? {
    let line = text[start...].prefix { $0 != ";" && $0 != "\n" }
    let colon = line.indices.first { text[$0...].starts(with: ": 0x".unicodeScalars) }
    guard let colon, colon > start else { return nil }
    let digits = text[(colon + 4)...].prefix(while: \.properties.isHexDigit)
    return (string(text[start..<colon]), digits.endIndex)
  }

  /// Parses "key = value" and "key: value" pairs, separated by semicolons. Brackets can be nested.
  /// A quote ends a text only if another key or the end of the view follows.
  private static func attributes(
    _ text: [Unicode.Scalar], from start: Int
  ) -> [(key: String, value: String)] {
    var result: [(String, String)] = []
    var index = start
    while let begin = text[index...].firstIndex(where: { !"; \n".unicodeScalars.contains($0) }),
      text[begin] != ">"
    {
      let key = text[begin...].prefix { $0.isKey }
      let sign = [" = ", ": "].first { text[key.endIndex...].starts(with: $0.unicodeScalars) }
      let valueStart = key.endIndex + (sign?.unicodeScalars.count ?? 0)
      let isText = text[valueStart...].first == "'"
      let end =
        isText
        ? endOfText(text, from: valueStart + 1) ?? text.count : endOfValue(text, from: valueStart)
      if !key.isEmpty, sign != nil || text[valueStart...].first != ">" {
        result.append((string(key), string(text[valueStart..<end])))
      }
      index = max(end, begin + 1)
    }
    return result
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// Returns the index after the quote that ends a text, as in "'; key = " or, at the end, "'>".
  private static func endOfText(_ text: [Unicode.Scalar], from start: Int) -> Int? {
    for index in start..<text.count where text[index] == "'" {
      let rest = text[(index + 1)...]
      if rest.first == ">", rest.dropFirst().allSatisfy(\.properties.isWhitespace) {
        return index + 1
      }
      // lldb closes its own string literal after the last view.
      if rest.starts(with: ">\"".unicodeScalars) { return index + 1 }
      guard rest.starts(with: "; ".unicodeScalars) else { continue }
      let key = rest.dropFirst(2).prefix { $0.isKey }
      let after = rest[key.endIndex...]
      if !key.isEmpty, [" = ", ": "].contains(where: { after.starts(with: $0.unicodeScalars) }) {
        return index + 1
      }
    }
    return nil
  }

  private static func endOfValue(_ text: [Unicode.Scalar], from start: Int) -> Int {
    var depth = 0
    for index in start..<text.count {
      switch text[index] {
      case "<", "(", "{", "[": depth += 1
      case ">" where depth == 0: return index
      case ">", ")", "}", "]": depth = max(0, depth - 1)
      case ";" where depth == 0: return index
      default: break
      }
    }
    return text.count
  }

  private static func unquoted(_ value: String) -> String {
    let isQuoted = value.count >= 2 && (value.first == "'" || value.first == "\"")
    return isQuoted && value.last == value.first ? String(value.dropFirst().dropLast()) : value
  }
}

extension Unicode.Scalar {
  fileprivate var isKey: Bool {
    properties.isAlphabetic && isASCII || ("0"..."9").contains(self) || self == "_"
  }
}
