import SectionEngine

/// Describes the node that a tap reaches, its item and its action, in words and as JSON.
package struct TapReport {
  private let tapped: PageNode
  /// The path of the node, such as "NEWS/carousel/card[0]".
  package let path: String

  package init(_ tapped: PageNode, on page: FeedPage) {
    self.tapped = tapped
    let name = page.laidOut.sectionNames[tapped.section]
    path = page.laidOut.view(of: .section(tapped.section))?.paths(in: name)[tapped.node] ?? name
  }

  /// The facts, each with a name: "node", and "item" and "action" if there are any.
  package var lines: [(name: String, words: String)] {
    var lines = [("node", path)]
    if let item = tapped.item {
      let name = [item.type, item.id].filter { !$0.isEmpty }.joined(separator: ":")
      let place = item.indexPath.isEmpty ? "" : "index \(Self.indices(item.indexPath))"
      let section = "of \(tapped.sectionIdentity ?? "")"
      lines.append(("item", [name, place, section].filter { !$0.isEmpty }.joined(separator: " ")))
    }
    if let action = tapped.action {
      lines.append(("action", action.target + (action.type.isEmpty ? "" : " (\(action.type))")))
    }
    return lines
  }

  private static func indices(_ path: [Int]) -> String {
    path.map { "\($0)" }.joined(separator: ",")
  }

  /// Writes the members of the object `tap`.
  package func write(to json: inout JSONWriter) {
    if let action = tapped.action {
      json.object("action") { json in
        json.write("target", action.target)
        json.write("type", action.type)
      }
    }
    if let item = tapped.item {
      json.object("item") { json in
        json.write("id", item.id)
        json.array("indexPath", item.indexPath) { $0.write($1) }
        json.write("type", item.type)
      }
    }
    json.write("node", path)
    if let identity = tapped.sectionIdentity { json.write("section", identity) }
  }
}
