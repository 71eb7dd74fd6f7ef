internal import LayoutReview
internal import SectionEngine

/// The index of a report: each feed with its pages, changes and findings.
struct ReportIndex {
  let feeds: [ReportedFeed]
  /// The revision that pages are compared with; `nil` without a comparison.
  let base: String?

  /// The findings of the feeds, as `check` reports them.
  var checks: CheckReports {
    var checks = CheckReports()
    checks.feeds = feeds.filter { !$0.isRemoved }.map { .init(name: $0.name, report: $0.report) }
    return checks
  }

  /// The summary, such as "3 feeds: 1 changed, 2 warnings; 4 known; 5 pages: 1 different, 4 same".
  /// The numbers are those of `check` and `diff` with the same base.
  var summary: String {
    let changed = base == nil ? "" : "\(feeds.count { $0.changes > 0 }) changed, "
    let pages = feeds.flatMap { feed in
      feed.pages.compactMap(\.change) + Array(repeating: .removed, count: feed.removedPages)
    }
    return "\(counted(feeds.count, "feed")): \(changed)\(checks.counts)"
      + (pages.isEmpty ? "" : "; \(PageDiffs.summary(of: pages, noun: "page"))")
  }

  /// The index as HTML without script or external resources. Links are relative to its folder.
  var html: [UInt8] {
    var out = ByteWriter()
    out.write(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Layout report</title>
      <style>

      """)
    out.write(PackageResources.report_css)
    out.write(markup: "</style>\n</head>\n<body>\n<h1>Layout report</h1>\n<p>\(summary)")
    if let base { out.write(markup: ", compared with <code>\(shown(base))</code>") }
    out.write("</p>\n")
    writeOverview(to: &out)
    for (index, feed) in feeds.enumerated() { write(feed, id: "f\(index + 1)", to: &out) }
    out.write("</body>\n</html>\n")
    return out.bytes
  }

  private func writeOverview(to out: inout ByteWriter) {
    out.write(
      "<table>\n<tr><th>feed</th>\(base == nil ? "" : "<th>changed</th>")<th>findings</th></tr>\n")
    for (index, feed) in feeds.enumerated() {
      out.write(
        markup: "<tr><td><a href=\"#f\(index + 1)\">\(shown(feed.name, limit: 100))</a></td>")
      if base != nil {
        let changes = feed.isRemoved ? "removed" : "\(feed.changes) of \(feed.pages.count)"
        out.write(markup: "<td>\(changes)</td>")
      }
      out.write(feed.hasFailed ? "<td class=\"failed\">failed" : "<td>\(feed.problems)")
      out.write("</td></tr>\n")
    }
    out.write("</table>\n")
  }

  private func write(_ feed: ReportedFeed, id: String, to out: inout ByteWriter) {
    out.write(markup: "<section id=\"\(id)\">\n<h2>\(shown(feed.name, limit: 100))</h2>\n")
    if let redline = feed.redline {
      out.write(markup: "<p><a href=\"\(PercentEncoding.encodePath(redline))\">Redlines</a>")
      for state in feed.states {
        out.write(
          markup: " · <a href=\"\(PercentEncoding.encodePath(state.file))\">\(state.name)</a>")
      }
      out.write("</p>\n<div class=\"wide\"><table>\n<tr><th>device</th>")
      out.write("\(base == nil ? "" : "<th>change</th>")<th>page</th><th>sections</th></tr>\n")
      for page in feed.pages {
        out.write(markup: "<tr><td>\(page.device)</td>")
        if let change = page.change {
          out.write(markup: "<td class=\"\(change.rawValue)\">")
          if let diff = page.diff {
            out.write(
              markup: "<a href=\"\(PercentEncoding.encodePath(diff))\">before and after</a>")
          } else {
            out.write(change == .same ? "no differences" : change.rawValue)
          }
          out.write("</td>")
        } else if base != nil {
          out.write("<td>not compared</td>")
        }
        out.write(
          markup: """
            <td>\(points(page.width)) x \(points(page.height)) pt</td><td>\(page.sections)</td></tr>

            """)
      }
      out.write("</table></div>\n<p>Light and dark, left to right and right to left, and the ")
      out.write(
        "largest text are checked; the redlines switch between light and dark.</p>\n")
    } else if !feed.isRemoved {
      out.write("<p class=\"failed\">It could not be drawn.</p>\n")
    }
    let known = feed.report?.known ?? 0
    if known > 0 { out.write(markup: "<p>\(counted(known, "known finding")).</p>\n") }
    let own = feed.report?.own
    let folded = own?.folded ?? []
    let diagnostics =
      folded
      + feed.diagnostics.filter { found in
        !feed.findings.contains { $0.diagnostic == found }
      }
    if !diagnostics.isEmpty {
      // A long list is collapsed, because it would push the other feeds away.
      let isOpen = diagnostics.count <= 12
      out.write("<details\(isOpen ? " open" : "")><summary>")
      let count = (own?.findings.count ?? 0) + diagnostics.count - folded.count
      out.write("\(counted(count, "finding"))</summary>\n<ul>\n")
      for diagnostic in diagnostics { write(diagnostic, to: &out) }
      out.write("</ul></details>\n")
    }
    out.write("</section>\n")
  }

  private func write(_ diagnostic: Diagnostic, to out: inout ByteWriter) {
    let severity = diagnostic.severity.rawValue
    out.write(
      markup: """
        <li class="\(severity)"><strong>\(severity) \(diagnostic.code.rawValue)</strong>
        """)
    write(" \(diagnostic.message)", to: &out)
    if let label = diagnostic.label { write(": \(label)", to: &out) }
    let place = diagnostic.location.map { "\($0.file):\($0.line):\($0.column)" }
    if let place { out.write(markup: " <code>\(shown(place, limit: 300))</code>") }
    for line in diagnostic.notes + diagnostic.helps.prefix(2).map({ "help: \($0)" }) {
      out.write("<br>")
      write(line, to: &out)
    }
    out.write("</li>\n")
  }

  /// Writes the text of a diagnostic. Quoted parts become code.
  private func write(_ text: String, to out: inout ByteWriter) {
    let parts = shown(text, limit: 400).split(separator: "`", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isClosed = index < parts.count - 1
      let isCode = index % 2 == 1
      out.write(isCode ? isClosed ? "<code>" : "`" : "")
      out.write(xml: String(part))
      out.write(isCode && isClosed ? "</code>" : "")
    }
  }

  /// The report as JSON with the schema `report`.
  var json: [UInt8] {
    JSONWriter.document { json in
      if let base { json.write("base", base) }
      json.objects("feeds", feeds) { json, feed in
        json.array("diagnostics", feed.diagnostics.map(\.message)) { $0.write($1) }
        json.array("findings", feed.findings) { $1.write(to: &$0) }
        json.write("known", feed.report?.known ?? 0)
        json.write("name", feed.name)
        json.objects("pages", feed.pages) { json, page in
          if let change = page.change { json.write("change", change.rawValue) }
          json.write("device", page.device)
          if let diff = page.diff { json.write("diff", diff) }
          json.write("height", page.height)
          json.write("sections", page.sections)
          json.write("width", page.width)
        }
        if let redline = feed.redline { json.write("redline", redline) }
        json.objects("states", feed.states) { json, state in
          json.write("file", state.file)
          json.write("name", state.name)
        }
      }
      json.write("schemaVersion", 1)
    }
  }
}
