import SectionEngine

/// A value that some siblings lack or have in another form, although the page shows it of others.
struct ItemFault: Sendable {
  /// The use of the value on the page.
  enum Use: Int, Sendable { case name, price, text, picture, action, list }

  enum Kind: Hashable, Sendable {
    /// The value is missing, null or empty.
    case lacking
    /// All items of a list lack the value, and have one under another key.
    case renamed(String)
    /// The value has another type than those of the siblings.
    case otherType
    /// The value is no address, for this reason.
    case malformed(String)

    /// The word that tells findings about one path apart.
    var word: String {
      switch self {
      case .lacking: ""
      case .renamed: "renamed "
      case .otherType: "type "
      case .malformed: "malformed "
      }
    }
  }

  let use: Use
  let kind: Kind
  /// The path from an item to the value.
  let path: String
  /// The part of the path that the items lack.
  var part: String
  /// The other paths that lead through the part.
  var others: [String] = []
  let siblings: String
  let block: Block
  /// The faulty items, and the value of the first one, or else this item.
  let items: [FeedValue]
  let place: FeedValue
  /// The expected and the found value, as a clause.
  let label: String
  /// The number of siblings, and of those with the value.
  let count, filled: Int
  /// Whether items had the value on the page at the base revision.
  let isLost: Bool
  let noun: String

  var isRenamed: Bool { if case .renamed = kind { true } else { false } }

  /// The rule that reports the fault.
  var rule: CheckRule {
    switch (use, kind) {
    case (.name, _), (.price, _), (.text, _), (.list, _): .incompleteItem
    case (.picture, _): .emptyPicture
    case (.action, .lacking), (.action, .renamed): .missingAction
    case (.action, .otherType), (.action, .malformed): .malformedAction
    }
  }

  /// The rest of the path, from the part.
  private var rest: String { String(path.dropFirst(part.count + 1)) }

  var help: String {
    if case .renamed(let key) = kind {
      let name = path.split(separator: ".").last ?? path[...]
      return "name it `\(shown(String(name)))`, or let the page read `\(shown(key))`"
    }
    if !rest.isEmpty, place.kind == .string {
      return "send an object with `\(shown(rest))`, or leave the \(noun) out of the feed"
    }
    return switch use {
    case .name, .price, .text, .list: "send it for each, or leave the \(noun) out of the feed"
    case .picture: "send the address, or leave the \(noun) out of the feed"
    case .action: "send `scheme://…`, a path from `/`, or a word of the app"
    }
  }

  var message: String {
    let verb = items.count == 1 ? "has" : "have"
    let value =
      switch kind {
      case .lacking where place.kind == .string: "an empty"
      case .lacking, .renamed: "no"
      case .otherType: "another type of"
      case .malformed: "a malformed"
      }
    return "\(items.count) of \(counted(count, noun)) \(verb) \(value) `\(shown(part))`"
  }
}

extension ItemFault {
  /// Whether the fault tells why an item does nothing: its target is empty, or its action has none.
  func explains(idle item: FeedValue) -> Bool {
    guard use == .action, kind == .lacking,
      items.contains(where: item.isSame)
    else { return false }
    let action = FieldHints.actionPath(in: item)
    let isInAction = action.map { path == $0 || path.hasPrefix($0 + ".") }
    return isInAction ?? (place.kind != .object || item.value(atPath: path).exists)
  }
}
