import FeedDocument
import Foundation
import LayoutCore
import PluginHost
import Providers

/// Cost of asking a provider that does nothing.
enum ProviderCost {
  static let source = """
    #include "section_plugin.h"
    static se_status open_block(void *self, const se_host *host, const se_block *block, void **out) {
      (void)self; (void)host; (void)block; (void)out; return SE_OK; }
    static void close_block(void *section) { (void)section; }
    static const se_str codes[] = {{"NOTHING", 7}};
    static const se_provider providers[] = {{
      .block_codes = codes, .block_code_count = 1, .open = open_block, .close = close_block }};
    static const se_plugin plugin = {
      .abi = SE_ABI, .provider_count = 1, .id = "nothing", .version = "1.0.0",
      .providers = providers };
    SE_EXPORT const se_plugin *section_plugin_entry(uint32_t abi) { (void)abi; return &plugin; }
    """

  /// Per section, calls and checks at the border included; `nil` without a C compiler.
  static func nanoseconds(_ pipeline: Pipeline) -> Double? {
    guard let folder = folder(with: ["nothing": source]) else { return nil }
    defer { try? FileManager.default.removeItem(at: folder) }
    let loaded = PluginHost.load(
      PluginSearchPath(folders: [.init(path: folder.path, origin: .option)]),
      measurer: pipeline.measurer)
    guard loaded.registry.plugins.count == 1,
      let document = pipeline.document("{}")
    else { return nil }
    let request = SectionRequest(
      block: document.root, settings: document.root, blockCode: "NOTHING", showType: "",
      environment: pipeline.environment)
    let batch = Array(
      repeating: (provider: ProviderReference(plugin: 0, provider: 0), request: request),
      count: 1_000)
    return fastest(rounds: 50, [{ _ = loaded.runner.run(batch) }])[0] / 1_000
  }

  /// A folder with plugins that were built from C; `nil` without a C compiler.
  static func folder(with sources: [String: String]) -> URL? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sectionengine-bench-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, source) in sources {
        let file = folder.appendingPathComponent("\(name).c")
        try Data(source.utf8).write(to: file)
        let cc = Process()
        cc.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        cc.arguments = [
          "cc", "-O2", "-shared", "-fPIC", "-ISources/CSectionABI/include", file.path, "-o",
          folder.appendingPathComponent("\(name).so").path,
        ]
        try cc.run()
        cc.waitUntilExit()
        guard cc.terminationStatus == 0 else { return nil }
      }
    } catch { return nil }
    return folder
  }
}
