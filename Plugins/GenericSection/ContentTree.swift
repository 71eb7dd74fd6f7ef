import SectionKit

/// The keys of a block's texts, pictures and actions, and the keys of members that are not read.
struct TreeKeys {
  let texts, actions, omitted: Set<String>
  /// Keys, and paths such as "image.url" for a key that leads to pictures in some objects only.
  private let images: Set<String>
  /// Further keys whose values name the kind of a component, besides the usual ones such as `type`.
  let kinds: [String]

  init(_ settings: Value) {
    texts = Set(settings["texts"].array.compactMap(\.string))
    images = Set(settings["images"].array.compactMap(\.string))
    actions = Set(settings["actions"].array.compactMap(\.string))
    omitted = Set(settings["omit"].array.compactMap(\.string))
    kinds = settings["kinds"].array.compactMap(\.string)
  }

  var isEmpty: Bool { texts.isEmpty && images.isEmpty }

  /// Whether a key leads to pictures in objects and lists with the key `outer`.
  func isPicture(_ key: String, in outer: String) -> Bool {
    images.contains(key) || (actions.contains(key) && images.contains("\(outer).\(key)"))
  }
}

/// A block of nested components, or of nested lists: its texts and pictures in the order and the
/// direction of their containers.
indirect enum ContentTree {
  case text(Phrase)
  case image
  case column([ContentTree])
  case row([ContentTree])
  case rail([ContentTree])
  /// A part of the tree that opens `target` when tapped.
  case target(ContentTree, type: String, target: String)

  /// The maximum number of texts and pictures of a block; further ones are dropped with a warning.
  private static let limit = 2_000
  /// The maximum number of nested containers. The parts of a deeper container become parts of its
  /// ancestor at this depth.
  private static let depthLimit = 64
  /// The nesting depth of the innermost values that are read.
  private static let deepest = 1_024

  /// Reads a block; `nil` if it has no text and no picture.
  static func read(_ root: Value, _ places: FieldPlaces, _ keys: TreeKeys) -> ContentTree? {
    var reader = Reader(places: places, keys: keys, title: places.title(of: root)?.source)
    let children = reader.children(of: root, named: "", depth: 0, isInRail: false)
    if reader.isCut { root.warn("only the first \(limit) texts and pictures are shown") }
    return arranged(
      children, as: root.kind == .array ? .column : direction(of: root, key: "", keys.kinds))
  }

  private enum Direction { case column, row, rail }

  private static func arranged(_ children: [ContentTree], as direction: Direction) -> ContentTree? {
    guard children.count > 1 else {
      // The elements of a container's only list take the direction of the container.
      if direction != .column, case .column(let inner)? = children.first {
        return arranged(inner, as: direction)
      }
      return children.first
    }
    return switch direction {
    case .column: .column(children)
    case .row: .row(children)
    case .rail: .rail(children)
    }
  }

  // MARK: Directions

  private static let directionKeys = [
    "type", "orientation", "direction", "axis", "component", "kind",
  ]
  private static let rowWords = [
    "columnset", "horizontal", "hstack", "hbox", "inline", "wrap", "richtext",
  ]
  private static let railWords = ["carousel", "gallery", "pager", "scroller"]

  /// Returns the direction that an object's key, or a member such as `type`, indicates.
  private static func direction(of value: Value, key: String, _ kinds: [String]) -> Direction {
    let words = [key] + (directionKeys + kinds).compactMap { value[$0].string }
    for word in words {
      let word = word.lowercased()
      if railWords.contains(where: word.holds) { return .rail }
      if word == "row" || word.hasSuffix("row") || rowWords.contains(where: word.holds) {
        return .row
      }
    }
    return .column
  }

  /// Whether the elements are components, which state their kind, rather than items of a list.
  private static func isTyped(_ list: Value, _ kinds: [String]) -> Bool {
    guard let first = list.array.first(where: { $0.kind == .object }) else { return true }
    return (directionKeys + kinds).contains { first[$0].string != nil || first[$0].kind == .object }
      || (first.count == 1 && first.dictionary.first(where: { _ in true })?.value.kind == .object)
  }

  private static let pairKeys: [Set<String>] = [
    ["title", "value"], ["label", "value"], ["name", "value"], ["key", "value"],
    ["label", "text"], ["term", "description"],
  ]

  /// Whether an element has only a label and its value, such as one entry of a list of facts.
  private static func isPair(_ value: Value) -> Bool {
    value.kind == .object && value.dictionary.allSatisfy { $0.value.kind == .string }
      && pairKeys.contains(Set(value.dictionary.map(\.key)))
  }

  private static let cellKeys: Set<String> = ["columns", "headers", "header", "cells"]

  /// Whether an array of texts is a row of a table.
  private static func isTableRow(_ list: Value, key: String) -> Bool {
    (key.isEmpty || cellKeys.contains(key))
      && list.array.allSatisfy { $0.kind != .object && $0.kind != .array }
  }

  // MARK: Reading

  private struct Reader {
    let places: FieldPlaces
    let keys: TreeKeys
    /// The position of the text in the header; the tree does not repeat this text.
    let title: Source?
    var count = 0
    var isCut = false

    /// - Parameter name: The key of the value, or of the list around it.
    mutating func children(
      of value: Value, named name: String, depth: Int, isInRail: Bool
    ) -> [ContentTree] {
      // Feeds have at most 512 levels; resolved references can add as many.
      if depth > ContentTree.deepest { return [] }
      switch value.kind {
      case .string: return leaf(value, key: "", in: name).map { [$0] } ?? []
      case .array:
        return value.array.flatMap { read($0, key: "", in: name, depth: depth, isInRail: isInRail) }
      case .object:
        var parts: [ContentTree] = []
        for member in value.dictionary
        where member.value.kind == .string || !keys.omitted.contains(member.key) {
          for part in read(
            member.value, key: member.key, in: name, depth: depth, isInRail: isInRail)
          {
            // Some formats give a text twice, with and without markup; it is drawn once.
            if case .text(let phrase) = part, case .text(let last)? = parts.last,
              phrase.text == last.text
            {
              continue
            }
            parts.append(part)
          }
        }
        return parts
      default: return []
      }
    }

    /// Returns the trees of a value: none, one, or the elements of an array without a direction.
    private mutating func read(
      _ value: Value, key: String, in outer: String, depth: Int, isInRail: Bool
    ) -> [ContentTree] {
      let name = key.isEmpty ? outer : key
      switch value.kind {
      case .string: return leaf(value, key: key, in: outer).map { [$0] } ?? []
      case .array:
        let isRail =
          !isInRail && value.count > 1 && !ContentTree.isTyped(value, keys.kinds)
          && !value.array.allSatisfy(ContentTree.isPair)
        let children = children(
          of: value, named: name, depth: depth + 1, isInRail: isInRail || isRail)
        if children.count > 1, ContentTree.isTableRow(value, key: key) { return [.row(children)] }
        // The elements of any other array join the enclosing container, and take its direction.
        return isRail && children.count > 1 ? [.rail(children)] : children
      case .object:
        let children = children(of: value, named: name, depth: depth + 1, isInRail: isInRail)
        if depth >= ContentTree.depthLimit { return children }
        let direction =
          key.isEmpty && ContentTree.isPair(value)
          ? .row : ContentTree.direction(of: value, key: key, keys.kinds)
        let part = ContentTree.arranged(children, as: direction)
        return part.map { [tappable($0, value, named: name)] } ?? []
      default: return []
      }
    }

    /// Returns a part with the target that its value has, or that an object without content in it
    /// has, as in `{"info": {…}, "cta": {"link": …}}`.
    private func tappable(_ part: ContentTree, _ value: Value, named name: String) -> ContentTree {
      var found = target(of: value, named: name)
      for member in value.dictionary where found == nil && member.value.kind == .object {
        let hasContent = member.value.dictionary.contains {
          keys.texts.contains($0.key) || keys.isPicture($0.key, in: member.key)
        }
        if !hasContent { found = target(of: member.value, named: member.key) }
      }
      guard let target = found else { return part }
      return .target(part, type: BlockReader.type(of: target, value), target: target)
    }

    private func target(of value: Value, named name: String) -> String? {
      value.dictionary.first {
        keys.actions.contains($0.key) && !keys.isPicture($0.key, in: name)
          && $0.value.string?.isEmpty == false
      }?.value.string
    }

    private mutating func leaf(_ value: Value, key: String, in outer: String) -> ContentTree? {
      guard value.source != title, let string = value.string, !string.isEmpty else { return nil }
      let isText = key.isEmpty || keys.texts.contains(key)
      // If a key such as "value" is for texts and for pictures, only an address is a picture.
      let isAddress = string.holds("://") || string.hasPrefix("/")
      let isImage = keys.isPicture(key, in: outer) && (!isText || isAddress)
      guard isImage || (isText && !(key.isEmpty && isAddress)) else { return nil }
      count += 1
      if count > ContentTree.limit {
        isCut = true
        return nil
      }
      if isImage { return .image }
      return .text(Phrase(text: places.shown(string), source: value.source))
    }
  }
}

extension String {
  /// Returns whether the text contains the bytes of a part. `contains` would make the plugin load
  /// Swift's module for string processing.
  fileprivate func holds(_ part: String) -> Bool {
    var rest = utf8[...]
    while rest.count >= part.utf8.count {
      if rest.starts(with: part.utf8) { return true }
      rest.removeFirst()
    }
    return false
  }
}
