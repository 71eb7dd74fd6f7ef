package import LayoutCore

/// The value of an attribute. Texts and runs are ranges in the storage of `AttributeValues`.
package enum AttributeValue: Sendable {
  case text(TextRange)
  case word(String)
  case number(Double)
  case integer(Int)
  case flag(Bool)
  case pair(Int, Int)
  case numbers(Double, Double)
  case frame(Rect)
  case edges(EdgeInsets)
  case heights([Double])
  case indexPath([Int])
  /// Words, or the two parts of a value.
  case words([String])
  case corners(NodeAttributes.Corners)
  case runs(Range<Int>)
  case shadow(NodeAttributes.Shadow)
  case resource(type: TextRange, id: TextRange)
  case textLines([TextLine])
}

/// The attributes of one section or node, in the order of their cases. A set of bits tells which
/// attributes are present, so a node costs only the attributes that it has.
package struct AttributeValues: Sendable {
  /// A set of attributes: bit n for the attribute whose raw value is n.
  package typealias Mask = UInt128

  package private(set) var mask: Mask = 0
  private var values: [AttributeValue] = []
  /// The UTF-8 text in which `TextRange`s are ranges.
  package var storage: [UInt8] = []
  /// The runs in which `AttributeValue.runs` is a range.
  package var runs: [TextRun] = []

  package init() {}

  /// Removes all attributes, but keeps memory, text and runs.
  package mutating func removeAll() {
    mask = 0
    values.removeAll(keepingCapacity: true)
  }

  /// Adds an attribute, whose case must come after those of the attributes before it. O(1).
  package mutating func add(_ attribute: Attribute, _ value: AttributeValue) {
    assert(mask >> Mask(attribute.rawValue) == 0, "\(attribute) is out of order")
    mask |= attribute.bit
    values.append(value)
  }

  /// Removes an attribute. O(attributes).
  package mutating func remove(_ attribute: Attribute) {
    guard has(attribute) else { return }
    values.remove(at: index(of: attribute))
    mask &= ~attribute.bit
  }

  /// The value of an attribute; `nil` if it is absent. O(1).
  package subscript(attribute: Attribute) -> AttributeValue? {
    guard has(attribute) else { return nil }
    return values[index(of: attribute)]
  }

  package func has(_ attribute: Attribute) -> Bool { mask & attribute.bit != 0 }

  /// The index of an attribute's value: the number of attributes before it.
  private func index(of attribute: Attribute) -> Int {
    (mask & (attribute.bit &- 1)).nonzeroBitCount
  }

  private static let attributes = Attribute.allCases

  /// Calls `body` for each attribute, in the order of the cases.
  @inline(__always)
  package func forEach(_ body: (Attribute, AttributeValue) -> Void) {
    var index = 0
    forEachAttribute { attribute in
      body(attribute, values[index])
      index += 1
    }
  }

  /// Calls `body` for each attribute that is present, in the order of the cases.
  @inline(__always)
  package func forEachAttribute(_ body: (Attribute) -> Void) {
    var rest = mask
    while rest != 0 {
      body(Self.attributes[rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
  }

  /// Returns the text of a range in `storage`.
  package func string(_ range: TextRange) -> String {
    storage.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range.indices]), as: UTF8.self)
    }
  }
}

extension Attribute {
  fileprivate var bit: AttributeValues.Mask { 1 &<< AttributeValues.Mask(rawValue) }
}

// MARK: Default values in dumps

extension AttributeValues {
  /// Returns whether a dump writes an attribute. A dump leaves out default values, and values that
  /// another part of the line has.
  package func isInDump(_ attribute: Attribute, _ value: AttributeValue) -> Bool {
    switch (attribute, value) {
    case (.layout, .word(let word)): word != "list"
    case (.spacing, .number(let number)): number > 0
    case (.insets, .edges(let edges)), (.margins, .edges(let edges)): edges != .zero
    case (.pinned, .words(let words)): !words.isEmpty
    case (.title, .word(let title)): !title.isEmpty
    case (.closable, .flag(let flag)), (.truncated, .flag(let flag)): flag
    case (.items, _), (.lanes, _): !has(.pages) || (integer(.lanes) ?? 1) > 1
    // If each page has one item, the page count already gives the number of items.
    case (.content, _), (.scroll, _): !has(.pages)
    case (.interval, .number(let number)), (.gap, .number(let number)): number > 0
    case (.border, .number(let number)): number != 0
    case (.inset, .numbers(let start, let end)), (.insets, .numbers(let start, let end)):
      start != 0 || end != 0
    case (.font, .numbers(let size, let weight)):
      has(.lines)
        && (isText || size != Double(Font().size) || weight != Double(Font().weight))
    case (.lines, .pair(let count, _)): isText || count > 1
    case (.align, _): isText
    case (.role, .word(let word)): !isImplied(role: word)
    case (.actionType, .text(let type)): type.count > 0
    case (.says, .word(let label)): label != shownText
    case (.announcedRole, .word(let word)): word != "text"
    default: true
    }
  }

  /// The text of the node; its label if it has no text.
  package var shownText: String {
    let text = text(.text)
    return text.isEmpty ? self.text(.label) : text
  }

  private var isText: Bool { word(.kind) == NodeKind.text.word }

  /// Whether the kind or the action of the node implies a role.
  private func isImplied(role: String) -> Bool {
    switch role {
    case AccessibilityRole.button.word: word(.kind) == NodeKind.button.word || has(.action)
    case AccessibilityRole.image.word: word(.kind) == NodeKind.image.word
    default: false
    }
  }

}

// MARK: Values of one form

extension AttributeValues {
  package func word(_ attribute: Attribute) -> String? {
    if case .word(let word)? = self[attribute] { word } else { nil }
  }

  package func integer(_ attribute: Attribute) -> Int? {
    if case .integer(let number)? = self[attribute] { number } else { nil }
  }

  package func number(_ attribute: Attribute) -> Double? {
    if case .number(let number)? = self[attribute] { number } else { nil }
  }

  /// Returns a text; empty if it is absent.
  package func text(_ attribute: Attribute) -> String {
    if case .text(let range)? = self[attribute] { string(range) } else { "" }
  }
}

extension AttributeValues {
  /// Adds the attributes `spacing` and `insets`, which only dumps have, of a section. The layout of
  /// the section determines which of the lengths a dump writes.
  /// - Parameters:
  ///   - scrolls: Whether the rows scroll along x.
  ///   - hasBothAxes: Whether the section has rows along y and items along x.
  package mutating func addSpace(
    rows: Double, items: Double, insets: EdgeInsets, isList: Bool, scrolls: Bool, hasBothAxes: Bool
  ) {
    add(
      .spacing,
      hasBothAxes && rows != items ? .numbers(rows, items) : .number(isList ? rows : items))
    add(
      .insets,
      isList
        ? .numbers(insets.top, insets.bottom)
        : scrolls ? .numbers(insets.start, insets.end) : .edges(insets))
  }
}
