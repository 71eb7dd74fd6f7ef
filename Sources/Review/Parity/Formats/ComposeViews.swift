import SectionEngine

/// The semantics tree of Jetpack Compose in pixels. Roborazzi writes it in a file beside a picture
/// (`.uitree.json`):
///
///     {"type": "compose", "testTag": "title", "bounds": [42, 315, 278, 378],
///      "properties": {"Text": "[Charts]"}, "children": []}
///
/// `printToLog` prints it, with or without log prefixes:
///
///     Node #2 at (l=42.0, t=315.0, r=278.0, b=378.0)px, Tag: 'title'
///     Text = '[Charts]'
extension ViewHierarchy {
  static func parse(roborazzi root: FeedValue, name: String) -> Diagnosed<ViewHierarchy?> {
    var reading = ViewReading(.compose, name: name)
    reading.add(tree: [root["root"]]) { value in
      var node = ComposeNode()
      node.bounds = value["bounds"].children.compactMap(\.double)
      node.tag = value["testTag"].string ?? value["id"].string
      node.name = value["className"].string
      for property in value["properties"].children {
        if let string = property.string { node.set(property.key, string) }
      }
      node.isHidden = node.isHidden || value["visibility"].exists
      return node.view
    }
    return reading.finished()
  }

  static func parse(compose text: UnsafeBufferPointer<UInt8>, name: String) -> Diagnosed<
    ViewHierarchy?
  > {
    var reading = ViewReading(.compose, name: name)
    var node: (value: ComposeNode, level: Int, line: Int)?
    func close() {
      guard let open = node else { return }
      var view = open.value.view
      view?.level = open.level
      reading.add(view, at: SourceLocation(file: name, line: open.line, column: 1))
      node = nil
    }
    let lines = String(decoding: text, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !reading.isFull {
      if line.contains("Printing with useUnmergedTree") {
        // If a log has several trees, only the last tree is kept.
        (reading, node) = (ViewReading(.compose, name: name), nil)
      } else if let start = line.firstRange(of: "Node #"), line.contains(" at (l=") {
        close()
        node = (
          ComposeNode(line[start.lowerBound...]), Self.level(of: line[..<start.lowerBound]),
          index + 1
        )
      } else {
        node?.value.read(line)
      }
    }
    close()
    return reading.finished()
  }

  /// Returns the column of a node. Ignores the number that `printToString` writes before list
  /// nodes, such as "2) ".
  private static func level(of indent: Substring) -> Int {
    guard indent.hasSuffix(") ") else { return indent.count }
    return indent.dropLast(2).reversed().drop(while: \.isNumber).count
  }
}

/// One node of the semantics tree.
private struct ComposeNode {
  var bounds: [Double] = []
  var name: String?
  var tag: String?
  var isHidden = false
  private var role: String?
  private var texts: [String: String] = [:]
  private var isScrolling = false
  private var isTapTarget = false
  /// The key whose text continues on the next line; `nil` if no text is open.
  private var openKey: String?

  init() {}

  /// Parses "Node #2 at (l=0.0, t=63.0, r=221.0, b=120.0)px, Tag: 'title'".
  init(_ line: Substring) {
    let place = line.drop { $0 != "(" }.prefix { $0 != ")" }
    guard place.endIndex < line.endIndex else { return }
    bounds = place.split { "(=, ".contains($0) }.compactMap { Double($0) }
    tag = line[place.endIndex...].firstRange(of: "Tag: '").map {
      String(line[$0.upperBound...].prefix { $0 != "'" })
    }
  }

  /// Parses a line such as "Text = '[Charts]'", without tree lines and log prefix.
  mutating func read(_ line: Substring) {
    if let key = openKey {
      let end = line.firstRange(of: "]'")
      texts[key, default: ""] += "\n" + line[..<(end?.lowerBound ?? line.endIndex)]
      if end != nil { openKey = nil }
      return
    }
    guard let equals = line.firstRange(of: " = ") else {
      if Self.hiding.contains(where: { line.hasSuffix("[\($0)]") }) { isHidden = true }
      return
    }
    let key = String(line[..<equals.lowerBound].reversed().prefix { $0.isLetter }.reversed())
    var value = line[equals.upperBound...]
    if value.hasPrefix("'") { value = value.dropFirst() }
    let isComplete = value.hasSuffix("'")
    set(key, String(isComplete ? value.dropLast() : value))
    if value.hasPrefix("["), !isComplete, texts[key] != nil { openKey = key }
  }

  mutating func set(_ key: String, _ value: String) {
    switch key {
    case "Text", "EditableText", "ContentDescription":
      let isList = value.hasPrefix("[")
      texts[key] = String(
        isList ? value.dropFirst().dropLast(value.hasSuffix("]") ? 1 : 0) : value[...])
    case "Role": role = value
    case "OnClick": isTapTarget = true
    case "Actions": isTapTarget = isTapTarget || value.contains("OnClick")
    case "VerticalScrollAxisRange", "HorizontalScrollAxisRange": isScrolling = true
    case _ where Self.hiding.contains(key): isHidden = true
    default: break
    }
  }

  private static let hiding = ["InvisibleToUser", "HideFromAccessibility"]

  var view: ViewHierarchy.View? {
    let description = texts["ContentDescription"]
    let shown = [texts["Text"], texts["EditableText"]].compactMap { $0 }.first { !$0.isEmpty }
    var view = ViewHierarchy.View(
      name ?? role ?? "Node", Rect(edges: bounds),
      identifier: tag ?? (role == "Image" ? description : nil),
      text: shown ?? (role == "Image" ? nil : description))
    view?.isScrolling = isScrolling
    view?.draws = isTapTarget || role == "Button"
    view?.isHidden = isHidden
    return view
  }
}
