internal import LayoutReview
internal import SectionEngine

/// The index of a report: first the feeds that changed or have new findings, each with pictures of
/// its page before and after; then the other feeds.
struct ReportIndex {
  let feeds: [ReportedFeed]
  /// The revision that pages are compared with; `nil` without a comparison.
  let base: String?

  /// The summary, such as "3 feeds: 1 changed, 2 warnings; 4 known; 5 pages: 1 different, 4 same".
  /// The numbers are those of `check` and `diff` with the same base.
  var summary: String {
    let changed = base == nil ? "" : "\(feeds.count { $0.changes > 0 }) changed, "
    let pages = feeds.flatMap { feed in
      feed.pages.compactMap(\.change) + Array(repeating: .removed, count: feed.removedPages)
    }
    return "\(counted(feeds.count, "feed")): \(changed)\(feeds.checks.counts)"
      + (pages.isEmpty ? "" : "; \(PageDiffs.summary(of: pages, noun: "page"))")
  }

  /// Returns the comment on a pull request.
  /// - Parameter site: The address of the report's folder, for links; `nil` for none.
  func comment(site: String?) -> String {
    let blocks = feeds.blocks(site: site)
    return ReviewComment(
      ReviewComment.verdict(on: blocks, isCompared: base != nil), blocks,
      hint: site.map { "[all in the report](\($0)/index.html)" }
    ).markdown(marker: ReviewComment.marker)
  }

  // MARK: HTML

  /// The index as HTML without script or external resources. Links are relative to its folder.
  var html: [UInt8] {
    var out = ByteWriter()
    out.beginDocument(
      title: "Layout report", sheet: Thumbnails.sheet + PackageResources.report_css)
    let verdict = ReviewComment.verdict(on: feeds.blocks(site: nil), isCompared: base != nil) {
      shown($0, limit: 100)
    }
    out.beginBody(heading: "Layout report")
    out.write(markup: "<p>\(verdict)")
    if let base { out.write(markup: ", compared with <code>\(shown(base))</code>") }
    out.write(markup: "</p>\n\(.appearances())")
    if base != nil { DiffHTML.writeLegend(to: &out) }
    out.write("</header>\n<main>\n")
    let named = feeds.enumerated().map { (feed: $0.element, id: "f\($0.offset + 1)") }
    let news = named.filter { !$0.feed.isQuiet }
    var thumbnails = Thumbnails(room: 40_000)
    // Changes come before findings, because a change can be their cause.
    for (feed, id) in news.filter({ $0.feed.changes > 0 }) + news.filter({ $0.feed.changes == 0 }) {
      write(feed, id: id, &thumbnails, to: &out)
    }
    let quiet = named.filter(\.feed.isQuiet)
    if !quiet.isEmpty {
      let title = base == nil ? "Without findings" : "As before"
      out.write("<h2>\(title)</h2>\n<ul class=\"quiet\">\n")
      for (feed, id) in quiet { writeQuiet(feed, id: id, &thumbnails, to: &out) }
      out.write("</ul>\n")
    }
    out.write("</main>\n</body>\n</html>\n")
    return out.bytes
  }

  private func write(
    _ feed: ReportedFeed, id: String, _ thumbnails: inout Thumbnails, to out: inout ByteWriter
  ) {
    let states: [ReviewComment.State: String] = [
      .failed: "failed", .added: "new", .removed: "removed",
      .changed: feed.pages.count == 1
        ? "changed" : "\(feed.changes) of \(feed.pages.count) pages changed",
    ]
    out.write(markup: "<section id=\"\(id)\">\n<h2>\(shown(feed.name, limit: 100))")
    if let state = states[feed.state] {
      let style = feed.state == .failed ? "failed" : "state"
      out.write(markup: " <small class=\"\(style)\">\(state)</small>")
    }
    out.write("</h2>\n<div class=\"first\">\n")
    if let diff = feed.change?.diff {
      thumbnails.write(diff, to: &out)
    } else if let page = feed.drawn {
      thumbnails.write(page, caption: "page", isCropped: true, to: &out)
    }
    out.write("<div class=\"words\">\n")
    if let diff = feed.change?.diff {
      let words = DiffText(color: false).text(of: diff).split(separator: "\n").map(String.init)
      out.write(markup: "<pre>\(words.cut(to: 12).joined(separator: "\n"))</pre>\n")
    }
    if feed.redline == nil, !feed.isRemoved {
      out.write("<p class=\"failed\">It could not be drawn.</p>\n")
    }
    writeLinks(of: feed, to: &out)
    for (effect, command) in feed.acceptances {
      out.write(markup: "<p>\(effect): <code class=\"command\">\(command)</code></p>\n")
    }
    writeFindings(of: feed, to: &out)
    out.write("</div>\n</div>\n</section>\n")
  }

