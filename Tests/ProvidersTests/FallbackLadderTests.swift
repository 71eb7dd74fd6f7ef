import Support
import FeedDocument
import LayoutCore
@testable import PluginHost
import Testing

/// A runner with given answers, which records its calls.
struct FakeRunner: ProviderRunner {
  enum Answer { case draws, warns, declines, fails, breaks }
  /// The answer of each plugin.
  var answers: [Answer]
  var log = Log()

  final class Log: @unchecked Sendable {
    // Invariant: the ladder calls the runner on the thread of the test.
    var batches: [[Int]] = []
  }

  func run(
    _ batch: [(provider: ProviderReference, request: SectionRequest)]
  ) -> [SectionOutcome] {
    log.batches.append(batch.map(\.provider.plugin))
    return batch.map { provider, request in
      func finding(_ code: DiagnosticCode, _ message: String) -> Diagnostic {
        Diagnostic(
          code, .warning, message, blockCode: request.blockCode,
          plugin: "p\(provider.plugin)@1.0.0")
      }
      let section = Section(
        blockCode: request.blockCode, provider: .init(id: "p\(provider.plugin)", version: "1.0.0"))
      switch answers[provider.plugin] {
      case .draws: return .section(section, warnings: [])
      case .warns: return .section(section, warnings: [finding(.providerWarning, "w")])
      case .declines:
        return .declined(finding(.providerDeclined, "provider `p\(provider.plugin)` declined: x"))
      case .fails:
        return .failed(finding(.providerFailed, "provider `p\(provider.plugin)` failed: y"))
      case .breaks: return .lost(finding(.invalidResult, "row_height of row 3 is NaN"))
      }
    }
  }
}

/// A drawn section, with the diagnostics about its block code.
private struct Drawn {
  var section: Section?
  var diagnostics: [Diagnostic]
}

extension FallbackLadder {
  fileprivate func drawn(_ requests: [SectionRequest]) -> [Drawn] {
    let drawings = draw(requests)
    var codes = UnknownCodes()
    for (index, pair) in zip(requests, drawings).enumerated() {
      count(pair.0, drawnAs: pair.1, at: index, in: &codes)
    }
    let found = Dictionary(uniqueKeysWithValues: diagnostics(of: codes).map { ($0, $1) })
    return drawings.enumerated().map { index, drawing in
      Drawn(
        section: drawing.section,
        diagnostics: (found[index].map { [$0] } ?? []) + drawing.findings)
    }
  }
}

@Suite("Fallback ladder")
struct FallbackLadderTests {
  /// Returns a ladder in which plugin 0 draws the code BANNER, 1 the showType SLIDE, and 2
  /// everything.
  private func ladder(
    _ answers: [FakeRunner.Answer], _ unknown: UnknownPolicy = .generic
  ) -> (FallbackLadder, FakeRunner.Log) {
    let claims: [PluginDescriptor.Provider] = [
      .init(blockCodes: ["BANNER"], showTypes: []), .init(blockCodes: [], showTypes: ["SLIDE"]),
      .init(blockCodes: ["*"], showTypes: []),
    ]
    let plugins = zip(answers.indices, claims).map { index, claims in
      PluginDescriptor(
        id: "p\(index)", version: "1.0.0", path: "p\(index).so", origin: .option,
        providers: [claims])
    }
    let runner = FakeRunner(answers: answers)
    let ladder = FallbackLadder(
      registry: ProviderRegistry(plugins: plugins), runner: runner, unknown: unknown,
      placeholderHeight: 120)
    return (ladder, runner.log)
  }

