import SectionKit

/// The purpose of a component of a feed, according to the words that name its kind.
enum ComponentRole {
  case none, heading, button, field, toggle, picture

  /// The name of the component's node; `nil` for components that are only texts or containers.
  var name: String? {
    switch self {
    case .none, .heading, .picture: nil
    case .button: "button"
    case .field: "field"
    case .toggle: "toggle"
    }
  }

  private static let keys = [
    "type", "component", "kind", "widget", "viewType", "blockName", "usageHint", "style",
  ]

  /// Parts of the names of kinds.
  private static let parts: [(part: String, role: ComponentRole)] = [
    ("radiobutton", .none), ("button", .button), ("action.", .button), ("cta", .button),
    ("checkbox", .toggle), ("switch", .toggle), ("toggle", .toggle), ("boolean", .toggle),
    ("textfield", .field), ("textinput", .field), ("input.text", .field), ("input.number", .field),
    ("input.date", .field), ("input.time", .field), ("formfield", .field), ("textarea", .field),
    ("edittext", .field), ("searchbar", .field),
    ("heading", .heading), ("imageview", .picture),
  ]
  /// Names of kinds, in lower case.
  private static let names: [String: ComponentRole] = [
    "header": .heading, "h1": .heading, "h2": .heading, "h3": .heading, "title": .heading,
    "image": .picture, "img": .picture, "picture": .picture, "photo": .picture, "avatar": .picture,
    "input": .field,
  ]

  /// Finds the role in the key of an object, or else in its members. A key such as `title` does not
  /// make a heading.
  init(of value: Value, key: String = "", kinds: [String] = []) {
    self = key.isEmpty ? .none : ComponentRole(key)
    if self != .none, self != .heading { return }
    self = Self.isInput(value) ? .field : .none
    if self == .field { return }
    for word in (Self.keys + kinds).lazy.compactMap({ value[$0].string }) {
      let role = ComponentRole(word)
      if role != .none {
        self = role
        return
      }
    }
  }

  /// Whether the object is a question that is answered by a text.
  private static func isInput(_ value: Value) -> Bool {
    value["type"].string.map { $0 == "text" || $0 == "comment" } == true
      && (value["isRequired"].exists || value["inputType"].exists || value["placeholder"].exists
        || value["rows"].kind == .number)
  }

  private init(_ word: String) {
    let word = word.lowercased()
    let last = word.utf8.split { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }.last
    let name = last.map { String(Substring($0)) } ?? word
    self = Self.names[name] ?? Self.parts.first { name.holds($0.part) }?.role ?? .none
    // Lists of buttons and groups of fields are containers.
    if name.hasSuffix("s") || name.hasSuffix("list") || (name.hasSuffix("bar") && self == .button) {
      self = .none
    }
  }
}
