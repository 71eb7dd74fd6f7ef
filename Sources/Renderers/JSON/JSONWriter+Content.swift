import LayoutCore

/// The member `content` of a node, from revision 2: the contract feature `section.content/1`.
extension JSONWriter {
  /// Writes the member `content`, unless the node has no attributes of `section.content/1`.
  mutating func write(contentOf node: Int, in arena: NodeArena) {
    guard let own = arena.attributes(of: node) else { return }
    object("content") { json in
      if own.borderWidth > 0 || own.borderColor.count > 0 {
        json.object("border") { json in
          json.write("color", own.borderColor, of: arena)
          json.write("width", Double(own.borderWidth))
        }
      }
      if own.breaksWords { json.write("breaksWords", true) }
      if own.corners != [] { json.array("corners", own.corners.words) { $0.write($1) } }
      json.write("firstLineIndent", unlessZero: own.firstLineIndent)
      if own.resourceID.count > 0 {
        json.object("item") { json in
          json.write("id", own.resourceID, of: arena)
          json.write("type", own.resourceType, of: arena)
        }
      }
      json.write("letterSpacing", unlessZero: own.letterSpacing)
      json.write("lineHeight", unlessZero: own.lineHeight)
      json.write("minimumScale", unlessZero: own.minimumScale)
      if own.contentMode != .fill { json.write("mode", "\(own.contentMode)") }
      if own.opacity < 1 { json.write("opacity", Double(own.opacity)) }
      json.write("picture", own.picture, of: arena)
      json.write("placeholder", own.placeholder, of: arena)
      if !own.runs.isEmpty {
        json.objects("runs", own.runs) { $0.write(membersOf: arena.runs[$1], in: arena) }
      }
      if own.shadow.color.count > 0 { json.write(own.shadow, of: arena) }
      json.write("state", own.state, of: arena)
      json.write("tint", own.tint, of: arena)
      if own.truncation != .tail { json.write("truncation", "\(own.truncation)") }
    }
  }

  private mutating func write(membersOf run: TextRun, in arena: NodeArena) {
    if run.actionTarget.count > 0 {
      object("action") { json in
        json.write("target", run.actionTarget, of: arena)
        json.write("type", arena.string(run.actionType))
      }
    }
    write("background", run.background, of: arena)
    write("baselineOffset", unlessZero: run.baselineOffset)
    write("color", run.color, of: arena)
    write("end", run.range.upperBound)
    write("family", run.family, of: arena)
    if run.image.count > 0 {
      object("image") { json in
        json.write("address", run.image, of: arena)
        json.write("height", Double(run.imageHeight))
        json.write("width", Double(run.imageWidth))
      }
    }
    write("letterSpacing", unlessZero: run.letterSpacing)
    write("lineHeight", unlessZero: run.lineHeight)
    write("size", unlessZero: run.font.size)
    write("start", run.range.lowerBound)
    if run.traits != [] { array("traits", run.traits.words) { $0.write($1) } }
    if run.font.weight > 0 { write("weight", Int(run.font.weight)) }
  }

  private mutating func write(_ shadow: NodeAttributes.Shadow, of arena: NodeArena) {
    object("shadow") { json in
      json.write("blur", Double(shadow.blur))
      json.write("color", shadow.color, of: arena)
      json.write("x", Double(shadow.x))
      json.write("y", Double(shadow.y))
    }
  }

  /// Writes a member, unless its text is empty.
  mutating func write(_ key: StaticString, _ text: TextRange, of arena: NodeArena) {
    guard text.count > 0 else { return }
    self.key(key)
    let start = Int(text.start)
    arena.text.withUnsafeBufferPointer { bytes in
      out.write(jsonString: UnsafeBufferPointer(rebasing: bytes[start..<start + Int(text.count)]))
    }
  }

  private mutating func write(_ key: StaticString, unlessZero number: Float) {
    if number != 0 { write(key, Double(number)) }
  }
}

extension LayoutTree {
  /// Whether a node has attributes that revision 1 of the JSON schema does not have.
  var usesContent: Bool { sections.contains { !$0.arena.attributes.isEmpty } }
}
