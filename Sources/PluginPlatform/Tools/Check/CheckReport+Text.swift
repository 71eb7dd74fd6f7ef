internal import PluginHost
internal import Support

extension CheckReport {
  /// The report as text:
  ///
  /// ```
  /// ticker@1.0.0  build/ticker.so
  /// draws TICKER; payloads are 2 blocks of ticker.json
  ///
  /// passed   file         the file is a complete shared library for this machine
  /// FAILED   null         a payload that is null
  ///            open died of SIGSEGV
  ///              at payload null (TICKER)
  ///              help: check kinds and counts before values are used
  /// skipped  order        there is one block only
  ///
  /// 31 tests: 29 passed, 1 failed, 1 skipped
  /// ```
  package var text: String {
    var lines = header + [""]
    let width = results.map(\.id.count).max() ?? 0
    for result in results {
      let id = result.id + String(repeating: " ", count: width - result.id.count)
      lines.append("\(result.status.heading)  \(id)  \(result.reason ?? result.summary)")
      lines += result.details.map { "             \($0)" }
    }
    lines += ["", summary]
    return lines.joined(separator: "\n") + "\n"
  }

  private var header: [String] {
    guard let plugin else { return [file] }
    let claims =
      plugin.providers.flatMap(\.blockCodes)
      .map { $0 == "*" ? "every block without another provider" : $0 }
      + plugin.providers.flatMap(\.showTypes).map { "showType \($0)" }
    let blocks = counted(payloads.blocks, "block")
    let source =
      payloads.source == .made
      ? "payloads are made up, no feed has a block of it: `--feed FILE` gives one"
      : "payloads are \(blocks) of \(payloads.files.joined(separator: ", "))"
    var lines = ["\(plugin.identity)  \(file)"]
    if !claims.isEmpty { lines += ["draws \(Self.list(claims))", source] }
    if !plugin.renderers.isEmpty { lines.append("writes \(Self.list(plugin.renderers))") }
    return lines
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ")
      + (names.count > 8 ? " and \(names.count - 8) more" : "")
  }

  /// A text such as "31 tests: 29 passed, 1 failed, 1 skipped".
  package var summary: String {
    let parts = TestResult.Status.allCases.compactMap { status in
      count(status) == 0 ? nil : "\(count(status)) \(status.inSentence)"
    }
    return "\(counted(results.count, "test")): \(parts.joined(separator: ", "))"
  }
}

extension TestResult {
  package var details: [String] {
    findings.flatMap { finding in
      let rest = finding.count - finding.places.count
      return [finding.message] + finding.places.map { "  at \($0)" }
        + (rest > 0 && !finding.places.isEmpty ? ["  and \(rest) more times"] : [])
        + ["  help: \(finding.help)"]
    } + notes.map { "note: \($0)" }
  }
}

extension TestResult.Status {
  /// A word of nine columns, in capitals if it needs action.
  fileprivate var heading: String {
    let word = self == .passed || self == .skipped ? rawValue : inSentence.uppercased()
    return word + String(repeating: " ", count: 9 - word.count)
  }

  fileprivate var inSentence: String { self == .timedOut ? "timed out" : rawValue }
}
