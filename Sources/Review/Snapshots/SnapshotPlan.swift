/// The files to write, and then the files to remove. In this order, no cell is ever without a file.
package struct SnapshotPlan: Sendable {
  /// The files to write, sorted by name.
  package var written: [(name: String, bytes: [UInt8])] = []
  /// The sorted names, with suffix, of files whose cells other files record now.
  package var removed: [String] = []
}

extension SnapshotFeedState {
  /// Returns the plan that records each result. Cells with equal results share a file.
  package func plan(_ results: [(cell: SnapshotCell, text: SnapshotText)]) -> SnapshotPlan {
    guard !results.isEmpty else { return SnapshotPlan() }
    let renewed = Set(results.map(\.cell))
    var groups: [SnapshotText: [SnapshotCell]] = [:]
    for (cell, text) in results { groups[text, default: []].append(cell) }

    let all = Set(matrix)
    var touched = Set(renewed.flatMap(files(of:)))
    for (index, file) in files.enumerated() {
      // A file whose cells are not in the matrix is not changed, even if its content is equal.
      if let text = file.text, groups[text] != nil,
        file.cells?.contains(where: all.contains) == true
      {
        touched.insert(index)
      }
    }
    // The cells that need a file. If several files record a cell, the first file keeps the cell.
    var open = all.subtracting(renewed)
    var kept: [(cells: [SnapshotCell], bytes: [UInt8])] = []
    for index in touched.sorted() {
      let others = (files[index].cells ?? []).filter { cell in
        open.contains(cell) && files(of: cell).allSatisfy { touched.contains($0) }
      }
      open.subtract(others)
      guard !others.isEmpty, let bytes = files[index].bytes else { continue }
      if let text = files[index].text {
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
      plan.written.append((name + SnapshotNaming.suffix, bytes))
    }
    plan.written.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    plan.removed = touched.map { files[$0].name }.filter { new[$0] == nil }
      .map { $0 + SnapshotNaming.suffix }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return plan
  }
}
