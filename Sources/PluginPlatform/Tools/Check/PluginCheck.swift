internal import PluginCalls
package import PluginHost

/// Tests plugins. Their code runs only in sandboxed worker processes, one or more for each test.
package struct PluginCheck: Sendable {
  package struct Options: Sendable {
    /// The isolation of the workers, with the time limit of a section.
    package var isolation: PluginIsolation
    package var runtimeFolder: String?
    /// The ids of the tests to run; empty to run all tests.
    package var only: [String] = []
    /// The seed of the randomly changed payloads.
    package var seed: UInt64 = 1
    /// The number of randomly changed payloads; ignored if `seconds` is set.
    package var count = 500
    /// The time for randomly changed payloads, in seconds; `nil` limits their number instead.
    package var seconds: Double?
    /// The number of elements of huge arrays. `textBytes` is the size of long texts, in bytes.
    package var mostElements = 100_000
    package var textBytes = 1 << 20

    package init(isolation: PluginIsolation) { self.isolation = isolation }
  }

  /// The reason why the plugin cannot draw, and the id of the test that reports it.
  struct Refusal: Sendable {
    var test: String
    var message: String
    var help: String
    var status = TestResult.Status.failed
    var trace: [String] = []
  }

  /// The error of a worker that does not start or lacks a protection. No test can run.
  package typealias Fault = WorkerFault

  package struct Feeds: Sendable {
    package var source: CheckReport.Payloads.Source
    package var files: [String]
    /// All blocks of the feeds, including blocks that the plugin does not claim.
    package var samples: [Sample]

    package init(source: CheckReport.Payloads.Source, files: [String], samples: [Sample]) {
      self.source = source
      self.files = files
      self.samples = samples
    }

    package static let none = Feeds(source: .made, files: [], samples: [])
  }

  package let options: Options

  package init(_ options: Options) { self.options = options }

  /// - Parameter willTest: Is called before each test, with its id.
  package func run(
    _ file: String, feeds: Feeds, willTest: (String) -> Void = { _ in }
  ) throws(Fault) -> CheckReport {
    let examination = try examine(file, feeds)
    let used = Set(examination.feedSamples.map(\.name))
    var report = CheckReport(
      file: file, plugin: examination.descriptor,
      payloads: .init(
        source: used.isEmpty ? .made : feeds.source,
        files: used.isEmpty
          ? [] : feeds.files.filter { file in used.contains { $0.hasPrefix(file + " ") } },
        blocks: used.count),
      seed: options.seed, loadSeconds: examination.loadSeconds)
    let only = options.only
    for test in CheckTest.all where only.isEmpty || only.contains(test.id) {
      var result = TestResult(test: test)
      if let reason = skipReason(test, examination, report) {
        result.skip(reason)
      } else {
        willTest(test.id)
        try test.run(examination, &result)
      }
      report.results.append(result)
    }
    return report
  }

  private func skipReason(
    _ test: CheckTest, _ examination: Examination, _ report: CheckReport
  ) -> String? {
    let steps = CheckTest.loading.map(\.id)
    let step = steps.firstIndex(of: test.id)
    if let refusal = examination.refusal, refusal.test != test.id {
      let refused = steps.firstIndex(of: refusal.test) ?? 0
      if step ?? steps.count > refused { return "`\(refusal.test)` failed" }
    }
    if let descriptor = examination.descriptor, step == nil {
      let isPage = CheckTest.pages.contains { $0.id == test.id }
      if isPage, descriptor.renderers.isEmpty { return "it writes no format" }
      if !isPage, descriptor.providers.isEmpty { return "it draws no sections" }
    }
    // Skips the remaining tests after three timeouts, because each timeout takes long.
    return report.count(.timedOut) >= 3 ? "three tests took too long already" : nil
  }

  /// Loads a plugin once, to get its claims or its refusal, and selects the samples to draw.
  func examine(_ file: String, _ feeds: Feeds) throws(Fault) -> Examination {
    var examination = Examination(options: options)
    let plugin: IsolatedPlugin
    do {
      plugin = try IsolatedPlugin(
        fileAt: file, isolation: options.isolation, runtimeFolder: options.runtimeFolder,
        measurer: RecordedTextMeasurer())
    } catch {
      examination.refusal = Refusal(error, file: file)
      return examination
    }
    let worker = try plugin.start()
    examination.loadSeconds = worker.startSeconds
    switch worker.loadings.first {
    case .loaded(let descriptor): examination.select(from: feeds, for: plugin, descriptor)
    case .refused(let refusal): examination.refusal = Refusal(refusal, file: file)
    case .ended(let cause, let isSilence):
      examination.refusal = Refusal(
        test: "load", message: "\(cause) while it was loaded",
        help: "constructors and `section_plugin_entry` must return: only fill tables there",
        status: isSilence ? .timedOut : .crashed, trace: worker.loadingLog.trace)
    case nil:
      examination.refusal = Refusal(
        test: "load", message: "was not loaded",
        help: "`sectionengine doctor` lists what is missing")
    }
    return examination
  }
}

extension PluginCheck.Refusal {
  fileprivate init(_ refusal: PluginRefusal, file: String) {
    test =
      switch refusal {
      case .noEntry: "entry"
      case .otherCompiler: "compiler"
      case .refusedHost, .otherContract: "contract"
      case .invalidTable: "table"
      case .missingLibrary, .libraryOutside, .unusableLibrary, .missingSymbol, .newerSystem,
        .loader, .dependencyWithoutName, .dependencyConflict, .noPrivateCopy:
        "load"
      default: "file"
      }
    message = refusal.reason
    help = refusal.help(naming: shellWord(shown(file, limit: 4096)))
  }
}

extension Examination {
  /// Selects the feed blocks that the plugin draws, and makes up a block for each other claim.
  fileprivate mutating func select(
    from feeds: PluginCheck.Feeds, for plugin: IsolatedPlugin, _ descriptor: PluginDescriptor
  ) {
    self.plugin = plugin
    self.descriptor = descriptor
    feedSamples = feeds.samples.compactMap { sample in
      descriptor.provider(of: sample.request).map {
        Sample(name: sample.name, request: sample.request, provider: $0)
      }
    }
    func made(_ code: String, _ showType: String, _ provider: Int) -> Sample {
      let guess = plugin.manifest.map { Payload.guess(of: $0, code: code, showType: showType) }
      let block = guess?.block ?? .guess(code: code, showType: showType)
      let request = SectionRequest(
        block: block.value(named: "payload"),
        settings: guess?.settings.value(named: "settings") ?? Payload.missing, blockCode: code,
        showType: showType, environment: LayoutEnvironment())
      let claim = showType.isEmpty ? code : "showType \(showType)"
      return Sample(name: "made up for \(claim)", request: request, provider: provider)
    }
    for (number, provider) in descriptor.providers.enumerated() {
      // Tests 64 codes and 64 showTypes: a plugin with thousands of them draws most of them alike.
      for code in provider.blockCodes.prefix(64) {
        let known = feedSamples.first {
          $0.provider == number && (code == "*" || $0.request.blockCode == code)
        }
        bases.append(known ?? made(code == "*" ? "CHECK" : code, "", number))
      }
      for type in provider.showTypes.prefix(64) {
        if !feedSamples.contains(where: { $0.provider == number && $0.request.showType == type }) {
          bases.append(made("CHECK", type, number))
        }
      }
    }
  }
}
