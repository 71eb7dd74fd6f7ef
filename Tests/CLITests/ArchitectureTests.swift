import Foundation
import Testing

/// The imports between modules, read from the sources.
@Suite struct ArchitectureTests {
  /// The modules in the order of the pipeline: each with its folder in Sources and the modules of
  /// this package that it may import.
  static let edges: [(module: String, folder: String, imports: Set<String>)] = [
    ("Support", "Support", ["CFiles", "CMalloc"]),
    ("FeedTape", "Document/FeedTape", ["CFeedTape"]),
    ("FeedDocument", "Document/FeedDocument", ["CSimdJSON", "FeedTape", "Support"]),
    ("LayoutCore", "Layout", ["CTextShaper"]),
    ("Feeds", "Feed", ["FeedDocument", "LayoutCore", "Support"]),
    ("Page", "Page", ["LayoutCore", "Support"]),
    ("Renderers", "Renderers", ["CCairo", "LayoutCore", "Page", "Support"]),
    ("SectionKit", "PluginPlatform/SectionKit", ["CSectionABI"]),
    (
      "PluginCalls", "PluginPlatform/Calls",
      ["CFeedTape", "CSectionABI", "FeedTape", "LayoutCore", "Support"]
    ),
    (
      "PluginHost", "PluginPlatform/Host",
      [
        "CFiles", "CIsolation", "CSectionABI", "FeedDocument", "LayoutCore", "PluginCalls",
        "SectionKit", "Support",
      ]
    ),
    (
      "PluginWorker", "PluginPlatform/Worker", ["CFFI", "CIsolation", "CSectionABI", "PluginCalls"]
    ),
    (
      "SectionWorker", "PluginPlatform/SectionWorker",
      [
        "CFeedTape", "CFiles", "CIsolation", "CSectionABI", "CWorkerMemory", "FeedTape",
        "LayoutCore", "PluginCalls", "PluginWorker",
      ]
    ),
    (
      "PluginTools", "PluginPlatform/Tools",
      [
        "FeedDocument", "Feeds", "LayoutCore", "PluginCalls", "PluginHost", "Renderers", "Support",
      ]
    ),
    (
      "SectionEngine", "Engine",
      ["FeedDocument", "Feeds", "LayoutCore", "Page", "PluginHost", "Renderers", "Support"]
    ),
    (
      "LayoutReview", "Review",
      [
        "CXMLParser", "FeedDocument", "Feeds", "LayoutCore", "Page", "PluginHost", "Renderers",
        "SectionEngine", "Support",
      ]
    ),
    ("SectionEngineCLI", "Program/Main", ["Program"]),
  ]
  static let linuxOnly: Set<String> = [
    "Support", "PluginCalls", "PluginHost", "PluginWorker", "SectionWorker",
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
  func imports(_ module: String, _ folder: String, _ allowed: Set<String>) throws {
    let sources = try Self.sources(in: "Sources/\(folder)")
    #expect(!sources.isEmpty)
    let system: Set<String> = Self.linuxOnly.contains(module) ? ["Glibc"] : []
    for source in sources {
      let others = Set(source.imports).subtracting(allowed).subtracting(Self.portable)
        .subtracting(system)
      #expect(others.isEmpty, "\(source.path)")
    }
  }

  @Test("Sources has at most 12 folders and 18 Swift targets")
  func counts() throws {
    let sources = Program.repository.appendingPathComponent("Sources")
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path)
    #expect(folders.count <= 12)
    #expect(Self.edges.count + 1 <= 18)
    let package = try String(
      contentsOf: Program.repository.appendingPathComponent("Package.swift"), encoding: .utf8)
    for edge in Self.edges { #expect(package.contains("\"\(edge.module)\"")) }
    // Every Swift file in Sources must be in the folder of a module of the table.
    let swift = try Self.sources(in: "Sources").map(\.path)
    let known = Self.edges.map { "/Sources/\($0.folder)/" } + ["/Sources/Program/Library/"]
    for path in swift where !path.hasSuffix("/Package.swift") {
      #expect(known.contains { path.contains($0) }, "\(path) belongs to no module of the table")
    }
  }

  @Test("a plugin imports only the kit and the modules that plugins share")
  func plugins() throws {
    let shared: Set = ["PluginShared", "NetEaseShared", "ArticleText", "SectionKit"]
    for source in try Self.sources(in: "Plugins") where !source.path.hasSuffix("Package.swift") {
      let folders = source.path.split(separator: "/")
      if folders.contains("BundledSections") {
        #expect(source.imports.allSatisfy { $0.hasSuffix("Section") || $0 == "SectionKit" })
      } else if folders.dropLast().last == "Entry" {
        // The entry function of a library, which no program links.
        #expect(source.imports == [String(folders[folders.count - 3]), "SectionKit"])
      } else {
        #expect(Set(source.imports).isSubset(of: shared), "\(source.path)")
        #expect(!source.text.contains("@implementation") || folders.contains("Examples"))
      }
    }
  }

  @Test(
    "a program with linked plugins exports no function that plugins would call instead of theirs")
  func exports() throws {
    let program = try #require(
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath() as URL?)
    let symbols = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["nm", "-D", "--defined-only", program.path])
    #expect(symbols.status == 0 && !symbols.text.contains("SectionKit"))
  }

  @Test("only fetching calls libcurl, only `serve` libmicrohttpd, and only pictures cairo")
  func fetcher() throws {
    for source in try Self.sources(in: "Sources") {
      if !source.path.contains("/Serve/") {
        #expect(!source.imports.contains("CPreviewServer"), "\(source.path)")
      }
      if !source.path.contains("/Fetch/") {
        #expect(!source.imports.contains("CCurl"), "\(source.path)")
      }
      if !source.path.contains("/Picture/") {
        #expect(!source.imports.contains("CCairo"), "\(source.path)")
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

  @Test("the engine imports the renderers only for embedding programs")
  func engine() throws {
    let files = try Self.sources(in: "Sources/Engine").filter { $0.imports.contains("Renderers") }
    #expect(files.map { String($0.path.split(separator: "/").last ?? "") } == ["Exports.swift"])
  }

  @Test("only the worker calls functions through libffi")
  func foreignFunctions() throws {
    for source in try Self.sources(in: "Sources") {
      if !source.path.contains("/PluginPlatform/Worker/") {
        #expect(!source.imports.contains("CFFI"), "\(source.path)")
      }
      if !source.path.contains("/SectionWorker/") {
        #expect(!source.imports.contains("PluginWorker"), "\(source.path)")
      }
    }
  }

  @Test("only the host loads libraries, and only the terminal folder writes escape sequences")
  func privileges() throws {
    for source in try Self.sources(in: "Sources") {
      func contains(_ word: String) -> Bool { source.text.contains(word) }
      if !source.path.contains("/PluginPlatform/Calls/") {
        #expect(!contains("dlopen("), "\(source.path)")
      }
      if !source.path.contains("/Renderers/Terminal/") {
        #expect(!contains(#"\u{1B}"#) && !contains(#"\u{1b}"#), "\(source.path)")
      }
      if !source.path.contains("/Program/Library/") {
        #expect(!contains("STDOUT_FILENO") && !contains(" exit("), "\(source.path)")
      }
      #expect(!source.imports.contains("Foundation"), "\(source.path)")
    }
  }

  /// The folders of the modules that have several: each folder uses only types of those before it.
  /// Files beside the folders are the entrance of their module, and are not restricted.
  static let order: [(module: String, folders: [String])] = [
    ("Support", ["Diagnostics", "Writing", "FileWatching", "Files", "Batching"]),
    (
      "Layout",
      [
        "Geometry", "Style", "Text", "Tree", "Numbers", "Scrolling", "Fonts", "SectionLayouts",
        "Flexbox", "Engine", "Explaining",
      ]
    ),
    (
      "Feed",
      [
        "Devices", "Format", "Metrics", "Assembly", "Requests", "Changes", "Inference", "Review",
        "Session",
      ]
    ),
    (
      "Renderers",
      [
        "Page", "Terminal", "Wireframe", "Accessibility", "Dump", "Text", "JSON",
        "Redline", "CSS", "Picture",
      ]
    ),
    ("PluginPlatform/SectionKit", ["Values", "Decoding", "Nodes", "Export"]),
    ("PluginPlatform/Host", ["Manifest", "Providers", "Trust", "Isolation"]),
    ("PluginPlatform/Tools", ["Check", "New/Models", "New"]),
    ("Engine", ["Building", "Page", "Session"]),
    (
      "Review",
      [
        "Clients", "Expectations", "Reports", "Diff", "Parity/Formats", "Snapshots", "Check",
        "Parity/Matching", "Explain", "Parity", "Check/Rules", "Check/Standards",
      ]
    ),
    (
      "Program/Library",
      [
        "Fetch", "Output", "Files", "Pictures", "Plugins", "Fonts", "Feeds", "Batch", "Diff",
        "Render", "Session", "Options", "Preview", "Project", "Check", "Serve", "Snapshots",
        "Jobs", "Report", "Commands",
      ]
    ),
  ]

  @Test("a folder of a module uses only folders that come before it", arguments: order)
  func folders(_ module: String, _ folders: [String]) throws {
    let root = Program.repository.appendingPathComponent("Sources/\(module)").path + "/"
    let files = try Self.sources(in: "Sources/\(module)").map { source in
      (
        name: String(source.path.dropFirst(root.count)), lines: Self.code(of: source.text)
      )
    }.filter { !$0.name.contains("/Templates/") }
    func folder(of name: String) -> String {
      name.split(separator: "/").dropLast().joined(separator: "/")
    }
    // New folders need a place in the order.
    #expect(Set(files.map { folder(of: $0.name) }).subtracting([""]) == Set(folders))
    var owners: [Substring: Set<String>] = [:]
    for file in files {
      for type in file.lines.compactMap(Self.declaredType) {
        owners[type, default: []].insert(folder(of: file.name))
      }
    }
    for file in files {
      guard let own = folders.firstIndex(of: folder(of: file.name)) else { continue }
      for word in Set(file.lines.flatMap(Self.words)) {
        // A name that several folders have does not tell which one is used.
        guard let found = owners[word], found.count == 1, let owner = found.first,
          let place = folders.firstIndex(of: owner)
        else { continue }
        #expect(place <= own, "\(module)/\(file.name) uses `\(word)` of \(owner)")
      }
    }
  }

  /// Returns the lines of a source without comments and without texts.
  private static func code(of text: String) -> [Substring] {
    let parts = text.components(separatedBy: "\"\"\"")
    return stride(from: 0, to: parts.count, by: 2).flatMap { parts[$0].split(separator: "\n") }.map
    {
      line in
      let end = line.firstRange(of: "//")?.lowerBound ?? line.endIndex
      let pieces = line[..<end].split(separator: "\"", omittingEmptySubsequences: false)
      return Substring(
        pieces.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
          .joined(separator: "\"\""))
    }
  }

  private static func words(of line: Substring) -> [Substring] {
    line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// Returns the type that a line declares outside of other types, and not only for its own file.
  private static func declaredType(in line: Substring) -> Substring? {
    guard let first = line.first, !first.isWhitespace else { return nil }
    let words = words(of: line)
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "actor"]
    let others: Set<Substring> = [
      "extension", "fileprivate", "func", "import", "let", "private", "var",
    ]
    guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
      !words[..<kind].contains(where: others.contains)
    else { return nil }
    return words[kind + 1]
  }
}
