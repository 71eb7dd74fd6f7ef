import LayoutCore
import Page

extension AttributeValues {
  /// Replaces all values and texts by the attributes of a node's line that pictures show. Skips
  /// unknown attributes, attributes whose value cannot be read, and text runs.
  /// - Parameter known: The kind of the node; `nil` derives it.
  /// - Returns: The kind of the node.
  package mutating func read(
    _ number: Int, of page: Page.Lines, kind known: NodeKind?
  ) -> NodeKind {
    let line = page[number]
    let tail = page.tail(of: line)
    let string = page.text(line.string)
    removeAll()
    storage.removeAll(keepingCapacity: true)
    var texts = tail.attributes.compactMap { text in
      Attribute(key: text.key, of: .node).map { ($0, text.value) }
    }
    if tail.flags.contains("truncated") { texts.append((.truncated, "")) }
    for visibility in tail.flags where Visibility(rawValue: visibility) != nil {
      texts.append((.visibility, visibility))
    }
    for (attribute, text) in texts.sorted(by: { $0.0 < $1.0 }) where !has(attribute) {
      if let value = value(of: text, attribute.entry.form) { add(attribute, value) }
    }
    let kind =
      known
      ?? NodeKind(
        of: self, name: page.text(line.name), isLeaf: page.end(of: number) == number + 1,
        hasString: !string.isEmpty)
    add(.kind, .word(kind.word))
    if !string.isEmpty { add(kind.hasText ? .text : .label, .text(range(of: string))) }
    return kind
  }

  private mutating func value(of text: String, _ form: Attribute.Form) -> AttributeValue? {
    func numbers(_ separator: Character) -> [Double?] {
      text.split(separator: separator).map { Double($0) }
    }
    switch form {
    case .text: return .text(range(of: text))
    case .word, .markWord: return .word(text)
    case .integer: return Int(text).map { .integer($0) }
    case .length: return Double(text).map { .number($0) }
    case .seconds: return Double(text.prefix { $0 != "s" }).map { .number($0) }
    case .flag, .boolean, .mark: return .flag(true)
    case .words: return .words(text.split(separator: "+").map(String.init))
    case .provider: return .words(text.split(separator: "@", maxSplits: 1).map(String.init))
    case .span:
      let parts = text.split(separator: "x").map { Int($0) }
      guard parts.count == 2, let columns = parts[0], let rows = parts[1] else { return nil }
      return .pair(columns, rows)
    case .lines:
      let parts = text.split(separator: "/").map { Int($0) }
      return parts.first?.map { .pair($0, parts.count > 1 ? parts[1] ?? 0 : 0) }
    case .font, .insets:
      let parts = numbers("/")
      guard let first = parts.first ?? nil else { return nil }
      let second = parts.count > 1 ? parts[1] : nil
      if case .font = form { return .numbers(first, second ?? Double(Font().weight)) }
      return .numbers(first, second ?? first)
    case .corners: return .corners(.init(words: text.split(separator: "+").map(String.init)))
    case .shadow:
      let parts = text.split(separator: " ")
      let lengths = parts.suffix(3).compactMap { Float($0) }
      guard parts.count > 3, lengths.count == 3 else { return nil }
      var shadow = NodeAttributes.Shadow()
      shadow.color = range(of: parts.dropLast(3).joined(separator: " "))
      (shadow.x, shadow.y, shadow.blur) = (lengths[0], lengths[1], lengths[2])
      return .shadow(shadow)
    case .textLines:
      let lines = text.split(separator: ",").map { line -> TextLine? in
        let parts = line.split { $0 == "-" || $0 == ":" }
        guard parts.count == 3, let start = Int(parts[0]), let end = Int(parts[1]), start <= end,
          let width = Double(parts[2])
        else { return nil }
        return TextLine(range: start..<end, width: width, isTruncated: false)
      }
      return lines.contains { $0 == nil } ? nil : .textLines(lines.compactMap { $0 })
    case .resource, .frame, .area, .edges, .spacing, .heights, .indexPath, .fallback, .runs:
      return nil
    }
  }

  private mutating func range(of text: String) -> TextRange {
    let start = storage.count
    storage.append(contentsOf: text.utf8)
    return TextRange(start: UInt32(start), count: UInt32(storage.count - start))
  }
}

extension NodeKind {
  /// Whether the string of a line is the text of a node, not its label.
  fileprivate var hasText: Bool {
    switch self {
    case .text, .button, .badge, .icon: true
    default: false
    }
  }
}
