import Page

/// The lengths in the value of an attribute, and the text between them. A dump can round lengths to
/// pixels, so equal pages can have different values.
struct RoundedLengths {
  private var lengths: [Double] = []
  private var text = ""

  /// Returns `nil` for an attribute without lengths that are rounded.
  init?(_ attribute: Attribute, _ value: String) {
    guard attribute.entry.isRounded else { return nil }
    if attribute == .rows { readRows(value) } else { read(value) }
  }

  /// Reads the number of rows, the least and the greatest height, from "2x58+1x64" or "40x48..64".
  /// The heights of rows are the frames of their nodes, too.
  private mutating func readRows(_ value: String) {
    var count = 0
    var heights: [Double] = []
    for run in value.split(separator: "+") {
      let parts = run.split(separator: "x")
      count += parts.first.flatMap { Int($0) } ?? 0
      heights += parts.dropFirst().joined().split(separator: "..").compactMap { Double($0) }
    }
    text = "\(count)"
    lengths = [heights.min() ?? 0, heights.max() ?? 0]
  }

  private mutating func read(_ value: String) {
    var rest = value[...]
    while !rest.isEmpty {
      let number = rest.prefix { $0.isNumber || $0 == "." || $0 == "-" }
      if let length = Double(number) { lengths.append(length) } else { text += number }
      rest = rest.dropFirst(number.count)
      text += rest.prefix(1)
      rest = rest.dropFirst()
    }
  }

  func isEqual(to other: RoundedLengths, within slack: Double) -> Bool {
    text == other.text && lengths.count == other.lengths.count
      && zip(lengths, other.lengths).allSatisfy { abs($0 - $1) <= slack }
  }
}
