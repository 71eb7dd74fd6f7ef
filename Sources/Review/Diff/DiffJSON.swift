import SectionEngine

/// Writes differences as JSON (`ReviewSchema.diff`), including those that the text format omits.
package enum DiffJSON {
  package static func bytes(of diff: PageDiff) -> [UInt8] {
    JSONWriter.document { json in
      json.write("$schema", ReviewSchema.diffIdentifier)
      json.write(body: diff)
    }
  }

  /// Returns the differences of two folders as JSON: file names with status, in the given order.
  package static func bytes(
    ofFiles files: [(name: String, status: String, diff: PageDiff?)]
  ) -> [UInt8] {
    JSONWriter.document { json in
      json.write("$schema", ReviewSchema.diffIdentifier)
      json.write("different", files.contains { $0.status != "same" })
      json.objects("files", files) { json, file in
        if let diff = file.diff { json.object("difference") { $0.write(body: diff) } }
        json.write("name", file.name)
        json.write("status", file.status)
      }
      json.write("schemaVersion", ReviewSchema.diffVersion)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func write(body diff: PageDiff) {
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
    write("environment", diff.environment)
    object("feed") { json in
      for (key, page, lines) in [
        ("new" as StaticString, diff.new, diff.newLines), ("old", diff.old, diff.oldLines),
      ] {
        json.object(key) { json in
          json.write("height", lines.size.height)
          json.write("id", page.feedID)
          json.write("width", lines.size.width)
        }
      }
    }
    write("following", diff.following)
    objects("providers", diff.providers) { json, provider in
      json.write("id", provider.id)
      json.write("new", provider.new)
      json.write("old", provider.old)
      json.write("sections", provider.sections)
    }
    objects("pushes", diff.pushes) { json, push in
      json.write("distance", push.distance)
      json.write("first", push.first)
      json.write("last", push.last)
    }
    write("rounded", diff.rounded)
    write("schemaVersion", ReviewSchema.diffVersion)
    objects("sections", diff.sections) { $0.write(section: $1, of: diff) }
  }

  private mutating func write(_ key: StaticString, _ changes: [PageDiff.ValueChange]) {
    objects(key, changes) { json, change in
      json.write("key", change.key)
      if let new = change.new { json.write("new", new) }
      if let old = change.old { json.write("old", old) }
    }
  }

  private mutating func write(section: PageDiff.Section, of diff: PageDiff) {
    if let gap = section.gap {
      object("gap") { json in
        json.write("new", gap.new)
        json.write("old", gap.old)
      }
    }
    array("kinds", section.kinds.words) { $0.write($1) }
    write("new", section.new, of: diff.newLines, place: section.places.new)
    var route: [String] = [section.name]
    objects("nodes", section.nodes) { json, node in
      // `node.path` starts below the nearest listed ancestor; the JSON has full paths.
      route.removeLast(route.count - 1 - node.depth)
      let path = "\(route[node.depth])/\(node.path.joined(separator: "/"))"
      route.append(path)
      if let alike = node.alike {
        json.object("alike") { json in
          json.write("count", alike.count)
          json.write("name", alike.name)
        }
      }
      json.array("kinds", node.kinds.words) { $0.write($1) }
      json.write("new", node.new, of: diff.newLines, place: node.places?.new ?? 0)
      json.write("old", node.old, of: diff.oldLines, place: node.places?.old ?? 0)
      json.write("path", path)
      json.write("values", node.values)
    }
    write("old", section.old, of: diff.oldLines, place: section.places.old)
    write("path", section.name)
    write("values", section.values)
  }

  /// Writes a line of a page; nothing if `index` is -1. Omits the place if it is 0.
  private mutating func write(_ key: StaticString, _ index: Int, of page: Page.Lines, place: Int) {
    guard index >= 0 else { return }
    let line = page[index]
    object(key) { json in
      json.write("frame", line.frame)
      if place > 0 { json.write("place", place) }
      if !line.string.isEmpty { json.write("text", page.text(line.string)) }
    }
  }
}

extension PageDiff.Kinds {
  /// The names of the contained kinds, in bit order.
  package var words: [String] {
    let names = [
      "added", "removed", "moved", "resized", "restyled", "text", "action", "entered", "left",
    ]
    return names.indices.filter { contains(Self(rawValue: 1 << $0)) }.map { names[$0] }
  }
}
