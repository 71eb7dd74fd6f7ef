import Support
import FeedDocument
import LayoutCore
import PluginHost
import Testing

/// A folder with a library that does not use the plugin contract, and manifests that call it.
struct ManifestHost {
  let folder: TemporaryFolder
  var isolation: PluginIsolation

  init(_ library: String = "int nothing;") throws {
    folder = try TemporaryFolder()
    try CCompiler.build(
      "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>\n"
        + library, as: "libtest.so", in: folder)
    isolation = PluginIsolation(worker: WorkerHost.worker)
    isolation.quarantine = DigestFolder(path: folder.path("state/quarantine"))
    isolation.sectionTime = 1
    isolation.memory = 64 << 20
  }

  /// Returns a manifest whose block code is its name in capitals.
  static func text(_ name: String, library: String = "./libtest.so", _ members: String) -> String {
    """
    {"id": "\(name)", "version": "1.0.0", "library": "\(library)",
     "blockCodes": ["\(name.uppercased())"], \(members)}
    """
  }

  func add(_ name: String, library: String = "./libtest.so", _ members: String) throws {
    try folder.write(
      name + ".section.json", Self.text(name, library: library, members).utf8)
  }

  func load() -> PluginCatalog {
    PluginCatalog(
      PluginSearchPath(folders: [.init(path: folder.path, origin: .option)]),
      measurer: RecordedTextMeasurer(), isolation: isolation)
  }

  /// Returns the outcome of a block, drawn by the plugin with this name.
  static func draw(
    _ name: String, _ json: String, with loaded: PluginCatalog, settings: String = "{}",
    environment: LayoutEnvironment = LayoutEnvironment()
  ) throws -> SectionOutcome {
    let owner = try #require(
      loaded.registry.owner(of: .blockCode(name.uppercased())),
      "\(loaded.diagnostics.map(\.message))")
    let request = SectionRequest(
      block: try TestHost.document(json).root,
      settings: try TestHost.document(settings, name: "layout.json").root,
      blockCode: name.uppercased(), showType: "", environment: environment)
    return try #require(loaded.prepare(for: []).runner.run([(owner, request)]).first)
  }

  /// Adds a manifest with these members, and returns the heights of the rows that it draws.
  func heights(
    _ members: String, _ json: String = "{}", settings: String = "{}",
    environment: LayoutEnvironment = LayoutEnvironment()
  ) throws -> [Double?] {
    try add("one", members)
    let outcome = try Self.draw(
      "one", json, with: load(), settings: settings, environment: environment)
    return try #require(outcome.section, "\(outcome)").rows.map(\.height)
  }
}
