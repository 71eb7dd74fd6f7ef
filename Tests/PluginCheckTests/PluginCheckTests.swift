import Foundation
import PluginHost
import PluginTools
import Testing

@Suite struct PluginCheckTests {
  @Test(
    "each fault is found by its test",
    // A sanitizer has its own heap, whose size is not informative.
    arguments: FaultyPlugin.all.filter { !CheckHost.hasSanitizer || $0.test != "memory" })
  func fault(_ plugin: FaultyPlugin) throws {
    let host = try CheckHost()
    let result = try #require(try host.result(of: plugin.test, try host.build(plugin.source)))
    #expect(result.status.rawValue == plugin.status, "\(result.details)")
    #expect(
      result.findings.contains { $0.message.contains(plugin.message) }, "\(result.details)")
    #expect(result.findings.allSatisfy { !$0.help.isEmpty })
  }

  @Test("a plugin that fails for one block of its feed does not pass")
  func partly() throws {
    let host = try CheckHost()
    let plugin = Self.good.with {
      $0.open =
        FaultyPlugin.careful + """
          if (host->number(host, host->member(host, block->value, SE_STR("height")), 0) == 60) {
            host->fail(host, block->value, SE_STR(""), SE_STR("boom")); return SE_FAILED;
          }
          *section = malloc(64); return SE_OK;
          """
    }
    let result = try #require(try host.result(of: "samples", try host.build(plugin.source)))
    #expect(result.status == .failed)
    #expect(
      result.findings.map(\.message) == [
        "fails for 1 of 2 blocks of `TEST`: provider `faulty` failed: boom"
      ])
    #expect(result.findings.first?.places == ["feed.json $[1]"])
  }

  @Test("the progress names every test before it runs")
  func progress() throws {
    let host = try CheckHost()
    let file = try host.build(Self.good.source)
    var shown: [String] = []
    let only = ["file", "load", "samples"]
    _ = try PluginCheck(CheckHost.options(only)).run(file, feeds: CheckHost.feeds()) {
      shown.append($0)
    }
    #expect(shown == only)
  }

  @Test("every test except those of files finds a fault")
  func completeness() {
    let found = Set(FaultyPlugin.all.map(\.test))
    // A C compiler cannot make the faulty files for these two tests.
    #expect(Set(CheckTest.all.map(\.id)).subtracting(found) == ["file", "compiler"])
  }

  static let good: FaultyPlugin = .init("good", "", "").with {
    $0.open = FaultyPlugin.careful + "*section = malloc(64); return SE_OK;"
    $0.close = "free(section);"
    $0.build = """
      se_node n = {.kind = SE_NODE_TEXT, .text = SE_STR("a line")};
      host->begin_node(host, &n); host->end_node(host); return SE_OK;
      """
  }

  @Test("a careful plugin passes every test")
  func careful() throws {
    let host = try CheckHost()
    let file = try host.build(Self.good.source)
    let report = try PluginCheck(CheckHost.options()).run(file, feeds: CheckHost.feeds())
    #expect(report.isClean, "\(report.text)")
    let skipped = report.results.filter { $0.status == .skipped }
    #expect(
      skipped.map(\.test.id) == ["compiler", "rows", "contract-1.0"]
        + CheckTest.all.map(\.id).filter { $0.hasPrefix("page") })
    #expect(skipped.dropFirst(3).allSatisfy { $0.reason == "it writes no format" })
    #expect(report.summary == "45 tests: 35 passed, 10 skipped")
    #expect(report.payloads.blocks == 2)
  }

  @Test("a list whose rows depend on their elements alone keeps its promise")
  func rows() throws {
    let host = try CheckHost()
    let plugin = FaultyPlugin.list("honest", "")
    let file = try host.build(plugin.source)
    let report = try PluginCheck(CheckHost.options()).run(file, feeds: CheckHost.feeds())
    let rows = try #require(report.results.first { $0.test.id == "rows" })
    #expect(rows.status == .passed, "\(report.text)")
  }

  @Test("the values that a plugin reads are found, and those that it does not read are not")
  func reads() throws {
    let host = try CheckHost()
    let plugin = Self.good.with {
      $0.open = """
        se_value items = host->member(host, block->value, SE_STR("items"));
        for (se_value item = host->first(host, items); item.index; item = host->next(host, item))
          host->string(host, host->member(host, item, SE_STR("text")));
        host->number(host, host->member(host, block->value, SE_STR("height")), 0);
        host->string(host, host->member(host, block->value, SE_STR("missing")));
        *section = malloc(64); return SE_OK;
        """
    }
    let check = PluginCheck(CheckHost.options())
    let file = try host.build(plugin.source)
    let reads = try check.reads(file, feeds: CheckHost.feeds())
    #expect(reads.map(\.claim) == [.blockCode("TEST"), .blockCode("TEST")])
    #expect(
      reads.map(\.paths) == [["$.height", "$.items[*].text"], ["$.height", "$.items[*].text"]])
    #expect(try check.reads(file, feeds: .none).isEmpty)
    let crashing = try host.build(Self.good.with { $0.open = "abort();" }.source, as: "b.so")
    #expect(throws: PluginCheck.BenchFailure.self) {
      try check.reads(crashing, feeds: CheckHost.feeds())
    }
  }

  @Test("a plugin with only renderers is checked for these, and not asked for sections")
  func formats() throws {
    let host = try CheckHost()
    let plugin = Self.good.with {
      $0.render = """
        se_str title = host->string(host, member(host, member(host, page->layout, "feed"), "title"));
        text(host, title.data, title.length);
        return SE_OK;
        """
    }
    let report = try PluginCheck(CheckHost.options()).run(
      try host.build(plugin.source), feeds: CheckHost.feeds())
    #expect(report.isClean, "\(report.text)")
    #expect(report.text.contains("\nwrites test\n") && !report.text.contains("\ndraws "))
    for result in report.results {
      switch result.test.id {
      case "compiler": #expect(result.status == .skipped)
      case "samples", "memory", "null", "widths", "random":
        #expect(result.status == .skipped && result.reason == "it draws no sections")
      case let id where id.hasPrefix("page"): #expect(result.status == .passed, "\(id)")
      default: break
      }
    }
    #expect(report.summary == "45 tests: 16 passed, 29 skipped")
  }

  @Test("without a feed payloads are generated, and the report mentions that")
  func madeUp() throws {
    let host = try CheckHost()
    let file = try host.build(Self.good.source)
    let report = try PluginCheck(CheckHost.options(["samples", "null"])).run(file, feeds: .none)
    #expect(report.isClean)
    #expect(report.payloads.source == .made)
    #expect(report.text.contains("payloads are made up"))
  }

  @Test("half a file is not a library, and the other tests are skipped")
  func halfFile() throws {
    let host = try CheckHost()
    let file = try host.build(Self.good.source)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: file))
    let report = try PluginCheck(CheckHost.options()).run(file, feeds: .none)
    #expect(report.results.first?.status == .failed)
    #expect(report.count(.skipped) == report.results.count - 1)
  }

  @Test("a seed reproduces the bytes of a run, and a token its payload")
  func seed() throws {
    let host = try CheckHost()
    let plugin = try #require(FaultyPlugin.all.last)
    let file = try host.build(plugin.source)
    let check = PluginCheck(CheckHost.options(["random"]))
    let reports = try (0..<2).map { _ in try check.run(file, feeds: CheckHost.feeds()) }
    #expect(CheckReport.json([reports[0]]) == CheckReport.json([reports[1]]))
    let place = try #require(reports[0].results.first?.findings.first?.places.first)
    let token = try #require(place.split(separator: "`").first?.split(separator: " ").last)
    let made = try check.reproduce(String(token), of: file, feeds: CheckHost.feeds())
    #expect(made.result.status == .crashed)
    #expect(made.payload.contains(#""title_""#))
    #expect(throws: PluginCheck.ReproductionFailure.self) {
      try check.reproduce("99-1", of: file, feeds: CheckHost.feeds())
    }
  }

  @Test("different seeds use different payloads")
  func otherSeed() throws {
    let host = try CheckHost()
    let plugin = try #require(FaultyPlugin.all.last)
    let file = try host.build(plugin.source)
    let places = try [UInt64(1), 2].map { seed in
      var options = CheckHost.options(["random"])
      options.seed = seed
      return try PluginCheck(options).run(file, feeds: CheckHost.feeds()).results[0].findings
    }
    #expect(places[0] != places[1])
  }

  @Test("the time of a section is compared with that of a provider that does nothing")
  func bench() throws {
    let host = try CheckHost()
    let slow = Self.good.with {
      $0.open = FaultyPlugin.careful + "for (volatile int i = 0; i < 1000000; i++) {} return SE_OK;"
      $0.close = nil
    }
    let report = try PluginCheck(CheckHost.options()).bench(
      try host.build(slow.source), feeds: CheckHost.feeds())
    #expect(report.sections.count == 2)
    for section in report.sections {
      #expect(section.nothing > 0)
      #expect(section.whole > section.nothing, "\(section)")
    }
  }

  @Test("timing a section that never ends stops at the time limit of a section")
  func endlessBench() throws {
    let host = try CheckHost()
    let file = try host.build(Self.good.with { $0.open = "for (volatile int i;;) i++;" }.source)
    let failure = #expect(throws: PluginCheck.BenchFailure.self) {
      try PluginCheck(CheckHost.options()).bench(file, feeds: CheckHost.feeds())
    }
    guard case .ended(let cause, let place) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(cause == "gave no answer for 2 s of processor time")
    #expect(place == "feed.json $[0]")
  }

  @Test("a worker that does not start is not a fault of the plugin")
  func noWorker() throws {
    let host = try CheckHost()
    var options = CheckHost.options()
    options.isolation.worker = "/nonexistent/section-worker"
    let file = try host.build(Self.good.source)
    #expect(throws: PluginCheck.Fault.self) {
      try PluginCheck(options).run(file, feeds: .none)
    }
  }
}
