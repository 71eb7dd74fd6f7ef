package import PluginHost
internal import Renderers

package struct CheckReport: Sendable {
  package let file: String
  /// The description of the plugin; `nil` if the file could not be loaded.
  package var plugin: PluginDescriptor?
  package var payloads: Payloads
  /// The seed of the randomly changed payloads.
  package var seed: UInt64
  package var results: [TestResult] = []
  /// The seconds from the worker's start until the plugin was loaded. They differ between runs.
  package var loadSeconds: Double?

  package struct Payloads: Sendable, Hashable {
    package enum Source: String, Sendable { case feed, besideTheFile = "beside-the-file", made }
    package var source: Source
    package var files: [String]
    /// The number of blocks with the plugin's codes.
    package var blocks: Int
  }

  package func count(_ status: TestResult.Status) -> Int { results.count { $0.status == status } }

  /// Whether no test failed, crashed or timed out.
  package var isClean: Bool { results.allSatisfy { $0.status == .passed || $0.status == .skipped } }

  /// The report as text, with lines such as these:
  ///
  ///     FAILED   null         a payload that is null
  ///                open died of SIGSEGV
  package var text: String {
    var lines = header + [""]
    let width = results.map(\.test.id.count).max() ?? 0
    for result in results {
      let test = result.test
      let id = test.id + String(repeating: " ", count: width - test.id.count)
      lines.append("\(result.status.heading)  \(id)  \(result.reason ?? test.summary)")
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
      ? "payloads are made up, since no feed has a block for it (`--feed FILE`)"
      : "payloads are \(blocks) of \(payloads.files.joined(separator: ", "))"
    var lines = ["\(plugin.identity)  \(file)"]
    if !claims.isEmpty { lines += ["draws \(listed(claims, atMost: 8))", source] }
    if !plugin.renderers.isEmpty { lines.append("writes \(listed(plugin.renderers, atMost: 8))") }
    return lines
  }

  /// The number of results with each status, such as "31 tests: 29 passed, 1 failed, 1 skipped".
  package var summary: String {
    let parts = TestResult.Status.allCases.compactMap { status in
      count(status) == 0 ? nil : "\(count(status)) \(status.inSentence)"
    }
    return "\(counted(results.count, "test")): \(parts.joined(separator: ", "))"
  }

  /// The JSON Schema of `json`, in UTF-8.
  package static var schema: [UInt8] { PackageResources.plugin_check_schema_json }

  /// Returns reports as JSON of the schema. Omits durations, so the JSON is equal on every machine.
  package static func json(_ reports: [CheckReport]) -> [UInt8] {
    JSONWriter.document { json in
      json.objects("plugins", reports) { $1.write(to: &$0) }
      json.write("schemaVersion", 1)
    }
  }

  private func write(to json: inout JSONWriter) {
    json.object("counts") { json in
      json.write("crashed", count(.crashed))
      json.write("failed", count(.failed))
      json.write("passed", count(.passed))
      json.write("skipped", count(.skipped))
      json.write("timedOut", count(.timedOut))
    }
    json.write("file", file)
    json.object("payloads") { json in
      json.write("blocks", payloads.blocks)
      json.array("files", payloads.files) { $0.write($1) }
      json.write("source", payloads.source.rawValue)
    }
    if let plugin {
      json.object("plugin") { json in
        json.array("blockCodes", plugin.providers.flatMap(\.blockCodes)) { $0.write($1) }
        json.array("formats", plugin.renderers) { $0.write($1) }
        json.write("id", plugin.id)
        json.array("showTypes", plugin.providers.flatMap(\.showTypes)) { $0.write($1) }
        json.write("version", plugin.version)
      }
    }
    // Written as a string, because many JSON readers cannot represent integers of 64 bits.
    json.write("seed", "\(seed)")
    json.objects("tests", results) { $1.write(to: &$0) }
  }
}

package struct TestResult: Sendable {
  package enum Status: String, Sendable, CaseIterable {
    case passed, failed, skipped, crashed
    case timedOut = "timed-out"

    /// The status, padded to nine columns; in capitals unless passed or skipped.
    fileprivate var heading: String {
      let word = self == .passed || self == .skipped ? rawValue : inSentence.uppercased()
      return word + String(repeating: " ", count: 9 - word.count)
    }

    fileprivate var inSentence: String { self == .timedOut ? "timed out" : rawValue }
  }

  package struct Finding: Sendable, Hashable {
    /// The finding as a phrase, such as "row_height of row 0 is NaN".
    package var message: String
    /// The first payloads or environments, at most three, in which the finding occurred.
    package var places: [String] = []
    package var count = 0
    package var help: String
  }

  package let test: CheckTest
  package var status: Status = .passed
  package var findings: [Finding] = []
  /// Observations that do not make the test fail.
  package var notes: [String] = []
  package var reason: String?

  private static let mostPlaces = 3

  mutating func find(_ message: String, at place: String? = nil, help: String) {
    if status == .passed { status = .failed }
    let known = findings.firstIndex { $0.message == message } ?? findings.endIndex
    if known == findings.endIndex { findings.append(Finding(message: message, help: help)) }
    findings[known].count += 1
    if let place, findings[known].places.count < Self.mostPlaces,
      !findings[known].places.contains(place)
    {
      findings[known].places.append(place)
    }
  }

  mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  mutating func skip(_ reason: String) {
    status = .skipped
    self.reason = reason
  }

  mutating func note(_ log: WorkerLog) {
    for denial in log.denials { note("tried to \(denial.words)") }
    if !log.printed.isEmpty { note("printed: \(shown(log.printed, limit: 120))") }
  }

  mutating func find(deniedCalls notes: [String]) {
    for note in notes where note.hasPrefix("tried to ") {
      find(note, help: "leave it out: a plugin gets everything that it needs from its host")
    }
  }

  mutating func noteEnd(_ end: ExaminedWorker.End) {
    status = end.isSilence ? .timedOut : .crashed
    for denial in end.log.denials { note("tried to \(denial.words)") }
    if !end.log.printed.isEmpty {
      note("it printed: \(shown(String(end.log.printed.suffix(200)), limit: 200))")
    }
    noteTrace(end.log.trace)
  }

  /// Adds the lines of a stack trace as notes. Omits lines of calls: they begin with " " or ">".
  mutating func noteTrace(_ trace: [String]) {
    for line in trace where !line.hasPrefix(" ") && !line.hasPrefix(">") { note(line) }
  }

  package var details: [String] {
    findings.flatMap { finding in
      let rest = finding.count - finding.places.count
      return [finding.message] + finding.places.map { "  at \($0)" }
        + (rest > 0 && !finding.places.isEmpty ? ["  and \(rest) more times"] : [])
        + ["  help: \(finding.help)"]
    } + notes.map { "note: \($0)" }
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.objects("findings", findings) { json, finding in
      json.write("count", finding.count)
      json.write("help", finding.help)
      json.write("message", finding.message)
      json.array("places", finding.places) { $0.write($1) }
    }
    json.write("id", test.id)
    json.array("notes", notes) { $0.write($1) }
    if let reason { json.write("reason", reason) }
    json.write("status", status.rawValue)
    json.write("summary", test.summary)
  }
}
