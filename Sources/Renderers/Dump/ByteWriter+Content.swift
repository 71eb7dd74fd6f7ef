import LayoutCore

/// Writes the attributes of the contract feature `section.content/1`; nothing for other nodes.
///
/// ```
/// text "¥199 ¥299" … runs="6-11 size=12 strike color=secondary" truncation=middle
/// image … picture="https://example.com/a.jpg?w=240" mode=fit item=playlist:2829883282
/// ```
extension ByteWriter {
  package mutating func write(contentOf node: Int, in arena: NodeArena) {
    guard let own = arena.attributes(of: node) else { return }
    if !own.runs.isEmpty {
      let runs = own.runs.map { arena.runs[$0].words(in: arena) }
      write(attribute: "runs", word: runs.joined(separator: ", "))
    }
    write(attribute: "line-height", unlessZero: own.lineHeight)
    write(attribute: "letter-spacing", unlessZero: own.letterSpacing)
    write(attribute: "indent", unlessZero: own.firstLineIndent)
    write(attribute: "minimum-scale", unlessZero: own.minimumScale)
    write(attribute: "truncation", word: "\(own.truncation)", unless: "tail")
    if own.breaksWords { write(attribute: "breaks", word: "anywhere") }
    write(attribute: "picture", own.picture, of: arena)
    write(attribute: "mode", word: "\(own.contentMode)", unless: "fill")
    write(attribute: "tint", own.tint, of: arena)
    write(attribute: "placeholder", own.placeholder, of: arena)
    write(attribute: "border", unlessZero: own.borderWidth)
    write(attribute: "border-color", own.borderColor, of: arena)
    write(attribute: "corners", word: own.corners.words.joined(separator: "+"), unless: "")
    if own.opacity < 1 { write(attribute: "opacity", number: Double(own.opacity)) }
    if own.shadow.color.count > 0 {
      let lengths = [own.shadow.x, own.shadow.y, own.shadow.blur].map { points(Double($0)) }
      let color = arena.string(own.shadow.color)
      write(attribute: "shadow", word: "\(color) \(lengths.joined(separator: " "))")
    }
    if own.resourceID.count > 0 {
      let type = arena.string(own.resourceType)
      write(attribute: "item", word: "\(type):\(arena.string(own.resourceID))")
    }
    write(attribute: "state", own.state, of: arena)
  }
}

extension TextRun {
  /// The run as dump text, such as "6-11 size=12 strike color=secondary".
  fileprivate func words(in arena: NodeArena) -> String {
    var words = ["\(range.lowerBound)-\(range.upperBound)"]
    func add(_ key: String, _ number: Float) {
      if number != 0 { words.append("\(key)=\(points(Double(number)))") }
    }
    func add(_ key: String, _ text: TextRange) {
      if text.count > 0 { words.append("\(key)=\(arena.string(text))") }
    }
    add("family", family)
    add("size", font.size)
    add("weight", Float(font.weight))
    words += traits.words
    add("letter-spacing", letterSpacing)
    add("line-height", lineHeight)
    add("offset", baselineOffset)
    add("color", color)
    add("background", background)
    add("action", actionTarget)
    add("action-type", actionType)
    add("image", image)
    if image.count > 0 {
      words.append("\(points(Double(imageWidth)))x\(points(Double(imageHeight)))")
    }
    return words.joined(separator: " ")
  }
}

extension TextRun.Traits {
  /// The dump words of the traits, in writing order.
  package static let named: [(word: String, trait: Self)] = [
    ("italic", .italic), ("strike", .strike), ("underline", .underline),
  ]

  var words: [String] { Self.named.filter { contains($0.trait) }.map(\.word) }
}

extension NodeAttributes.Corners {
  /// The dump words of the corners, in writing order.
  package static let named: [(word: String, corner: Self)] = [
    ("bottom-end", .bottomEnd), ("bottom-start", .bottomStart), ("top-end", .topEnd),
    ("top-start", .topStart),
  ]

  var words: [String] { Self.named.filter { contains($0.corner) }.map(\.word) }
}
