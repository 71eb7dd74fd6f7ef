import Foundation

/// A node line of a dump, parsed independently of the product's parser.
struct DumpNode {
  /// The depth below the section, 0 for its direct children.
  var depth: Int
  /// The name without the index among its siblings, such as "item".
  var name: String
  var x, y, width, height: Double
  var line: String

  /// Returns the nodes of one section, in the order of the dump.
  static func nodes(of dump: String, in code: String) -> [DumpNode] {
    let lines = dump.split(separator: "\n").map(String.init)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("  section \(code) ") }) else {
      return []
    }
    return lines[(start + 1)...].prefix { $0.hasPrefix("    ") }.compactMap(DumpNode.init)
  }

  init?(_ line: String) {
    let frame = #" @-?[0-9.]+,-?[0-9.]+ [0-9.]+x[0-9.]+"#
    guard let range = line.range(of: frame, options: .regularExpression) else { return nil }
    let numbers = line[range].split { " @,x".contains($0) }.compactMap { Double($0) }
    guard numbers.count == 4 else { return nil }
    depth = (line.prefix { $0 == " " }.count - 4) / 2
    name = String(line.drop { $0 == " " }.prefix { $0 != " " && $0 != "[" })
    (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
    self.line = line
  }

  /// Returns whether the node has this size, within the rounding of a dump.
  func isSized(_ width: Double, _ height: Double) -> Bool {
    abs(self.width - width) < 0.006 && abs(self.height - height) < 0.006
  }

  /// Returns whether the node has this position, within the rounding of a dump.
  func isPlaced(_ x: Double, _ y: Double) -> Bool {
    abs(self.x - x) < 0.006 && abs(self.y - y) < 0.006
  }
}
