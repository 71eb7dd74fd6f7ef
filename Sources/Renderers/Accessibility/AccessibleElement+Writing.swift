import LayoutCore

extension ByteWriter {
  /// Writes the last keys of a dump line:
  /// " reads=3 says=\"Sea level, 312\" as=button target=120x160+10+325".
  ///
  /// `says` is omitted if it equals the string of the line, and `as` if the role is text. The
  /// target is width x height + x + y in feed coordinates.
  mutating func write(_ element: AccessibleElement, ofLineWith string: String) {
    write(attribute: "reads", integer: element.order)
    if element.label != string { write(attribute: "says", word: element.label) }
    if element.role != "text" { write(attribute: "as", word: element.role) }
    write(target: element.target)
  }

  /// Writes " target=120x160+10+325".
  package mutating func write(target: Rect) {
    write(key: "target")
    write(size: Size(width: target.width, height: target.height))
    write("+")
    write(number: target.x)
    write("+")
    write(number: target.y)
  }
}

extension JSONWriter {
  mutating func write(_ element: AccessibleElement) {
    object("accessibility") { json in
      json.write("label", element.label)
      if element.isOffscreen { json.write("offscreen", true) }
      json.write("order", element.order)
      json.write("role", element.role)
      json.object("target") { json in
        json.write("height", element.target.height)
        json.write("width", element.target.width)
        json.write("x", element.target.x)
        json.write("y", element.target.y)
      }
    }
  }
}
