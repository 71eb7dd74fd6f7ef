import Page
import SectionEngine

/// Pictures whose host changed, and nothing else of their address. If many nodes have the same change,
/// as after a move to another server, it is one remark.
struct PictureHosts {
  private struct Change: Hashable { var old, new: String }

  /// The number of nodes from which a change is one remark.
  private static let least = 3

  private var counts: [(change: Change, count: Int)] = []
  /// The names of sections in which each changed picture has another host, and nothing else.
  private var sections: Set<String> = []

  init(of diff: PageDiff) {
    var found: [(section: String, changes: [Change])] = []
    for section in diff.sections {
      // Marks include the nodes that share a line with a similar one.
      let pictures = section.marks.filter { $0.old >= 0 && $0.new >= 0 }.map { mark in
        (Self.picture(mark.old, diff.oldLines), Self.picture(mark.new, diff.newLines))
      }.filter { $0.0 != $0.1 }
      let changes = pictures.map { Self.change(from: $0.0, to: $0.1) }
      if !changes.contains(nil) { found.append((section.name, changes.compactMap(\.self))) }
    }
    for change in found.flatMap(\.changes) {
      if let index = counts.firstIndex(where: { $0.change == change }) {
        counts[index].count += 1
      } else {
        counts.append((change, 1))
      }
    }
    counts.removeAll { $0.count < Self.least }
    sections = Set(
      found.filter { entry in
        entry.changes.allSatisfy { change in counts.contains { $0.change == change } }
      }.map(\.section))
    let named = found.filter { sections.contains($0.section) }.flatMap(\.changes)
    counts = counts.map { entry in (entry.change, named.count { $0 == entry.change }) }
    counts.removeAll { $0.count == 0 }
  }

  private static func picture(_ line: Int, _ lines: Page.Lines) -> String? {
    lines.tail(of: lines[line]).attributes["picture"]
  }

  /// Lines such as "pictures: host a.example.com -> b.example.com (24 nodes)".
  var words: [String] {
    counts.map { change, count in
      "pictures: host \(shown(change.old, limit: 60)) -> \(shown(change.new, limit: 60))"
        + " (\(counted(count, "node")))"
    }
  }

  /// Returns whether the remark tells everything about a section.
  func explain(_ section: PageDiff.Section) -> Bool {
    section.old >= 0 && section.new >= 0 && section.kinds.isEmpty && section.values.isEmpty
      && section.gap == nil && !section.nodes.isEmpty && others(of: section).isEmpty
  }

  /// Returns the nodes of a section without the changes that the remark reports.
  func others(of section: PageDiff.Section) -> [PageDiff.Node] {
    guard sections.contains(section.name) else { return section.nodes }
    var nodes = section.nodes
    for index in nodes.indices.reversed() {
      let values = nodes[index].values
      nodes[index].values.removeAll { $0.key == "picture" }
      let hasLess = nodes[index].values.count < values.count
      let isParent = index + 1 < nodes.count && nodes[index + 1].depth > nodes[index].depth
      let isRestyled = nodes[index].kinds.isSubset(of: .restyled)
      if hasLess, nodes[index].values.isEmpty, isRestyled, nodes[index].places == nil, !isParent {
        nodes.remove(at: index)
      }
    }
    return nodes
  }

  /// Returns the change of a picture's host; `nil` for another change.
  private static func change(from old: String?, to new: String?) -> Change? {
    guard let old = old.flatMap(parts), let new = new.flatMap(parts), old.rest == new.rest,
      old.host != new.host
    else { return nil }
    return Change(old: old.host, new: new.host)
  }

  /// Returns the host and the rest of an address such as "https://example.com/a.png".
  private static func parts(of address: String) -> (host: String, rest: Substring)? {
    guard let start = address.firstRange(of: "://") else { return nil }
    let end = address[start.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    return (String(address[start.upperBound..<end]), address[end...])
  }
}
