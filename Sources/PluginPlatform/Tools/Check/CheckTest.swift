internal import PluginHost

/// One test of a plugin. Each test runs in its own worker processes.
package struct CheckTest: Sendable {
  package let id: String
  /// The property that the test checks, on one line.
  package let summary: String
  let run: @Sendable (Examination, inout TestResult) throws(WorkerFault) -> Void

  init(
    _ id: String, _ summary: String,
    _ run: @escaping @Sendable (Examination, inout TestResult) throws(WorkerFault) -> Void
  ) {
    self.id = id
    self.summary = summary
    self.run = run
  }

  /// All tests, in the order in which they run.
  package static let all = loading + drawing + payloads + surroundings + [random] + pages

  /// Tests of the file, of loading it, and of the plugin's table.
  static let loading: [CheckTest] = [
    step("file", "the file is a complete shared library for this machine"),
    step("entry", "it exports `section_plugin_entry`"),
    CheckTest("compiler", "a Swift plugin is built with this host's minor version of Swift") {
      examination, result in
      tell("compiler", examination, &result)
      if examination.refusal == nil, examination.plugin?.swiftVersion == nil {
        result.skip("it is not built with SectionKit")
      }
    },
    step("load", "it loads in the sandbox, with every library and symbol that it needs"),
    step("contract", "its contract has this host's major version"),
    step("table", "id, version, providers and claims are valid"),
    CheckTest("claims", "it claims each block code and showType once", claims),
    CheckTest("load-calls", "loading it asks the system for nothing that is denied") {
      examination, result throws(WorkerFault) in
      let log = try examination.start().loadingLog
      result.find(deniedCalls: log.denials.map { "tried to \($0.words)" })
      if !log.printed.isEmpty { result.note("printed: \(shown(log.printed, limit: 120))") }
    },
    CheckTest("load-twice", "two copies of it load into one process, as a reload does", loadTwice),
    CheckTest("load-time", "it loads within 1 second") {
      examination, result throws(WorkerFault) in
      // Takes the fastest of three loads, because other processes may slow the machine down.
      var best = Double.infinity
      for _ in 0..<3 { best = min(best, try examination.start().startSeconds) }
      if best > 1 {
        result.find(
          "takes more than 1 second to load",
          help: "do nothing in constructors; read tables when a section first needs them")
      }
    },
  ]

  /// Returns a test with the id of a loading step. It fails if the plugin was refused in that step.
  private static func step(_ id: String, _ summary: String) -> CheckTest {
    CheckTest(id, summary) { examination, result in tell(id, examination, &result) }
  }

  private static func tell(_ id: String, _ examination: Examination, _ result: inout TestResult) {
    guard let refusal = examination.refusal, refusal.test == id else { return }
    result.find(refusal.message, help: refusal.help)
    result.noteTrace(refusal.trace)
    result.status = refusal.status
  }

  private static func claims(_ examination: Examination, _ result: inout TestResult) {
    guard let providers = examination.descriptor?.providers else { return }
    for (kind, claims) in [
      ("block code", \PluginDescriptor.Provider.blockCodes), ("showType", \.showTypes),
    ] {
      var owners: [String: Int] = [:]
      for (number, provider) in providers.enumerated() {
        for claim in provider[keyPath: claims] {
          guard let owner = owners.updateValue(number, forKey: claim) else { continue }
          let who =
            owner == number ? "provider \(number) twice" : "providers \(owner) and \(number)"
          result.find(
            "\(kind) `\(shown(claim))` is claimed by \(who)",
            help: "the first claim wins: remove the other")
        }
      }
    }
  }

  private static func loadTwice(
    _ examination: Examination, _ result: inout TestResult
  ) throws(WorkerFault) {
    let worker = try examination.start(copies: 2)
    guard worker.loadings.count > 1 else {
      return result.find("is not loaded a second time", help: "keep no state outside of the copy")
    }
    switch worker.loadings[1] {
    case .loaded: break
    case .refused(let refusal):
      result.find("the second copy \(refusal.reason)", help: refusal.help)
    case .ended(let cause, let isSilence):
      result.find(
        "\(cause) while a second copy was loaded",
        help: "name no files, sockets or shared memory in constructors; keep no state outside")
      result.status = isSilence ? .timedOut : .crashed
    }
  }
}
