import LayoutCore
import Renderers

/// Writes differences as JSON, described by `DiffSchema`. It has every change, including those that
/// texts fold or omit.
package struct DiffJSON {
  package init() {}

  package func bytes(of diff: PageDiff) -> [UInt8] {
    JSONWriter.document { json in
      json.write("$schema", DiffSchema.identifier)
      json.write(body: diff)
    }
  }
}

extension DiffJSON {
  /// Returns the differences of two folders: names in order, each with its status ("added",
  /// "removed", "different" or "same") and its difference.
  package func bytes(ofFiles files: [(name: String, status: String, diff: PageDiff?)]) -> [UInt8] {
    JSONWriter.document { json in
      json.write("$schema", DiffSchema.identifier)
      json.write("different", files.contains { $0.status != "same" })
      json.objects("files", files) { json, file in
        if let diff = file.diff { json.object("difference") { $0.write(body: diff) } }
        json.write("name", file.name)
        json.write("status", file.status)
      }
      json.write("schemaVersion", DiffSchema.version)
    }
  }
}

extension JSONWriter {
  /// Writes the keys of a pair of pages.
  mutating func write(body diff: PageDiff) {
    object("counts") { json in
      let counts = diff.counts
      json.write("added", counts.added)
      json.write("changed", counts.changed)
      json.write("moved", counts.moved)
      json.write("pushed", counts.pushed)
      json.write("removed", counts.removed)
      json.write("resized", counts.resized)
      json.write("unchanged", counts.unchanged)
    }
    write("different", !diff.isEmpty)
    array("environment", diff.environment) { $0.write(change: $1) }
    object("feed") { json in
      json.object("new") { $0.write(feed: diff.new.feed) }
      json.object("old") { $0.write(feed: diff.old.feed) }
    }
    write("following", diff.following)
    array("providers", diff.providers) { json, provider in
      json.beginObject()
      json.write("id", provider.id)
      json.write("new", provider.new)
      json.write("old", provider.old)
      json.write("sections", provider.sections)
      json.endObject()
    }
    array("pushes", diff.pushes) { json, push in
      json.beginObject()
      json.write("distance", push.distance)
      json.write("first", push.first)
      json.write("last", push.last)
      json.endObject()
    }
    write("rounded", diff.rounded)
    write("schemaVersion", DiffSchema.version)
    array("sections", diff.sections) { $0.write(section: $1, of: diff) }
  }

  private mutating func write(feed: FlatPage.Feed) {
    write("height", feed.size.height)
    write("id", feed.name)
    write("width", feed.size.width)
  }

  private mutating func write(change: PageDiff.ValueChange) {
    beginObject()
    write("key", change.key)
    if let new = change.new { write("new", new) }
    if let old = change.old { write("old", old) }
    endObject()
  }

  private mutating func write(section: PageDiff.Section, of diff: PageDiff) {
    beginObject()
    if let gap = section.gap {
      object("gap") { json in
        json.write("new", gap.new)
        json.write("old", gap.old)
      }
    }
    array("kinds", section.kinds.words) { $0.write($1) }
    if section.new >= 0 {
      object("new") { json in
        json.write("frame", diff.new.lines[section.new].frame)
        if section.places.new > 0 { json.write("place", section.places.new) }
      }
    }
    var route: [String] = [section.name]
    array("nodes", section.nodes) { json, node in
      // Paths are relative to the change around a node; the JSON has full paths.
      route.removeLast(route.count - 1 - node.depth)
      route.append("\(route[node.depth])/\(node.path.joined(separator: "/"))")
      json.write(node: node, path: route[node.depth + 1], of: diff)
    }
    if section.old >= 0 {
      object("old") { json in
        json.write("frame", diff.old.lines[section.old].frame)
        if section.places.old > 0 { json.write("place", section.places.old) }
      }
    }
    write("path", section.name)
    array("values", section.values) { $0.write(change: $1) }
    endObject()
  }

  private mutating func write(node: PageDiff.Node, path: String, of diff: PageDiff) {
    beginObject()
    if let alike = node.alike {
      object("alike") { json in
        json.write("count", alike.count)
        json.write("name", alike.name)
      }
    }
    array("kinds", node.kinds.words) { $0.write($1) }
    if node.new >= 0 {
      object("new") {
        $0.write(line: diff.new.lines[node.new], of: diff.new, place: node.places?.new)
      }
    }
    if node.old >= 0 {
      object("old") {
        $0.write(line: diff.old.lines[node.old], of: diff.old, place: node.places?.old)
      }
    }
    write("path", path)
    array("values", node.values) { $0.write(change: $1) }
    endObject()
  }

  private mutating func write(line: FlatPage.Line, of page: FlatPage, place: Int?) {
    write("frame", line.frame)
    if let place { write("place", place) }
    if !line.string.isEmpty { write("text", page.text(line.string)) }
  }
}

extension PageDiff.Kinds {
  /// The names of the kinds, in a fixed order.
  package var words: [String] {
    let names: [(PageDiff.Kinds, String)] = [
      (.added, "added"), (.removed, "removed"), (.moved, "moved"), (.resized, "resized"),
      (.restyled, "restyled"), (.text, "text"), (.action, "action"), (.entered, "entered"),
      (.left, "left"),
    ]
    return names.filter { contains($0.0) }.map(\.1)
  }
}
