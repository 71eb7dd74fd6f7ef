package import LayoutCore

extension NodeKind {
  /// Derives the kind of a node from a line of a dump, which does not state it.
  ///
  /// The kinds in question are those that can have all attributes of the line. Of these, the kind is
  /// the one that the node is named after, else the most likely one.
  /// - Parameters:
  ///   - values: The attributes of the line.
  ///   - name: The name of the node, which is the word of its kind if the node has no name.
  ///   - hasString: Whether the line has a text or a label.
  package init(of values: AttributeValues, name: String, isLeaf: Bool, hasString: Bool) {
    let axis = values.word(.axis)
    var kinds = Self.allCases
    if let axis { kinds.removeAll { ($0 == .list) != (axis == "y") } }
    values.forEachAttribute { attribute in
      if let own = attribute.kinds { kinds.removeAll { !own.contains($0) } }
    }
    if let named = kinds.first(where: { $0.word == name }) {
      self = named
    } else if kinds.count < Self.allCases.count, kinds.first != .text || values.has(.lines) {
      // A dump states the number of lines for each text, but for buttons and badges only above one.
      self = kinds.first ?? .box
    } else if isLeaf, values.has(.badge) {
      self = .image
    } else if isLeaf, hasString {
      self = values.has(.action) ? .button : values.has(.background) ? .badge : .text
    } else {
      self = .box
    }
  }
}
