import FeedDocument
import LayoutCore
import PluginHost
import Testing

@Suite("Providers in this process")
struct InProcessRunnerTests {
  @Test("a provider needs only open, row_count and row_height")
  func threeNumbers() throws {
    var plugin = CPlugin(id: "three")
    plugin.rowCount = "*out = 3; return SE_OK;"
    plugin.rowHeight = "*out = SE_PT(10.0 * (row + 1)); return SE_OK;"
    let section = try #require(try TestHost(plugin).run().section)
    #expect(section.provider == .init(id: "three", version: "1.0.0"))
    #expect(section.rows.map(\.height) == [10, 20, 30])
    #expect(tree(section) == ["list section", "  box row", "  box row", "  box row"])
    #expect(section.rows.map(\.node) == [1, 2, 3])
    #expect(LayoutNode(arena: section.arena, index: 2).style.height == .points(20))
  }

  @Test("a section of one row without other parts is that row")
  func bareRow() throws {
    var plugin = CPlugin(id: "bare")
    plugin.build = """
      se_node n = {.kind = SE_NODE_TEXT, .text = SE_STR("hi"), .name = SE_STR("greeting")};
      host->begin_node(host, &n); host->end_node(host); return SE_OK;
      """
    let section = try #require(try TestHost(plugin).run().section)
    #expect(tree(section) == ["box row", "  text greeting"])
    #expect(section.rows == [.init(node: 0, height: nil)])
  }

  @Test("the only row has the height that the frame leaves")
  func frameOnly() throws {
    var plugin = CPlugin(id: "framed")
    plugin.frame = "out->height = SE_PT(300); return SE_OK;"
    let framed = try #require(try TestHost(plugin).run().section)
    #expect(framed.rows.map(\.height) == [300])
    #expect(LayoutNode(arena: framed.arena, index: 0).style.height == .points(300))

    plugin.describe = """
      out->inset_top = 1; out->inset_bottom = 3; out->margin_top = 6; out->header.present = true;
      out->header.height = SE_PT(40); return SE_OK;
      """
    #expect(try TestHost(plugin).run().section?.rows.map(\.height) == [250])
    plugin.frame = "out->height = SE_PT(30); return SE_OK;"
    #expect(try TestHost(plugin).run().section?.rows.map(\.height) == [0])
    plugin.rowHeight = "*out = SE_PT(20); return SE_OK;"
    #expect(try TestHost(plugin).run().section?.rows.map(\.height) == [20])
    plugin.rowHeight = nil
    plugin.rowCount = "*out = 2; return SE_OK;"
    #expect(try TestHost(plugin).run().section?.rows.map(\.height) == [nil, nil])
  }

