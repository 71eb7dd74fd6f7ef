import SectionEngine

/// Finds nodes that show a value or a text: by JSON path, by file and line, or by the text.
package struct NodeSearch {
  private enum Wanted {
    /// A path with the values below it.
    case path(String)
    case line(file: String, line: Int)
    case text(String)
  }

  let page: FeedPage
  private let wanted: Wanted
  private let subject: String
  /// The limit of paths in a diagnostic.
  private static let mostPaths = 8

  /// - Parameter subject: A path like `$.data.blocks[0]`, `FILE:LINE`, or a text.
  package init(_ subject: String, on page: FeedPage) {
    self.page = page
    self.subject = subject
    let colon = subject.lastIndex(of: ":")
    let line = colon.flatMap { Int(subject[subject.index(after: $0)...]) }
    if subject.hasPrefix("$") {
      wanted = .path(subject)
    } else if let colon, let line, colon > subject.startIndex {
      wanted = .line(file: String(subject[..<colon]), line: line)
    } else {
      wanted = .text(subject)
    }
  }

  /// Returns the paths of the nodes, in the order of the page. If none shows the text as it is, those
  /// that contain it. O(nodes).
  package func paths() -> [String] {
    if subject.isEmpty { return [] }
    if case .path(let path) = wanted, let name = section(at: path) { return [name] }
    let found = paths { node, value in
      switch wanted {
      case .text(let text): node.text == text || node.label == text
      case .path, .line: value.map { matches($0.location) } ?? false
      }
    }
    if !found.isEmpty { return found }
    switch wanted {
    case .path: return []
    // A time such as "12:04" is a text.
    case .line: return paths { node, _ in node.text == subject }
    case .text(let text): return paths { node, _ in node.text.contains(text) }
    }
  }

  /// Returns the name of the section of a block.
  private func section(at path: String) -> String? {
    let tree = page.rendered.tree
    return tree.sections.indices.first { page.block(ofSection: $0)?.value.location.path == path }
      .map { tree.sectionNames[$0] }
  }

  private func paths(where isFit: (LayoutNode, FeedValue?) -> Bool) -> [String] {
    let tree = page.rendered.tree
    let names = tree.sectionNames
    var found: [String] = []
    for index in tree.sections.indices {
      let arena = tree.sections[index].arena
      let document = page.block(ofSection: index)?.value.document
      let fitting = (0..<arena.count).filter { node in
        let source = arena.content(of: node)?.source ?? 0
        let value = source == 0 ? nil : document.map { FeedValue(document: $0, index: source) }
        return isFit(LayoutNode(arena: arena, index: node), value)
      }
      guard !fitting.isEmpty, let view = tree.view(of: .section(index)) else { continue }
      let paths = view.paths(in: names[index])
      found += fitting.map { paths[$0] }
    }
    return found
  }

  /// Whether a place is the path or below it, or on the line.
  private func matches(_ place: SourceLocation) -> Bool {
    switch wanted {
    case .path(let path):
      let rest = place.path.dropFirst(path.count).first ?? "."
      return place.path.hasPrefix(path) && ".[".contains(rest)
    case .line(let file, let line): return place.line == line && place.isIn(file)
    case .text: return false
    }
  }

  /// Returns why no node shows the value or block; `nil` if the subject is any other text.
  package func absence() -> Diagnostic? {
    if case .text(let text) = wanted { return absence(ofBlock: text) ?? absence(ofText: text) }
    var found = Diagnostic(
      .unknownNode, .error, "no node shows `\(shown(subject, limit: 120))`",
      helps: [
        "`sectionengine dump --all` lists the nodes; `plugin debug` lists what a plugin reads"
      ])
    let names = page.rendered.tree.sectionNames
    let section = names.indices.filter { index in
      page.block(ofSection: index).map { isInside($0.value) } ?? false
    }.max { depth(ofSection: $0) < depth(ofSection: $1) }
    if let section {
      let drawn = page.rendered.tree.sections[section]
      found.notes = [
        "it belongs to section `\(names[section])`, whose provider "
          + "`\(drawn.provider.id)@\(drawn.provider.version)` draws no node of it"
      ]
      found.blockCode = drawn.blockCode
    } else {
      found.notes = ["no block of the page contains it"]
    }
    found.notes += page.rendered.diagnostics.filter { diagnostic in
      diagnostic.location.map(isAround) ?? false || isReplaced(by: diagnostic)
    }.prefix(Self.mostPaths).map(\.inShort)
    return found
  }

  /// Whether the value is in a block whose place a later block with its code took.
  private func isReplaced(by diagnostic: Diagnostic) -> Bool {
    guard diagnostic.code == .repeatedBlock, case .path(let path) = wanted,
      let code = diagnostic.notes.first?.split(separator: " ").last,
      let end = code.lastIndex(of: ".")
    else { return false }
    return path.hasPrefix(code[..<end])
  }

  private func depth(ofSection index: Int) -> Int {
    page.block(ofSection: index)?.value.location.path.count ?? 0
  }

  private func isInside(_ block: FeedValue) -> Bool {
    switch wanted {
    case .path(let path):
      return path.hasPrefix(block.location.path)
        && block.document.value(atPath: path)?.exists == true
    case .line(let file, let line):
      let place = block.location
      let last = block.document.location(of: max(block.index, block.end - 1))
      return place.isIn(file) && (place.line...max(place.line, last.line)).contains(line)
    case .text: return false
    }
  }

  /// Whether a diagnostic is about the value, something in it, or something around it.
  private func isAround(_ place: SourceLocation) -> Bool {
    if case .path(let path) = wanted, place.path.count > 1, path.hasPrefix(place.path) {
      return true
    }
    return matches(place)
  }

  /// Returns the note that lists the nodes after the first, which is explained; `nil` for one.
  package static func others(_ paths: [String]) -> String? {
    guard paths.count > 1 else { return nil }
    return "also shown by \(listed(paths.dropFirst().map { "`\($0)`" }, atMost: mostPaths))"
  }
}

extension SourceLocation {
  /// Whether the place is in a file, which may be named without its folder.
  fileprivate func isIn(_ name: String) -> Bool { file == name || file.hasSuffix("/\(name)") }
}
