import SectionEngine

/// A mismatch between a snapshot folder and its settings or the current feeds.
package struct SnapshotProblem: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// The recorded result differs from the current result.
    case changed
    /// No file records the cells.
    case missing
    /// The file is a dump, but not in the form that the program writes.
    case edited
    /// The file is not a dump, or cannot be read.
    case unreadable
    /// Several files record the same cells.
    case repeated
    /// The feed cannot be rendered.
    case failed
    /// The file records no cell of the settings.
    case orphaned
  }

  package var kind: Kind
  /// The file, such as "netease-home/iphone-14.dump"; without a file, the folder and the cells.
  package var place: String
  /// The first affected file; `nil` if there is none.
  package var file: String?
  /// The affected cells, such as "iphone-14.light+dark".
  package var cells: String
  /// The number of affected cells.
  package var count: Int
  package var diagnostics: [Diagnostic] = []
  package var difference: SnapshotDifference?
  /// The current dump of the first cell; `nil` if the feed cannot be rendered.
  var drawn: SnapshotText?
  /// The devices of the affected cells, in order.
  var devices: [String] = []
  /// The places of problems with the same cause, which are not listed separately.
  package var others: [String] = []
  /// The number of cells in `others`.
  package var otherCount = 0

  package init(
    _ kind: Kind, at place: String, cells: String = "", count: Int = 0,
    diagnostics: [Diagnostic] = []
  ) {
    self.kind = kind
    self.place = place
    file = kind == .orphaned ? place : nil
    self.cells = cells
    self.count = count
    self.diagnostics = diagnostics
  }
}

extension SnapshotFeedState {
  /// Returns the problems of the rendered cells in order, without orphaned files.
  package func problems(of drawings: SnapshotDrawings, in folder: String) -> [SnapshotProblem] {
    verdicts(of: drawings).grouped { $0.verdict }.map { group in
      let (first, verdict) = group[0]
      let label = naming.label(of: group.map(\.cell))
      let names = verdict.files.map { "\(folder)/\(files[$0].name)\(SnapshotNaming.suffix)" }
      var problem = SnapshotProblem(
        verdict.kind, at: names.isEmpty ? "\(folder)/\(label)" : names.joined(separator: ", "),
        cells: label, count: group.count, diagnostics: verdict.diagnostics)
      problem.file = names.first
      problem.devices = group.map { $0.cell[.device] }.uniqued
      if let text = verdict.text, let file = verdict.files.first, let old = files[file].text {
        problem.difference = SnapshotDifference(
          from: self.text(old, firstFor: first), to: text)
      }
      let drawing = drawings.first { $0.cell == first }?.drawing
      if case .different(let text) = drawing { problem.drawn = text }
      return problem
    }
  }

  /// Returns the plan that records the current results of cells with certain kinds of problems.
  package func plan(
    resolving kinds: Set<SnapshotProblem.Kind>, of drawings: SnapshotDrawings
  ) -> SnapshotPlan {
    let wrong = Set(verdicts(of: drawings).filter { kinds.contains($0.verdict.kind) }.map(\.cell))
    return plan(
      drawings.compactMap { cell, drawing in
        guard wrong.contains(cell), case .different(let text) = drawing else { return nil }
        return (cell, text)
      })
  }

  /// Returns the plan that records the current results of cells whose files earlier layout rules
  /// recorded and that equal the results within a pixel.
  package func planRenewing(_ drawings: SnapshotDrawings) -> SnapshotPlan {
    plan(drawings.compactMap { cell, drawing in drawing.renewed.map { (cell, $0) } })
  }

  /// The problem of one cell. Cells with equal verdicts are reported as one problem.
  private struct Verdict: Hashable {
    var kind: SnapshotProblem.Kind
    var files: [Int] = []
    var text: SnapshotText?
    var diagnostics: [Diagnostic] = []
  }

  private func verdicts(of drawings: SnapshotDrawings) -> [(cell: SnapshotCell, verdict: Verdict)] {
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

  private func verdict(on file: Int) -> Verdict {
    let name = files[file].name + SnapshotNaming.suffix
    guard let bytes = files[file].bytes else { return Verdict(kind: .unreadable, files: [file]) }
    let parsed = DumpParser.parse(bytes, file: name)
    guard let page = parsed.page, let lines = page.lines else {
      return Verdict(
        kind: .unreadable, files: [file], diagnostics: Array(parsed.diagnostics.prefix(1)))
    }
    let sections = lines.count { $0.kind == .section(.section) }
    let isWhole = lines.facts["sections"] == String(sections)
    let canonical = DumpRenderer(options: RenderOptions()).bytes(of: page)
    let isOurs = files[file].text != nil && canonical == bytes && isWhole
    return Verdict(kind: isOurs ? .changed : .edited, files: [file])
  }
}

extension [SnapshotProblem] {
  /// Combines changes with the same cause into the first of them.
  package func folded() -> [SnapshotProblem] {
    grouped { $0.difference?.cause }.map { group in
      var problem = group[0]
      problem.others += group.dropFirst().map(\.place)
      problem.devices = group.flatMap(\.devices).uniqued
      problem.otherCount += group.dropFirst().reduce(0) { $0 + $1.count }
      return problem
    }
  }
}
