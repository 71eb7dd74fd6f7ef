import LayoutCore

/// The attribute with the lines of a text, which alone is a list with commas.
private let textLinesKey = "text-lines"

extension ByteWriter {
  mutating func write(word: String) {
    if Self.isBare(word) { write(word) } else { write(jsonString: word) }
  }

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

  /// Writes " appearance=light locale=en direction=ltr text-size=large".
  package mutating func write(environment: LayoutEnvironment) {
    write(attribute: "appearance", word: environment.appearance.rawValue)
    write(attribute: "locale", word: environment.locale)
    write(attribute: "direction", word: environment.direction.rawValue)
    write(attribute: "text-size", word: environment.textSize.rawValue)
    write(attribute: "platform", word: environment.platform.rawValue, unless: "ios")
  }

  /// Writes " text-lines=0-12:101.5,13-20:64": the byte range and the width of each line.
  package mutating func write(lines: [TextLine]) {
    let words = lines.map { line in
      "\(line.range.lowerBound)-\(line.range.upperBound):\(scaleText(line.width))"
    }
    write(attribute: textLinesKey, value: words.joined(separator: ","))
  }

  /// Writes an attribute. The value of `text-lines` is a list, whose commas need no quotes.
  mutating func write(attribute key: String, value: String) {
    let isList = !value.isEmpty && value.unicodeScalars.allSatisfy { $0 == "," || Self.isBare($0) }
    guard key == textLinesKey, isList else { return write(attribute: key, word: value) }
    write(key: key)
    write(value)
  }

  package mutating func write(attribute key: String, word: String) {
    write(key: key)
    write(word: word)
  }

  /// Writes an attribute, unless its word equals the default `other`.
  mutating func write(attribute key: String, word: String, unless other: String) {
    if word != other { write(attribute: key, word: word) }
  }

  /// Writes an attribute, unless its text is empty.
  mutating func write(attribute key: String, _ text: TextRange, of arena: NodeArena) {
    if text.count > 0 { write(attribute: key, word: arena.string(text)) }
  }

  mutating func write(attribute key: String, unlessZero number: Float) {
    if number != 0 { write(attribute: key, number: Double(number)) }
  }

  /// Writes " key=12", with the space before the key.
  package mutating func write(attribute key: String, integer: Int) {
    write(key: key)
    write(integer: integer)
  }

  /// Writes " interval=2.5s": a number with at most two decimals, and its unit.
  package mutating func write(attribute key: String, number: Double, unit: String = "") {
    write(key: key)
    write(number: number)
    write(unit)
  }

  /// Writes " inset=10", or " inset=10/20" for different start and end; nothing if both are 0.
  package mutating func writeInset(start: Double, end: Double) {
    guard start != 0 || end != 0 else { return }
    write(attribute: "inset", number: start)
    if start != end {
      write("/")
      write(number: end)
    }
  }

  /// Writes " margin=10", or four values as top/end/bottom/start; nothing if all are 0.
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

  /// Writes the heights of rows. Equal heights: "12x58". Up to eight runs of equal heights:
  /// "1x58+2x64". More runs: the number of rows and the height range, "40x48..64".
  package mutating func write(rowHeights heights: [Double]) {
    var runs: [(count: Int, height: Double)] = []
    for height in heights {
      // Heights that differ by less than 0.005 points belong to one run.
      if let last = runs.last, abs(last.height - height) < 0.005 {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((1, height))
      }
    }
    guard let low = runs.map(\.height).min(), let high = runs.map(\.height).max() else {
      return write("0")
    }
    if runs.count > 8 { return write("\(heights.count)x\(points(low))..\(points(high))") }
    write(runs.map { "\($0.count)x\(points($0.height))" }.joined(separator: "+"))
  }

  /// Writes " target=120x160+10+325": width x height + x + y, in feed coordinates.
  package mutating func write(target: Rect) {
    write(key: "target")
    write(size: Size(width: target.width, height: target.height))
    write("+")
    write(number: target.x)
    write("+")
    write(number: target.y)
  }

  package mutating func write(key: String) {
    write(" ")
    write(key)
    write("=")
  }

  package mutating func write(flag: String) {
    write(" !")
    write(flag)
  }

  package mutating func write(code: String) {
    write(" ")
    write(word: code)
  }

  /// Returns whether a word consists of ASCII letters, digits and `_ - . / : @ + ×`.
  package static func isBare(_ word: String) -> Bool {
    !word.isEmpty && word.unicodeScalars.allSatisfy(isBare)
  }

  static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "@", "+", "×": true
    default: false
    }
  }
}
