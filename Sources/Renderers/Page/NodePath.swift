import LayoutCore
import Page

/// A node of a page, or a whole section if `node` is `nil`.
package struct NodePlace: Sendable, Hashable {
  package var part: PagePart
  /// The index of the node in the arena of `part`.
  package var node: Int?

  package init(_ part: PagePart, node: Int? = nil) {
    self.part = part
    self.node = node
  }
}

/// A path identifies a node, such as "HOMEPAGE_BANNER/pager/image[0]", with one name per level of
/// the dump. The second section with a code is "NOTICE#2"; the bars are "top" and "bottom". A root
/// that only contains header, rows and footer has no name: its path is the section's path.
extension Page {
  /// Returns the parts that the options select, in document order.
  func parts(shownBy options: RenderOptions) -> [PagePart] {
    var parts = sections(shownBy: options)
    if options.chrome, chrome.top != nil { parts.insert(.top, at: 0) }
    if options.chrome, chrome.bottom != nil { parts.append(.bottom) }
    return parts
  }

  /// Returns the sections that the page has and the options show.
  func sections(shownBy options: RenderOptions) -> [PagePart] {
    sections.indices.filter {
      options.section == nil || options.section == sections[$0].blockCode
    }.map(PagePart.section)
  }

  /// Returns a part with the default options of machine formats; `nil` if the page lacks the part.
  package func view(of part: PagePart) -> SnappedSection? {
    section(part).map { SnappedSection($0, environment: environment, options: RenderOptions()) }
  }

  /// Returns the node or section at a path; `nil` for none. O(sections + nodes of one section).
  package func place(at path: String) -> NodePlace? {
    var parts = sectionNames.enumerated().map { ($1, PagePart.section($0)) }
    // If a section has the code "top" or "bottom", the path means the section, not the bar.
    if chrome.top != nil { parts.append(("top", .top)) }
    if chrome.bottom != nil { parts.append(("bottom", .bottom)) }
    for (name, part) in parts where path.hasPrefix(name) {
      if path == name { return NodePlace(part) }
      if let node = view(of: part)?.paths(in: name).firstIndex(of: path) {
        return NodePlace(part, node: node)
      }
    }
    return nil
  }
}

extension SnappedSection {
  /// Returns the paths of all nodes of the section, by node index. `name` is the section's name.
  package func paths(in name: String) -> [String] {
    var paths: [String] = []
    paths.reserveCapacity(section.arena.count)
    var open: [Int] = []
    for node in 0..<section.arena.count {
      while let last = open.last, end(of: last) <= node { open.removeLast() }
      let parent = open.last.map { paths[$0] } ?? name
      paths.append(node == 0 && isRootImplicit ? name : "\(parent)/\(id(of: node))")
      open.append(node)
    }
    return paths
  }
}
