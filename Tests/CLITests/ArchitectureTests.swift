import Foundation
import Testing

/// The imports between modules, read from the sources.
@Suite struct ArchitectureTests {
  /// The modules of the pipeline, each with the modules of this package that it may import.
  static let edges: [(module: String, imports: Set<String>)] = [
    ("SectionKit", ["CSectionABI"]), ("Diagnostics", []), ("LayoutCore", []),
    ("FeedTape", ["CFeedTape"]), ("FeedDocument", ["CSimdJSON", "Diagnostics", "FeedTape"]),
    ("LayoutCases", ["Diagnostics", "FeedDocument", "LayoutCore"]),
    ("Providers", ["Diagnostics", "FeedDocument", "LayoutCore"]),
    ("PluginCalls", ["CFeedTape", "CSectionABI", "Diagnostics", "FeedTape", "LayoutCore"]),
    (
      "PluginHost",
      [
        "Batching", "CIsolation", "CSectionABI", "Diagnostics", "FeedDocument", "LayoutCore",
        "PluginCalls", "Providers",
      ]
    ),
    (
      "SectionWorker",
      [
        "CFeedTape", "CIsolation", "CSectionABI", "CrashReports", "FeedTape", "LayoutCore",
        "ManifestPlugins", "PluginCalls",
      ]
    ),
    ("CrashReports", ["CIsolation"]),
    ("ManifestPlugins", ["CFFI", "CSectionABI", "PluginCalls"]),
    ("FeedSession", ["Diagnostics", "FeedDocument", "LayoutCore"]),
    ("PluginTemplates", ["Diagnostics", "FeedDocument", "FeedSession"]),
    ("CurlFetcher", ["CCurl", "CFetchABI"]),
    (
      "Fetching",
      ["CFetchABI", "Diagnostics", "FeedDocument", "FeedSession", "PluginCalls", "PluginHost"]
    ),
    ("Preview", ["Diagnostics", "LayoutCore", "LayoutReview", "Renderers"]),
    ("FileWatching", []), ("Batching", ["CMalloc"]), ("Renderers", ["Diagnostics", "LayoutCore"]),
    (
      "PluginCheck",
      [
        "Diagnostics", "FeedDocument", "LayoutCore", "PluginCalls", "PluginHost", "Providers",
        "Renderers",
      ]
    ),
    (
      "SectionEngine",
      [
        "Diagnostics", "FeedDocument", "FeedSession", "LayoutCore", "PluginHost", "Providers",
        "Renderers",
      ]
    ),
    (
      "LayoutReview",
      [
        "Diagnostics", "FeedDocument", "FeedSession", "LayoutCore", "Providers", "Renderers",
        "SectionEngine",
      ]
    ),
  ]
  static let linuxOnly: Set<String> = [
    "PluginCalls", "PluginHost", "CrashReports", "ManifestPlugins", "SectionWorker", "CurlFetcher",
    "Fetching",
    "FileWatching", "Batching",
  ]
  /// Modules that every toolchain provides on every platform.
  static let portable: Set<String> = ["Synchronization", "Dispatch"]

  struct Source {
    var path: String
    var text: String
    var imports: [String]
  }

  static func sources(in folder: String) throws -> [Source] {
    let root = Program.repository.appendingPathComponent(folder)
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .filter { !$0.path.contains("/.build") }
      .map { file in
        let text = try String(contentsOf: file, encoding: .utf8)
        // Text in a multi-line string literal is not an import.
        let parts = text.components(separatedBy: "\"\"\"")
        let code = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }
        let imports = code.flatMap { $0.split(separator: "\n") }.compactMap { line -> String? in
          let words = line.split(separator: " ")
          guard let index = words.firstIndex(of: "import"), index <= 2,
            words[..<index].allSatisfy({
              ["package", "public", "internal", "@testable", "@_exported"].contains($0)
            }), words.count > index + 1
          else { return nil }
          return String(words[index + 1])
        }
        return Source(path: file.path, text: text, imports: imports)
      }
  }

  @Test("a module imports only modules that come before it in the pipeline", arguments: edges)
  func imports(_ module: String, _ allowed: Set<String>) throws {
    let sources = try Self.sources(in: "Sources/\(module)")
    #expect(!sources.isEmpty)
    let system: Set<String> = Self.linuxOnly.contains(module) ? ["Glibc"] : []
    for source in sources {
      let others = Set(source.imports).subtracting(allowed).subtracting(Self.portable)
        .subtracting(system)
      #expect(others.isEmpty, "\(source.path)")
    }
  }

  @Test("a plugin imports only the kit and the modules that plugins share")
  func plugins() throws {
    let shared: Set = ["PluginShared", "NetEaseShared", "ArticleText"]
    for source in try Self.sources(in: "Plugins") where !source.path.hasSuffix("Package.swift") {
      #expect(Set(source.imports).isSubset(of: shared.union(["SectionKit"])), "\(source.path)")
    }
  }

  @Test("nothing links the fetcher or the preview server: both are loaded when needed")
  func fetcher() throws {
    let sources = try Self.sources(in: "Sources") + Self.sources(in: "Tests")
    for source in sources {
      #expect(!source.imports.contains("CurlFetcher"), "\(source.path)")
      #expect(!source.imports.contains("CPreviewServer"), "\(source.path)")
      if !source.path.contains("/CurlFetcher/") {
        #expect(!source.imports.contains("CCurl"), "\(source.path)")
      }
    }
  }

  @Test("only commands and options know the argument parser: jobs work on values")
  func arguments() throws {
    for source in try Self.sources(in: "Sources") where source.imports.contains("ArgumentParser") {
      #expect(
        source.path.contains("/Commands/") || source.path.contains("/Options/"), "\(source.path)")
    }
  }

  @Test("only the worker calls functions through libffi")
  func foreignFunctions() throws {
    for source in try Self.sources(in: "Sources") {
      if !source.path.contains("/ManifestPlugins/") {
        #expect(!source.imports.contains("CFFI"), "\(source.path)")
      }
      if !source.path.contains("/SectionWorker/") {
        #expect(!source.imports.contains("ManifestPlugins"), "\(source.path)")
      }
    }
  }

  @Test("only the host loads libraries, and only the terminal folder writes escape sequences")
  func privileges() throws {
    for source in try Self.sources(in: "Sources") {
      func contains(_ word: String) -> Bool { source.text.contains(word) }
      if !source.path.contains("/PluginCalls/") { #expect(!contains("dlopen("), "\(source.path)") }
      if !source.path.contains("/Renderers/Terminal/") {
        #expect(!contains(#"\u{1B}"#) && !contains(#"\u{1b}"#), "\(source.path)")
      }
      if !source.path.contains("/SectionEngineCLI/") {
        #expect(!contains("STDOUT_FILENO") && !contains(" exit("), "\(source.path)")
      }
      #expect(!source.imports.contains("Foundation"), "\(source.path)")
    }
  }
}
