import LayoutCore
import Renderers

/// Names of the nodes, rows and sections of a page in formulas.
final class ExplanationNames {
  private let tree: LayoutTree
  private lazy var sectionNames = tree.sectionNames
  private var views: [PagePart: SectionView] = [:]

  init(_ tree: LayoutTree) { self.tree = tree }

  func view(_ part: PagePart) -> SectionView? {
    if let known = views[part] { return known }
    guard let section = tree.section(part) else { return nil }
    let view = SectionView(section, environment: tree.environment, options: RenderOptions())
    views[part] = view
    return view
  }

  func section(_ part: PagePart) -> String {
    switch part {
    case .section(let index): sectionNames[index]
    case .top: "top"
    case .bottom: "bottom"
    }
  }

  /// Returns a name that is unique on the page.
  func path(_ owner: LayoutInput.Owner) -> String {
    switch owner {
    case .page: return "page"
    case .section(let part): return section(part)
    case .row(let part, let row):
      return "\(section(part))/row \(row)"
    case .node(let part, let node):
      guard let view = view(part) else { return section(part) }
      return view.path(of: node, in: section(part))
    }
  }

  /// Returns a short name for a formula about `context`; empty for `context` itself.
  func short(_ owner: LayoutInput.Owner, in context: LayoutInput.Owner) -> String {
    if owner == context { return "" }
    switch owner {
    case .page: return "page"
    case .section(let part): return part == context.part ? "section" : section(part)
    case .row(_, let row): return "row \(row)"
    case .node(let part, let node):
      guard let view = view(part) else { return section(part) }
      // The root is shown as the section.
      return node == 0 && view.isRootImplicit ? "section" : view.id(of: node)
    }
  }
}

extension SectionView {
  /// Returns the same path as `paths(in:)`.
  /// - Complexity: O(depth x siblings).
  fileprivate func path(of node: Int, in name: String) -> String {
    var path = name
    var open = 0
    while open < section.arena.count {
      if open > 0 || !isRootImplicit { path += "/\(id(of: open))" }
      if open == node { break }
      var child = open + 1
      while child < end(of: open), end(of: child) <= node { child = end(of: child) }
      guard child <= node else { break }
      open = child
    }
    return path
  }
}

extension LayoutInput.Owner {
  var part: PagePart? {
    switch self {
    case .page: nil
    case .section(let part), .row(let part, _), .node(let part, _): part
    }
  }
}
