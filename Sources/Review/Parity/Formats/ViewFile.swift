import SectionEngine

/// A dump of an app or a design. The kind is recognized from the content.
package enum ViewFile {
  case app(Diagnosed<ViewHierarchy?>)
  case design(FigmaFile)

  /// Reads a JSON document; `nil` if it has no known format. The dump may be inside up to three objects,
  /// as in the replies of servers.
  package init?(_ document: FeedDocument) {
    var waiting = [(value: document.root, depth: 0)]
    var next = 0
    while next < waiting.count, next < 64 {
      let (value, depth) = waiting[next]
      next += 1
      if let file = ViewFile(value, name: document.name) {
        self = document.text.count > ViewReading.mostBytes ? .tooLarge(document.name) : file
        return
      }
      guard depth < 3, value.kind == .object else { continue }
      waiting += value.children.prefix(32).filter { [.object, .array].contains($0.kind) }
        .map { ($0, depth + 1) }
    }
    return nil
  }

  private init?(_ root: FeedValue, name: String) {
    let source = root["value"].utf8
    if let design = FigmaFile(root, name: name) {
      self = .design(design)
    } else if let elements = ViewHierarchy.accessibilityElements(of: root) {
      self = .app(ViewHierarchy.parse(accessibility: elements, name: name))
    } else if root["root"].kind == .object,
      root["capture"].exists || root["root"]["bounds"].exists
    {
      self = .app(ViewHierarchy.parse(roborazzi: root, name: name))
    } else if InputKind(source) == .xml {
      // The reply of an Appium server has the XML in a JSON string.
      self = .app(ViewHierarchy.parse(xml: source, name: name))
    } else {
      return nil
    }
  }

  /// Reads a text that is not JSON; `nil` for an unknown kind.
  package init?(_ text: UnsafeBufferPointer<UInt8>, kind: InputKind, name: String) {
    guard text.count <= ViewReading.mostBytes || kind == .unknown else {
      self = .tooLarge(name)
      return
    }
    switch kind {
    case .views: self = .app(ViewHierarchy.parse(Array(text), file: name))
    case .xml: self = .app(ViewHierarchy.parse(xml: text, name: name))
    case .semantics: self = .app(ViewHierarchy.parse(compose: text, name: name))
    case .dump, .json, .jsonLines, .unknown: return nil
    }
  }

  private static func tooLarge(_ name: String) -> ViewFile {
    var reading = ViewReading(.uikit, name: name)
    reading.refuse(
      "it has more than \(ViewReading.mostBytes >> 20) MB",
      at: SourceLocation(file: name, line: 1, column: 1))
    return .app(Diagnosed(nil, reading.diagnostics))
  }

  /// The kind of file as words for messages.
  package var inWords: String {
    switch self {
    case .design: "a design of Figma"
    case .app: "a dump of an app"
    }
  }
}
