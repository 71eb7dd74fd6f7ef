import Support
import Foundation
import LayoutCore
import PluginCalls
import PluginHost
import Testing

/// Returns a plugin with one renderer, of the format `fmt`.
private func renderer(
  _ id: String, _ render: String, format: String = "fmt", prelude: String = ""
) -> CPlugin {
  var plugin = CPlugin(id)
  plugin.prelude = """
    #include <stdlib.h>
    #include <unistd.h>
    \(prelude)
    static const se_output *out_(const se_host *host) {
      return host->extension(host, SE_STR(SE_OUTPUT));
    }
    static se_status render_(void *self, const se_host *host, const se_page *page) { \(render) }
    static const se_renderer renderers_[] = {
      {.name = {"\(format)", sizeof("\(format)") - 1}, .render = render_}};
    static const se_renderers offered_ = {.renderers = renderers_, .count = 1};
    static const void *extension_(se_str name) {
      return name.length == 19 && !memcmp(name.data, "section.renderers/1", 19) ? &offered_ : 0;
    }
    """
  plugin.entry = "plugin.extension = extension_; return &plugin;"
  return plugin
}

/// Returns the page in the format `fmt`, written in a worker and in this process.
private func outcomes(_ plugin: CPlugin) throws -> [PageOutcome] {
  var host = try WorkerHost([plugin])
  let far = try write(with: host.load())
  guard case .written = far else { return [far] }
  try host.isolation.trust(host.folder.path(plugin.id + ".so"))
  return [far, try write(with: host.load())]
}

private func write(
  with loaded: PluginCatalog, _ layout: String = #"{"sections": [{"title": "标题 🎧"}]}"#
) throws -> PageOutcome {
  _ = try #require(loaded.registry.owner(of: .renderer("fmt")), "\(loaded.diagnostics)")
  return loaded.write(
    PageRequest(
      layout: try TestHost.document(layout), options: try TestHost.document(#"{"columns": 80}"#)),
    format: "fmt")
}

private func failure(_ plugin: CPlugin) throws -> Diagnostic? {
  guard case .failed(let diagnostic) = try #require(try outcomes(plugin).first) else { return nil }
  return diagnostic
}

extension WorkerTests {
  @Test("a renderer writes the same in the worker and in the process, in pieces of any size")
  func writes() throws {
    let written = try outcomes(
      renderer(
        "writer",
        """
        se_value sections = host->member(host, page->layout, SE_STR("sections"));
        se_value first = host->first(host, sections);
        se_str title = host->string(host, host->member(host, first, SE_STR("title")));
        for (size_t i = 0; i < title.length; i++)
          out_(host)->write(host, (se_str){title.data + i, 1});
        char line[40];
        snprintf(line, sizeof line, " %g\\n",
          host->number(host, host->member(host, page->options, SE_STR("columns")), 0));
        out_(host)->write(host, (se_str){line, strlen(line)});
        out_(host)->write(host, (se_str){0, 0});
        char *big = malloc(300000);
        memset(big, 'x', 300000);
        out_(host)->write(host, (se_str){big, 300000});
        free(big);
        host->warn(host, page->layout, SE_STR("sections"), SE_STR("few"));
        return SE_OK;
        """))
    #expect(written.count == 2)
    for outcome in written {
      guard case .written(let bytes, let remarks) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(
        String(decoding: bytes, as: UTF8.self) == "标题 🎧 80\n"
          + String(repeating: "x", count: 300_000))
      #expect(remarks.map(\.label) == ["few"])
    }
  }

  static let failures: [(render: String, label: String)] = [
    (
      "host->fail(host, page->layout, SE_STR(\"\"), SE_STR(\"no day\")); return SE_FAILED;",
      "no day"
    ),
    ("return SE_FAILED;", "it gave no reason"),
    ("return SE_DECLINED;", "render returned SE_DECLINED, which only open may"),
    ("return 77;", "render returned the unknown status 77"),
    (
      "out_(host)->write(host, SE_STR(\"a\\xff\")); return SE_OK;",
      "the output is not valid UTF-8 at byte 1"
    ),
    (
      "out_(host)->write(host, (se_str){0, 5}); return SE_OK;",
      "a text of the output has 5 bytes at NULL"
    ),
    (
      "out_(host)->write(host, (se_str){\"x\", (size_t)1 << 60}); return SE_OK;",
      "the output has more than 67108864 bytes"
    ),
    (
      "char *b = calloc(1, 1 << 20); for (int i = 0; i < 65; i++) "
        + "out_(host)->write(host, (se_str){b, 1 << 20}); return SE_OK;",
      "the output has more than 67108864 bytes"
    ),
    (
      "se_node n = {0}; host->begin_node(host, &n); return SE_OK;",
      "begin_node was called during render, not during build"
    ),
  ]

  @Test("a forbidden call of a renderer fails the page and is reported", arguments: failures)
  func failing(_ render: String, _ label: String) throws {
    let diagnostic = try #require(try failure(renderer("failing", render)))
    #expect(diagnostic.code == .rendererFailed && diagnostic.label == label)
  }

  @Test("a section whose provider writes output is lost")
  func writesDuringBuild() throws {
    let plugin = CPlugin(
      "writing",
      build: """
        const se_output *out = host->extension(host, SE_STR(SE_OUTPUT));
        out->write(host, SE_STR("x")); return SE_OK;
        """)
    let outcome = try #require(try WorkerHost([plugin]).draw(["WRITING"]).first)
    #expect(
      outcome.loss?.message
        == "write was called during build of row 0, not during render")
  }

  @Test("a renderer that crashes is quarantined, and its page fails")
  func breaking() throws {
    let host = try WorkerHost([renderer("breaking", "*(volatile int *)8 = 1; return SE_OK;")])
    guard case .failed(let first) = try write(with: host.load()) else {
      Issue.record("it was written")
      return
    }
    #expect(first.label == "the plugin died of SIGSEGV")
    let next = host.load()
    #expect(next.quarantined == [0])
    guard case .failed(let second) = try write(with: next) else {
      Issue.record("it was written")
      return
    }
    #expect(second.label == first.label)
    #expect(WorkerHost.isNoneLeft)
  }

  @Test("the first renderer of a format wins, and the others are shadowed")
  func shadowed() throws {
    let host = try WorkerHost([
      renderer("first", "out_(host)->write(host, SE_STR(\"1\")); return SE_OK;"),
      renderer("second", "out_(host)->write(host, SE_STR(\"2\")); return SE_OK;"),
    ])
    let loaded = host.load()
    #expect(loaded.registry.shadowedClaims.map(\.key) == [.renderer("fmt")])
    guard case .written(let bytes, _) = try write(with: loaded) else {
      Issue.record("it was not written")
      return
    }
    #expect(bytes == Array("1".utf8))
  }

  @Test(
    "a format name is one word",
    arguments: ["", "CSV", "c s", "-x", "a/b", "ü", String(repeating: "x", count: 33)])
  func names(_ format: String) throws {
    let loaded = try WorkerHost([renderer("named", "return SE_OK;", format: format)]).load()
    #expect(loaded.registry.plugins.isEmpty)
    #expect(loaded.refused.first?.refusal?.reason.contains("the name of renderer 0 has") == true)
  }
}
