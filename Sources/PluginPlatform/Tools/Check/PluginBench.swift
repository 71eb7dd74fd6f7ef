internal import PluginHost
internal import PluginCalls
internal import Renderers

/// The time that a plugin needs for each section, compared with a provider that does nothing.
package struct BenchReport: Sendable {
  package struct Section: Sendable {
    package let place, blockCode: String
    /// The times of the phases, in nanoseconds, from the medians of several rounds.
    package let nothing, open, numbers, build, whole: Double
    /// The nanoseconds and the number of node visits of the host's layout; 0 without a section.
    package private(set) var layout = 0.0
    package private(set) var visits = 0

    /// The time of the section as a multiple of the time of a provider that does nothing.
    package var ratio: Double { whole / nothing }
  }

  package let file: String
  package let plugin: String
  package let sections: [Section]
}

extension PluginCheck {
  package enum BenchFailure: Error, Sendable {
    case notLoaded(reason: String)
    /// The worker ended. The cause is a text such as "died of SIGSEGV".
    case ended(cause: String, place: String)
  }

  /// Measures the time of at most 64 claimed blocks. Throws `BenchFailure` or `Fault`.
  package func bench(_ file: String, feeds: Feeds) throws -> BenchReport {
    let examination = try examine(file, feeds)
    guard let plugin = examination.descriptor else {
      throw BenchFailure.notLoaded(reason: examination.refusal?.message ?? "is not loaded")
    }
    let samples = Array(examination.samples.prefix(64))
    let requests = samples.map(\.job)
    let worker = try examination.start()
    let drawn = try examination.start().draw(requests).drawings
    let (rounds, end) = worker.time(requests)
    if let end {
      let place = samples.indices.contains(rounds.count) ? samples[rounds.count].name : file
      throw BenchFailure.ended(cause: end.cause, place: place)
    }
    return BenchReport(
      file: file, plugin: plugin.identity,
      sections: zip(samples, rounds).enumerated().compactMap { index, pair in
        let outcome = drawn.indices.contains(index) ? drawn[index].outcome : nil
        return BenchReport.Section(pair.0, pair.1, outcome)
      })
  }
}

extension BenchReport.Section {
  /// Computes the times of the phases from the medians of the rounds; `nil` without rounds.
  fileprivate init?(
    _ sample: Sample, _ rounds: [SectionTiming], _ outcome: SectionOutcome?
  ) {
    guard !rounds.isEmpty else { return nil }
    func median(_ value: (SectionTiming) -> Double) -> Double {
      rounds.map(value).sorted()[rounds.count / 2]
    }
    place = sample.name
    blockCode = sample.request.blockCode
    nothing = median(\.nothing)
    whole = median(\.whole)
    open = median(\.opened)
    numbers = max(0, median(\.unbuilt) - open)
    build = max(0, whole - median(\.unbuilt))
    guard case .section(let section, _) = outcome else { return }
    var times: [Duration] = []
    var cost = LayoutCost()
    for _ in rounds.prefix(5) {
      times.append(ContinuousClock().measure { cost = sample.request.layOut(section).cost })
    }
    layout = times.sorted()[times.count / 2] / .nanoseconds(1)
    visits = cost.visits
  }
}

extension BenchReport {
  /// The report as text, with one line for each block.
  package var text: String {
    let head = [
      "open+close", "numbers", "build", "section", "nothing", "ratio", "layout", "visits",
    ]
    var lines = ["\(plugin)  \(file)", "nanoseconds, medians", ""]
    lines.append(Self.line(head) + "  block")
    for section in sections {
      func whole(_ time: Double) -> String { "\(Int(time.rounded()))" }
      let columns = [
        whole(section.open), whole(section.numbers), whole(section.build), whole(section.whole),
        whole(section.nothing), "\((section.ratio * 10).rounded() / 10)x", whole(section.layout),
        "\(section.visits)",
      ]
      lines.append(Self.line(columns) + "  \(section.place)")
    }
    if sections.isEmpty { lines.append("nothing to time") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ columns: [String]) -> String {
    columns.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
  }

  /// The JSON Schema of `json`, in UTF-8.
  package static var schema: [UInt8] { PackageResources.plugin_bench_schema_json }

  /// Returns reports as JSON of the schema.
  package static func json(_ reports: [BenchReport]) -> [UInt8] {
    JSONWriter.document { json in
      json.objects("plugins", reports) { json, report in
        json.write("file", report.file)
        json.write("plugin", report.plugin)
        json.objects("sections", report.sections) { json, section in
          json.write("blockCode", section.blockCode)
          json.write("build", section.build)
          json.write("layout", section.layout)
          json.write("nothing", section.nothing)
          json.write("numbers", section.numbers)
          json.write("open", section.open)
          json.write("place", section.place)
          json.write("ratio", section.ratio)
          json.write("visits", section.visits)
          json.write("whole", section.whole)
        }
      }
      json.write("schemaVersion", 1)
    }
  }
}
