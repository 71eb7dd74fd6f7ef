import SectionEngine

/// Reports a path that does not exist, with its longest existing part and the nodes below that.
package enum UnknownNode {
  private static let mostNames = 12
  /// The maximum number of paths compared with a mistyped path.
  private static let mostPaths = 5_000

  package static func diagnostic(_ path: String, in page: Page) -> Diagnostic {
    let (known, below) = reached(path, in: page)
    let place = known.isEmpty ? "the page" : "`\(known)`"
    var helps: [String] = []
    if let meant = meant(path, in: page) { helps.append("did you mean `\(meant)`?") }
    let names = below.prefix(mostNames).joined(separator: ", ")
    let more = below.count > mostNames ? ", … \(below.count - mostNames) more" : ""
    helps.append(
      below.isEmpty ? "there are no nodes below \(place)" : "below \(place): \(names)\(more)")
    return Diagnostic(
      .unknownNode, .error, "the page has no node `\(path)`",
      notes: ["paths are those of `sectionengine dump`, from the block code down"], helps: helps)
  }

  /// Returns the longest existing part of the path, and the ids one level below it.
  private static func reached(
    _ path: String, in page: Page
  ) -> (known: String, below: [String]) {
    var known = path
    while let slash = known.lastIndex(of: "/") {
      known = String(known[..<slash])
      if let place = page.place(at: known), let view = page.view(of: place.part) {
        return (known, view.ids(below: place.node))
      }
    }
    return ("", sections(of: page))
  }

  private static func sections(of page: Page) -> [String] {
    page.sectionNames + (page.chrome.top == nil ? [] : ["top"])
      + (page.chrome.bottom == nil ? [] : ["bottom"])
  }

  /// Returns the path that is most similar to a mistyped one, in the most similar section.
  private static func meant(_ path: String, in page: Page) -> String? {
    let first = String(path.prefix { $0 != "/" })
    let names = sections(of: page)
    guard let name = names.contains(first) ? first : Suggestion.closest(to: first, among: names)
    else { return nil }
    let rest = path.dropFirst(first.count)
    guard !rest.isEmpty, let place = page.place(at: name), let view = page.view(of: place.part)
    else { return name }
    let wanted = name + rest
    let paths = view.paths(in: name).prefix(mostPaths)
    if paths.contains(wanted) { return wanted }
    return Suggestion.closest(to: wanted, among: paths)
  }
}

extension SnappedSection {
  /// Returns the ids of a node's children, or of the nodes directly below a section's path.
  fileprivate func ids(below node: Int?) -> [String] {
    guard section.arena.count > 0 else { return [] }
    if node == nil, !isRootImplicit { return [id(of: 0)] }
    return section.arena.children(of: node ?? 0).map(id)
  }
}
