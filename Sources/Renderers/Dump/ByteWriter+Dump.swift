import Support
import LayoutCore
import Page

extension ByteWriter {
  mutating func write(word: String) {
    var word = word
    word.withUTF8 { write(word: $0) }
  }

  /// Writes UTF-8 text, in quotes unless it is bare.
  mutating func write(word: UnsafeBufferPointer<UInt8>) {
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
    let isList = list.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
      $0.isEmpty || Self.isBare(String($0))
    }
    if isList, !list.isEmpty { write(list) } else { write(word: list) }
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
    var word = word
    return word.withUTF8 { isBare($0) }
  }

  private static func isBare(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    while position < word.count {
      let byte = word[position]
      if !isBare(byte) {
        // The two bytes of "×".
        guard byte == 0xC3, position + 1 < word.count, word[position + 1] == 0x97 else {
          return false
        }
        position += 1
      }
      position += 1
    }
    return position > 0
  }

  /// Returns whether a byte is an ASCII character of a bare word.
  @inline(__always)
  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x2D...0x3A, 0x5F, 0x40, 0x2B: true
    default: false
    }
  }
}
