import LayoutCore
import Renderers

/// Names of the nodes, rows and sections of a page in formulas.
final class ExplanationNames {
  private let tree: LayoutTree
  private lazy var sectionNames = tree.sectionNames
  private var views: [PagePart: SectionView] = [:]
  private var paths: [PagePart: [String]] = [:]

  init(_ tree: LayoutTree) { self.tree = tree }

  func view(_ part: PagePart) -> SectionView? {
    if let known = views[part] { return known }
    views[part] = tree.view(of: part)
    return views[part]
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
    case .row(let part, let row): return "\(section(part))/row \(row)"
    case .node(let part, let node):
      let known = paths[part] ?? view(part)?.paths(in: section(part)) ?? []
      paths[part] = known
      return known.indices.contains(node) ? known[node] : section(part)
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

extension LayoutInput.Owner {
  var part: PagePart? {
    switch self {
    case .page: nil
    case .section(let part), .row(let part, _), .node(let part, _): part
    }
  }
}
