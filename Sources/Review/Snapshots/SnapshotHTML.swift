import SectionEngine

/// Writes an HTML page of a verification: an index, then the problems, each with the command that
/// resolves it, then the unchanged pages. Changes with one cause are one problem, with one row for
/// each changed section: before, after, and what changed. The page loads nothing, and works without
/// its script.
package enum SnapshotHTML {
  /// - Parameter pictures: Returns the image files of a page; `nil` draws no images.
  package static func bytes(
    of report: SnapshotReport, pictures: ((Page) -> Pictures)?
  ) -> [UInt8] {
    var out = ByteWriter()
    out.beginDocument(
      title: "Snapshots", sheet: PackageResources.diff_colors_css + PackageResources.snapshot_css)
    out.beginBody(heading: "Snapshots")
    out.write(markup: "<p>\(report.summary)</p>\n<fieldset><legend>Pictures</legend>")
    out.write(markup: .input("checkbox", name: "full", id: "full", isOn: false, "full size"))
    out.write("</fieldset>\n")
    out.write(markup: .appearances())
    DiffHTML.writeLegend(to: &out)
    out.write("</header>\n<main>\n")
    var drawings = Thumbnails(pictures: pictures)
    let problems = report.feeds.flatMap { feed in feed.problems.folded().map { ($0, feed.name) } }
    let ordered = SnapshotProblem.Kind.allCases.flatMap { kind in
      (problems + report.strays.map { ($0, "") }).filter { $0.0.kind == kind }
    }
    var body = ByteWriter()
    var entries: [XML] = []
    for (number, (problem, feed)) in zip(1..., ordered) {
      let command = report.command(for: problem, of: feed)
      let picture = write(problem, number: number, command: command, &drawings, to: &body)
      entries.append(entry(of: problem, number: number, picture))
    }
    if entries.count > 1 {
      out.write(markup: "<nav aria-label=\"Index\"><ol>\n\(entries)</ol></nav>\n")
    }
    out.write(body.bytes)
    let passed = report.feeds.flatMap(\.passed)
    if !passed.isEmpty {
      out.write(markup: "<h2>As recorded</h2>\n<div class=\"passed\">\n")
      for file in passed {
        if let page = file.text.page { drawings.write(page, caption: file.name, to: &out) }
      }
      out.write("</div>\n")
    }
    out.write("</main>\n")
    out.endDocument(script: PackageResources.snapshot_js)
    return out.bytes
  }

  /// Returns the entry of a problem in the index, with a small copy of a picture.
  private static func entry(
    of problem: SnapshotProblem, number: Int, _ picture: Thumbnails.Picture?
  ) -> XML {
    let copy = picture.map { picture in
      """
      <svg viewBox="0 0 \(picture.frame.width) \(picture.frame.height)" aria-hidden="true">\
      <use href="#\(picture.id)"/></svg>
      """ as XML
    }
    return """
      <li><a href="#problem\(number)"><span>\(copy)</span>\(shown(problem.place, limit: 80))\
      </a> <small>\(problem.kind.rawValue)</small></li>

      """
  }

  /// - Returns: The first picture of the problem; `nil` without one.
  private static func write(
    _ problem: SnapshotProblem, number: Int, command: (reason: String, line: String)?,
    _ drawings: inout Thumbnails, to out: inout ByteWriter
  ) -> Thumbnails.Picture? {
    let place = shown(problem.place, limit: 300)
    out.write(
      markup: """
        <section tabindex="-1" id="problem\(number)" class="\(problem.kind.rawValue)">\
        <h2>\(place) <small>\(problem.kind.rawValue)</small></h2>

        """)
    writeCells(of: problem, to: &out)
    if let remark = problem.remark { out.write(markup: "<p>\(remark)</p>\n") }
    for diagnostic in problem.diagnostics {
      let kind = "\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]"
      out.write(markup: "<p>\(kind): \(diagnostic.message)</p>\n")
    }
    if let command { out.write(markup: "<p>\(command.reason): <code>\(command.line)</code></p>\n") }
    var picture: Thumbnails.Picture?
    if let diff = problem.difference?.diff {
      picture = drawings.writeRows(of: diff, to: &out)
    } else if let page = problem.drawn?.page {
      out.write("<div>\n")
      picture = drawings.write(page, caption: "drawn now", to: &out)
      out.write("</div>\n")
    }
    if let lines = problem.difference?.lines(color: false) {
      let isOpen: XML? = picture == nil ? " open" : nil
      out.write(
        markup: """
          <details\(isOpen)><summary>changes as text</summary><pre tabindex="0">\
          \(lines.joined(separator: "\n"))</pre></details>

          """)
    }
    out.write("</section>\n")
    return picture
  }

  /// Writes the files or cells with the problem, unless the heading names the only one.
  private static func writeCells(of problem: SnapshotProblem, to out: inout ByteWriter) {
    let count = problem.count + problem.otherCount
    guard count > 1 else { return }
    let places = problem.others.isEmpty ? [problem.cells] : [problem.place] + problem.others
    let chips = places.map { "<li>\(shown($0, limit: 200))</li>" as XML }
    out.write(markup: "<ul class=\"chips\"><li>\(count) cells</li>\(chips)</ul>\n")
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
