// swift-tools-version: 6.3
import PackageDescription

/// Plugins of the NetEase app's sections.
let neteasePlugins = [
  "BannerSection", "MenusSection", "CardRailSection", "SongColumnsSection", "VideosSection",
  "CalendarSection", "PodcastsSection",
]
/// One dynamic library per family of sections; the host loads them at run time, nothing links them.
let bundledPlugins =
  neteasePlugins + ["ArticlesSection", "MallSection", "ChartsSection", "GenericSection"]

/// What a bundled plugin is made of besides its own folder.
func parts(of plugin: String) -> [Target.Dependency] {
  if plugin == "GenericSection" { return ["SectionKit"] }
  if neteasePlugins.contains(plugin) { return ["SectionKit", "PluginShared", "NetEaseShared"] }
  return ["SectionKit", "PluginShared"] + (plugin == "ArticlesSection" ? ["ArticleText"] : [])
}

/// What libFuzzer drives: `make fuzz` alone builds it, since it has no `main` of its own.
let fuzzing: [Target] =
  Context.environment["SECTIONENGINE_FUZZING"] == nil
  ? []
  : [
    .target(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
    .executableTarget(
      name: "Fuzz", dependencies: ["CLibFuzzer", "FuzzTargets"], path: "Tests/Fuzzing/Driver"),
  ]

let package = Package(
  name: "sectionengine",
  products: [
    .executable(name: "sectionengine", targets: ["SectionEngineCLI"]),
    .executable(name: "section-worker", targets: ["SectionWorker"]),
    .library(name: "SectionKit", targets: ["SectionKit"]),
    .library(name: "SectionEngine", targets: ["SectionEngine"]),
    // Loaded at run time, for http(s) only: libcurl costs more to load than a feed to draw.
    .library(name: "CurlFetcher", type: .dynamic, targets: ["CurlFetcher"]),
    // Loaded by `serve` only.
    .library(name: "PreviewServer", type: .dynamic, targets: ["CPreviewServer"]),
  ] + bundledPlugins.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // The contract and what a plugin author imports.
    .target(name: "CSectionABI"),
    .target(
      name: "SectionKit", dependencies: ["CSectionABI"],
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),

    // The pipeline, in its order: each target imports only what stands above it.
    .target(name: "Diagnostics", resources: [.embedInCode("Catalog")]),
    .target(name: "LayoutCore", exclude: ["Text/generate-tables.py"]),
    // Values by index, without a parser: what the program reads feeds with, and its worker too.
    .target(name: "CFeedTape"),
    .target(name: "FeedTape", dependencies: ["CFeedTape"]),
    .target(
      name: "CSimdJSON", dependencies: ["CFeedTape"],
      linkerSettings: [.linkedLibrary("simdjson", .when(platforms: [.linux]))]),
    .target(name: "FeedDocument", dependencies: ["CSimdJSON", "Diagnostics", "FeedTape"]),
    // Bare node trees with expected frames: read, laid out, compared.
    .target(name: "LayoutCases", dependencies: ["FeedDocument", "LayoutCore"]),
    .target(name: "Providers", dependencies: ["Diagnostics", "FeedDocument", "LayoutCore"]),
    // The calls of the contract, which the program and its worker make alike.
    .target(
      name: "PluginCalls", dependencies: ["CSectionABI", "Diagnostics", "FeedTape", "LayoutCore"]),
    // What only the system can do: sandbox, spawn, shared memory.
    .target(name: "CIsolation"),
    .target(
      name: "PluginHost",
      dependencies: ["Batching", "CIsolation", "CSectionABI", "PluginCalls", "Providers"],
      resources: [.embedInCode("Manifest/plugin-manifest.schema.json")]),
    // Where a plugin died, read in a worker of its own.
    .target(name: "CrashReports", dependencies: ["CIsolation"]),
    // Libraries without an entry of ours, called as their manifests say; only the worker does.
    .systemLibrary(name: "CFFI", providers: [.apt(["libffi-dev"])]),
    .target(name: "ManifestPlugins", dependencies: ["CFFI", "CSectionABI", "PluginCalls"]),
    // The program that runs plugins that nobody vouched for.
    .executableTarget(
      name: "SectionWorker",
      dependencies: [
        "CFeedTape", "CIsolation", "CSectionABI", "CrashReports", "ManifestPlugins", "PluginCalls",
      ]),
    .target(name: "FeedSession", dependencies: ["Diagnostics", "FeedDocument", "LayoutCore"]),
    // The http fetcher: its contract, the library behind it, and the side of the program.
    .target(name: "CFetchABI"),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CurlFetcher", dependencies: ["CCurl", "CFetchABI"]),
    // Which files changed, and when they are finished; what a program that draws a terminal owes it.
    .target(name: "FileWatching"),
    .target(name: "CTerminal"),
    .target(name: "Fetching", dependencies: ["CFetchABI", "FeedSession", "PluginHost"]),
    // Folders of new plugins: `Templates` is what stands in them.
    .target(
      name: "PluginTemplates", dependencies: ["Diagnostics", "FeedDocument", "FeedSession"],
      resources: [.embedInCode("Templates")]),
    .target(
      name: "Renderers", dependencies: ["Diagnostics", "LayoutCore"],
      exclude: ["Terminal/generate-tables.py"],
      resources: [.embedInCode("JSON/layout.schema.json"), .embedInCode("Redline/Page")]),
    // The preview in the browser: the contract of its http server, the library behind it, and what it answers.
    .target(name: "CPreviewABI"),
    .target(
      name: "CPreviewServer", dependencies: ["CPreviewABI"],
      linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(
      name: "Preview", dependencies: ["LayoutReview", "Renderers"],
      resources: [.embedInCode("Assets")]),
    // Conformance tests and benchmarks of plugins.
    .target(
      name: "PluginCheck", dependencies: ["PluginHost", "Renderers"],
      resources: [
        .embedInCode("page.json"), .embedInCode("plugin-bench.schema.json"),
        .embedInCode("plugin-check.schema.json"),
      ]),
    .target(
      name: "SectionEngine",
      dependencies: [
        "FeedSession", "Providers", "Renderers",
        .target(name: "PluginHost", condition: .when(platforms: [.linux])),
      ]),
    .systemLibrary(name: "CMalloc"),
    // Feeds by the line for several threads, results in order.
    .target(name: "Batching", dependencies: ["CMalloc"]),
    // What is asked of pages that are laid out already: differences, findings, explanations.
    .target(
      name: "LayoutReview", dependencies: ["SectionEngine"],
      resources: [
        .embedInCode("Check/check.schema.json"), .embedInCode("Check/check-config.schema.json"),
        .embedInCode("Diff/diff.schema.json"), .embedInCode("Diff/diff.css"),
        .embedInCode("Explain/explain.schema.json"),
        .embedInCode("Snapshots/snapshots.schema.json"),
        .embedInCode("Snapshots/snapshot-report.schema.json"),
      ]),
    .executableTarget(
      name: "SectionEngineCLI",
      dependencies: [
        "SectionEngine", "LayoutReview", "PluginHost", "PluginTemplates", "PluginCheck", "Fetching",
        "Batching", "FileWatching",
        "CTerminal", "LayoutCases", "CPreviewABI", "Preview",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [
        .embedInCode("Session/session.schema.json"), .embedInCode("plugin-list.schema.json"),
      ]),

    // Tests. SwiftPM links all of them into one binary, so none may depend on a plugin: they are
    // built by `swift build` and loaded from the build folder.
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(
      name: "LayoutCoreTests",
      dependencies: [
        "LayoutCore", "LayoutWorkloads", "TestTools",
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ]),
    .testTarget(name: "LayoutCasesTests", dependencies: ["LayoutCases"]),
    .testTarget(
      name: "FeedDocumentTests",
      dependencies: [
        "FeedDocument", "TestConditions", "TestTools",
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ]),
    .testTarget(name: "SectionKitTests", dependencies: ["SectionKit", "PluginHost"]),
    .testTarget(name: "ProvidersTests", dependencies: ["Providers"]),
    .testTarget(
      name: "PluginHostTests", dependencies: ["PluginHost", "TestConditions", "TestTools"]),
    .testTarget(name: "CrashReportsTests", dependencies: ["CrashReports", "TestTools"]),
    .testTarget(name: "PluginCheckTests", dependencies: ["PluginCheck"]),
    .testTarget(
      name: "FeedSessionTests", dependencies: ["FeedSession", "TestConditions", "TestTools"]),
    .testTarget(name: "PluginTemplatesTests", dependencies: ["PluginTemplates"]),
    .testTarget(name: "FetchingTests", dependencies: ["Fetching", "MockServer", "TestConditions"]),
    .testTarget(name: "FileWatchingTests", dependencies: ["FileWatching"]),
    .testTarget(
      name: "RenderersTests",
      dependencies: [
        "Renderers", "TestConditions", "TestTools",
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ]),
    .testTarget(name: "BatchingTests", dependencies: ["Batching"]),
    .testTarget(name: "LayoutReviewTests", dependencies: ["LayoutReview", "TestTools"]),
    .testTarget(
      name: "SectionEngineTests", dependencies: ["SectionEngine", "PluginHost", "TestTools"]),
    .testTarget(name: "PreviewTests", dependencies: ["Preview"]),
    .testTarget(name: "CLITests", dependencies: ["MockServer", "TestConditions", "TestTools"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "SectionEngine", "LayoutReview", "PluginHost", "Fetching", "LayoutCases", "LayoutWorkloads",
        "MockServer", "TestTools", "AllocationCount",
      ], path: "Tests/Benchmarks", exclude: ["instruction-budgets.json"]),
    // Trees of known shape and size, for tests and benchmarks.
    .target(
      name: "LayoutWorkloads", dependencies: ["LayoutCore"], path: "Tests/LayoutWorkloads"),
    // The Python and other programs that tests and benchmarks run, and the conditions of tests that need them.
    .target(name: "TestTools", path: "Tests/TestTools"),
    .target(
      name: "TestConditions", dependencies: ["TestTools"], path: "Tests/TestConditions"),
    // Runs the server that tests and benchmarks fetch from.
    .target(
      name: "MockServer", dependencies: ["TestTools"], path: "Tests/MockServer",
      exclude: ["mock-server.py", "feeds.py", "faults.py", "switches.py"]),
    // Counts the calls of malloc in the program that it is linked into.
    .target(name: "AllocationCount", path: "Tests/AllocationCount"),
    // What is fuzzed, and what must hold of it; the tests replay it.
    .target(
      name: "FuzzTargets",
      dependencies: ["LayoutCases", "LayoutReview", "PluginHost", "TestTools"],
      path: "Tests/Fuzzing/Targets"),
    .testTarget(
      name: "FuzzingTests", dependencies: ["FeedDocument", "FuzzTargets"],
      path: "Tests/Fuzzing/Replay"),
  ]
    + fuzzing
    // What plugins share is linked into each of them: settings and fields for all feeds, the models
    // of the NetEase families, the texts of articles.
    + [
      .target(name: "PluginShared", dependencies: ["SectionKit"], path: "Plugins/PluginShared"),
      .target(
        name: "NetEaseShared", dependencies: ["SectionKit", "PluginShared"],
        path: "Plugins/NetEaseShared"),
      .target(
        name: "ArticleText", path: "Plugins/ArticleText", exclude: ["generate-names.py"]),
      .testTarget(name: "ArticleTextTests", dependencies: ["ArticleText"]),
    ]
    + bundledPlugins.map {
      .target(
        name: $0, dependencies: parts(of: $0), path: "Plugins/\($0)",
        exclude: ["README.md", "Fixtures"])
    }
)
