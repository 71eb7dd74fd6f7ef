import Diagnostics
import Renderers

/// Something about a folder of snapshots that is not as its settings and the feeds are now.
package struct SnapshotProblem: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// The file has another result.
    case changed
    /// No file stands for the cells.
    case missing
    /// The file is a dump that the program has not written so.
    case edited
    /// The file is no dump, or cannot be read.
    case unreadable
    /// More than one file stands for the cells.
    case repeated
    /// The feed cannot be drawn.
    case failed
    /// Nothing refers to the file.
    case orphaned
  }

  package var kind: Kind
  /// "netease-home/iphone-14.dump": the file; of what has none, the cells, "netease-home/iphone-14".
  package var place: String
  /// What it is about: "iphone-14.light+dark".
  package var cells: String
  /// Number of cells.
  package var count: Int
  package var diagnostics: [Diagnostic] = []
  /// Of what changed.
  package var difference: SnapshotDifference?
  /// Places of problems with the same cause; they are not listed for themselves.
  package var others: [String] = []
  /// Cells of those.
  package var otherCount = 0

  package init(
    _ kind: Kind, at place: String, cells: String = "", count: Int = 0,
    diagnostics: [Diagnostic] = []
  ) {
    self.kind = kind
    self.place = place
    self.cells = cells
    self.count = count
    self.diagnostics = diagnostics
  }
}

extension SnapshotFeedState {
  /// What is wrong with the cells that were drawn, in their order; orphans are not among it.
  /// - Parameter folder: of the feed.
  package func problems(
    of drawings: [(cell: SnapshotCell, drawing: SnapshotDrawing)], in folder: String
  ) -> [SnapshotProblem] {
    var groups: [Verdict: [SnapshotCell]] = [:]
    var order: [Verdict] = []
    for (cell, verdict) in verdicts(of: drawings) {
      if groups[verdict] == nil { order.append(verdict) }
      groups[verdict, default: []].append(cell)
    }
    return order.map { problem($0, groups[$0] ?? [], in: folder) }
  }

  /// The plan that writes what is drawn now for cells that are wrong in one of some ways.
  package func plan(
    resolving kinds: Set<SnapshotProblem.Kind>,
    of drawings: [(cell: SnapshotCell, drawing: SnapshotDrawing)]
  ) -> SnapshotPlan {
    let wrong = Set(verdicts(of: drawings).filter { kinds.contains($0.verdict.kind) }.map(\.cell))
    return plan(
      drawings.compactMap { cell, drawing in
        guard wrong.contains(cell), case .different(let text) = drawing else { return nil }
        return (cell, text)
      })
  }

  /// What is wrong with a cell. Cells with one verdict are one problem.
  private struct Verdict: Hashable {
    var kind: SnapshotProblem.Kind
    var files: [Int] = []
    /// What is drawn instead.
    var text: SnapshotText?
    var diagnostics: [Diagnostic] = []
  }

  private func verdicts(
    of drawings: [(cell: SnapshotCell, drawing: SnapshotDrawing)]
  ) -> [(cell: SnapshotCell, verdict: Verdict)] {
    var judged: [Int: Verdict] = [:]
    return drawings.compactMap { cell, drawing in
      let files = files(of: cell)
      if case .failed(let diagnostics) = drawing {
        return (cell, Verdict(kind: .failed, diagnostics: diagnostics))
      }
      guard let file = files.first else { return (cell, Verdict(kind: .missing)) }
      if files.count > 1 { return (cell, Verdict(kind: .repeated, files: files)) }
      guard case .different(let text) = drawing else { return nil }
      var verdict = judged[file] ?? verdict(on: file)
      judged[file] = verdict
      if verdict.kind == .changed { verdict.text = text }
      return (cell, verdict)
    }
  }

  /// Why a file has not what is drawn.
  private func verdict(on file: Int) -> Verdict {
    let name = files[file].name + SnapshotNaming.suffix
    guard let bytes = files[file].bytes else { return Verdict(kind: .unreadable, files: [file]) }
    let parsed = DumpParser.parse(bytes, file: name)
    guard let document = parsed.document else {
      return Verdict(
        kind: .unreadable, files: [file], diagnostics: Array(parsed.diagnostics.prefix(1)))
    }
    var writer = ByteWriter()
    document.write(to: &writer)
    let sections = document.sections.count { $0.keyword == .section }
    let isWhole = document.feed.attributes["sections"] == String(sections)
    let isOurs = texts[file] != nil && writer.bytes == bytes && isWhole
    return Verdict(kind: isOurs ? .changed : .edited, files: [file])
  }

  private func problem(
    _ verdict: Verdict, _ cells: [SnapshotCell], in folder: String
  ) -> SnapshotProblem {
    let label = naming.label(of: cells)
    let place =
      verdict.files.isEmpty
      ? "\(folder)/\(label)"
      : verdict.files.map { "\(folder)/\(files[$0].name)\(SnapshotNaming.suffix)" }
        .joined(separator: ", ")
    var problem = SnapshotProblem(
      verdict.kind, at: place, cells: label, count: cells.count, diagnostics: verdict.diagnostics)
    if let text = verdict.text, let file = verdict.files.first, let old = texts[file],
      let first = cells.first
    {
      problem.difference = SnapshotDifference(
        from: self.text(old, firstFor: first).bytes, to: text.bytes)
    }
    return problem
  }
}

extension [SnapshotProblem] {
  /// Changes with one cause as one: the first stands for the others. Complexity: O(problems).
  package func folded() -> [SnapshotProblem] {
    var result: [SnapshotProblem] = []
    var places: [String: Int] = [:]
    for problem in self {
      guard let cause = problem.difference?.cause else {
        result.append(problem)
        continue
      }
      if let place = places[cause] {
        result[place].others.append(problem.place)
        result[place].otherCount += problem.count
      } else {
        places[cause] = result.count
        result.append(problem)
      }
    }
    return result
  }
}
