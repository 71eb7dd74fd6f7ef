internal import LayoutCore
internal import LayoutReview

/// The number of edits and of exactly reported edits, by kind, and the number of false reports.
package struct ParityTable {
  package private(set) var rows: [String: (count: Int, exact: Int)] = [:]
  /// The number of report lines about nodes that no edit changed.
  package private(set) var blamed = 0
  package private(set) var cases = 0
  /// Descriptions of the failures.
  package private(set) var failures: [String] = []

  package init() {}

  package var count: Int { rows.values.reduce(0) { $0 + $1.count } }
  package var exact: Int { rows.values.reduce(0) { $0 + $1.exact } }

  package mutating func judge(_ test: ParityCase) {
    cases += 1
    let comparison = AppComparison.best(
      test.hierarchy, page: ReferencePage(test.page), tolerance: 0.5)
    for edit in test.edits {
      let isExact = comparison.map { Self.reports($0, edit, test) } ?? false
      rows[edit.kind.rawValue, default: (0, 0)].count += 1
      if isExact { rows[edit.kind.rawValue]?.exact += 1 }
      if !isExact {
        fail(
          test, "not reported: \(edit.kind.rawValue) \(edit.node.path) \(edit.side) \(edit.amount)")
      }
    }
    guard let comparison else { return }
    for words in Self.blamed(comparison, test) {
      blamed += 1
      fail(test, "blamed: \(words)")
    }
  }

  package mutating func add(_ other: ParityTable) {
    for (kind, row) in other.rows {
      rows[kind, default: (0, 0)].count += row.count
      rows[kind, default: (0, 0)].exact += row.exact
    }
    cases += other.cases
    blamed += other.blamed
    failures += other.failures
  }

  package func text(_ title: String) -> String {
    let lines = rows.sorted { $0.key < $1.key }.map { "  \($0): \($1.exact) of \($1.count)" }
    return "\(title): \(cases) cases, \(exact) of \(count) edits exact, \(blamed) blamed\n"
      + lines.joined(separator: "\n")
  }

  private mutating func fail(_ test: ParityCase, _ words: String) {
    failures.append("\(test.source) seed \(test.seed): \(words)")
  }

  private static func deviations(_ comparison: AppComparison) -> [AppComparison.Deviation] {
    comparison.sections.flatMap { ($0.own.map { [$0] } ?? []) + $0.nodes }
  }

  private static func side(_ name: String, of rect: Rect) -> Double {
    ["x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height][name] ?? 0
  }

  private static func reports(
    _ comparison: AppComparison, _ edit: ParityEdit, _ test: ParityCase
  ) -> Bool {
    let path = edit.node.path
    switch edit.kind {
    case .sectionRemoval: return comparison.missing.contains(path)
    case .nodeRemoval:
      // The report may also refer to an ancestor, or to each visible text of the node.
      let paths = comparison.missingNodes.map(\.path)
      let texts = edit.node.subtree.filter { $0.isText && $0.isVisible(in: test.screen) }
      return paths.contains { path == $0 || path.hasPrefix($0 + "/") }
        || !texts.isEmpty && texts.allSatisfy { paths.contains($0.path) }
    case .sectionResize:
      let growth = edit.node.app.height - edit.node.page.height
      return deviations(comparison).contains {
        $0.path == path && abs($0.difference.height - growth) < 1.6
      } || abs(growth) <= comparison.tolerance
    case .sectionInsertion, .viewInsertion:
      let texts = edit.node.subtree.filter(\.isText).map(\.text)
      return comparison.strangers.contains { $0.text.map(texts.contains) ?? false }
    case .textChange:
      return deviations(comparison).contains {
        $0.path == path && $0.texts == [edit.node.string, edit.node.text]
      }
    default:
      let paths = edit.node.twins.map(\.path)
      return deviations(comparison).contains {
        paths.contains($0.path) && abs(side(edit.side, of: $0.difference) - edit.amount) < 1.6
      }
    }
  }

  private static func blamed(_ comparison: AppComparison, _ test: ParityCase) -> [String] {
    var nodes: [String: ParityNode] = [:]
    for node in test.root.subtree where !node.isInserted { nodes[node.path] = node }
    var words: [String] = []
    for deviation in deviations(comparison) {
      guard let node = nodes[deviation.path] else { continue }
      let sides = ["x", "y", "width", "height"].filter { name in
        return abs(side(name, of: deviation.difference)) > comparison.tolerance
          && !node.twins.contains { $0.touched.contains(name) }
      }
      // The label of several texts changes if one of the texts changes.
      let isTouched = node.subtree.contains { $0.touched.contains("text") || $0.isRemoved }
      if !sides.isEmpty || (!deviation.texts.isEmpty && !isTouched) {
        words.append("\(deviation.path) \(sides) by \(deviation.difference) \(deviation.texts)")
      }
    }
    for path in comparison.missing + comparison.missingNodes.map(\.path) {
      guard let node = nodes[path], !node.isGone, !node.touched.contains("text") else { continue }
      // If the app shows none of a node's texts unchanged, a report that it is missing is no error.
      let left = node.subtree.filter {
        $0.isText && !$0.isGone && !$0.isInserted && !$0.touched.contains("text")
      }
      if !left.isEmpty || node.isPicture { words.append("\(path) missing") }
    }
    let texts = test.root.subtree.filter { $0.isInserted || $0.touched.contains("text") }
    for stranger in comparison.strangers {
      let text = stranger.text ?? ""
      // The cell of a changed section may be reported as a stranger, if its section was not found.
      let section = stranger.view.split(separator: ".").last.map { String($0.dropLast(4)) } ?? ""
      guard nodes[section]?.touched.isEmpty ?? true else { continue }
      guard !texts.contains(where: { !$0.text.isEmpty && text.contains($0.text) }) else { continue }
      words.append("stranger \(stranger.view) \"\(text)\" \(stranger.frame)")
    }
    return words
  }
}
