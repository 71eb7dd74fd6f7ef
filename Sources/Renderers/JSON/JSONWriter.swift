import Support
import LayoutCore

/// Writes canonical JSON: no nulls, keys in bytewise order. Debug builds assert the order.
package struct JSONWriter {
  package enum Layout { case pretty, compact }

  fileprivate struct Container {
    var isEmpty = true
    var lastKey: StaticString?
  }

  /// The objects and arrays that are open, from the outermost.
  struct Containers {
    fileprivate var open: [Container] = []

    init() {}

    /// An object with an array.
    /// - Parameter isEmpty: Whether the array is empty.
    init(arrayOf key: StaticString, isEmpty: Bool) {
      open = [Container(isEmpty: false, lastKey: key), Container(isEmpty: isEmpty)]
    }
  }

  package var out: ByteWriter
  private let layout: Layout
  fileprivate var containers: [Container] = []

  package init(_ out: ByteWriter, layout: Layout) {
    self.out = out
    self.layout = layout
  }

  /// Returns an object whose members `body` writes, as a whole document.
  package static func document(
    _ layout: Layout = .pretty, _ body: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var out = ByteWriter()
    out.writeObject(layout, body)
    return out.bytes
  }

  package mutating func key(_ key: StaticString) {
    assert(!containers.isEmpty, "a key outside of an object")
    assert(isAfterLastKey(key), "\(key) is out of order")
    separate()
    containers[containers.count - 1].lastKey = key
    out.write(jsonKey: key, isSpaced: layout == .pretty)
  }

  package mutating func element() { separate() }

  /// Writes stored members with the commas between them. The text must begin with a comma, unless
  /// the object is empty.
  mutating func write(members: [UInt8]) {
    out.write(members)
    containers[containers.count - 1].isEmpty = false
  }

  package mutating func beginObject() { begin("{") }
  package mutating func endObject() { end("}") }
  package mutating func beginArray() { begin("[") }
  package mutating func endArray() { end("]") }

  package mutating func write(_ text: String) { out.write(jsonString: text) }
  /// Writes a number with at most two decimals; 0 for NaN and the infinities.
  package mutating func write(_ number: Double) { out.write(number: number) }
  package mutating func write(_ integer: Int) { out.write(integer: integer) }
  package mutating func write(_ flag: Bool) { out.write(flag ? "true" : "false") }

  package mutating func write(_ key: StaticString, _ text: String) {
    self.key(key)
    write(text)
  }

  /// Writes a number with at most two decimals; 0 for NaN and the infinities.
  package mutating func write(_ key: StaticString, _ number: Double) {
    self.key(key)
    write(number)
  }

  /// Writes a length in points with up to 6 decimals.
  package mutating func write(_ key: StaticString, exact length: Double) {
    self.key(key)
    out.write(exact: length)
  }

  package mutating func write(_ key: StaticString, _ lines: [TextLine]) {
    self.key(key)
    write(lines)
  }

  /// Writes the lines of a text: byte offsets, and widths in points with up to 6 decimals.
  mutating func write(_ lines: [TextLine]) {
    writeArray(lines) { json, line in
      json.beginObject()
      json.write("end", line.range.upperBound)
      json.write("start", line.range.lowerBound)
      json.write("width", exact: line.width)
      json.endObject()
    }
  }

  package mutating func write(_ key: StaticString, _ integer: Int) {
    self.key(key)
    write(integer)
  }

  package mutating func write(_ key: StaticString, _ flag: Bool) {
    self.key(key)
    write(flag)
  }

  package mutating func object(_ key: StaticString, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    beginObject()
    body(&self)
    endObject()
  }

  package mutating func array<Elements: Sequence>(
    _ key: StaticString, _ elements: Elements,
    _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    self.key(key)
    writeArray(elements, body)
  }

  mutating func writeArray<Elements: Sequence>(
    _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    beginArray()
    for element in elements {
      self.element()
      body(&self, element)
    }
    endArray()
  }

  package mutating func objects<Elements: Sequence>(
    _ key: StaticString, _ elements: Elements,
    _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    array(key, elements) { json, element in
      json.beginObject()
      body(&json, element)
      json.endObject()
    }
  }

  private mutating func begin(_ bracket: Unicode.Scalar) {
    out.write(byte: UInt8(ascii: bracket))
    containers.append(Container())
  }

  private mutating func end(_ bracket: Unicode.Scalar) {
    if let container = containers.popLast(), !container.isEmpty { breakLine() }
    out.write(byte: UInt8(ascii: bracket))
  }

  private mutating func separate() {
    guard let last = containers.indices.last else { return }
    if !containers[last].isEmpty { out.write(byte: UInt8(ascii: ",")) }
    containers[last].isEmpty = false
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    out.write("\n")
    out.write(byte: UInt8(ascii: " "), count: 2 * containers.count)
  }

  private func isAfterLastKey(_ key: StaticString) -> Bool {
    guard let last = containers.last?.lastKey else { return true }
    return last.description.utf8.lexicographicallyPrecedes(key.description.utf8)
  }
}

extension ByteWriter {
  /// Writes a JSON object and a line break.
  package mutating func writeObject(
    _ layout: JSONWriter.Layout, _ members: (inout JSONWriter) -> Void
  ) {
    var containers = JSONWriter.Containers()
    write(in: &containers, layout) { json in
      json.beginObject()
      members(&json)
      json.endObject()
    }
    write("\n")
  }

  /// Writes a part of a JSON document.
  /// - Parameter containers: The containers that are open before the part, then those behind it.
  mutating func write(
    in containers: inout JSONWriter.Containers, _ layout: JSONWriter.Layout,
    _ part: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter(ByteWriter(), layout: layout)
    json.containers = containers.open
    // Swaps the buffer into the writer and back, which avoids a copy.
    swap(&self, &json.out)
    part(&json)
    swap(&self, &json.out)
    containers.open = json.containers
  }
}
