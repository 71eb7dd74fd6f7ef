import SectionEngine

/// Writes an HTML page of thumbnails: first the problems, with the command that resolves each; then
/// the unchanged pages. The page loads nothing, and works without its script.
package enum SnapshotHTML {
  /// - Parameter pictures: Returns the image files of a page; `nil` draws no images.
  package static func bytes(
    of report: SnapshotReport, pictures: ((Page) -> Pictures)?
  ) -> [UInt8] {
    var out = ByteWriter()
    out.beginDocument(
      title: "Snapshots", sheet: PackageResources.diff_colors_css + PackageResources.snapshot_css)
    out.write(markup: "</style>\n</head>\n<body>\n<header>\n<h1>Snapshots</h1>\n")
    out.write(markup: "<p>\(report.summary)</p>\n<fieldset><legend>Pictures</legend>")
    out.write(markup: .input("checkbox", name: "full", id: "full", isOn: false, "full size"))
    out.write("</fieldset>\n")
    out.write(markup: .appearances())
    DiffHTML.writeLegend(to: &out)
    out.write("</header>\n<main>\n")
    var drawings = Thumbnails(pictures: pictures)
    let problems = report.feeds.flatMap { feed in feed.problems.map { ($0, feed.name) } }
    for kind in SnapshotProblem.Kind.allCases {
      for (problem, feed) in problems + report.strays.map({ ($0, "") }) where problem.kind == kind {
        write(problem, command: report.command(for: problem, of: feed), &drawings, to: &out)
      }
    }
    let passed = report.feeds.flatMap(\.passed)
    if !passed.isEmpty {
      out.write(markup: "<h2>As recorded</h2>\n<div class=\"passed\">\n")
      for file in passed {
        if let page = file.text.page { drawings.write(page, caption: file.name, to: &out) }
      }
      out.write("</div>\n")
    }
    out.write("</main>\n<script>\n")
    out.write(PackageResources.snapshot_js)
    out.write("</script>\n</body>\n</html>\n")
    return out.bytes
  }

  private static func write(
    _ problem: SnapshotProblem, command: (reason: String, line: String)?,
    _ drawings: inout Thumbnails, to out: inout ByteWriter
  ) {
    let place = shown(problem.place, limit: 300)
    out.write(
      markup: """
        <section tabindex="-1" class="\(problem.kind.rawValue)"><h2>\(place) \
        <small>\(problem.kind.rawValue)</small></h2>

        """)
    if problem.count > 1 { out.write(markup: "<p>\(problem.count) cells: \(problem.cells)</p>\n") }
    if let remark = problem.remark { out.write(markup: "<p>\(remark)</p>\n") }
    for diagnostic in problem.diagnostics {
      let kind = "\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]"
      out.write(markup: "<p>\(kind): \(diagnostic.message)</p>\n")
    }
    if let command { out.write(markup: "<p>\(command.reason): <code>\(command.line)</code></p>\n") }
    out.write("<div>\n")
    if let diff = problem.difference?.diff {
      drawings.write(diff, to: &out)
    } else if let page = problem.drawn?.page {
      drawings.write(page, caption: "drawn now", to: &out)
    }
    if let lines = problem.difference?.lines(color: false) {
      out.write(
        markup: """
          <details open><summary>changes</summary><pre tabindex="0">\
          \(lines.joined(separator: "\n"))</pre></details>

          """)
    }
    out.write("</div></section>\n")
  }
}

extension SnapshotReport {
  /// Returns the command that resolves a problem, and the reason to run it; `nil` without one.
  fileprivate func command(
    for problem: SnapshotProblem, of feed: String
  ) -> (reason: String, line: String)? {
    guard let verb = problem.kind.remedy else { return nil }
    let line = "sectionengine snapshot \(verb)\(arguments)"
    if problem.kind == .orphaned { return ("remove all orphans", line) }
    let devices = problem.devices.map { " --device \(shellWord($0))" }.joined()
    return (verb, line + " --feed \(shellWord(feed))" + devices)
  }
}
