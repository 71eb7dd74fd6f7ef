import Support
import FeedDocument
import Foundation
import LayoutCore
import PluginCalls
import PluginHost
import Testing

/// The plugins of one folder in workers, and blocks to draw with them.
struct WorkerHost {
  /// The worker from the build of these tests.
  static let worker = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("section-worker").path

  /// Processor time, in seconds, that is enough for any section that does not hang: on a loaded
  /// machine, a page fault or a crash may take a hundred times as long.
  static let ampleTime = 5.0

  let folder: TemporaryFolder
  var isolation: PluginIsolation

  init(_ plugins: [CPlugin]) throws {
    folder = try TemporaryFolder()
    for plugin in plugins {
      try plugin.build(in: folder, as: plugin.id + ".so", flags: ["-pthread"])
    }
    isolation = PluginIsolation(worker: Self.worker)
    isolation.quarantine = DigestFolder(path: folder.path("state/quarantine"))
    // These limits are processor times. A plugin that sleeps is ended after ten times as long.
    isolation.sectionTime = Self.hasSanitizer ? 1 : 0.1
    isolation.loadTime = Self.hasSanitizer ? 1 : 0.2
    isolation.memory = 64 << 20
  }

  func load(cache: String? = nil) -> PluginCatalog {
    PluginCatalog(
      PluginSearchPath(folders: [.init(path: folder.path, origin: .option)]),
      measurer: RecordedTextMeasurer(), isolation: isolation, cacheFolder: cache)
  }

  /// Draws a block of each code with the current plugins.
  func draw(_ codes: [String]) throws -> [SectionOutcome] { try Self.draw(codes, with: load()) }

  static func draw(
    _ codes: [String], with loaded: PluginCatalog,
    environment: LayoutEnvironment = LayoutEnvironment()
  ) throws -> [SectionOutcome] {
    let document = try TestHost.document(
      #"{"title": "abc", "list": [1, 2.5, "x"], "long": "\#(String(repeating: "word ", count: 40))"}"#
    )
    let settings = try TestHost.document(#"{"size": 12}"#, name: "layout.json")
    let batch = try codes.map { code in
      let owner = try #require(loaded.registry.owner(of: .blockCode(code)), "\(code)")
      return (
        provider: owner,
        request: SectionRequest(
          block: document.root, settings: settings.root, blockCode: code, showType: "",
          environment: environment)
      )
    }
    return loaded.prepare(for: []).runner.run(batch)
  }

  /// Whether the build uses the thread sanitizer, which cannot handle everything that a plugin may
  /// do.
  static let hasThreadSanitizer = dlsym(nil, "__tsan_init") != nil
  static let hasSanitizer = hasThreadSanitizer || dlsym(nil, "__asan_init") != nil

  /// Whether all workers end within ten seconds. Other suites may have workers for a moment.
  static var isNoneLeft: Bool {
    for _ in 0..<1_000 {
      if workers == [] { return true }
      usleep(10_000)
    }
    return false
  }

  /// The processor times of the stopped workers in clock ticks, by process.
  static var stopped: [String: Int] {
    workers.reduce(into: [:]) { times, process in
      let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      let words = (line ?? "").split(separator: " ")
      guard words.count > 14, words[2] == "T" else { return }
      times[process] = (Int(words[13]) ?? 0) + (Int(words[14]) ?? 0)
    }
  }

  /// The worker processes that this process started, including dead ones.
  static var workers: [String] {
    let own = "\(getpid())"
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.filter { process in
      guard Int(process) != nil,
        let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      else { return false }
      let words = line.split(separator: " ")
      return words.count > 3 && words[1] == "(section-worker)" && words[3] == own
    }
  }
}

extension CPlugin {
  /// Creates a plugin with one block code, its id in capitals.
  init(_ id: String, build: String? = nil, open: String = "return SE_OK;", prelude: String = "") {
    self.init(id: id)
    codes = [id.uppercased()]
    self.open = open
    self.prelude = prelude
    if let build { self.build = build }
  }

  /// A plugin that draws one row of 20 points.
  static var good: CPlugin {
    var plugin = CPlugin("good")
    plugin.rowHeight = "*out = SE_PT(20); return SE_OK;"
    return plugin
  }
}

extension SectionOutcome {
  var loss: Diagnostic? { if case .lost(let diagnostic) = self { diagnostic } else { nil } }
}

extension PluginIsolation {
  /// Trusts the current contents of a plugin file.
  mutating func trust(_ path: String) throws {
    trusted.add(try PluginHost.trust(inPluginAt: path, runtimeFolder: nil))
  }
}
