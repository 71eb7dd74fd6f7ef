/// What changed between two dumps of one cell.
package struct SnapshotDifference: Sendable, Hashable {
  /// For people.
  package var lines: [String]
  /// The same for changes with one cause, whatever the width of the page.
  package var cause: String

  /// Complexity: linear where little changed.
  package init(from old: [UInt8], to new: [UInt8]) {
    let old = Self.lines(of: old)
    let new = Self.lines(of: new)
    var lines: [String] = []
    for change in new.difference(from: old).inferringMoves() {
      switch change {
      case .remove(let offset, let line, _): lines.append("- \(offset + 1): \(line)")
      case .insert(let offset, let line, _): lines.append("+ \(offset + 1): \(line)")
      }
    }
    self.lines = lines
    cause = lines.map { String($0.filter { !$0.isNumber && $0 != "." }) }.joined(separator: "\n")
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
