import Support
import Renderers

extension SnapshotReport {
  /// Returns the report for a terminal: a line for each problem with its difference, and a summary.
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
    lines += actions
    return lines.joined(separator: "\n") + "\n"
  }

  package var markdown: String {
    var lines = ["**Snapshots**: \(summary)", ""]
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
      ]
      lines += [others, "</details>", ""]
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
        json.array("problems", feed.problems.folded()) { $0.write($1) }
      }
      json.write("isClean", isClean)
      json.write("schemaVersion", 1)
      json.array("strays", strays) { $0.write($1) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ problem: SnapshotProblem) {
    beginObject()
    write("cells", problem.cells)
    write("count", problem.count)
    if !problem.diagnostics.isEmpty {
      array("diagnostics", problem.diagnostics) { json, diagnostic in
        json.beginObject()
        json.write("code", diagnostic.code.rawValue)
        json.write("message", diagnostic.message)
        json.write("severity", diagnostic.severity.rawValue)
        json.endObject()
      }
    }
    if let difference = problem.difference {
      array("difference", difference.lines(color: false)) { $0.write($1) }
    }
    write("kind", problem.kind.rawValue)
    write("otherCount", problem.otherCount)
    array("others", problem.others) { $0.write($1) }
    write("place", problem.place)
    endObject()
  }
}
