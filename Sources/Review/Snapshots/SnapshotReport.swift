import SectionEngine

package struct SnapshotReport: Sendable {
  package struct Feed: Sendable {
    package var name: String
    /// The number of checked cells.
    package var cells: Int
    /// The number of files that record the cells.
    package var files: Int
    package var problems: [SnapshotProblem]
    /// The files that earlier layout rules recorded and that equal the pages within a pixel.
    package var outdated: [String] = []
    /// The files with at least one cell that is rendered as recorded: "home/iphone-14.dump".
    package var passed: [(name: String, text: SnapshotText)] = []
  }

  package var feeds: [Feed]
  /// The orphaned files in folders that are not the folder of a feed.
  package var strays: [SnapshotProblem] = []
  /// The snapshot folder as typed, for suggested commands; `nil` for the folder of the project.
  package var folder: String?
  /// The snapshot folder in the project's settings, relative to the project folder.
  package var base = ""
  /// Whether the suggested commands get the option `--allow-outside`.
  package var allowsOutside: Bool

  package init(
    feeds: [Feed], strays: [SnapshotProblem] = [], folder: String?, allowsOutside: Bool
  ) {
    self.allowsOutside = allowsOutside
    self.feeds = feeds
    self.strays = strays
    self.folder = folder
  }

  /// The settings file, relative to the repository.
  var settingsFile: String {
    guard let folder else { return "sectionengine.json" }
    return (folder.hasSuffix("/") ? folder : folder + "/") + SnapshotSettings.fileName
  }

  package var isClean: Bool { strays.isEmpty && feeds.allSatisfy(\.problems.isEmpty) }
  /// Whether the project does not use snapshots: nothing was verified.
  private var isUnused: Bool { feeds.isEmpty && strays.isEmpty }
  /// Whether a feed or a cell could not be drawn.
  package var hasFailed: Bool { feeds.contains { $0.problems.contains { $0.kind == .failed } } }

  /// The summary: "48 cells of 4 feeds: 24 changed, 1 missing; 2 files orphaned".
  package var summary: String {
    if isUnused { return "no snapshots are recorded" }
    let cells = counted(feeds.reduce(0) { $0 + $1.cells }, "cell")
    let start = "\(cells) of \(counted(feeds.count, "feed"))"
    let problems = feeds.flatMap(\.problems)
    if isClean {
      return "\(start) as recorded, in \(counted(feeds.reduce(0) { $0 + $1.files }, "file"))"
    }
    let counts = SnapshotProblem.Kind.allCases.filter { $0 != .orphaned }.compactMap { kind in
      let count = problems.filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    let orphans = strays.count + problems.count { $0.kind == .orphaned }
    let parts =
      (counts.isEmpty ? [] : [counts.joined(separator: ", ")])
      + (orphans == 0 ? [] : ["\(counted(orphans, "file")) orphaned"])
    return "\(start): \(parts.joined(separator: "; "))"
  }

  /// A remark about the files that earlier layout rules recorded; `nil` if there are none.
  package var outdatedRemark: String? {
    let count = feeds.reduce(0) { $0 + $1.outdated.count }
    guard count > 0 else { return nil }
    return "\(counted(count, "file")) recorded with the old rules, equal within a pixel; renew: "
      + "`sectionengine snapshot accept --rules\(arguments)`"
  }

  /// The options and the folder for suggested commands.
  var arguments: String {
    (allowsOutside ? " --allow-outside" : "") + (folder.map { " " + shellWord($0) } ?? "")
  }

  package var actions: [String] {
    let verbs = isUnused ? ["record"] : Set((feeds.flatMap(\.problems) + strays).map(\.kind.remedy))
    let meanings = [
      ("accept", "keep what is drawn now"), ("record", "add what is missing"),
      ("prune", "remove orphans"),
    ]
    return meanings.filter { verbs.contains($0.0) }.map { verb, meaning in
      "\(meaning): `sectionengine snapshot \(verb)\(arguments)`"
    }
  }

  /// Returns the report for a terminal: each problem with its difference, then a summary.
  package func text(color: Bool) -> String {
    var lines: [String] = []
    for problem in feeds.flatMap({ $0.problems.folded() }) + strays {
      lines.append("\(problem.kind.rawValue) \(Support.shown(problem.place, limit: 300))")
      lines += problem.remark.map { ["  \($0)"] } ?? []
      for diagnostic in problem.diagnostics {
        lines.append(
          "  \(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]: "
            + TerminalText.line(diagnostic.message))
      }
      lines += problem.difference?.terminalLines(color: color).map { "  \($0)" } ?? []
      lines += problem.otherPlaces.map { ["  \($0)"] } ?? []
    }
    lines.append(summary)
    lines += [outdatedRemark].compactMap(\.self) + actions
    return lines.joined(separator: "\n") + "\n"
  }

  package var markdown: String {
    var lines = ["**Snapshots**: \(summary)", ""] + (outdatedRemark.map { [$0, ""] } ?? [])
    for problem in feeds.flatMap({ $0.problems.folded() }) + strays {
      let place = Support.shown(problem.place, limit: 300)
      let title = "`\(place)` \(problem.kind.rawValue)"
      let others = problem.otherPlaces.map { "\n\($0)\n" } ?? ""
      guard let difference = problem.difference else {
        let remark = problem.remark.map { ": \($0)" } ?? ""
        let found = problem.diagnostics.map { "\($0.code.rawValue): \($0.message)" }
        let reasons = found.isEmpty ? "" : ": \(found.joined(separator: "; "))"
        lines.append("- \(title)\(remark)\(reasons)")
        continue
      }
      lines += [
        "<details><summary><code>\(place)</code> changed</summary>", "", difference.markdown,
        others, "</details>", "",
      ]
    }
    lines += actions.map { "\n\($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: [UInt8] {
    JSONWriter.document { json in
      json.objects("feeds", feeds) { json, feed in
        json.write("cells", feed.cells)
        json.write("files", feed.files)
        json.write("name", feed.name)
        if !feed.outdated.isEmpty { json.array("outdated", feed.outdated) { $0.write($1) } }
        json.objects("problems", feed.problems.folded()) { $0.write(problem: $1) }
      }
      json.write("isClean", isClean)
      json.write("schemaVersion", 1)
      json.objects("strays", strays) { $0.write(problem: $1) }
    }
  }
}

extension SnapshotReport.Feed {
  /// - Parameter state: The snapshots of the feed; `nil` if the feed could not be opened.
  package init(
    _ name: String, _ state: SnapshotFeedState?, _ drawings: SnapshotDrawings,
    problems: [SnapshotProblem]
  ) {
    self.init(
      name: name, cells: drawings.count, files: state?.files(for: drawings.map(\.cell)) ?? 0,
      problems: problems, outdated: state?.outdated(among: drawings) ?? [],
      passed: state?.passed(among: drawings, in: name) ?? [])
  }
}

extension SnapshotProblem.Kind {
  /// The subcommand that resolves the problem; `nil` if no subcommand does.
  var remedy: String? {
    switch self {
    case .changed, .edited, .unreadable, .repeated: "accept"
    case .missing: "record"
    case .orphaned: "prune"
    case .failed: nil
    }
  }
}

extension SnapshotProblem {
  /// A note about problems with the same cause: "the same in 22 other cells: iphone-se.dump, …".
  var otherPlaces: String? {
    guard otherCount > 0 else { return nil }
    return "the same in \(counted(otherCount, "other cell")): "
      + listed(others.map { Support.shown($0, limit: 200) }, atMost: 4)
  }

  /// The explanation of the problem; `nil` if the kind explains itself.
  var remark: String? {
    switch kind {
    case .edited: "a dump that the program did not write in this form: edited by hand, or merged"
    case .unreadable: diagnostics.isEmpty ? "cannot be read" : nil
    case .repeated: "several files record \(cells)"
    case .changed, .missing, .failed, .orphaned: nil
    }
  }
}

extension JSONWriter {
  fileprivate mutating func write(problem: SnapshotProblem) {
    write("cells", problem.cells)
    write("count", problem.count)
    if !problem.diagnostics.isEmpty {
      objects("diagnostics", problem.diagnostics) { json, diagnostic in
        json.write("code", diagnostic.code.rawValue)
        json.write("message", diagnostic.message)
        json.write("severity", diagnostic.severity.rawValue)
      }
    }
    if let difference = problem.difference {
      array("difference", difference.lines(color: false)) { $0.write($1) }
    }
    write("kind", problem.kind.rawValue)
    write("otherCount", problem.otherCount)
    array("others", problem.others) { $0.write($1) }
    write("place", problem.place)
  }
}

extension SnapshotReport {
  /// The report for CI systems. Files with the same change are one finding, but one test each.
  package var findingReport: FindingReport {
    let typed = folder ?? base
    let folder = typed.hasSuffix("/") ? String(typed.dropLast()) : typed
    let suites = feeds.map { feed in
      FindingReport.Suite(
        name: feed.name, tests: feed.passed.map(\.name),
        findings: feed.problems.folded().map { $0.reported(in: folder, settingsFile) })
    }
    let outside = FindingReport.Suite(
      name: folder, tests: [], findings: strays.map { $0.reported(in: folder, settingsFile) })
    return FindingReport(
      command: "snapshot verify", arguments: self.folder == nil ? [] : [folder],
      summary: ([summary, outdatedRemark].compactMap(\.self) + actions).joined(separator: "; "),
      file: settingsFile,
      rules: SnapshotProblem.Kind.allCases.map(\.rule),
      suites: suites + (strays.isEmpty ? [] : [outside]))
  }
}

extension SnapshotProblem {
  fileprivate func reported(
    in folder: String, _ settings: String
  ) -> FindingReport.Entry {
    let found = diagnostics.map { "\($0.severity.rawValue)[\($0.code.rawValue)]: \($0.message)" }
    return FindingReport.Entry(
      severity: kind == .orphaned ? .warning : .error, rule: kind.rule,
      message: "\(shown(place, limit: 300)): \(kind.rule.title)",
      details: [remark].compactMap(\.self) + found
        + (difference?.lines(color: false) ?? []).cut() + [otherPlaces].compactMap(\.self),
      file: file.map { "\(folder)/\($0)" } ?? settings, tests: [place] + others,
      fingerprint: stableHash(of: [kind.rawValue, place]))
  }
}

extension SnapshotProblem.Kind {
  fileprivate var rule: FindingReport.Rule {
    let title =
      switch self {
      case .changed: "the page is drawn differently now"
      case .missing: "the cells have no snapshot"
      case .edited: "the program did not write the snapshot in this form"
      case .unreadable: "the snapshot is not a dump"
      case .repeated: "the cells have several snapshots"
      case .failed: "the feed cannot be drawn"
      case .orphaned: "the settings do not need the file"
      }
    return FindingReport.Rule(
      id: "snapshot-\(rawValue)", name: "snapshot-\(rawValue)", title: title,
      help: "sectionengine snapshot --help")
  }
}
