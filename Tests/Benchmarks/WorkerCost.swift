import FeedDocument
import Foundation
import LayoutCore
import PluginHost

/// Cost of drawing sections in the worker, compared with the same plugins in this process.
enum WorkerCost {
  /// A plugin that draws six rows, each with one measured text.
  private static let rows = """
    #include "section_plugin.h"
    static se_status open_block(void *self, const se_host *host, const se_block *block, void **out) {
      (void)self; (void)host; (void)block; (void)out; return SE_OK; }
    static void close_block(void *section) { (void)section; }
    static se_status row_count(void *s, const se_host *h, uint32_t *out) {
      (void)s; (void)h; *out = 6; return SE_OK; }
    static se_status row_height(void *s, const se_host *h, uint32_t row, se_length *out) {
      (void)s; (void)row;
      *out = SE_PT(h->measure_text(h, SE_STR("A text of one row"), 14, 400, 300, 0).height);
      return SE_OK; }
    static se_status build(void *s, const se_host *h, se_part part, uint32_t row) {
      (void)s; (void)part; (void)row;
      se_node node = {.kind = SE_NODE_TEXT, .text = SE_STR("A text of one row")};
      h->begin_node(h, &node); h->end_node(h); return SE_OK; }
    static const se_str codes[] = {{"ROWS", 4}};
    static const se_provider providers[] = {{
      .block_codes = codes, .block_code_count = 1, .open = open_block, .close = close_block,
      .row_count = row_count, .row_height = row_height, .build = build }};
    static const se_plugin plugin = {
      .abi = SE_ABI, .provider_count = 1, .id = "rows", .version = "1.0.0",
      .providers = providers };
    SE_EXPORT const se_plugin *section_plugin_entry(uint32_t abi) { (void)abi; return &plugin; }
    """

  private static var crashing: String {
    rows.replacingOccurrences(of: "\"ROWS\", 4", with: "\"BAD\", 3")
      .replacingOccurrences(of: "\"rows\"", with: "\"bad\"")
      .replacingOccurrences(of: "*out = 6;", with: "*(volatile int *)8 = 1;")
  }

  /// Reports the measurements, or a note if there is no C compiler.
  static func measure(worker: String, _ report: inout Report) {
    guard let folder = ProviderCost.folder(with: ["rows": rows]),
      let both = ProviderCost.folder(with: ["rows": rows, "bad": crashing])
    else { return print("the worker: no C compiler, not measured") }
    defer { for folder in [folder, both] { try? FileManager.default.removeItem(at: folder) } }
    let measurer = RecordedTextMeasurer()
    func load(_ folder: URL, isolated: Bool = true) -> PluginCatalog {
      PluginCatalog(
        PluginSearchPath(folders: [.init(path: folder.path, origin: .option)]),
        measurer: measurer, isolation: isolated ? PluginIsolation(worker: worker) : nil)
    }
    guard let document = FeedDocument.parse(PaddedBytes("{}".utf8), name: "feed").value else {
      return
    }
    func batch(_ loaded: PluginCatalog, _ code: String, _ count: Int)
      -> [(provider: ProviderReference, request: SectionRequest)]
    {
      guard let owner = loaded.registry.owner(of: .blockCode(code)) else { return [] }
      let request = SectionRequest(
        block: document.root, settings: document.root, blockCode: code, showType: "",
        environment: LayoutEnvironment())
      return Array(repeating: (provider: owner, request: request), count: count)
    }

    // The time includes finding, checking and copying the files, which loading in this process
    // needs as well.
    let start = fastest(rounds: 20, [{ _ = load(folder) }])[0]
    report.line("worker start, one plugin loaded", start / 1e6, unit: "ms", limit: 6)

    let (far, near) = (load(folder), load(folder, isolated: false))
    let (farBatch, nearBatch) = (batch(far, "ROWS", 50), batch(near, "ROWS", 50))
    guard farBatch.count == 50, far.plugins.map(\.status) == [.worker] else {
      return print("the worker: \(far.diagnostics.first?.message ?? "it loaded nothing")")
    }
    let (nearRunner, farRunner) = (near.prepare(for: []).runner, far.prepare(for: []).runner)
    let times = fastest(
      rounds: 200,
      [{ _ = nearRunner.run(nearBatch) }, { _ = farRunner.run(farBatch) }])
    report.line("50 sections of 6 rows in the process", times[0] / 1e3, unit: "µs")
    report.line(
      "50 sections of 6 rows in the worker", times[1] / 1e3, unit: "µs",
      limit: ((4 * times[0] / 1e3 + 100) * 10).rounded() / 10)

    var crash = Double.infinity
    for _ in 0..<10 {
      let loaded = load(both)
      let good = batch(loaded, "ROWS", 25)
      let mixed = good + batch(loaded, "BAD", 1) + good.dropLast()
      let before = now()
      _ = loaded.prepare(for: []).runner.run(mixed)
      crash = min(crash, Double(now() - before))
    }
    report.line("50 sections, one of which crashes", crash / 1e6, unit: "ms", limit: 20)
  }
}
