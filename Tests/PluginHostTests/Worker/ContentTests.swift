import CSectionABI
import LayoutCore
import PluginCalls
import PluginHost
import Support
import Testing

/// The extension `section.content/1`, in the process and in the worker.
extension WorkerTests {
  /// Returns a plugin whose row is one node, described by `calls`, in which `c` is the table of the
  /// extension.
  private static func describing(
    _ calls: String, node: String = #".kind = SE_NODE_TEXT, .text = SE_STR("¥199 ¥299 起")"#
  ) -> CPlugin {
    CPlugin(
      "test",
      build: """
        const se_content *c = host->extension(host, SE_STR(SE_CONTENT));
        if (!c) return SE_FAILED;
        se_node node = {\(node)};
        host->begin_node(host, &node);
        \(calls)
        host->end_node(host);
        return SE_OK;
        """, prelude: "#include \"section_content.h\"\n#include <math.h>")
  }

  private static func draw(_ plugin: CPlugin, inWorker: Bool) throws -> SectionOutcome {
    guard inWorker else { return try TestHost(plugin).run() }
    return try #require(try WorkerHost([plugin]).draw(["TEST"]).first)
  }

  @Test(
    "every field of section.content/1 reaches the node, in the process and in the worker",
    arguments: [false, true])
  func contentFields(_ inWorker: Bool) throws {
    var plugin = Self.describing("")
    plugin.build = """
      const se_content *c = host->extension(host, SE_STR(SE_CONTENT));
      se_node text = {.kind = SE_NODE_TEXT, .text = SE_STR("¥199 ¥299 VIP"), .font_size = 20};
      host->begin_node(host, &text);
      c->run(host, &(se_run){.start = 6, .length = 5, .font_size = 12, .font_weight = 300,
        .traits = SE_TRAIT_STRIKE | SE_TRAIT_ITALIC, .family = SE_STR("Inter"),
        .letter_spacing = -0.5, .line_height = 18, .baseline_offset = 2, .color = SE_STR("old"),
        .background = SE_STR("cell"), .action = {SE_STR("web"), SE_STR("https://example.com")}});
      c->run(host, &(se_run){.start = 12, .length = 3, .image = SE_STR("vip.png"),
        .image_size = {24, 12}});
      c->paragraph(host, &(se_paragraph){.line_height = 24, .letter_spacing = 1,
        .minimum_scale = 0.5, .first_line_indent = 8, .truncation = SE_TRUNCATE_MIDDLE,
        .word_break = SE_BREAK_WORDS});
      host->end_node(host);
      se_node image = {.kind = SE_NODE_IMAGE};
      host->begin_node(host, &image);
      c->picture(host, &(se_picture){.address = SE_STR("https://example.com/a.jpg"),
        .mode = SE_CONTENT_FIT, .tint = SE_STR("accent"), .placeholder = SE_STR("field")});
      c->decorate(host, &(se_decoration){.border_color = SE_STR("line"), .border_width = 0.5,
        .transparency = 0.25, .shadow_color = SE_STR("dark"), .shadow_x = 1, .shadow_y = -2,
        .shadow_blur = 3, .corners = SE_CORNER_TOP_START | SE_CORNER_TOP_END});
      c->identify(host, &(se_identity){.resource_type = SE_STR("playlist"),
        .resource_id = SE_STR("2829883282"), .state = SE_STR("playing")});
      host->end_node(host);
      return SE_OK;
      """
    let outcome = try Self.draw(plugin, inWorker: inWorker)
    let arena = try #require(outcome.section).arena
    #expect(outcome.warnings.isEmpty, "\(outcome.warnings)")
    #expect(arena.attributes.count == 2 && arena.runs.count == 2)
    let run = try #require(arena.runs.first)
    #expect(run.range == 6..<11 && run.font == Font(size: 12, weight: 300))
    #expect(run.traits == [.strike, .italic] && run.letterSpacing == -0.5)
    #expect(run.lineHeight == 18 && run.baselineOffset == 2)
    let words = [run.family, run.color, run.background, run.actionType, run.actionTarget]
    #expect(words.map(arena.string) == ["Inter", "old", "cell", "web", "https://example.com"])
    #expect(arena.string(arena.runs[1].image) == "vip.png")
    #expect(arena.runs[1].imageWidth == 24 && arena.runs[1].imageHeight == 12)
    let text = try #require(arena.attributes(of: 1))
    #expect(text.runs == 0..<2 && text.lineHeight == 24 && text.letterSpacing == 1)
    #expect(text.minimumScale == 0.5 && text.firstLineIndent == 8)
    #expect(text.truncation == .middle && text.breaksWords)
    let image = try #require(arena.attributes(of: 2))
    #expect(image.contentMode == .fit && image.borderWidth == 0.5 && image.opacity == 0.75)
    #expect(image.corners == [.topStart, .topEnd])
    #expect(image.shadow.x == 1 && image.shadow.y == -2 && image.shadow.blur == 3)
    let texts = [
      image.picture, image.tint, image.placeholder, image.borderColor, image.shadow.color,
      image.resourceType, image.resourceID, image.state,
    ]
    #expect(
      texts.map(arena.string) == [
        "https://example.com/a.jpg", "accent", "field", "line", "dark", "playlist", "2829883282",
        "playing",
      ])
  }

  private static let hostile: [(calls: String, message: String)] = [
    ("c->run(host, &(se_run){.start = 1, .length = 3});", "divides a character"),
    ("c->run(host, &(se_run){.start = 0, .length = 1});", "divides a character"),
    ("c->run(host, &(se_run){.start = 0, .length = 900});", "beyond 15 bytes"),
    ("c->run(host, &(se_run){.start = 4294967295, .length = 4294967295});", "beyond 15 bytes"),
    ("c->run(host, &(se_run){.start = 2});", "is empty"),
    (
      """
      c->run(host, &(se_run){.start = 2, .length = 3, .traits = 1});
      c->run(host, &(se_run){.start = 4, .length = 1, .traits = 1});
      """, "overlaps the run before it"
    ),
    ("c->run(host, &(se_run){.start = 2, .length = 1, .font_size = NAN});", "is NaN"),
    ("c->run(host, &(se_run){.start = 2, .length = 1, .line_height = -1});", "is negative"),
    ("c->run(host, &(se_run){.start = 2, .length = 1, .baseline_offset = INFINITY});", "infinity"),
    ("c->run(host, &(se_run){.start = 2, .length = 1, .font_weight = 7});", "font_weight"),
    ("c->run(host, &(se_run){.start = 2, .length = 1, .traits = 64});", "unknown flags"),
    (#"c->run(host, &(se_run){.length = 2, .color = {"\xff", 1}});"#, "not valid UTF-8"),
    ("c->run(host, &(se_run){.length = 2, .image = {0, 9}});", "9 bytes at NULL"),
    ("c->run(host, &(se_run){.length = 2, .family = {\"x\", 1u << 30}});", "more than 65536"),
    ("c->run(host, 0);", "was called with NULL"),
    ("c->paragraph(host, &(se_paragraph){.minimum_scale = 2});", "more than 1"),
    ("c->paragraph(host, &(se_paragraph){.truncation = 9});", "unknown value 9"),
    ("c->paragraph(host, &(se_paragraph){.word_break = 9});", "unknown value 9"),
    ("c->paragraph(host, &(se_paragraph){.letter_spacing = 1e9});", "more than 1000000"),
    (
      "c->picture(host, &(se_picture){.address = SE_STR(\"a\")});", "needs a node of the kind IMAGE"
    ),
    ("c->decorate(host, &(se_decoration){.transparency = -1});", "is negative"),
    ("c->decorate(host, &(se_decoration){.corners = 16});", "unknown flags"),
    ("c->decorate(host, &(se_decoration){.shadow_blur = -1});", "is negative"),
    (#"c->identify(host, &(se_identity){.state = {"\xc3", 1}});"#, "not valid UTF-8"),
    (
      """
      c->identify(host, &(se_identity){.state = SE_STR("a")});
      c->identify(host, &(se_identity){.state = SE_STR("b")});
      """, "was called twice"
    ),
    (
      """
      se_node child = {.kind = SE_NODE_SPACER};
      host->begin_node(host, &child); host->end_node(host);
      c->identify(host, &(se_identity){.state = SE_STR("a")});
      """, "was called after a child"
    ),
    (
      """
      host->end_node(host);
      c->identify(host, &(se_identity){.state = SE_STR("a")});
      host->begin_node(host, &node);
      """, "was called without an open node"
    ),
  ]

  @Test(
    "a wrong value of content costs one warning, and the section stays", arguments: hostile.indices,
    [false, true])
  func hostileValues(_ index: Int, _ inWorker: Bool) throws {
    let (calls, message) = Self.hostile[index]
    let outcome = try Self.draw(Self.describing(calls), inWorker: inWorker)
    let section = try #require(outcome.section)
    #expect(section.arena.count >= 2)
    #expect(outcome.warnings.map(\.code) == [.contentIgnored], "\(outcome.warnings)")
    let warning = try #require(outcome.warnings.first)
    #expect((warning.label ?? warning.message).contains(message), "\(warning)")
    #expect(warning.location != nil && warning.plugin == "test@1.0.0")
  }

  @Test("more runs than a section may have cost one section of warnings, not the section")
  func manyRuns() throws {
    var plugin = Self.describing(
      "for (uint32_t i = 0; i < 50000; i++) "
        + "c->run(host, &(se_run){.start = i, .length = 1, .traits = 1});",
      node: ".kind = SE_NODE_TEXT, .text = {letters, 60000}")
    plugin.prelude += "\n#include <string.h>\nstatic char letters[60000];"
    plugin.open = "memset(letters, 'a', sizeof letters); return SE_OK;"
    plugin.rowCount = "*out = 3; return SE_OK;"
    let outcome = try Self.draw(plugin, inWorker: false)
    #expect(outcome.section?.arena.runs.count == BorderLimits.runs)
    #expect(outcome.warnings.count == 100)
    #expect(outcome.warnings.last?.notes.last?.contains("49900 more warnings") == true)
  }

  @Test("lengths of a text grow with the reader's text size")
  func contentTextSize() throws {
    let plugin = Self.describing(
      """
      c->run(host, &(se_run){.start = 2, .length = 3, .font_size = 28, .line_height = 28});
      c->paragraph(host, &(se_paragraph){.line_height = 17});
      """, node: #".kind = SE_NODE_TEXT, .font_size = 17, .text = SE_STR("¥199 ¥299")"#)
    var environment = LayoutEnvironment()
    environment.textSize = .ax1
    let arena = try #require(try TestHost(plugin).run(environment: environment).section).arena
    #expect(arena.runs.first?.font.size == 38 && arena.runs.first?.lineHeight == 38)
    #expect(arena.attributes.first?.lineHeight == 28)
  }

  @Test("the structs of section.content/1 have their size in C, which is frozen")
  func contentSizes() {
    #expect(MemoryLayout<se_run>.size == 160)
    #expect(MemoryLayout<se_paragraph>.size == 40)
    #expect(MemoryLayout<se_picture>.size == 56)
    #expect(MemoryLayout<se_decoration>.size == 80)
    #expect(MemoryLayout<se_identity>.size == 48)
    #expect(MemoryLayout<se_content>.size == 40)
  }
}
