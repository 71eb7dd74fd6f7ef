import Support
import LayoutCore
import Renderers

/// A path that does not exist. Reports the longest part that does, and the nodes below it.
package struct UnknownNode {
  private let path: String
  private let tree: LayoutTree
  private static let mostNames = 12
  /// The maximum number of paths that a mistyped one is compared with.
  private static let mostPaths = 5_000

  package init(_ path: String, in tree: LayoutTree) {
    self.path = path
    self.tree = tree
  }

  package var diagnostic: Diagnostic {
    let (known, below) = reached
    let place = known.isEmpty ? "the page" : "`\(known)`"
    var helps: [String] = []
    if let meant { helps.append("did you mean `\(meant)`?") }
    if below.isEmpty {
      helps.append("there are no nodes below \(place)")
    } else {
      let names = below.prefix(Self.mostNames).joined(separator: ", ")
      let more = below.count > Self.mostNames ? ", … \(below.count - Self.mostNames) more" : ""
      helps.append("below \(place): \(names)\(more)")
    }
    return Diagnostic(
      .unknownNode, .error, "the page has no node `\(path)`",
      notes: ["paths are those of `sectionengine dump`, from the block code down"], helps: helps)
  }

  /// The longest existing part of the path, and the ids one level below it.
  private var reached: (known: String, below: [String]) {
    var known = path
    while let slash = known.lastIndex(of: "/") {
      known = String(known[..<slash])
      guard let place = tree.place(at: known), let section = tree.section(place.part) else {
        continue
      }
      let view = SectionView(section, environment: tree.environment, options: RenderOptions())
      return (known, view.ids(below: place.node))
    }
    return ("", sections)
  }

  private var sections: [String] {
    tree.sectionNames + (tree.chrome.top == nil ? [] : ["top"])
      + (tree.chrome.bottom == nil ? [] : ["bottom"])
  }

  /// The most similar path in the most similar section.
  private var meant: String? {
    let first = String(path.prefix { $0 != "/" })
    let names = sections
    guard let name = names.contains(first) ? first : Suggestion.closest(to: first, among: names)
    else { return nil }
    guard let place = tree.place(at: name), let section = tree.section(place.part) else {
      return name
    }
    let rest = path.dropFirst(first.count)
    if rest.isEmpty { return name }
    let view = SectionView(section, environment: tree.environment, options: RenderOptions())
    let wanted = name + rest
    let paths = view.paths(in: name).prefix(Self.mostPaths)
    if paths.contains(wanted) { return wanted }
    return Suggestion.closest(to: wanted, among: paths)
  }
}

extension SectionView {
  /// Returns the ids of a node's children, or of the nodes directly below a section's path.
  fileprivate func ids(below node: Int?) -> [String] {
    guard section.arena.count > 0 else { return [] }
    if node == nil, !isRootImplicit { return [id(of: 0)] }
    let parent = node ?? 0
    var ids: [String] = []
    var child = parent + 1
    while child < end(of: parent) {
      ids.append(id(of: child))
      child = end(of: child)
    }
    return ids
  }
}