  @Test("header, rows, footer and background are below the root in that order")
  func parts() throws {
    var plugin = CPlugin(id: "parts")
    plugin.describe = """
      out->layout = SE_LAYOUT_CAROUSEL; out->has_background = true;
      out->title = SE_STR("Title"); out->inset_top = 1; out->inset_end = 2; out->inset_bottom = 3;
      out->inset_start = 4; out->row_spacing = 5; out->item_spacing = 6; out->minimum_height = 7;
      out->header.present = true; out->header.pinned = true; out->header.height = SE_PT(40);
      out->footer.present = true; return SE_OK;
      """
    plugin.rowCount = "*out = 2; return SE_OK;"
    plugin.frame =
      "out->x = 8; out->width = SE_PCT(50); out->height = SE_PT(300); return SE_OK;"
    plugin.build = """
      const char *names[] = {"r", "h", "f", "b"};
      se_node n = {.kind = SE_NODE_BOX, .name = {names[part], 1}};
      host->begin_node(host, &n); host->end_node(host); return SE_OK;
      """
    let section = try #require(try TestHost(plugin).run().section)
    #expect(
      tree(section) == [
        "list section", "  box header", "    box h", "  box row", "    box r", "  box row",
        "    box r", "  box footer", "    box f", "  box background", "    box b",
      ])
    #expect(section.header == .init(node: 1, isPinned: true, height: 40))
    #expect(section.footer == .init(node: 7, isPinned: false, height: nil))
    #expect(section.background == 9)
    #expect(section.layout == .carousel)
    #expect(section.title == "Title")
    #expect(section.insets == EdgeInsets(top: 1, end: 2, bottom: 3, start: 4))
    #expect(section.rowSpacing == 5 && section.itemSpacing == 6 && section.minimumHeight == 7)
    #expect(section.frameRequest == .init(x: 8, width: 207, height: 300))
  }

  @Test("the layout of the rows is passed on")
  func layout() throws {
    var plugin = CPlugin(id: "layout")
    plugin.describe = """
      out->layout = SE_LAYOUT_FLOW; out->margin_top = 1; out->margin_end = 2;
      out->margin_bottom = 3; out->margin_start = 4; out->columns = 5; out->lanes = 6;
      out->row_alignment = SE_JUSTIFY_SPACE_EVENLY; out->item_alignment = SE_ALIGN_STRETCH;
      out->scrolling = SE_SCROLL_GROUP_PAGING_CENTERED; out->current_group = 7; out->peek = 8;
      out->placement = SE_PLACE_FLOAT_BOTTOM; out->background_extent = SE_BEHIND_SECTION;
      return SE_OK;
      """
    plugin.rowCount = "*out = 4; return SE_OK;"
    plugin.item = """
      if (row == 0) { out->width = SE_PT(90); out->column_span = 3; out->full_bleed = true; }
      if (row == 1) { out->width = SE_FRAC(1.0 / 3); out->row_span = 2; out->stretch = true; }
      if (row == 2) { out->column_span = 256; out->row_span = 10000; }
      return SE_OK;
      """
    plugin.rowHeight = "if (row == 3) *out = SE_PT(9); return SE_OK;"
    let section = try #require(try TestHost(plugin).run().section)
    #expect(section.layout == .flow)
    #expect(section.margins == EdgeInsets(top: 1, end: 2, bottom: 3, start: 4))
    #expect(section.columns == 5 && section.lanes == 6)
    #expect(section.rowAlignment == .spaceEvenly && section.itemAlignment == .stretch)
    #expect(section.orthogonalScrolling == .groupPagingCentered)
    #expect(section.currentGroup == 7 && section.peek == 8)
    #expect(section.placement == .floatBottom && section.backgroundExtent == .section)
    #expect(section.rows.map(\.width) == [.points(90), .fraction(1.0 / 3), .automatic, .automatic])
    #expect(section.rows.map(\.columnSpan) == [3, 1, 256, 1])
    #expect(section.rows.map(\.rowSpan) == [1, 2, 10000, 1])
    #expect(section.rows.map(\.isFullBleed) == [true, false, false, false])
    #expect(section.rows.map(\.isStretched) == [false, true, false, false])
    #expect(section.rows.map(\.node) == [1, 2, 3, 4])
    #expect(section.rows.map(\.height) == [nil, nil, nil, 9])
  }

  @Test("zero values are a list in the flow of the page, with one column and one lane")
  func layoutDefaults() throws {
    var plugin = CPlugin(id: "zero")
    plugin.describe = "return SE_OK;"
    plugin.item = "return SE_OK;"
    let section = try #require(try TestHost(plugin).run().section)
    let fresh = Section(blockCode: "TEST", provider: section.provider)
    #expect(section.layout == fresh.layout && section.margins == fresh.margins)
    #expect(section.columns == 1 && section.lanes == 1 && section.peek == 0)
    #expect(section.rowAlignment == .start && section.itemAlignment == .auto)
    #expect(section.orthogonalScrolling == .continuous && section.currentGroup == 0)
    #expect(section.placement == .flow && section.backgroundExtent == .rows)
    #expect(section.rows == [.init(node: 0, height: nil)])
  }

  @Test(
    "a single row that does not fill its section is below a root",
    arguments: [
      ("out->margin_top = 1;", ""), ("out->layout = SE_LAYOUT_GRID;", ""),
      ("", "out->width = SE_PT(90);"),
    ])
  func rowWithRoot(description: String, item: String) throws {
    var plugin = CPlugin(id: "rooted")
    plugin.describe = description + " return SE_OK;"
    plugin.item = item + " return SE_OK;"
    let section = try #require(try TestHost(plugin).run().section)
    #expect(tree(section) == ["list section", "  box row"])
    #expect(section.rows.map(\.node) == [1])
  }

  @Test("the feed layout overrides the section layout of the provider")
  func layoutOverride() throws {
    var plugin = CPlugin(id: "overridden")
    plugin.describe = """
      out->layout = SE_LAYOUT_CAROUSEL; out->row_spacing = 5; out->item_spacing = 6;
      out->header.present = true; out->header.height = SE_PT(40); return SE_OK;
      """
    var override = SectionLayoutOverride()
    override.layout = .grid
    override.columns = 3
    override.itemSpacing = 9
    override.isHeaderPinned = true
    override.isFooterPinned = true
    let section = try #require(try TestHost(plugin).run(layoutOverride: override).section)
    #expect(section.layout == .grid && section.columns == 3)
    #expect(section.rowSpacing == 5 && section.itemSpacing == 9)
    #expect(section.header == .init(node: 1, isPinned: true, height: 40))
    #expect(section.footer == nil)
  }

  @Test("a bare row with margins from the feed layout is below a root")
  func insetBareRow() throws {
    var override = SectionLayoutOverride()
    override.margins.top = 8
    let host = try TestHost(CPlugin(id: "bare"))
    let section = try #require(try host.run(layoutOverride: override).section)
    #expect(tree(section) == ["list section", "  box row"])
    #expect(section.margins == EdgeInsets(top: 8))
  }

  @Test("a node is passed on with its style, texts, action and font")
  func nodeFields() throws {
    var plugin = CPlugin(id: "fields")
    plugin.build = """
      se_node n = {.kind = SE_NODE_PAGER, .role = SE_ROLE_ADJUSTABLE, .name = SE_STR("pages"),
        .text = SE_STR("t"), .label = SE_STR("l"), .badge = SE_STR("b"),
        .action = {SE_STR("orpheus"), SE_STR("orpheus://x")}, .font_size = 10, .font_weight = 700,
        .max_lines = 2, .text_align = SE_TEXT_END, .count = 3, .current = 1, .interval = 4,
        .corner_radius = 5, .image_aspect_ratio = 1.5, .color = SE_STR("text"),
        .background = SE_STR("page"), .source = host->member(host, the_block, SE_STR("title"))};
      n.style.flex_direction = SE_ROW; n.style.justify_content = SE_JUSTIFY_SPACE_BETWEEN;
      n.style.align_items = SE_ALIGN_CENTER; n.style.position = SE_ABSOLUTE;
      n.style.overflow = SE_HIDDEN; n.style.flex_grow = 1; n.style.width = SE_PCT(50);
      n.style.margin.start = SE_PT(-3); n.style.border.top = SE_PT(1); n.style.column_gap = 9;
      host->begin_node(host, &n); host->end_node(host); return SE_OK;
      """
    plugin.prelude = "static se_value the_block;"
    plugin.open = "the_block = block->value; return SE_OK;"
    let environment = LayoutEnvironment(textSize: .ax5)
    let section = try #require(try TestHost(plugin).run(environment: environment).section)
    let node = LayoutNode(arena: section.arena, index: 1)
    #expect(node.kind == .pager)
    #expect([node.name, node.text, node.label, node.badge] == ["pages", "t", "l", "b"])
    #expect([node.actionType, node.actionTarget] == ["orpheus", "orpheus://x"])
    #expect([node.color, node.background] == ["text", "page"])
    let content = node.content
    #expect(content.role == .adjustable)
    #expect(content.font == Font(size: Float(10 * 40.0 / 11), weight: 700))
    #expect(content.maxLines == 2 && content.textAlign == .end)
    #expect(content.count == 3 && content.current == 1 && content.interval == 4)
    #expect(content.cornerRadius == 5 && content.imageAspectRatio == 1.5)
    #expect(content.source != 0)
    var style = Style()
    style.display = .pager
    style.lanes = 3
    style.flexDirection = .row
    style.justifyContent = .spaceBetween
    style.alignItems = .center
    style.position = .absolute
    style.overflow = .hidden
    style.flexGrow = 1
    style.width = .percent(50)
    style.margin.start = .points(-3)
    style.border.top = .points(1)
    style.columnGap = 9
    #expect(node.style == style)
  }

  @Test("zero values are font size 14, weight 400 and the initial style")
  func defaults() throws {
    var plugin = CPlugin(id: "defaults")
    plugin.build =
      "se_node n = {0}; host->begin_node(host, &n); host->end_node(host); return SE_OK;"
    let section = try #require(try TestHost(plugin).run().section)
    let node = LayoutNode(arena: section.arena, index: 1)
    #expect(node.kind == .box && node.style == Style())
    #expect(node.content.font == Font(size: 14, weight: 400))
  }

  @Test("feed and settings are read with the same functions, and any index is safe")
  func values() throws {
    var plugin = CPlugin(id: "values")
    plugin.prelude = """
      static char line[4096]; static size_t used;
      static void say(const char *name, double value) {
        used += snprintf(line + used, sizeof line - used, "%s=%g ", name, value);
      }
      """
    plugin.open = """
      used = 0;
      se_value list = host->member(host, block->value, SE_STR("list"));
      se_value title = host->member(host, block->value, SE_STR("title"));
      say("kind", host->kind(host, list)); say("count", host->count(host, list));
      se_value one = host->first(host, list);
      se_value two = host->next(host, one), three = host->next(host, two);
      int64_t i = -1; say("int", host->int64(host, one, &i)); say("i", i);
      uint64_t u = 7; say("uint", host->uint64(host, two, &u)); say("u", u);
      say("two", host->number(host, two, -1)); say("three", host->number(host, three, -1));
      say("end", host->next(host, three).index); say("len", host->string(host, title).length);
      say("element", host->element(host, list, 1).index == two.index);
      se_value tall = host->member(host, block->settings, SE_STR("tall"));
      say("tall", host->boolean(host, tall, false)); say("key", host->key(host, tall).length);
      say("deep", host->number(host, host->member(host, host->member(host, block->settings,
        SE_STR("a")), SE_STR("b")), -1));
      uint32_t wild[] = {0, 1000, 0x7fffffff, 0x80000000, 0x80001000, 0xffffffff};
      double sum = 0;
      for (int k = 0; k < 6; k++) {
        se_value v = {wild[k]};
        sum += host->kind(host, v) + host->count(host, v) + host->first(host, v).index
          + host->next(host, v).index + host->element(host, v, 3).index
          + host->member(host, v, SE_STR("x")).index + host->key(host, v).length
          + host->string(host, v).length + host->number(host, v, 0);
      }
      say("wild", sum);
      say("null", host->kind(0, list) + (host->extension(host, SE_STR("x")) != 0)
        + host->int64(host, one, 0) + host->member(host, list, (se_str){0, 9}).index);
      se_size size = host->measure_text(host, SE_STR("abcd"), 10, 0, 0, 0);
      say("w", size.width); say("h", size.height);
      host->warn(host, title, (se_str){0}, (se_str){line, used});
      return SE_OK;
      """
    let outcome = try TestHost(plugin).run(settings: #"{"tall": true, "a": {"b": 6}}"#)
    let warning = try #require(outcome.warnings.first)
    #expect(
      warning.label ?? warning.message == """
        kind=5 count=3 int=1 i=1 uint=0 u=7 two=2.5 three=-1 end=0 len=3 element=1 tall=1 key=4 \
        deep=6 wild=0 null=0 w=20 h=10
        """ + " ")
    #expect(warning.code == .providerWarning)
    #expect(warning.plugin == "values@1.0.0")
    #expect(warning.location?.path == "$.title")
  }

  @Test("a declined and a failed block are reported with the value, the reason, or its absence")
  func reasons() throws {
    var plugin = CPlugin(id: "picky")
    plugin.open = """
      host->fail(host, block->value, SE_STR("list[1].uiElement"), SE_STR("no title"));
      return SE_DECLINED;
      """
    let decline = try #require(try TestHost(plugin).run().decline)
    #expect(decline.code == .providerDeclined && decline.severity == .warning)
    #expect(decline.message == "provider `picky` declined: no title")
    #expect(decline.location?.path == "$.list[1].uiElement")
    #expect(decline.blockCode == "TEST")

    plugin.id = "failing"
    plugin.open = "return SE_FAILED;"
    let failure = try #require(try TestHost(plugin).run().failure)
    #expect(failure.code == .providerFailed && failure.severity == .error)
    #expect(failure.message == "provider `failing` failed")
    #expect(failure.label == "open returned SE_FAILED and gave no reason")
  }

  @Test("a report with an invalid location points at the block", arguments: ["0", "99", "~0u"])
  func reportPlace(index: String) throws {
    var plugin = CPlugin(id: "place")
    plugin.open = """
      host->fail(host, (se_value){\(index)}, SE_STR("a.b"), (se_str){"\\xff\\n", 2});
      return SE_FAILED;
      """
    let failure = try #require(try TestHost(plugin).run().failure)
    #expect(failure.location?.path == "$.a.b")
    #expect(failure.message == "provider `place` failed: \u{FFFD} ")
  }

  @Test("close is called once for each successful open, whatever fails later")
  func closing() throws {
    var plugin = CPlugin(id: "balance")
    plugin.prelude = "static int opened, closed, turn;"
    plugin.open = """
      char line[64]; int used = snprintf(line, sizeof line, "%d/%d", opened, closed);
      host->warn(host, block->value, (se_str){0}, (se_str){line, used});
      if (turn == 0) { turn = 1; return SE_DECLINED; }
      if (turn == 1) { turn = 2; return SE_FAILED; }
      turn++; opened++; return SE_OK;
      """
    plugin.close = "closed++; host_kept ? (void)0 : (void)0;"
    plugin.prelude += " static void *host_kept;"
    plugin.rowCount = "*out = turn == 3 ? 4000000000u : 1; return turn == 4 ? SE_FAILED : SE_OK;"
    plugin.rowHeight = "*out = SE_PT(turn == 5 ? NAN : 1); return SE_OK;"
    plugin.build = """
      if (turn == 6) return SE_DECLINED;
      if (turn == 7) host->end_node(host);
      return SE_OK;
      """
    plugin.frame = "return turn == 8 ? 99 : SE_OK;"
    let host = try TestHost(plugin)
    for _ in 0..<8 { #expect(try host.run().section == nil) }
    let outcome = try host.run()
    #expect(outcome.section != nil)
    #expect(outcome.warnings.map(\.message) == ["provider `balance` warns: 6/6"])
  }

  @Test("endless warnings of a plugin are limited")
  func manyWarnings() throws {
    var plugin = CPlugin(id: "chatty")
    plugin.open = """
      for (int i = 0; i < 1000; i++) host->warn(host, block->value, (se_str){0}, SE_STR("w"));
      return SE_OK;
      """
    let warnings = try TestHost(plugin).run().warnings
    #expect(warnings.count == 100)
    #expect(warnings.last?.notes.last == "900 more warnings of this section are not shown")
  }

  @Test("a plugin that reports a failure and then succeeds causes a warning")
  func failedAndSucceeded() throws {
    var plugin = CPlugin(id: "undecided")
    plugin.open =
      "host->fail(host, block->value, (se_str){0}, SE_STR(\"almost\")); return SE_OK;"
    let outcome = try TestHost(plugin).run()
    #expect(outcome.section != nil)
    #expect(outcome.warnings.map(\.message) == ["provider `undecided` warns: almost"])
  }
}

/// Returns the kind and the name of every node, indented by depth.
func tree(_ section: Section) -> [String] {
  var lines: [String] = []
  func visit(_ node: LayoutNode, _ indent: String) {
    lines.append("\(indent)\(node.kind) \(node.name)")
    for child in node.children { visit(child, indent + "  ") }
  }
  if let root = section.root { visit(root, "") }
  return lines
}
