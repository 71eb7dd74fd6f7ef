import LayoutCore

extension ByteWriter {
  /// Writes a bare word unquoted and any other word as a JSON string.
  mutating func write(word: String) {
    if Self.isBare(word) { write(word) } else { write(jsonString: word) }
  }

  /// Writes " @x,y wxh".
  mutating func write(frame: Rect) {
    write(" @")
    write(number: frame.x)
    write(",")
    write(number: frame.y)
    write(" ")
    write(size: Size(width: frame.width, height: frame.height))
  }

  package mutating func write(size: Size) {
    write(number: size.width)
    write("x")
    write(number: size.height)
  }

  /// Writes the environment's keys that only the feed line has:
  /// " appearance=light locale=en direction=ltr text-size=large".
  package mutating func write(environment: LayoutEnvironment) {
    write(attribute: "appearance", word: environment.appearance.rawValue)
    write(attribute: "locale", word: environment.locale)
    write(attribute: "direction", word: environment.direction.rawValue)
    write(attribute: "text-size", word: environment.textSize.rawValue)
  }

  package mutating func write(attribute key: String, word: String) {
    write(key: key)
    write(word: word)
  }

  package mutating func write(attribute key: String, integer: Int) {
    write(key: key)
    write(integer: integer)
  }

  package mutating func write(attribute key: String, number: Double, unit: String = "") {
    write(key: key)
    write(number: number)
    write(unit)
  }

  /// Writes " inset=10" or " inset=10/20", start and end along the axis; nothing if both are 0.
  package mutating func writeInset(start: Double, end: Double) {
    guard start != 0 || end != 0 else { return }
    write(attribute: "inset", number: start)
    if start != end {
      write("/")
      write(number: end)
    }
  }

  /// Writes " margin=10", or the edges as top/end/bottom/start; nothing if all are 0.
  package mutating func write(attribute key: String, edges: EdgeInsets) {
    guard edges != .zero else { return }
    write(attribute: key, number: edges.top)
    guard edges != EdgeInsets(top: edges.top, end: edges.top, bottom: edges.top, start: edges.top)
    else { return }
    for edge in [edges.end, edges.bottom, edges.start] {
      write("/")
      write(number: edge)
    }
  }

  package mutating func write(key: String) {
    write(" ")
    write(key)
    write("=")
  }

  /// Writes " !truncated".
  package mutating func write(flag: String) {
    write(" !")
    write(flag)
  }

  /// Writes " SE3002".
  package mutating func write(code: String) {
    write(" ")
    write(word: code)
  }

  /// Returns whether a word consists of ASCII letters, digits and `_ - . / : @ + ×`, at least one.
  package static func isBare(_ word: String) -> Bool {
    var sawAny = false
    for scalar in word.unicodeScalars {
      guard isBare(scalar) else { return false }
      sawAny = true
    }
    return sawAny
  }

  static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "@", "+", "×": true
    default: false
    }
  }
}
