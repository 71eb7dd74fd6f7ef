internal import Support
internal import Renderers

/// The list of diagnostics, each with links to its node and to its page in the catalogue.
struct FindingsView {
  let findings: [Diagnostic]
  let settings: PreviewSettings

  /// The number of listed diagnostics per code; the rest are only counted.
  static let limit = 50

  func write(to html: inout ByteWriter) {
    html.write(markup: "<h2 id=\"findings-title\">Findings</h2>")
    var seen: Set<Diagnostic> = []
    // Devices share most of their findings.
    let each = findings.filter { seen.insert($0).inserted }
    guard !each.isEmpty else { return html.write(markup: "<p>None.</p>") }
    html.write(markup: "<ul>")
    var counts: [DiagnosticCode: Int] = [:]
    for finding in each {
      let count = counts[finding.code, default: 0] + 1
      counts[finding.code] = count
      if count <= Self.limit { write(finding, to: &html) }
    }
    html.write(markup: "</ul>")
    let rest = counts.values.reduce(0) { $0 + max(0, $1 - Self.limit) }
    if rest > 0 { html.write(markup: "<p>… and \(rest) more</p>") }
  }

  private func write(_ finding: Diagnostic, to html: inout ByteWriter) {
    let (severity, code) = (finding.severity.rawValue, finding.code.rawValue)
    html.write(
      markup: """
        <li class="\(severity)">\(severity) <a href="/explain/\(code)">\(code)</a> \(finding.message)
        """)
    if let node = finding.node ?? finding.blockCode {
      let query = settings.selecting(node).query
      html.write(
        markup: " <a data-goto data-node=\"\(node)\" href=\"/?\(query)\">\(node)</a>")
    }
    var out = ByteWriter()
    DiagnosticPrinter(color: false).write([finding], to: &out)
    html.write(
      markup: "<details><summary>in full</summary><pre>\(out.string)</pre></details></li>")
  }
}
