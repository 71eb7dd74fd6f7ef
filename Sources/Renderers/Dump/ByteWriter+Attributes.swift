import Support
import LayoutCore
import Page

extension ByteWriter {
  /// Writes the attributes of a section or node, then its marks, each with the space before it:
  ///
  /// ```
  ///  font=12/400 lines=1/2 runs="6-11 size=12 strike color=secondary" picture="https://example.com/a.jpg?w=240" !clipped
  /// ```
  package mutating func write(
    _ values: AttributeValues, _ shown: ClosedRange<Attribute> = .rows ... .visibility
  ) {
    values.forEach { attribute, value in
      let key = attribute.key
      guard shown.contains(attribute), key.utf8CodeUnitCount > 0,
        values.isInDump(attribute, value)
      else { return }
      switch (attribute.form, value) {
      case (.mark, _): write(flag: key.description)
      case (.markWord, .word(let word)): write(flag: word)
      case (let form, _):
        write(key: key)
        write(value, as: form, values)
      }
    }
  }

  private mutating func write(
    _ value: AttributeValue, as form: Attribute.Form, _ values: AttributeValues
  ) {
    switch value {
    case .text(let range):
      values.storage.withUnsafeBufferPointer { bytes in
        write(word: UnsafeBufferPointer(rebasing: bytes[range.indices]))
      }
    case .word(let word): write(word: word)
    case .number(let number):
      write(number: number)
      if case .seconds = form { write("s") }
    case .integer(let integer): write(integer: integer)
    case .flag: if case .flag(let word) = form { write(word) } else { write("true") }
    case .pair(let first, let second):
      write(integer: first)
      guard case .lines = form else { return write("x", integer: second) }
      if second > 0 { write("/", integer: second) }
    case .numbers(let first, let second):
      write(number: first)
      if first == second, form.hasShortPair { return }
      write("/")
      write(number: second)
    case .frame(let area): write(area: area)
    case .edges(let edges): write(edges: edges)
    case .heights(let heights): write(rowHeights: heights)
    case .words(let words):
      switch form {
      case .provider: write(word: words.joined(separator: "@"))
      case .fallback: write(word: words.joined(separator: ": "))
      default: write(word: words.joined(separator: "+"))
      }
    case .indexPath(let indices): write(list: indices.map { "\($0)" }.joined(separator: ","))
    case .corners(let corners): write(word: corners.words.joined(separator: "+"))
    case .runs(let range):
      let runs = values.runs[range].map { $0.words(in: values) }
      write(word: runs.joined(separator: ", "))
    case .shadow(let shadow):
      let lengths = [shadow.x, shadow.y, shadow.blur].map { points(Double($0)) }
      write(word: "\(values.string(shadow.color)) \(lengths.joined(separator: " "))")
    case .resource(let type, let id):
      write(word: "\(values.string(type)):\(values.string(id))")
    case .textLines(let lines):
      let words = lines.map { line in
        "\(line.range.lowerBound)-\(line.range.upperBound):\(scaleText(line.width))"
      }
      write(list: words.joined(separator: ","))
    }
  }

  private mutating func write(_ separator: StaticString, integer: Int) {
    write(separator)
    write(integer: integer)
  }
}

extension Attribute.Form {
  /// Whether a dump writes two equal lengths once.
  fileprivate var hasShortPair: Bool {
    switch self {
    case .insets, .edges: true
    default: false
    }
  }
}

extension TextRun {
  /// The run as dump text, such as "6-11 size=12 strike color=secondary".
  fileprivate func words(in values: AttributeValues) -> String {
    var words = ["\(range.lowerBound)-\(range.upperBound)"]
    func add(_ key: String, _ number: Float) {
      if number != 0 { words.append("\(key)=\(points(Double(number)))") }
    }
    func add(_ key: String, _ text: TextRange) {
      if text.count > 0 { words.append("\(key)=\(values.string(text))") }
    }
    add("family", family)
    add("size", font.size)
    add("weight", Float(font.weight))
    words += traits.words
    add("letter-spacing", letterSpacing)
    add("line-height", lineHeight)
    add("offset", baselineOffset)
    add("color", color)
    add("background", background)
    add("action", actionTarget)
    add("action-type", actionType)
    add("image", image)
    if image.count > 0 {
      words.append("\(points(Double(imageWidth)))x\(points(Double(imageHeight)))")
    }
    return words.joined(separator: " ")
  }
}