  /// Writes one line about a feed. Without a comparison, it has a picture of the page.
  private func writeQuiet(
    _ feed: ReportedFeed, id: String, _ thumbnails: inout Thumbnails, to out: inout ByteWriter
  ) {
    out.write(markup: "<li id=\"\(id)\">")
    if base == nil, let page = feed.drawn {
      thumbnails.write(page, caption: feed.name, isCropped: true, to: &out)
    } else {
      out.write(markup: "<strong>\(shown(feed.name, limit: 100))</strong> ")
    }
    writeLinks(of: feed, to: &out)
    let notes = (feed.report?.own.folded ?? []) + feed.diagnosticsOfDrawing
    let counts = [(notes.count, "note"), (feed.report?.known ?? 0, "known finding")]
    let title = counts.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }.joined(separator: ", ")
    write(notes + known(of: feed), title, isOpen: false, to: &out)
    out.write("</li>\n")
  }

  private func writeLinks(of feed: ReportedFeed, to out: inout ByteWriter) {
    var links = feed.pages.compactMap { page in
      page.diff.map { ("\(page.device): before and after", $0) }
    }
    links += feed.redline.map { [("redlines", $0)] } ?? []
    links += feed.states.map { ($0.name, $0.file) }
    guard !links.isEmpty else { return }
    out.write("<p class=\"links\">")
    for (index, link) in links.enumerated() {
      let (name, file) = link
      out.write(index == 0 ? "" : " · ")
      out.write(markup: "<a href=\"\(PercentEncoding.encodePath(file))\">\(name)</a>")
    }
    out.write("</p>\n")
  }

  // MARK: Findings

  /// Writes the new findings by owner, the diagnostics of drawing, and the known findings folded.
  private func writeFindings(of feed: ReportedFeed, to out: inout ByteWriter) {
    for owner in Finding.Owner.allCases {
      let found = feed.report?.own.folded(of: owner) ?? []
      let title = "\(base == nil ? "" : "new, ")owner \(owner.rawValue): \(owner.duty)"
      write(found, title, isOpen: found.count <= 12, to: &out)
    }
    write(
      feed.diagnosticsOfDrawing, "notes on drawing", isOpen: feed.hasFailed || feed.isRemoved,
      to: &out)
    let title = counted(feed.report?.known ?? 0, "known finding")
    write(known(of: feed), title, isOpen: false, to: &out)
  }

  /// Returns the known findings; findings that differ only in the item are combined.
  private func known(of feed: ReportedFeed) -> [Diagnostic] {
    var known = feed.report
    known?.findings = feed.report?.knownFindings ?? []
    return known?.folded ?? []
  }

  /// Writes a list that can be folded. A long list is closed, because it would push others away.
  private func write(
    _ diagnostics: [Diagnostic], _ title: String, isOpen: Bool, to out: inout ByteWriter
  ) {
    guard !diagnostics.isEmpty else { return }
    out.write(markup: "<details\(isOpen ? " open" : "")><summary>\(title)</summary>\n<ul>\n")
    for diagnostic in diagnostics { write(diagnostic, to: &out) }
    out.write("</ul></details>\n")
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

  // MARK: JSON

  /// The report as JSON with the schema `report`.
  var json: [UInt8] {
    JSONWriter.document { json in
      if let base { json.write("base", base) }
      json.objects("feeds", feeds) { json, feed in
        json.array("diagnostics", feed.diagnostics.map(\.message)) { $0.write($1) }
        json.write("findings", feed.findings)
        json.write("known", feed.report?.known ?? 0)
        json.write("name", feed.name)
        json.objects("pages", feed.pages) { json, page in
          if let change = page.change { json.write("change", change.rawValue) }
          json.write("device", page.device)
          if let diff = page.diff { json.write("diff", diff) }
          json.write("height", page.height)
          if let picture = page.picture { json.write("picture", picture) }
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
