import Support
import LayoutCore
import Page

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

  /// Writes an attribute. The value of `text-lines` is a list, whose commas need no quotes.
  package mutating func write(attribute key: String, value: String) {
    write(key: key)
    if key == Attribute.textLines.entry.key.description {
      write(list: value)
    } else {
      write(word: value)
    }
  }

  /// Writes a list, whose commas need no quotes.
  mutating func write(list: String) {
    let isList = !list.isEmpty && list.unicodeScalars.allSatisfy { $0 == "," || Self.isBare($0) }
    if isList { write(list) } else { write(word: list) }
  }

  /// Writes "10", or four values as top/end/bottom/start.
  mutating func write(edges: EdgeInsets) {
    write(number: edges.top)
    guard edges != EdgeInsets(top: edges.top, end: edges.top, bottom: edges.top, start: edges.top)
    else { return }
    for edge in [edges.end, edges.bottom, edges.start] {
      write("/")
      write(number: edge)
    }
  }

  /// Writes the heights of rows. Equal heights: "12x58". Up to eight runs of equal heights:
  /// "1x58+2x64". More runs: the number of rows and the height range, "40x48..64".
  mutating func write(rowHeights heights: [Double]) {
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

  /// Writes "120x160+10+325": width x height + x + y.
  mutating func write(area: Rect) {
    write(size: Size(width: area.width, height: area.height))
    write("+")
    write(number: area.x)
    write("+")
    write(number: area.y)
  }

  package mutating func write(key: String) {
    write(" ")
    write(key)
    write("=")
  }

  /// Writes " key=".
  mutating func write(key: StaticString) {
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
