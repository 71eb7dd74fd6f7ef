import SectionKit

/// The keys of a block's texts, pictures and actions, and the keys of members that are not read. A key
/// that leads to texts, pictures or actions in some objects only is written with the key around it,
/// such as "image.url".
struct TreeKeys {
  let omitted: Set<String>
  private let texts, images, actions: Set<String>
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

  /// Whether a key leads to texts in objects and lists with the key `outer`.
  func isText(_ key: String, in outer: String) -> Bool { Self.holds(texts, key, outer) }

  /// Whether a key leads to pictures in objects and lists with the key `outer`.
  func isPicture(_ key: String, in outer: String) -> Bool { Self.holds(images, key, outer) }

  func isAction(_ key: String, in outer: String) -> Bool { Self.holds(actions, key, outer) }

  private static func holds(_ keys: Set<String>, _ key: String, _ outer: String) -> Bool {
    keys.contains(key) || (!outer.isEmpty && keys.contains("\(outer).\(key)"))
  }
}

/// A block of nested components, or of nested lists: its texts and pictures in the order and the
/// direction of their containers.
indirect enum ContentTree {
  case text(Phrase, ComponentStyle)
  case image(String, ComponentStyle)
  case column([ContentTree], ComponentStyle)
  case row([ContentTree], ComponentStyle)
  case rail([ContentTree])
  /// A heading, a button, a field or a toggle.
  case component(ComponentRole, ContentTree)
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
    let part = reader.part(of: root)
    if reader.isCut { root.warn("only the first \(limit) texts and pictures are shown") }
    return part
  }

  private enum Direction { case column, row, rail }

  private static func arranged(
    _ children: [ContentTree], as direction: Direction, _ style: ComponentStyle
  ) -> ContentTree? {
    guard children.count > 1 else {
      // The elements of a container's only list take the direction of the container.
      if direction != .column, case .column(let inner, _)? = children.first {
        return arranged(inner, as: direction, style)
      }
      return children.first
    }
    return switch direction {
    case .column: .column(children, style)
    case .row: .row(children, style)
    case .rail: .rail(children)
    }
  }

  // MARK: Directions

  private static let directionKeys = [
    "type", "orientation", "direction", "axis", "component", "kind", "viewType", "layout",
    "flexDirection", "scrollDirection",
  ]
  private static let rowWords = [
    "columnset", "horizontal", "hstack", "hbox", "inline", "wrap", "richtext", "baseline",
    "core/columns", "core/buttons",
  ]
  private static let railWords = ["carousel", "gallery", "pager", "scroller", "horizontalscroll"]
  private static let columnWords = ["vertical", "vstack", "vbox"]

  /// Returns the direction that an object's key, or a member such as `type`, indicates; `nil` if none
  /// does.
  private static func direction(of value: Value, key: String, _ kinds: [String]) -> Direction? {
    let places = [value, value["style"]]
    let words =
      [key] + places.flatMap { place in (directionKeys + kinds).compactMap { place[$0].string } }
    for word in words {
      let word = word.lowercased()
      if railWords.contains(where: word.holds) { return .rail }
      if columnWords.contains(where: word.holds) || word == "column" { return .column }
      if word == "row" || word.hasSuffix("row") || rowWords.contains(where: word.holds) {
        return .row
      }
    }
    return nil
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

  /// Whether the elements have lists of their own, so that the lists are rails below each other.
  private static func holdsLists(_ list: Value, _ kinds: [String]) -> Bool {
    list.array.contains { element in
      element.dictionary.contains { _, value in
        value.kind == .array && value.count > 1 && value[0].kind == .object
          && !isTyped(value, kinds)
      }
    }
  }

  private static let cellKeys: Set<String> = ["columns", "headers", "header", "cells"]
  /// Keys of the choices of a question, which are below each other.
  private static let choiceKeys: Set<String> = ["choices", "options"]

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

    /// Returns the tree of the block.
    mutating func part(of root: Value) -> ContentTree? {
      let direction =
        root.kind == .array ? nil : ContentTree.direction(of: root, key: "", keys.kinds)
      let children = children(
        of: root, named: "", depth: 0, isInRail: false, direction: direction, isPicture: false)
      let areButtons = root.kind == .array && children.allSatisfy(\.isButton)
      let part = ContentTree.arranged(
        children, as: areButtons ? .row : direction ?? .column,
        ComponentStyle(of: root, kind: root.kind))
      return component(
        part.map { tappable($0, root, named: "") }, ComponentRole(of: root, kinds: keys.kinds),
        of: root)
    }

    /// - Parameters:
    ///   - name: The key of the value, or of the list around it.
    ///   - direction: The direction that the value states.
    ///   - isPicture: Whether the value states that it is a picture.
    private mutating func children(
      of value: Value, named name: String, depth: Int, isInRail: Bool, direction: Direction?,
      isPicture: Bool
    ) -> [ContentTree] {
      // Feeds have at most 512 levels; resolved references can add as many.
      if depth > ContentTree.deepest { return [] }
      switch value.kind {
      case .string, .number: return leaf(value, key: "", in: name).map { [$0] } ?? []
      case .array:
        // Numbers are shown in the rows of a table, among texts.
        let hasTexts = value.array.contains { $0.kind == .string }
        let parts = value.array.flatMap { element in
          element.kind == .number && !hasTexts
            ? []
            : read(
              element, key: "", in: name, depth: depth, isInRail: isInRail, direction: direction)
        }
        return joined(parts, of: value).map { [$0] } ?? parts
      case .object:
        var parts: [ContentTree] = []
        for member in value.dictionary
        where !keys.omitted.contains(member.key)
          || (member.value.kind != .object && member.value.kind != .array)
        {
          let found =
            isPicture && member.value.string != nil
            ? picture(member.value, key: member.key, of: value, in: name).map { [$0] } ?? []
            : read(
              member.value, key: member.key, in: name, depth: depth, isInRail: isInRail,
              direction: direction, around: value)
          for part in found where !repeats(part, parts.last) { parts.append(part) }
        }
        return parts
      default: return []
      }
    }

    /// Returns the text that the runs of a list are together, as in `[{"text": "It is "}, {"text":
    /// "fast", "marks": […]}]`; `nil` if the elements are no runs.
    private func joined(_ parts: [ContentTree], of list: Value) -> ContentTree? {
      guard parts.count > 1, parts.count == list.count,
        case .text(var phrase, let style)? = parts.first
      else { return nil }
      var isRun = list.array.contains { $0["marks"].exists || $0["annotations"].exists }
      var texts: [String] = []
      for part in parts {
        guard case .text(let run, _) = part else { return nil }
        isRun = isRun || run.text.hasPrefix(" ") || run.text.hasSuffix(" ")
        texts.append(run.text)
      }
      guard isRun, list[0].kind == .object else { return nil }
      phrase.text = texts.joined()
      return .text(phrase, style)
    }

    /// Some formats give a text twice, with and without markup; it is drawn once.
    private func repeats(_ part: ContentTree, _ last: ContentTree?) -> Bool {
      guard case .text(let phrase, _) = part, case .text(let other, _)? = last else { return false }
      return phrase.text == other.text
    }

    /// Returns the picture at an address, or else the text, of a member of a picture.
    private mutating func picture(
      _ value: Value, key: String, of object: Value, in outer: String
    ) -> ContentTree? {
      guard let address = value.string, address.isAddress,
        !keys.isAction(key, in: outer)
          || keys.isPicture(key, in: outer) || ContentTree.sourceKeys.contains(key)
      else { return leaf(value, key: key, in: outer, around: object) }
      return counted(.image(address, ComponentStyle(of: object, kind: .object)))
    }

    /// Returns the trees of a value: none, one, or the elements of an array without a direction.
    private mutating func read(
      _ value: Value, key: String, in outer: String, depth: Int, isInRail: Bool,
      direction: Direction?, around object: Value? = nil
    ) -> [ContentTree] {
      let name = key.isEmpty ? outer : key
      let isTable =
        object.map { $0["rows"].kind == .array && $0["rows"][0].kind == .object } ?? false
      switch value.kind {
      case .string, .number:
        return leaf(value, key: key, in: outer, around: object).map { [$0] } ?? []
      case .array:
        let isColumns = ContentTree.cellKeys.contains(key)
        let isRows = isTable && key == "rows"
        let isRail =
          !isInRail && value.count > 1 && direction == nil && !isColumns && !isRows
          && !ContentTree.holdsLists(value, keys.kinds)
          && !ContentTree.choiceKeys.contains(key) && !ContentTree.isTyped(value, keys.kinds)
          && !value.array.allSatisfy(ContentTree.isPair)
        let children = children(
          of: value, named: name, depth: depth + 1, isInRail: isInRail || isRail,
          direction: direction, isPicture: false)
        guard children.count > 1 else { return children }
        let areButtons = direction == nil && children.allSatisfy(\.isButton)
        if areButtons || ContentTree.isTableRow(value, key: key)
          || (isColumns && isTable && !children.contains(where: \.isContainer))
        {
          return [.row(children, ComponentStyle())]
        }
        // The records of a table are its rows.
        if isRows { return children.map(\.asRow) }
        // The elements of any other array join the enclosing container, and take its direction.
        return isRail ? [.rail(children)] : children
      case .object:
        let direction =
          key.isEmpty && ContentTree.isPair(value)
          ? .row : ContentTree.direction(of: value, key: key, keys.kinds)
        var role = ComponentRole(of: value, key: key, kinds: keys.kinds)
        if role == .none, key.isEmpty, outer == "buttons" || outer == "actions" { role = .button }
        let children = children(
          of: value, named: name, depth: depth + 1, isInRail: isInRail, direction: direction,
          isPicture: role == .picture)
        if depth >= ContentTree.depthLimit { return children }
        let part = ContentTree.arranged(
          children, as: direction ?? .column, ComponentStyle(of: value, kind: .object))
        return component(part.map { tappable($0, value, named: name) }, role, of: value)
          .map { [$0] } ?? []
      default: return []
      }
    }

    /// Returns a part as the heading, button, field or toggle that its value is.
    private func component(
      _ part: ContentTree?, _ role: ComponentRole, of value: Value
    ) -> ContentTree? {
      guard let part, role != .none, role != .picture else { return part }
      // Only a text is a heading; a header with several texts is a container.
      if role == .heading, !part.isText { return part }
      return .component(role, part)
    }

    /// Returns a part with the target that its value has, or that an object without content in it
    /// has, as in `{"info": {…}, "cta": {"link": …}}`.
    private func tappable(_ part: ContentTree, _ value: Value, named name: String) -> ContentTree {
      if case .target = part { return part }
      var found = target(of: value, named: name)
      for member in value.dictionary where found == nil && member.value.kind == .object {
        found = target(inside: member.value, named: member.key, levels: 3)
      }
      guard let target = found else { return part }
      return .target(part, type: BlockReader.type(of: target, value), target: target)
    }

    /// Returns the target that an object, or an object in it, has; `nil` if it has content.
    private func target(inside value: Value, named name: String, levels: Int) -> String? {
      let isOmitted = keys.omitted.contains(name)
      let hasContent = value.dictionary.contains {
        $0.value.kind == .string
          && (keys.isText($0.key, in: name) || keys.isPicture($0.key, in: name))
      }
      if hasContent, !isOmitted { return nil }
      if let found = target(of: value, named: name) { return found }
      guard levels > 1 else { return nil }
      for member in value.dictionary where member.value.kind == .object {
        if let found = target(inside: member.value, named: member.key, levels: levels - 1) {
          return found
        }
      }
      return nil
    }

    private func target(of value: Value, named name: String) -> String? {
      value.dictionary.first {
        keys.isAction($0.key, in: name) && !keys.isPicture($0.key, in: name)
          && $0.value.string?.isEmpty == false
      }?.value.string
    }

    private mutating func leaf(
      _ value: Value, key: String, in outer: String, around object: Value? = nil
    ) -> ContentTree? {
      guard value.source != title else { return nil }
      let isText = key.isEmpty || keys.isText(key, in: outer)
      guard let string = value.string else {
        guard isText else { return nil }
        return places.phrase(value).flatMap { counted(.text($0, ComponentStyle())) }
      }
      // If a key such as "value" is for texts and for pictures, only an address is a picture.
      let isImage =
        (keys.isPicture(key, in: outer) && (!isText || string.isAddress))
        || (key.isEmpty && string.isAddress && keys.isPicture(outer, in: ""))
      guard !string.isEmpty, isImage || (isText && !(key.isEmpty && string.isAddress))
      else { return nil }
      let style = object.map { ComponentStyle(of: $0, kind: .object) } ?? ComponentStyle()
      if isImage { return counted(.image(string, style)) }
      return places.phrase(value).flatMap { counted(.text($0, style)) }
    }

    /// Returns a part, unless the block has too many.
    private mutating func counted(_ part: ContentTree) -> ContentTree? {
      count += 1
      if count <= ContentTree.limit { return part }
      isCut = true
      return nil
    }
  }

  /// Keys of the address of a picture in an object that states that it is one.
  private static let sourceKeys: Set<String> = ["url", "src", "source", "uri", "image"]

  private var isText: Bool {
    if case .text = self { return true }
    return false
  }

  private var isContainer: Bool {
    switch self {
    case .column, .row, .rail: true
    default: false
    }
  }

  /// The share of the free space of a row that the part takes.
  var weight: Double {
    switch self {
    case .text(_, let style), .column(_, let style), .row(_, let style): style.weight ?? 0
    case .component(_, let part), .target(let part, _, _): part.weight
    case .image, .rail: 0
    }
  }

  private var asRow: ContentTree {
    if case .column(let children, let style) = self { return .row(children, style) }
    return self
  }

  /// Whether the part has room around its text, so that texts beside it are centred.
  var isControl: Bool {
    if case .component(let role, _) = self { return role != .heading }
    return false
  }

  private var isButton: Bool {
    if case .component(.button, _) = self { return true }
    return false
  }
}

extension String {
  /// Whether the text is an address or the path of a file on a server.
  fileprivate var isAddress: Bool { holds("://") || hasPrefix("/") }

  /// Returns whether the text contains the bytes of a part. `contains` would make the plugin load
  /// Swift's module for string processing.
  func holds(_ part: String) -> Bool {
    var rest = utf8[...]
    while rest.count >= part.utf8.count {
      if rest.starts(with: part.utf8) { return true }
      rest.removeFirst()
    }
    return false
  }
}
