import FeedDocument

/// A JSON value whose members keep their order, so that a test changes one thing only.
indirect enum JSONTree {
  case object([(key: String, value: JSONTree)])
  case array([JSONTree])
  case string(String)
  /// A number, `true`, `false` or `null`.
  case word(String)

  /// A step from a value to a value inside it.
  enum Step: Hashable { case key(String), index(Int) }

  init(_ value: FeedValue) {
    switch value.kind {
    case .object: self = .object(value.children.map { (key: $0.key, value: JSONTree($0)) })
    case .array: self = .array(value.children.map { JSONTree($0) })
    case .string: self = .string(value.string ?? "")
    case .number:
      self = .word(value.int64.map { "\($0)" } ?? value.double.map { "\($0)" } ?? "0")
    case .bool: self = .word(value.bool == true ? "true" : "false")
    case .null, .missing: self = .word("null")
    }
  }

  var members: [(key: String, value: JSONTree)] {
    if case .object(let members) = self { members } else { [] }
  }
  var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var isObject: Bool { if case .object = self { true } else { false } }
  var isContainer: Bool { !members.isEmpty || !elements.isEmpty }

  subscript(_ key: String) -> JSONTree? { members.last { $0.key == key }?.value }

  /// Returns the value with the value at a path replaced; removed, if `change` returns `nil`.
  func changing(_ path: some Collection<Step>, _ change: (JSONTree) -> JSONTree?) -> JSONTree? {
    guard let step = path.first else { return change(self) }
    let rest = Array(path.dropFirst())
    switch (self, step) {
    case (.object(let members), .key(let key)):
      return .object(
        members.compactMap { member in
          guard member.key == key else { return member }
          return member.value.changing(rest, change).map { (key: key, value: $0) }
        })
    case (.array(let elements), .index(let index)):
      return .array(
        elements.enumerated().compactMap { $0 == index ? $1.changing(rest, change) : $1 })
    default: return self
    }
  }

  func value(at path: some Collection<Step>) -> JSONTree? {
    path.reduce(self as JSONTree?) { value, step in
      switch step {
      case .key(let key): value?[key]
      case .index(let index):
        value.flatMap { $0.elements.indices.contains(index) ? $0.elements[index] : nil }
      }
    }
  }

  /// Returns the value with a member renamed, in the same place.
  func renaming(_ key: String, to name: String) -> JSONTree {
    .object(members.map { $0.key == key ? (key: name, value: $0.value) : $0 })
  }

  func setting(_ key: String, to value: JSONTree?) -> JSONTree {
    .object(members.compactMap { $0.key == key ? value.map { (key: key, value: $0) } : $0 })
  }

  /// Returns the lists of at least `count` objects with their paths, outer lists first.
  func lists(of count: Int = 2) -> [(path: [Step], items: [JSONTree])] {
    var found: [(path: [Step], items: [JSONTree])] = []
    var open: [(path: [Step], value: JSONTree)] = [([], self)]
    while !open.isEmpty {
      let (path, value) = open.removeFirst()
      if value.elements.count >= count, value.elements.allSatisfy(\.isObject) {
        found.append((path, value.elements))
      }
      open += value.members.map { (path + [.key($0.key)], $0.value) }
      open += value.elements.enumerated().map { (path + [.index($0)], $1) }
    }
    return found
  }

  func source(isReversed: Bool = false, isSpaced: Bool = false) -> String {
    let gap = isSpaced ? "\n \t" : ""
    switch self {
    case .object(let members):
      let parts = (isReversed ? members.reversed() : members).map {
        "\(Self.quoted($0.key)):\(gap)\($0.value.source(isReversed: isReversed, isSpaced: isSpaced))"
      }
      return "{" + gap + parts.joined(separator: ",\(gap)") + gap + "}"
    case .array(let elements):
      return "[" + gap
        + elements.map { $0.source(isReversed: isReversed, isSpaced: isSpaced) }
        .joined(separator: ",\(gap)") + gap + "]"
    case .string(let text): return Self.quoted(text)
    case .word(let word): return word
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
