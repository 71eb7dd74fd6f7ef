/// A parser of untrusted bytes, with the invariants of its results.
///
/// libFuzzer drives the targets (`make fuzz`); the tests replay seeds and regressions through the
/// same functions.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case tape, layouts, dump, hierarchy, xml, semantics, elements, manifest, cases, border, text,
    fonts

  /// Reads an input. Throws if an invariant does not hold.
  package func run(_ bytes: [UInt8]) throws(Violation) {
    switch self {
    case .tape: try Tape.run(bytes)
    case .layouts: try Layouts.run(bytes)
    case .dump: try Dump.run(bytes)
    case .hierarchy: try Hierarchy.run(bytes)
    case .xml, .semantics, .elements: try Screens.run(bytes)
    case .manifest: try Manifest.run(bytes)
    case .cases: try Cases.run(bytes)
    case .border: try Border.run(bytes)
    case .text: try Text.run(bytes)
    case .fonts: try Fonts.run(bytes)
    }
  }

  /// The source files that the target covers. At least 80 % of their lines have to be reached.
  ///
  /// Folders end in "/".
  package var sources: [String] {
    switch self {
    case .tape:
      [
        "Sources/Document/CSimdJSON/", "Sources/Document/FeedTape/",
        "Sources/Document/FeedDocument/Document",
        "Sources/Document/FeedDocument/Feed", "Sources/Document/FeedDocument/JSON",
        "Sources/Document/FeedDocument/LineIndex",
        "Sources/Document/FeedDocument/PaddedBytes", "Sources/Document/FeedDocument/Source",
        "Sources/Document/FeedDocument/TextEncoding",
      ]
    case .layouts: ["Sources/Feed/Format/", "Sources/Feed/Review/", "Sources/Feed/Assembly/"]
    case .dump:
      [
        "Sources/Renderers/Dump/DumpHeader", "Sources/Renderers/Dump/DumpLineScanner",
        "Sources/Renderers/Dump/DumpParser",
        "Sources/Page/Page+Lines", "Sources/Renderers/Dump/LineWriter", "Sources/Review/Diff/",
      ]
    case .hierarchy:
      [
        "AppComparison", "Formats/UIKitViews", "Formats/ViewLine", "Matching/AppContent",
        "Matching/AppCounterparts", "Matching/AppMatching", "Matching/AppOffsets",
        "Matching/Page+Matching", "Matching/SharedTexts",
      ].map { "Sources/Review/Parity/\($0)" }
    case .xml:
      [
        "Formats/AppiumViews", "Formats/UIAutomatorViews", "Formats/XMLViews",
        "Matching/JoinedScreens",
      ].map { "Sources/Review/Parity/\($0)" }
    case .semantics: ["Sources/Review/Parity/Formats/ComposeViews"]
    case .elements:
      [
        "AutoLayoutDifference", "Formats/AccessibilityViews", "Formats/FigmaViews",
        "Matching/NamedLayers",
      ].map { "Sources/Review/Parity/\($0)" }
    case .manifest:
      [
        "Sources/PluginPlatform/Host/Manifest/",
        "Sources/Document/FeedDocument/ConfigurationReader",
      ]
    case .cases: ["Tests/LayoutCases/"]
    case .border: ["Sources/PluginPlatform/Calls/"]
    case .text: ["Sources/Renderers/Terminal/", "Sources/Renderers/Text/"]
    case .fonts: ["Sources/Layout/Fonts/", "Sources/Program/Library/Fonts/FontFile"]
    }
  }

  /// Returns the seeds: the target's files in `Tests/Fuzzing/Seeds`, and for some targets also
  /// samples, layouts and goldens of the repository, or recorded transcripts.
  package func seeds(_ repository: Repository) -> [[UInt8]] {
    let own = repository.files(in: "Tests/Fuzzing/Seeds/\(rawValue)").map(repository.bytes)
    switch self {
    case .tape: return own + samples(repository)
    case .layouts: return own + Layouts.seeds(repository)
    case .dump: return own + goldens(repository)
    case .border: return own + Border.seeds()
    case .cases: return own + Cases.seeds(repository)
    case .hierarchy, .xml, .semantics, .elements, .manifest, .text, .fonts: return own
    }
  }

  /// Returns inputs that once failed.
  package func regressions(_ repository: Repository) -> [(name: String, bytes: [UInt8])] {
    repository.files(in: "Tests/Fuzzing/Regressions/\(rawValue)").map { ($0, repository.bytes($0)) }
  }

  package func mutator(_ repository: Repository) -> any Mutator {
    func json(_ files: [String]) -> JSONMutator {
      JSONMutator(documents: seeds(repository) + files.map(repository.bytes))
    }
    return switch self {
    case .tape: json([])
    case .layouts: json(["Layouts/feed-layout.schema.json"])
    case .manifest: json(["Sources/PluginPlatform/Host/Manifest/plugin-manifest.schema.json"])
    case .cases, .elements: json([])
    case .border, .fonts: BinaryMutator()
    case .dump: TextMutator(words: Dump.words)
    case .hierarchy: TextMutator(words: Hierarchy.words)
    case .xml: TextMutator(words: Screens.elements)
    case .semantics: TextMutator(words: Screens.nodes)
    case .text: TextMutator(words: [])
    }
  }

  /// Returns small feeds of the bundled layouts.
  private func samples(_ repository: Repository) -> [[UInt8]] {
    repository.files(in: "Layouts/samples").flatMap { repository.files(in: $0, suffix: ".json") }
      .map(repository.bytes).filter { $0.count < 10_000 }
  }

  private func goldens(_ repository: Repository) -> [[UInt8]] {
    repository.files(in: "Tests/Goldens").flatMap { repository.files(in: $0, suffix: ".dump") }
      .map(repository.bytes).filter { $0.count < 6_000 }
  }
}
