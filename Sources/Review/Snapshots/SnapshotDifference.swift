import Renderers

/// The difference between two dumps of the same cell.
package struct SnapshotDifference: Sendable {
  /// A key that is equal for changes with the same cause, even at different page widths.
  package let cause: String
  let diff: PageDiff?
  /// The lines that differ, if comparing the pages finds no difference; else empty.
  private let other: [String]

  package init(from old: SnapshotText, to new: SnapshotText) {
    let pages = [old, new].compactMap(\.page)
    if pages.count == 2, case let diff = PageDiff(from: pages[0], to: pages[1]), !diff.isEmpty {
      (self.diff, other) = (diff, [])
      cause = Self.cause(of: diff)
    } else {
      (diff, other) = (nil, Self.changedLines(from: old.bytes, to: new.bytes))
      cause = other.map { String($0.filter { !$0.isNumber && $0 != "." }) }.joined(separator: "\n")
    }
  }

  /// Returns the difference as lines of text.
  package func lines(color: Bool) -> [String] {
    guard let diff else { return other }
    return DiffText(color: color).text(of: diff).split(separator: "\n").map(String.init)
  }

  /// Returns the difference as lines that are safe for a terminal, without control characters.
  package func terminalLines(color: Bool) -> [String] {
    let found = lines(color: color)
    return diff == nil ? found.map(TerminalText.line) : found
  }

  /// The difference as Markdown for a pull request comment.
  package var markdown: String {
    if let diff { return DiffMarkdown.text(of: diff) }
    return "```\n\(other.joined(separator: "\n"))\n```\n"
  }

  /// Returns the changed nodes and the kinds of their changes, without measures.
  private static func cause(of diff: PageDiff) -> String {
    func keys(_ values: [PageDiff.ValueChange]) -> String {
      values.map(\.key).joined(separator: ",")
    }
    var lines = [keys(diff.environment)]
    lines += diff.providers.map { "\($0.id) \($0.old) \($0.new)" }
    for section in diff.sections {
      let moved = section.isReordered ? "\(section.places)" : section.gap == nil ? "" : "gap"
      lines.append(
        "\(section.name) \(section.kinds.rawValue) \(moved) \(keys(section.values))")
      lines += section.nodes.map { node in
        "  \(node.path.joined(separator: "/")) \(node.kinds.rawValue) \(keys(node.values))"
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the lines that differ although the pages are equal, such as the diagnostics summary.
  private static func changedLines(from old: [UInt8], to new: [UInt8]) -> [String] {
    func lines(_ bytes: [UInt8]) -> [String] {
      bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
    let difference = lines(new).difference(from: lines(old))
    return (difference.removals + difference.insertions).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
  }
}
