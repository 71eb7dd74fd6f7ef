import Support

extension ViewHierarchy {
  /// Reads `recursiveDescription`: plain, with log prefixes, or with the escapes of lldb.
  package static func parse(_ bytes: [UInt8], file: String) -> Diagnosed<ViewHierarchy?> {
    var hierarchy = ViewHierarchy(.uikit)
    var diagnostics: [Diagnostic] = []
    func report(
      _ line: ViewLines.Line, _ reason: String, _ severity: Diagnostic.Severity = .warning
    ) {
      guard diagnostics.count < 19 || severity == .error else { return }
      diagnostics.append(
        Diagnostic(
          .unreadableView, severity, "this line is not a view",
          at: SourceLocation(file: file, line: line.number, column: 1), label: reason,
          notes: line.text.isEmpty ? [] : ["found `\(shown(line.text, limit: 48))`"],
          helps: ["print the hierarchy again: `sectionengine explain SE5004`"]))
    }
    for line in ViewLines(bytes).lines {
      guard let view = ViewLine(line.text)?.view else {
        // Skips other output of lldb or a log before and after the views.
        if line.looksLikeView {
          report(line, "expected `<Class: 0x…; frame = (x y; width height); …>`")
        }
        continue
      }
      if view.level > hierarchy.depth {
        report(
          line,
          "it is indented deeper than a view in `\(hierarchy.views.isEmpty ? "nothing" : "the one above")`"
        )
      }
      guard hierarchy.views.count < ViewReading.mostViews, hierarchy.depth <= ViewReading.deepest
      else {
        report(line, ViewReading.excess, .error)
        return Diagnosed(nil, diagnostics)
      }
      hierarchy.append(view)
    }
    guard !hierarchy.views.isEmpty else {
      if diagnostics.isEmpty {
        report(ViewLines.Line(number: 1, text: "", looksLikeView: true), "there is no view", .error)
      }
      diagnostics[0].severity = .error
      return Diagnosed(nil, diagnostics)
    }
    return Diagnosed(hierarchy, diagnostics)
  }
}
