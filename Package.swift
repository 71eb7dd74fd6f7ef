// swift-tools-version: 6.3
import PackageDescription

/// Plugins of the NetEase app's sections.
let neteasePlugins = [
  "BannerSection", "MenusSection", "CardRailSection", "SongColumnsSection", "VideosSection",
  "CalendarSection", "PodcastsSection",
]
/// A target with the sections of each family. The product of the same name is a dynamic library,
/// which the host loads at run time; the product BundledSections has all of them to be linked.
let bundledPlugins =
  neteasePlugins + ["ArticlesSection", "MallSection", "ChartsSection", "GenericSection"]

/// What a bundled plugin is made of besides its own folder.
func parts(of plugin: String) -> [Target.Dependency] {
  if plugin == "GenericSection" { return ["SectionKit", "ArticleText"] }
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
    .executable(name: "layout-cases", targets: ["LayoutCasesProgram"]),
    .library(name: "SectionKit", targets: ["SectionKit"]),
    .library(name: "SectionEngine", targets: ["SectionEngine"]),
    .library(name: "BundledSections", targets: ["BundledSections"]),
  ] + bundledPlugins.map { .library(name: $0, type: .dynamic, targets: ["\($0)Entry"]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // Diagnostics, threads, clocks and file watching, for all modules.
    .systemLibrary(name: "CMalloc", path: "Sources/Support/CMalloc"),
    .target(name: "CFiles", path: "Sources/Support/CFiles"),
    .target(
      name: "Support", dependencies: ["CFiles", "CMalloc"], path: "Sources/Support",
      exclude: ["CFiles", "CMalloc"],
      resources: [.embedInCode("Diagnostics/Catalog.md")]),

    // JSON documents. The tape gives values by index without a parser; the plugin worker reads it too.
    .target(name: "CFeedTape", path: "Sources/Document/CFeedTape"),
    .target(name: "FeedTape", dependencies: ["CFeedTape"], path: "Sources/Document/FeedTape"),
    .target(
      name: "CSimdJSON", dependencies: ["CFeedTape"], path: "Sources/Document/CSimdJSON",
      linkerSettings: [.linkedLibrary("simdjson", .when(platforms: [.linux]))]),
    .target(
      name: "FeedDocument", dependencies: ["CSimdJSON", "FeedTape", "Support"],
      path: "Sources/Document/FeedDocument"),

    // Blocks of documents, by a feed layout; the frames of sections; what is written of a page.
    .target(name: "CTextShaper", path: "Sources/Layout/CTextShaper"),
    .target(
      name: "LayoutCore", dependencies: ["CTextShaper"], path: "Sources/Layout",
      exclude: ["CTextShaper", "Text/generate-tables.py"]),
    .target(
      name: "Feeds", dependencies: ["FeedDocument", "LayoutCore", "Support"], path: "Sources/Feed"),
    .target(name: "Page", dependencies: ["LayoutCore", "Support"]),
    // cairo and zlib, for pictures; opened when they are needed.
    .target(name: "CCairo", path: "Sources/Renderers/CCairo"),
    .target(
      name: "Renderers", dependencies: ["CCairo", "LayoutCore", "Page", "Support"],
      exclude: ["CCairo", "Picture/Font/OFL.txt", "Picture/Font/generate-font.py"],
      resources: [
        .embedInCode("JSON/layout.schema.json"), .embedInCode("Picture/Font/text-400.otf"),
        .embedInCode("Picture/Font/text-600.otf"), .embedInCode("Redline/Page"),
      ]),

    // Plugins: the contract, the module that plugins import, and the calls of both sides.
    .target(name: "CSectionABI", path: "Sources/PluginPlatform/CSectionABI"),
    .target(
      name: "SectionKit", dependencies: ["CSectionABI"], path: "Sources/PluginPlatform/SectionKit",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(
      name: "PluginCalls", dependencies: ["CSectionABI", "FeedTape", "LayoutCore", "Support"],
      path: "Sources/PluginPlatform/Calls"),
    // Sandbox, processes and shared memory, which only C can reach.
    .target(name: "CIsolation", path: "Sources/PluginPlatform/CIsolation"),
    .target(
      name: "PluginHost",
      dependencies: [
        "CFiles", "CIsolation", "CSectionABI", "FeedDocument", "LayoutCore", "PluginCalls",
        "SectionKit", "Support",
      ], path: "Sources/PluginPlatform/Host",
      resources: [.embedInCode("Manifest/plugin-manifest.schema.json")]),
    // The worker runs untrusted plugins. It alone links libffi, which calls libraries as their
    // manifests describe.
    .systemLibrary(
      name: "CFFI", path: "Sources/PluginPlatform/CFFI", providers: [.apt(["libffi-dev"])]),
    .target(
      name: "PluginWorker", dependencies: ["CFFI", "CIsolation", "CSectionABI", "PluginCalls"],
      path: "Sources/PluginPlatform/Worker"),
    .target(
      name: "CWorkerMemory", dependencies: ["CIsolation"],
      path: "Sources/PluginPlatform/CWorkerMemory"),
    .executableTarget(
      name: "SectionWorker",
      dependencies: [
        "CFeedTape", "CFiles", "CIsolation", "CSectionABI", "CWorkerMemory", "PluginCalls",
        "PluginWorker",
      ],
      path: "Sources/PluginPlatform/SectionWorker"),
    // For plugin authors: conformance tests, benchmarks and new plugins.
    .target(
      name: "PluginTools", dependencies: ["Feeds", "PluginHost", "Renderers"],
      path: "Sources/PluginPlatform/Tools",
      resources: [
        .embedInCode("Check/block.json"), .embedInCode("Check/page.json"),
        .embedInCode("Check/plugin-bench.schema.json"),
        .embedInCode("Check/plugin-check.schema.json"), .embedInCode("New/Templates"),
      ]),

    .target(
      name: "SectionEngine", dependencies: ["Feeds", "Page", "PluginHost", "Renderers"],
      path: "Sources/Engine"),
    // Functions of laid out pages: differences, findings, explanations, snapshots.
    .target(name: "CXMLParser", path: "Sources/Review/CXMLParser"),
    .target(
      name: "LayoutReview", dependencies: ["CXMLParser", "Page", "SectionEngine"],
      path: "Sources/Review",
      exclude: ["CXMLParser"],
      resources: [
        .embedInCode("Check/Standards/conformance.css"),
        .embedInCode("Check/check.schema.json"), .embedInCode("Check/check-config.schema.json"),
        .embedInCode("Clients/client.schema.json"), .embedInCode("Diff/diff.schema.json"),
        .embedInCode("Diff/diff-colors.css"), .embedInCode("Diff/diff.css"),
        .embedInCode("Diff/diff.js"),
        .embedInCode("Explain/explain.schema.json"),
        .embedInCode("Snapshots/snapshot.css"), .embedInCode("Snapshots/snapshot.js"),
        .embedInCode("Snapshots/snapshots.schema.json"),
        .embedInCode("Snapshots/snapshot-report.schema.json"),
      ]),

    // The program. libcurl and libmicrohttpd are opened when they are needed: libcurl costs more to
    // load than a feed to draw.
    .target(name: "CCurl", path: "Sources/Program/CCurl"),
    .target(name: "CPreviewServer", path: "Sources/Program/CPreviewServer"),
    .target(name: "CTerminal", path: "Sources/Program/CTerminal"),
    .target(
      name: "Program",
      dependencies: [
        "CCurl", "CPreviewServer", "CTerminal", "LayoutReview", "PluginTools", "SectionEngine",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Sources/Program/Library",
      resources: [
        .embedInCode("Commands/examples.txt"), .embedInCode("Commands/SKILL.md"),
        .embedInCode("plugin-list.schema.json"),
        .embedInCode("Session/session.schema.json"),
        .embedInCode("Preview/Assets"), .embedInCode("Project/project.schema.json"),
        .embedInCode("Project/review.sh"), .embedInCode("Report/report.css"),
        .embedInCode("Report/report.schema.json"),
      ]),
    .executableTarget(
      name: "SectionEngineCLI", dependencies: ["Program"], path: "Sources/Program/Main"),

    // Tests. SwiftPM links all of them into one binary, so none may depend on an entry function: the
    // libraries of the plugins are built by `swift build` and loaded from the build folder.
    .testTarget(name: "DiagnosticsTests", dependencies: ["Support", "TestTools"]),
    .testTarget(
      name: "LayoutCoreTests",
      dependencies: [
        "LayoutCore", "LayoutWorkloads", "Page", "PortableCases", "TestConditions", "TestTools",
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ]),
    .testTarget(name: "LayoutCasesTests", dependencies: ["LayoutCases"]),
    .testTarget(
      name: "FeedDocumentTests",
      dependencies: [
        "FeedDocument", "TestConditions", "TestTools",
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ]),
    .testTarget(name: "SectionKitTests", dependencies: ["SectionKit", "PluginHost", "Renderers"]),
    .testTarget(name: "ProvidersTests", dependencies: ["PluginHost"]),
    .testTarget(
      name: "PluginHostTests",
      dependencies: ["PluginHost", "SectionKit", "TestConditions", "TestTools"]),
    .testTarget(name: "CrashReportsTests", dependencies: ["PluginWorker", "TestTools"]),
    .testTarget(name: "PluginCheckTests", dependencies: ["PluginTools"]),
    .testTarget(
      name: "FeedSessionTests", dependencies: ["Feeds", "TestConditions", "TestTools"]),
    .testTarget(name: "PluginTemplatesTests", dependencies: ["PluginTools"]),
    .testTarget(
      name: "FetchingTests", dependencies: ["CCurl", "Program", "MockServer", "TestConditions"]),
    .testTarget(name: "FileWatchingTests", dependencies: ["Support"]),
    .testTarget(
      name: "RenderersTests",
      dependencies: [
        "Renderers", "TestConditions", "TestTools",
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ]),
    .testTarget(name: "BatchingTests", dependencies: ["Support"]),
    .testTarget(
      name: "LayoutReviewTests",
      dependencies: ["LayoutReview", "ParityCases", "TestConditions", "TestTools"],
      exclude: ["ViewHierarchy/Fixtures"]),
    .testTarget(
      name: "SectionEngineTests",
      dependencies: [
        "BundledSections", "SectionEngine", "MockServer", "PluginHost", "Program", "SectionKit",
        "TestConditions", "TestTools",
      ]),
    // Apps written against the public interface, as the guide on embedding describes: without
    // package access, they are compiled like programs of another package.
    .executableTarget(
      name: "LiveFeedApp", dependencies: ["SectionEngine", "SectionKit"],
      path: "Tests/Apps/LiveFeed", packageAccess: false),
    .executableTarget(
      name: "OwnSectionsApp", dependencies: ["SectionEngine", "SectionKit"],
      path: "Tests/Apps/OwnSections", packageAccess: false),
    .testTarget(
      name: "AppSectionTests", dependencies: ["SectionEngine", "SectionKit"],
      path: "Tests/Apps/SectionTests", packageAccess: false),
    .testTarget(name: "JobTests", dependencies: ["Program", "TestTools"]),
    .testTarget(name: "PreviewTests", dependencies: ["Program"]),
    .testTarget(name: "GateTests", dependencies: ["Program", "TestConditions"]),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "MockServer", "Program", "TestConditions", "TestTools",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "SectionEngine", "LayoutCases", "LayoutReview", "PluginHost", "Program",
        "LayoutWorkloads", "MockServer", "ParityCases", "TestTools", "AllocationCount",
      ], path: "Tests/Benchmarks",
      exclude: ["instruction-budgets.json", "command-budgets.json", "command-budgets.py"]),
    // Cases of the layout engine in files, and the program that lays them out.
    .target(
      name: "LayoutCases", dependencies: ["SectionEngine"], path: "Tests/LayoutCases",
      exclude: ["Program"]),
    .executableTarget(
      name: "LayoutCasesProgram",
      dependencies: [
        "LayoutCases", "SectionEngine",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Tests/LayoutCases/Program"),
    // Trees of known shape and size, for tests and benchmarks.
    .target(
      name: "LayoutWorkloads", dependencies: ["LayoutCore"], path: "Tests/LayoutWorkloads"),
    // Line breaks and layouts that are also computed as a program for wasm32.
    .target(name: "PortableCases", dependencies: ["LayoutCore"], path: "Tests/PortableCases"),
    // Apps with known differences from a page, for tests and benchmarks of the comparison with an app.
    .target(
      name: "ParityCases", dependencies: ["LayoutReview", "TestTools"], path: "Tests/ParityCases"),
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
      dependencies: ["LayoutCases", "LayoutReview", "PluginHost", "Program", "TestTools"],
      path: "Tests/Fuzzing/Targets"),
    .testTarget(
      name: "FuzzingTests", dependencies: ["FeedDocument", "FuzzTargets", "TestConditions"],
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
      .testTarget(name: "ArticleTextTests", dependencies: ["ArticleText", "TestConditions"]),
    ]
    + bundledPlugins.map {
      .target(
        name: $0, dependencies: parts(of: $0), path: "Plugins/\($0)",
        exclude: ["README.md", "Fixtures", "Entry"])
    }
    // The entry function of each library. A program links at most one, so the sections are apart.
    + bundledPlugins.map {
      .target(
        name: "\($0)Entry", dependencies: [.target(name: $0), "SectionKit"],
        path: "Plugins/\($0)/Entry")
    }
    + [
      .target(
        name: "BundledSections",
        dependencies: ["SectionKit"] + bundledPlugins.map { .target(name: $0) },
        path: "Plugins/BundledSections")
    ]
)