  private func request(
    _ code: String, _ type: String = "", hint: Double? = nil
  ) throws -> SectionRequest {
    let json = #"{"id": 1, "kind": "\#(code)"}"#
    let document = try #require(
      FeedDocument.parse(PaddedBytes(Array(json.utf8)), name: "feed.json").value)
    return SectionRequest(
      block: document.root, settings: FeedValue(document: document, index: 0), blockCode: code,
      showType: type, environment: LayoutEnvironment(), heightHint: hint)
  }

  /// Returns the provider of a drawn section with its step and reason: "via step: reason".
  private func line(_ drawing: Drawn?) -> String {
    guard let section = drawing?.section else { return "nothing" }
    let fallback = section.fallback.map { " \($0.step.rawValue): \($0.reason)" } ?? ""
    return section.provider.id + fallback
  }

  static let cases: [(answers: [FakeRunner.Answer], code: String, type: String, line: String)] = [
    ([.draws, .draws, .draws], "BANNER", "SLIDE", "p0"),
    (
      [.declines, .draws, .draws], "BANNER", "SLIDE", "p1 showType: provider `p0` declined: x"
    ),
    ([.declines, .draws, .draws], "BANNER", "", "p2 generic: provider `p0` declined: x"),
    ([.fails, .draws, .draws], "BANNER", "SLIDE", "p1 showType: provider `p0` failed: y"),
    (
      [.breaks, .draws, .draws], "BANNER", "SLIDE",
      "placeholder placeholder: p0@1.0.0: row_height of row 3 is NaN"
    ),
    (
      [.declines, .fails, .draws], "BANNER", "SLIDE",
      "p2 generic: provider `p0` declined: x; provider `p1` failed: y"
    ),
    (
      [.declines, .declines, .declines], "BANNER", "SLIDE",
      "placeholder placeholder: provider `p0` declined: x; provider `p1` declined: x; "
        + "provider `p2` declined: x"
    ),
    ([.declines], "BANNER", "", "placeholder placeholder: provider `p0` declined: x"),
    ([.draws, .draws, .draws], "X", "SLIDE", "p1 showType: no provider for the code"),
    (
      [.draws, .declines, .draws], "X", "SLIDE",
      "p2 generic: no provider for the code; provider `p1` declined: x"
    ),
    (
      [.draws, .draws, .draws], "X", "OTHER",
      "p2 generic: no provider for the code or its showType"
    ),
    ([.draws, .draws, .draws], "X", "", "p2 generic: no provider for the code"),
    (
      [.draws, .draws], "X", "OTHER",
      "placeholder placeholder: no provider for the code or its showType"
    ),
  ]

  @Test(
    "a block moves to the next step until a provider draws it, with the reason", arguments: cases)
  func steps(
    _ step: (answers: [FakeRunner.Answer], code: String, type: String, line: String)
  ) throws {
    let (ladder, _) = ladder(step.answers)
    let drawings = ladder.drawn([try request(step.code, step.type)])
    #expect(drawings.count == 1)
    #expect(line(drawings.first) == step.line)
    let codes = Set(drawings.flatMap(\.diagnostics).map(\.code.rawValue)).sorted()
    #expect(drawings.first?.section?.diagnosticCodes == codes)
  }

  @Test("the runner is called once per step for all blocks at that step")
  func rounds() throws {
    let (ladder, log) = ladder([.declines, .declines, .draws])
    let requests = try [
      request("BANNER", "SLIDE"), request("X"), request("BANNER"), request("X", "SLIDE"),
    ]
    let drawings = ladder.drawn(requests)
    #expect(log.batches == [[0, 2, 0, 1], [1, 2, 2], [2]])
    #expect(drawings.map { $0.section?.blockCode } == ["BANNER", "X", "BANNER", "X"])
    #expect(ladder.drawn([]).isEmpty)
  }

  @Test("an unknown code is a warning with a suggestion, located at its member")
  func unknownCode() throws {
    let (ladder, _) = ladder([.draws, .draws, .draws])
    let drawing = try #require(ladder.drawn([try request("BANER")]).first)
    let diagnostic = try #require(drawing.diagnostics.first)
    #expect(drawing.diagnostics.count == 1)
    #expect(diagnostic.code == .unknownBlock && diagnostic.severity == .warning)
    #expect(diagnostic.message == "no provider is registered for `BANER`")
    #expect(diagnostic.location?.path == "$.kind")
    #expect(diagnostic.label == "unknown block code")
    #expect(diagnostic.notes == ["the section is drawn by `p2@1.0.0`"])
    #expect(
      diagnostic.helps == [
        "did you mean `BANNER`? (provider `p0` 1.0.0)",
        "list providers with `sectionengine plugin list`",
      ])
  }

  @Test(
    "the policy applies to a block that no provider claims",
    arguments: [
      (.generic, "p2", .warning, "SE3002"), (.placeholder, "placeholder", .warning, "SE3002"),
      (.skip, "nothing", .note, "SE3002"), (.fail, "placeholder", .error, "SE3009"),
    ] as [(UnknownPolicy, String, Diagnostic.Severity, String)])
  func policies(
    policy: UnknownPolicy, via: String, severity: Diagnostic.Severity, code: String
  ) throws {
    let (ladder, log) = ladder([.draws, .draws, .draws], policy)
    let drawing = try #require(ladder.drawn([try request("X", "Y")]).first)
    #expect(drawing.section?.provider.id ?? "nothing" == via)
    #expect(drawing.diagnostics.map(\.severity) == [severity])
    #expect(drawing.diagnostics.map(\.code.rawValue) == [code])
    #expect(log.batches == (policy == .generic ? [[2]] : []))
  }

  @Test(
    "the policy does not apply to a block whose code or showType is claimed",
    arguments: UnknownPolicy.allCases)
  func policyOfClaimed(policy: UnknownPolicy) throws {
    let (ladder, _) = ladder([.declines, .draws, .draws], policy)
    let drawings = ladder.drawn([try request("X", "SLIDE"), try request("BANNER")])
    #expect(drawings.map { $0.section?.provider.id } == ["p1", "p2"])
    #expect(drawings.first?.diagnostics.map(\.severity) == [.warning])
  }

  @Test("declined and failed blocks are reported with the provider that draws them instead")
  func notes() throws {
    let (ladder, _) = ladder([.declines, .fails, .warns])
    let drawing = try #require(ladder.drawn([try request("BANNER", "SLIDE")]).first)
    #expect(drawing.diagnostics.map(\.code.rawValue) == ["SE3003", "SE3004", "SE3008"])
    #expect(
      drawing.diagnostics.map(\.notes) == [
        ["the section is drawn by `p2@1.0.0`"], ["the section is drawn by `p2@1.0.0`"], [],
      ])
    #expect(drawing.section?.diagnosticCodes == ["SE3003", "SE3004", "SE3008"])
  }

  @Test(
    "a placeholder has the height of the hint or of the layout",
    arguments: [
      (nil, 120), (0, 0), (173.5, 173.5), (-1, 120), (.nan, 120), (.infinity, 120), (1e12, 120),
    ] as [(Double?, Double)])
  func placeholder(hint: Double?, height: Double) throws {
    let (ladder, _) = ladder([])
    let drawing = ladder.drawn([try request("HOT_TOPIC", "", hint: hint)]).first
    let section = try #require(drawing?.section)
    #expect(section.provider == .init(id: "placeholder", version: "1.0.0"))
    #expect(section.rows == [.init(node: 0, height: height)])
    let root = try #require(section.root)
    #expect(root.kind == .placeholder)
    #expect(root.label == "HOT_TOPIC: no provider for the code")
    #expect(root.style.height == .points(Float(height)))
  }

  @Test("a placeholder keeps the placement that the feed layout sets")
  func placeholderPlacement() throws {
    let (ladder, _) = ladder([])
    var floating = try request("HOT_TOPIC")
    floating.layoutOverride.placement = .floatBottom
    floating.layoutOverride.layout = .grid
    let section = try #require(ladder.drawn([floating]).first?.section)
    #expect(section.placement == .floatBottom && section.layout == .list)
  }

  @Test("a repeated unknown code is reported once and marked in every section")
  func repetition() throws {
    let (ladder, log) = ladder([.draws, .draws, .draws])
    let unknown = try request("X")
    let drawings = ladder.drawn(Array(repeating: unknown, count: 10_000))
    #expect(log.batches.count == 1)
    #expect(drawings.count == 10_000)
    #expect(drawings.flatMap(\.diagnostics).count == 1)
    #expect(
      drawings.first?.diagnostics.first?.notes.last == "the same holds for 9999 more blocks")
    #expect(drawings.allSatisfy { $0.section?.diagnosticCodes == ["SE3002"] })
  }

  @Test("the help for a code with inferred settings is to write a layout")
  func inferredSettings() throws {
    let (ladder, _) = ladder([.draws, .draws, .draws])
    var unknown = try request("first")
    let settings = FeedDocument.parse(PaddedBytes(Array(#"{"generic": {}}"#.utf8)), name: "l")
    unknown.settings = try #require(settings.value).root
    let helps = ladder.drawn([unknown])[0].diagnostics.flatMap(\.helps)
    #expect(
      helps.count == 1 && helps[0].contains("`sectionengine layouts new --from FEED -o FILE`"))
  }

  @Test("unknown codes with the same outcome are one warning that lists them, at the first block")
  func folding() throws {
    let (ladder, _) = ladder([.draws, .draws, .draws])
    let drawings = ladder.drawn(
      try [
        request("BANNER"), request("first"), request("second", "SLIDE"), request("third"),
        request("first"), request("fourth", "SLIDE"), request("first", "OTHER"),
      ])
    #expect(drawings.map(\.diagnostics.count) == [0, 1, 1, 0, 0, 0, 0])
    let generic = try #require(drawings[1].diagnostics.first)
    #expect(generic.message == "no provider is registered for 2 block codes: `first`, `third`")
    #expect(generic.severity == .warning && generic.blockCode == "first")
    #expect(generic.location?.path == "$.kind" && generic.label == "the first of them")
    #expect(generic.notes == ["the sections are drawn by `p2@1.0.0`", "4 blocks have them"])
    #expect(generic.helps == ["list providers with `sectionengine plugin list`"])
    let byType = try #require(drawings[2].diagnostics.first)
    #expect(byType.message == "no provider is registered for 2 block codes: `second`, `fourth`")
    #expect(
      byType.notes == ["the sections are drawn by `p1@1.0.0`", "their showTypes have providers"])
    #expect(
      drawings.map { $0.section?.diagnosticCodes.first ?? "" }
        == ["", "SE3002", "SE3002", "SE3002", "SE3002", "SE3002", "SE3002"])
  }

  @Test("of many unknown codes eight are named and the others counted")
  func manyCodes() throws {
    let (ladder, _) = ladder([.draws, .draws, .draws])
    let drawings = ladder.drawn(try (1...11).map { try request("kind-\($0)") })
    let messages = drawings.flatMap(\.diagnostics).map(\.message)
    let named = (1...8).map { "`kind-\($0)`" }.joined(separator: ", ")
    #expect(messages == ["no provider is registered for 11 block codes: \(named) and 3 more"])
  }

  @Test("a code that looks mistyped has a separate warning")
  func mistypedBesideOthers() throws {
    let (ladder, _) = ladder([.draws, .draws, .draws])
    let drawings = ladder.drawn(try ["first", "BANER", "second"].map { try request($0) })
    #expect(drawings.map(\.diagnostics.count) == [1, 1, 0])
    #expect(drawings[1].diagnostics.first?.message == "no provider is registered for `BANER`")
    #expect(
      drawings[1].diagnostics.first?.helps.first == "did you mean `BANNER`? (provider `p0` 1.0.0)")
  }

  @Test("codes that the policy forbids are separate errors")
  func forbiddenCodes() throws {
    let (ladder, _) = ladder([.draws, .draws, .draws], .fail)
    let drawings = ladder.drawn(try ["first", "second"].map { try request($0) })
    #expect(
      drawings.map { $0.diagnostics.map(\.message) } == [
        ["no provider is registered for `first`"], ["no provider is registered for `second`"],
      ])
  }

  @Test(
    "a code that the layout assigns to the generic section is neither a fallback nor a warning",
    arguments: UnknownPolicy.allCases)
  func settled(policy: UnknownPolicy) throws {
    let (ladder, _) = ladder([.draws, .draws, .draws], policy)
    var request = try request("X")
    request.isGenericByLayout = true
    let drawing = try #require(ladder.drawn([request]).first)
    if policy == .generic {
      #expect(line(drawing) == "p2" && drawing.diagnostics.isEmpty)
      #expect(drawing.section?.diagnosticCodes == [])
    } else {
      #expect(drawing.diagnostics.count == 1 && drawing.section?.provider.id != "p2")
    }
  }

  @Test("an assigned code is reported if another provider than the generic section draws it")
  func settledElsewhere() throws {
    var byType = try request("X", "SLIDE")
    byType.isGenericByLayout = true
    var plain = try request("X")
    plain.isGenericByLayout = true
    let (claimed, _) = ladder([.draws, .draws, .draws])
    #expect(line(claimed.drawn([byType]).first) == "p1 showType: no provider for the code")
    let (declining, _) = ladder([.draws, .draws, .declines])
    let declined = try #require(declining.drawn([plain]).first)
    #expect(line(declined) == "placeholder placeholder: provider `p2` declined: x")
    #expect(declined.diagnostics.map(\.code.rawValue) == ["SE3003"])
    let (without, _) = ladder([.draws, .draws])
    let missing = try #require(without.drawn([plain]).first)
    #expect(missing.diagnostics.map(\.code.rawValue) == ["SE3002"])
  }

  @Test("codes with control characters stay on one line")
  func hostileCode() throws {
    let (ladder, _) = ladder([])
    let code = "A\u{1b}[31m\u{202e}" + String(repeating: "長", count: 500)
    let document = try #require(
      FeedDocument.parse(PaddedBytes(Array("{}".utf8)), name: "feed.json").value)
    let request = SectionRequest(
      block: document.root, settings: document.root, blockCode: code, showType: "",
      environment: LayoutEnvironment())
    let message = try #require(ladder.drawn([request]).first?.diagnostics.first?.message)
    #expect(!message.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" })
    #expect(message.hasSuffix("長…`"))
  }
}
