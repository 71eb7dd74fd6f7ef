import LayoutCore

/// What to write into a feed's folder and what to remove from it, so that cells have new results and all
/// others keep theirs. Whoever carries it out writes first and removes then: at any moment each cell has a
/// file that says what it had or has.
package struct SnapshotPlan: Sendable {
  package struct File: Sendable, Hashable {
    /// With its suffix.
    package var name: String
    package var bytes: [UInt8]
  }

  /// By name.
  package var written: [File] = []
  /// Names with suffix, sorted: what they stood for, other files do.
  package var removed: [String] = []
}

extension SnapshotFeedState {
  /// The plan that gives each of the cells its result. Cells with one result come into one file, beside
  /// those that have it already; what else a touched file stood for keeps its bytes.
  /// Complexity: O(cells · log cells + bytes).
  package func plan(_ results: [(cell: SnapshotCell, text: SnapshotText)]) -> SnapshotPlan {
    guard !results.isEmpty else { return SnapshotPlan() }
    let renewed = Set(results.map(\.cell))
    var groups: [SnapshotText: [SnapshotCell]] = [:]
    for (cell, text) in results { groups[text, default: []].append(cell) }

    let all = Set(matrix)
    var touched = Set(renewed.flatMap(files(of:)))
    for (index, text) in texts.enumerated() {
      // A file that stands for no cell is somebody else's, whatever it says.
      if let text, groups[text] != nil, cells[index]?.contains(where: all.contains) == true {
        touched.insert(index)
      }
    }
    // What is neither renewed nor of a file that stays; of several files that have it, the first's.
    var open = all.subtracting(renewed)
    var kept: [(cells: [SnapshotCell], bytes: [UInt8])] = []
    for index in touched.sorted() {
      let others = (cells[index] ?? []).filter { cell in
        open.contains(cell) && files(of: cell).allSatisfy { touched.contains($0) }
      }
      open.subtract(others)
      guard !others.isEmpty, let bytes = files[index].bytes else { continue }
      if let text = texts[index] {
        groups[text, default: []] += others
      } else {
        kept.append((others, bytes))
      }
    }

    var new: [String: [UInt8]] = [:]
    for (cells, bytes) in kept {
      for file in naming.names(of: cells) { new[file.name] = bytes }
    }
    for (text, cells) in groups {
      for file in naming.names(of: cells) {
        guard let first = file.cells.first else { continue }
        new[file.name] = self.text(text, firstFor: first).bytes
      }
    }
    return plan(new, touched: touched)
  }

  private func plan(_ new: [String: [UInt8]], touched: Set<Int>) -> SnapshotPlan {
    let old = Dictionary(files.map { ($0.name, $0.bytes) }) { first, _ in first }
    var plan = SnapshotPlan()
    for (name, bytes) in new where old[name] != .some(.some(bytes)) {
      plan.written.append(.init(name: name + SnapshotNaming.suffix, bytes: bytes))
    }
    plan.written.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    plan.removed = touched.map { files[$0].name }.filter { new[$0] == nil }
      .map { $0 + SnapshotNaming.suffix }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return plan
  }
}
