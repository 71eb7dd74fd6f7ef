internal import Diagnostics
internal import Renderers

/// The list of diagnostics, each with links to its node and to its page in the catalogue.
struct FindingsView {
  let findings: [Diagnostic]
  let settings: PreviewSettings

  /// The number of listed diagnostics per code; the rest are only counted.
  static let limit = 50

  func write(to html: inout Markup) {
    html.markup("<h2 id=\"findings-title\">Findings</h2>")
    var seen: Set<Diagnostic> = []
    // Devices share most of their findings.
    let each = findings.filter { seen.insert($0).inserted }
    guard !each.isEmpty else { return html.markup("<p>None.</p>") }
    html.markup("<ul>")
    var counts: [DiagnosticCode: Int] = [:]
    for finding in each {
      let count = counts[finding.code, default: 0] + 1
      counts[finding.code] = count
      if count <= Self.limit { write(finding, to: &html) }
    }
    html.markup("</ul>")
    let rest = counts.values.reduce(0) { $0 + max(0, $1 - Self.limit) }
    if rest > 0 { html.element("p", "… and \(rest) more") }
  }

  private func write(_ finding: Diagnostic, to html: inout Markup) {
    html.markup("<li")
    html.attribute("class", finding.severity.rawValue)
    html.markup(">")
    html.text("\(finding.severity.rawValue) ")
    html.link("/explain/\(finding.code.rawValue)", finding.code.rawValue)
    html.text(" ")
    html.text(finding.message)
    if let node = finding.node ?? finding.blockCode {
      html.text(" ")
      html.markup("<a data-goto")
      html.attribute("data-node", node)
      html.attribute("href", "/?\(settings.selecting(node).query)")
      html.markup(">")
      html.text(node)
      html.markup("</a>")
    }
    html.markup("<details><summary>in full</summary><pre>")
    var out = ByteWriter()
    DiagnosticPrinter(color: false).write([finding], to: &out)
    html.text(out.string)
    html.markup("</pre></details></li>")
  }
}
