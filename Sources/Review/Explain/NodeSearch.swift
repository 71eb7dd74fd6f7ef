import SectionEngine

/// Finds the nodes that show a value or a text, given a JSON path, a file and line, or the text.
package struct NodeSearch {
  private enum Wanted {
    /// A JSON path, including the values below it.
    case path(String)
    case line(file: String, line: Int)
    case text(String)
  }

  let page: FeedPage
  private let wanted: Wanted
  private let subject: String
  /// The maximum number of paths in a diagnostic.
  private static let mostPaths = 8

  /// - Parameter subject: A JSON path such as `$.data.blocks[0]`, `FILE:LINE`, or a text.
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

  /// Returns the paths of the matching nodes in document order. If no text equals the subject,
  /// returns the nodes whose text contains it. O(nodes).
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
    // "12:04" has the form `FILE:LINE`, but may be a text.
    case .line: return paths { node, _ in node.text == subject }
    case .text(let text): return paths { node, _ in node.text.contains(text) }
    }
  }

  /// Returns the name of the section whose block is at the path; `nil` if there is none.
  private func section(at path: String) -> String? {
    let laidOut = page.laidOut
    return laidOut.sections.indices.first { page.block(ofSection: $0)?.value.location.path == path }
      .map { laidOut.sectionNames[$0] }
  }

  private func paths(where isFit: (LayoutNode, FeedValue?) -> Bool) -> [String] {
    let laidOut = page.laidOut
    let names = laidOut.sectionNames
    var found: [String] = []
    for index in laidOut.sections.indices {
      let arena = laidOut.sections[index].arena
      let document = page.block(ofSection: index)?.value.document
      let fitting = (0..<arena.count).filter { node in
        let source = arena.content(of: node)?.source ?? 0
        let value = source == 0 ? nil : document.map { FeedValue(document: $0, index: source) }
        return isFit(LayoutNode(arena: arena, index: node), value)
      }
      guard !fitting.isEmpty, let view = laidOut.view(of: .section(index)) else { continue }
      let paths = view.paths(in: names[index])
      found += fitting.map { paths[$0] }
    }
    return found
  }

  /// Whether a location is at or below the path, or on the line.
  private func matches(_ place: SourceLocation) -> Bool {
    switch wanted {
    case .path(let path):
      let rest = place.path.dropFirst(path.count).first ?? "."
      return place.path.hasPrefix(path) && ".[".contains(rest)
    case .line(let file, let line): return place.line == line && place.isIn(file)
    case .text: return false
    }
  }

  /// Returns why no node shows the subject; `nil` for a text that is no block code or feed value.
  package func absence() -> Diagnostic? {
    if case .text(let text) = wanted { return absence(ofBlock: text) ?? absence(ofText: text) }
    var found = Diagnostic(
      .unknownNode, .error, "no node shows `\(shown(subject, limit: 120))`",
      helps: [
        "`sectionengine dump --all` lists the nodes; `plugin debug` lists what a plugin reads"
      ])
    let names = page.laidOut.sectionNames
    let section = names.indices.filter { index in
      page.block(ofSection: index).map { isInside($0.value) } ?? false
    }.max { depth(ofSection: $0) < depth(ofSection: $1) }
    if let section {
      let drawn = page.laidOut.sections[section]
      found.notes = [
        "it belongs to section `\(names[section])`, whose provider "
          + "`\(drawn.provider.identity)` draws no node of it"
      ]
      found.blockCode = drawn.blockCode
    } else {
      found.notes = ["no block of the page contains it"]
    }
    found.notes += page.laidOut.diagnostics.filter { diagnostic in
      diagnostic.location.map(isAround) ?? false || isReplaced(by: diagnostic)
    }.prefix(Self.mostPaths).map(\.inShort)
    return found
  }

  /// Whether the value is in a block that a later block with the same code replaced.
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

  /// Whether a location is the value, inside the value, or encloses the value.
  private func isAround(_ place: SourceLocation) -> Bool {
    if case .path(let path) = wanted, place.path.count > 1, path.hasPrefix(place.path) {
      return true
    }
    return matches(place)
  }

  /// Returns a note that lists all nodes except the first, which is explained; `nil` for one node.
  package static func others(_ paths: [String]) -> String? {
    guard paths.count > 1 else { return nil }
    return "also shown by \(listed(paths.dropFirst().map { "`\($0)`" }, atMost: mostPaths))"
  }
}

extension SourceLocation {
  /// Whether the location is in a file. `name` may omit the folder.
  fileprivate func isIn(_ name: String) -> Bool { file == name || file.hasSuffix("/\(name)") }
}
