internal import CIsolation
internal import Support
internal import PluginCalls

extension WorkerPool {
  /// Returns the stack trace of a crash, for the plugin's author. A new worker without plugins
  /// reads the crash record, since the plugin controls the record, the symbols and the debug
  /// information. The result is empty without a usable record.
  func trace(of plugin: IsolatedPlugin, _ round: WorkerProcess.Round) -> [String] {
    guard case .signal = round.end, let record = round.crash,
      let program = try? OpenFile(isolation.worker),
      let worker = try? WorkerProcess(program: isolation.worker),
      (try? worker.prepare(setup, required: isolation.allowsUnconfined ? [] : .all)) != nil
    else { return [] }
    guard let copies = try? plugin.image.copies() else { return [] }
    // The descriptors must stay open until they are sent.
    defer { withExtendedLifetime((program, copies)) {} }
    var payload = FlatWriter()
    payload.add(list: copies.map(\.label)) { $0.add($1) }
    payload.add(list: record) { $0.add($1) }
    let answer = worker.send(
      .explain, jobs: 1, payload.bytes, files: [program.descriptor] + copies.map(\.descriptor),
      within: .init(5))
    var reader = FlatReader(answer.results.first?.bytes ?? [])
    let lines = try? reader.list { reader throws(FlatReader.Malformed) in try reader.text() }
    return (lines ?? []).prefix(Self.mostTraceLines).map { shown($0, limit: 300) }
  }

  private static let mostTraceLines = 16
}

extension WorkerProcess.Round {
  /// The end of the plugin's output, one note per line.
  var printedNotes: [String] { lastLines(of: effects.printed) }
}

/// Returns the last lines that a plugin printed, under a heading; empty if it printed nothing.
package func lastLines(of printed: String) -> [String] {
  // Swift prints the addresses of its calls, which are less useful than the trace.
  let lines = printed.split(whereSeparator: \.isNewline).filter { line in
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    let isFrame =
      words.first.flatMap { Int($0) } != nil
      && words.dropFirst().prefix(2).contains { $0.hasPrefix("0x0000") && $0.utf8.count == 18 }
    return !isFrame && line != "Current stack trace:"
  }.suffix(24)
  guard let last = lines.last else { return [] }
  guard lines.count > 1 else { return ["it printed: \(shown(String(last), limit: 300))"] }
  return ["it printed:"] + lines.map { "  \(shown(String($0), limit: 300))" }
}
