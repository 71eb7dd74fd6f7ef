import Support
import Foundation
import LayoutCore
import PluginCalls
import PluginHost
import Testing

/// All tests with workers. They run one after the other, because some count processes.
@Suite("Worker processes", .serialized)
struct WorkerTests {}

extension WorkerTests {
  @Test("a library that the worker lacks is named in the refusal of its plugins")
  func missingLibrary() throws {
    var host = try WorkerHost([CPlugin(id: "plain")])
    var worker = try Data(contentsOf: URL(fileURLWithPath: WorkerHost.worker))
    let name = try #require(worker.range(of: Data("libffi.so.".utf8)))
    worker.replaceSubrange(name, with: Data("libffx.so.".utf8))
    host.isolation.worker = host.folder.path("worker")
    try worker.write(to: URL(fileURLWithPath: host.isolation.worker))
    chmod(host.isolation.worker, 0o755)
    let refusals = host.load().refused.compactMap(\.refusal?.reason).filter {
      $0.contains("worker")
    }
    #expect(refusals.count == 1)
    #expect(refusals[0].contains("it needs libffx.so."))
    #expect(refusals[0].hasSuffix(", which is not installed"))
  }

  @Test("a section drawn in the worker equals the one drawn in the process")
  func parity() throws {
    var plugin = CPlugin(id: "rich")
    plugin.codes = ["RICH"]
    plugin.describe = """
      out->layout = SE_LAYOUT_GRID; out->columns = 2;
      out->has_background = true; out->title = SE_STR("Title"); out->inset_top = 1.5;
      out->header.present = true; out->header.pinned = true; out->header.height = SE_PT(40);
      out->footer.present = true; return SE_OK;
      """
    plugin.rowCount = "*out = 5; return SE_OK;"
    plugin.item = "out->column_span = row % 2 + 1; out->stretch = row == 3; return SE_OK;"
    plugin.rowHeight = "if (row != 2) *out = SE_PT(10.5 * (row + 1)); return SE_OK;"
    plugin.frame = "out->x = 8; out->width = SE_PCT(50); return SE_OK;"
    plugin.prelude = """
      static double factor; static uint32_t items;
      static char text[64];
      """
    plugin.open = """
      factor = host->number(host, host->member(host, block->settings, SE_STR("size")), 0);
      items = host->count(host, host->member(host, block->value, SE_STR("list")));
      se_str title = host->string(host, host->member(host, block->value, SE_STR("title")));
      snprintf(text, sizeof text, "%.*s %u", (int)title.length, title.data, items);
      host->warn(host, block->value, SE_STR("list[2]"), SE_STR("a text"));
      host->warn(host, block->settings, SE_STR("size"), SE_STR("small"));
      return SE_OK;
      """
    plugin.build = """
      se_size size = host->measure_text(host, (se_str){text, strlen(text)}, factor, 700, 50, 2);
      se_node box = {.kind = SE_NODE_BOX, .name = SE_STR("card")};
      box.style.width = SE_PT(size.width); box.style.margin.top = SE_PT(-2);
      host->begin_node(host, &box);
      se_node n = {.kind = SE_NODE_TEXT, .text = {text, strlen(text)}, .label = SE_STR("label"),
        .badge = SE_STR("b"), .action = {SE_STR("web"), SE_STR("a://b")}, .color = SE_STR("text"),
        .background = SE_STR("card"), .font_size = factor, .max_lines = 2};
      host->begin_node(host, &n); host->end_node(host);
      host->end_node(host); return SE_OK;
      """
    var host = try WorkerHost([plugin])
    let loaded = host.load()
    #expect(loaded.isolated == [0] && loaded.diagnostics.isEmpty)
    let far = try #require(try WorkerHost.draw(["RICH", "RICH"], with: loaded).last)
    try host.isolation.trust(host.folder.path("rich.so"))
    let trusted = host.load()
    #expect(trusted.isolated.isEmpty)
    let near = try #require(try WorkerHost.draw(["RICH"], with: trusted).first)
    #expect(far.warnings == near.warnings && near.warnings.count == 2)
    let (one, other) = (try #require(far.section), try #require(near.section))
    #expect("\(one)" == "\(other)")
    #expect(one.rows.count == 5 && one.arena.count > 15 && one.title == "Title")
  }

  @Test("violations of the contract have the same messages as in the process")
  func violations() throws {
    let faults: [(String, (inout CPlugin) -> Void)] = [
      ("nan", { $0.rowHeight = "*out = SE_PT(NAN); return SE_OK;" }),
      ("rows", { $0.rowCount = "*out = 4000000000u; return SE_OK;" }),
      ("infinity", { $0.describe = "out->peek = INFINITY; return SE_OK;" }),
      ("closed", { $0.build = "host->end_node(host); return SE_OK;" }),
      ("open", { $0.build = "se_node n = {0}; host->begin_node(host, &n); return SE_OK;" }),
      (
        "utf8",
        {
          $0.build = """
            se_node n = {.kind = SE_NODE_TEXT, .text = {"\\xff", 1}};
            host->begin_node(host, &n); host->end_node(host); return SE_OK;
            """
        }
      ),
      (
        "nodes",
        {
          $0.build = """
            se_node n = {0};
            for (int i = 0; i < 1000000; i++) { host->begin_node(host, &n); host->end_node(host); }
            return SE_OK;
            """
        }
      ),
      (
        "deep",
        {
          $0.build = """
            se_node n = {0};
            for (int i = 0; i < 1000; i++) host->begin_node(host, &n);
            for (int i = 0; i < 1000; i++) host->end_node(host);
            return SE_OK;
            """
        }
      ),
      ("null", { $0.build = "host->begin_node(host, NULL); return SE_OK;" }),
      ("status", { $0.open = "return 77;" }),
      ("huge", { $0.describe = "out->title = (se_str){\"x\", 1ull << 40}; return SE_OK;" }),
      ("missing", { $0.describe = "out->title = (se_str){0, 5}; return SE_OK;" }),
      (
        "measured",
        { $0.open = "host->measure_text(host, SE_STR(\"\\xff\"), 10, 400, 0, 0); return SE_OK;" }
      ),
      (
        "measuring",
        {
          $0.open = """
            for (int i = 0; i < 2000000; i++) host->measure_text(host, SE_STR("x"), 9, 0, 0, 0);
            return SE_OK;
            """
        }
      ),
      (
        "failing",
        {
          $0.open =
            "host->fail(host, block->value, SE_STR(\"list[1]\"), SE_STR(\"odd\")); return SE_FAILED;"
        }
      ),
      ("declining", { $0.open = "return SE_DECLINED;" }),
    ]
    let plugins = faults.map { name, change in
      var plugin = CPlugin(name)
      change(&plugin)
      return plugin
    }
    var host = try WorkerHost(plugins)
    // A hundred thousand nodes take long in a build without optimization.
    host.isolation.sectionTime = 60
    host.isolation.memory = 512 << 20
    let codes = plugins.flatMap(\.codes)
    let far = try host.draw(codes)
    for plugin in plugins {
      try host.isolation.trust(host.folder.path(plugin.id + ".so"))
    }
    let near = try host.draw(codes)
    for (code, pair) in zip(codes, zip(far, near)) {
      #expect("\(pair.0)" == "\(pair.1)", "\(code)")
      #expect(pair.0.section == nil, "\(code)")
    }
    #expect(host.isolation.quarantine?.digests() == [])
  }

  @Test("output of a plugin is reported, and none of it reaches standard output")
  func printing() throws {
    let plugin = CPlugin("printing", open: #"printf("hello\n"); return SE_OK;"#)
    let outcomes = try WorkerHost([plugin, .good]).draw(["PRINTING", "GOOD"])
    #expect(outcomes.map { $0.section != nil } == [true, true])
    let note = try #require(outcomes[0].warnings.first)
    #expect(note.code == .pluginOutput && note.notes == ["hello "] && outcomes[1].warnings == [])
  }

  @Test("texts are measured with the metrics of the page")
  func metrics() throws {
    var plugin = CPlugin("measure")
    plugin.rowHeight = """
      *out = SE_PT(host->measure_text(host, SE_STR("a b c d e f"), 10, 400, 12, 0).height);
      return SE_OK;
      """
    let host = try WorkerHost([plugin])
    var metrics = FontMetrics.bundled
    metrics.name = "other"
    metrics.lineHeight = 3_000
    let loaded = PluginCatalog(
      PluginSearchPath(folders: [.init(path: host.folder.path, origin: .option)]),
      measurer: RecordedTextMeasurer(metrics), isolation: host.isolation)
    let own = try #require(try WorkerHost.draw(["MEASURE"], with: loaded)[0].section)
    let bundled = try #require(try host.draw(["MEASURE"])[0].section)
    let ratio = try #require(own.rows[0].height) / #require(bundled.rows[0].height)
    #expect(ratio == 2.5)
  }

  @Test("many sections and large ones are sent in as many messages as they need")
  func room() throws {
    var large = CPlugin("large")
    large.build = """
      static char text[60000]; memset(text, 'a', sizeof text);
      se_node n = {.kind = SE_NODE_TEXT, .text = {text, sizeof text}};
      for (int i = 0; i < 66; i++) { host->begin_node(host, &n); host->end_node(host); }
      return SE_OK;
      """
    let codes = Array(repeating: "LARGE", count: 40) + Array(repeating: "GOOD", count: 5_000)
    var host = try WorkerHost([large, .good])
    host.isolation.sectionTime = 10
    let outcomes = try host.draw(codes)
    #expect(outcomes.allSatisfy { $0.section != nil })
    #expect(outcomes[39].section?.arena.count == 67 && outcomes[5_039].section?.arena.count == 1)
  }

  @Test("workers end when they are no longer needed")
  func processes() throws {
    do {
      let loaded = try WorkerHost([.good]).load()
      #expect(WorkerHost.workers.count == 1)
      #expect(try WorkerHost.draw(["GOOD"], with: loaded)[0].section != nil)
    }
    #expect(WorkerHost.isNoneLeft)
  }
}
