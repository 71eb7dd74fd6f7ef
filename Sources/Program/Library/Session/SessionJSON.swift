internal import Feeds
internal import Renderers
internal import SectionEngine

/// Writes the steps of a session as one JSON object, by the schema that `sectionengine schema
/// session` prints. Keys are sorted, numbers are written as in dumps, and keys that do not apply
/// are omitted.
struct SessionJSON {
  private var json = JSONWriter(ByteWriter(), layout: .pretty)
  private let layoutName: String

  init(layoutName: String) { self.layoutName = layoutName }

  mutating func bytes(of steps: [SessionRun.Step]) -> [UInt8] {
    json.beginObject()
    json.write("layout", layoutName)
    json.write("schemaVersion", 1)
    json.objects("steps", steps) { json, step in
      step.write(to: &json)
    }
    json.endObject()
    json.out.write("\n")
    return json.out.bytes
  }
}

extension SessionRun.Step {
  fileprivate func write(to json: inout JSONWriter) {
    let old = before.blockIdentities
    let new = update.page.blockIdentities
    json.array("arrived", arrived) { $0.write($1) }
    json.array("asked", asked) { $0.write($1) }
    json.object("changes") { $0.write(update.step.changes, old, new) }
    json.write("content", update.state.content.rawValue)
    json.write("footer", update.state.footer.rawValue)
    json.write("header", update.state.header.rawValue)
    json.write("height", update.page.height)
    if let reason = update.step.ignored { json.write("ignored", reason.rawValue) }
    json.write("input", input)
    json.objects("notices", update.step.notices) { json, notice in
      if let failure = notice.failure { json.write("failure", failure.name.rawValue) }
      json.write("name", notice.name)
      json.write("text", notice.text)
    }
    json.write("part", part.rawValue)
    json.array("sections", new) { $0.write($1) }
    json.object("shift") { json in
      json.write("distance", update.shift.distance)
      json.objects("movements", update.shift.movements) { json, movement in
        json.write("from", movement.from)
        if let item = movement.item { json.write("item", item) }
        json.write("section", movement.section)
        json.write("to", movement.to)
      }
    }
    json.write("wasStale", wasStale)
  }
}

extension JSONWriter {
  /// Writes sections by their identities, and items by the identity of their section and their
  /// index in it.
  fileprivate mutating func write(_ changes: FeedChanges, _ old: [String], _ new: [String]) {
    array("deletedItems", changes.deletedItems) { $0.write($1, in: old) }
    array("deletedSections", changes.deletedSections) { $0.write(section: $1, of: old) }
    array("insertedItems", changes.insertedItems) { $0.write($1, in: new) }
    array("insertedSections", changes.insertedSections) { $0.write(section: $1, of: new) }
    array("movedItems", changes.movedItems) { json, move in
      json.beginObject()
      json.key("from")
      json.write(move.from, in: old)
      json.key("to")
      json.write(move.to, in: new)
      json.endObject()
    }
    array("movedSections", changes.movedSections) { json, move in
      json.beginObject()
      json.write("from", move.from)
      json.write("section", new[move.to])
      json.write("to", move.to)
      json.endObject()
    }
    array("updatedItems", changes.updatedItems) { $0.write($1.to, in: new) }
    array("updatedSections", changes.updatedSections) { $0.write(section: $1.to, of: new) }
  }

  private mutating func write(section index: Int, of identities: [String]) {
    beginObject()
    write("index", index)
    write("section", identities[index])
    endObject()
  }

  private mutating func write(_ path: ItemPath, in identities: [String]) {
    beginObject()
    write("item", path.item)
    write("section", identities[path.section])
    endObject()
  }
}
