import Foundation
import LayoutCore
import PluginHost

/// Cost of finding the block codes of a hundred plugins, from the claims cache and from the plugin
/// files.
enum DiscoveryCost {
  private static let count = 100

  private static let source = """
    #include "section_plugin.h"
    static se_status open_block(void *self, const se_host *host, const se_block *block, void **out) {
      (void)self; (void)host; (void)block; (void)out; return SE_OK; }
    static const se_str codes[] = {{"CODE_000", 8}};
    static const se_provider providers[] = {{
      .block_codes = codes, .block_code_count = 1, .open = open_block }};
    static const se_plugin plugin = {
      .abi = SE_ABI, .provider_count = 1, .id = "plugin-000", .version = "1.0.0",
      .providers = providers };
    SE_EXPORT const se_plugin *section_plugin_entry(uint32_t abi) { (void)abi; return &plugin; }
    """

  /// Reports the measurements, or a note if there is no C compiler.
  static func measure(worker: String, _ report: inout Report) {
    guard let folder = ProviderCost.folder(with: ["first": source]),
      let first = FileManager.default.contents(atPath: folder.path + "/first.so")
    else { return print("100 plugins: no C compiler, not measured") }
    defer { try? FileManager.default.removeItem(at: folder) }
    let plugins = folder.appendingPathComponent("plugins")
    try? FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: true)
    for number in 0..<count {
      // Each copy gets its own id and block code.
      var bytes = first
      let digits = Data(String(format: "%03d", number).utf8)
      for name in ["plugin-", "CODE_"] {
        guard let found = bytes.range(of: Data("\(name)000".utf8)) else { return }
        bytes.replaceSubrange(found.upperBound - 3..<found.upperBound, with: digits)
      }
      try? bytes.write(to: plugins.appendingPathComponent("\(number).so"))
    }
    // The cache omits files that changed a moment ago, so the benchmark waits until they are older.
    usleep(200_000)
    let cache = folder.path + "/cache"
    func load() -> PluginCatalog {
      PluginCatalog(
        PluginSearchPath(folders: [.init(path: plugins.path, origin: .option)]),
        measurer: RecordedTextMeasurer(), isolation: PluginIsolation(worker: worker),
        cacheFolder: cache)
    }
    let cold = fastest(
      rounds: 5,
      [
        {
          try? FileManager.default.removeItem(atPath: cache)
          _ = load()
        }
      ])[0]
    let loaded = load()
    guard loaded.registry.knownBlockCodes.count == count else {
      return print("100 plugins: \(loaded.diagnostics.first?.message ?? "not found")")
    }
    let warm = fastest(rounds: 50, [{ _ = load() }])[0]
    report.line("100 plugins known from the cache", warm / 1e6, unit: "ms", limit: 3)
    report.line("100 plugins asked in the worker", cold / 1e6, unit: "ms")
  }
}
