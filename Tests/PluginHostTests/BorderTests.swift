import CSectionABI
import Support
import LayoutCore
import PluginCalls
import PluginHost
import Testing

/// A plugin function that breaks the contract, and the violation that the host reports.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
  enum Place: String, Sendable { case open, describe, rowCount, item, rowHeight, frame, build }
  var place: Place
  var body: String
  var code: DiagnosticCode
  var message: String

  init(_ place: Place, _ body: String, _ code: DiagnosticCode, _ message: String) {
    self.place = place
    self.body = body
    self.code = code
    self.message = message
  }

  /// Returns a `build` function whose node has one invalid field.
  static func node(_ field: String, _ message: String, limit: Bool = false) -> Misbehaviour {
    Misbehaviour(
      .build,
      "se_node n = {0}; \(field); host->begin_node(host, &n); host->end_node(host); return SE_OK;",
      limit ? .limitExceeded : .invalidResult, message)
  }

  /// Returns a `describe` function that gives the section one invalid field.
  static func section(_ field: String, _ message: String, limit: Bool = false) -> Misbehaviour {
    Misbehaviour(
      .describe, "out->\(field); return SE_OK;", limit ? .limitExceeded : .invalidResult, message)
  }

  /// Returns an `item` function that gives the item one invalid field.
  static func item(_ field: String, _ message: String, limit: Bool = false) -> Misbehaviour {
    Misbehaviour(
      .item, "out->\(field); return SE_OK;", limit ? .limitExceeded : .invalidResult, message)
  }

  var testDescription: String { message }

  func plugin(id: String) -> CPlugin {
    var plugin = CPlugin(id: id)
    switch place {
    case .open: plugin.open = body
    case .describe: plugin.describe = body
    case .rowCount: plugin.rowCount = body
    case .item: plugin.item = body
    case .rowHeight: plugin.rowHeight = body
    case .frame: plugin.frame = body
    case .build: plugin.build = body
    }
    return plugin
  }
}

@Suite("Border of the plugin contract")
struct BorderTests {
  static let misbehaviours: [Misbehaviour] = [
    .init(.open, "return 77;", .invalidResult, "open returned the unknown status 77"),
    .init(
      .open, "se_node n = {0}; host->begin_node(host, &n); return SE_OK;", .invalidResult,
      "begin_node was called during open, not during build"),
    .init(
      .rowCount, "host->end_node(host); return SE_OK;", .invalidResult,
      "end_node was called during row_count, not during build"),
    .init(
      .rowCount, "*out = 4000000000u; return SE_OK;", .limitExceeded,
      "row_count returned 4000000000, more than 10000"),
    .init(
      .rowCount, "return SE_DECLINED;", .invalidResult,
      "row_count returned SE_DECLINED, which only open may"),
    .init(
      .rowHeight, "*out = SE_PT(NAN); return SE_OK;", .invalidResult,
      "row_height of row 0 is NaN"),
    .init(
      .rowHeight, "*out = SE_PT(-INFINITY); return SE_OK;", .invalidResult,
      "row_height of row 0 is -infinity"),
    .init(
      .rowHeight, "*out = SE_PT(-4.5); return SE_OK;", .invalidResult,
      "row_height of row 0 is negative (-4.5)"),
    .init(
      .rowHeight, "*out = SE_PT(1e300); return SE_OK;", .limitExceeded,
      "row_height of row 0 is 1e+300, more than 1000000"),
    .init(
      .rowHeight, "*out = SE_PCT(5); return SE_OK;", .invalidResult,
      "row_height of row 0 is in percent, points are expected"),
    .init(
      .rowHeight, "out->unit = 9; return SE_OK;", .invalidResult,
      "row_height of row 0 has the unknown unit 9"),
    .init(
      .frame, "out->x = NAN; return SE_OK;", .invalidResult, "x of the frame is NaN"),
    .init(
      .frame, "out->height = SE_PT(-1); return SE_OK;", .invalidResult,
      "height of the frame is negative (-1)"),
    .section("layout = 7", "layout of the section has the unknown value 7"),
    .section("layout = 1u << 31", "layout of the section has the unknown value 2147483648"),
    .section("inset_top = NAN", "inset_top of the section is NaN"),
    .section("margin_start = -1", "margin_start of the section is negative (-1)"),
    .section(
      "margin_end = 1e300", "margin_end of the section is 1e+300, more than 1000000", limit: true),
    .section("item_spacing = -INFINITY", "item_spacing of the section is -infinity"),
    .section("columns = 257", "columns of the section is 257, more than 256", limit: true),
    .section(
      "lanes = 4000000000u", "lanes of the section is 4000000000, more than 256", limit: true),
    .section("row_alignment = 6", "row_alignment of the section has the unknown value 6"),
    .section(
      "item_alignment = SE_ALIGN_BASELINE", "item_alignment of the section has the unknown value 5"),
    .section("scrolling = 6", "scrolling of the section has the unknown value 6"),
    .section(
      "current_group = 10001", "current_group of the section is 10001, more than 10000", limit: true
    ),
    .section("peek = NAN", "peek of the section is NaN"),
    .section("peek = -8", "peek of the section is negative (-8)"),
    .section("placement = 4", "placement of the section has the unknown value 4"),
    .section("background_extent = 2", "background_extent of the section has the unknown value 2"),
    .item("width = SE_PT(NAN)", "width of row 0 is NaN"),
    .item("width = SE_PT(-3)", "width of row 0 is negative (-3)"),
    .item("width = SE_FRAC(-0.5)", "width of row 0 is negative (-0.5)"),
    .item("width = SE_FRAC(1.5)", "width of row 0 is 1.5, more than 1", limit: true),
    .item("width = SE_PCT(50)", "width of row 0 is in percent, points are expected"),
    .item("width.unit = 4", "width of row 0 has the unknown unit 4"),
    .item(
      "column_span = 4000000000u", "column_span of row 0 is 4000000000, more than 256", limit: true
    ),
    .item("row_span = 10001", "row_span of row 0 is 10001, more than 10000", limit: true),
    .init(
      .rowHeight, "*out = SE_FRAC(0.5); return SE_OK;", .invalidResult,
      "row_height of row 0 has the unknown unit 3"),
    .node("n.style.width = SE_FRAC(0.5)", "width of node 1 in row 0 has the unknown unit 3"),
    .init(
      .describe, "out->title = (se_str){\"a\\xc3\", 2}; return SE_OK;", .invalidResult,
      "title of the section is not valid UTF-8 at byte 1"),
    .init(
      .describe, "out->header.present = true; out->header.height = SE_PT(NAN); return SE_OK;",
      .invalidResult, "height of the header is NaN"),
    .init(
      .build, "host->end_node(host); return SE_OK;", .invalidResult,
      "end_node in row 0 closes more nodes than were begun"),
    .init(
      .build, "se_node n = {0}; host->begin_node(host, &n); host->begin_node(host, &n); return 0;",
      .invalidResult, "build of row 0 left 2 nodes open"),
    .init(
      .build, "host->begin_node(host, 0); return SE_OK;", .invalidResult, "a node in row 0 is NULL"),
    .init(
      .build,
      """
      se_node n = {0};
      for (int i = 0; i < 1000000; i++) { host->begin_node(host, &n); host->end_node(host); }
      return SE_OK;
      """, .limitExceeded, "the section has more than 100000 nodes"),
    .init(
      .build,
      "se_node n = {0}; for (int i = 0; i < 100000; i++) host->begin_node(host, &n); return SE_OK;",
      .limitExceeded, "the tree of row 0 is deeper than 256"),
    .init(
      .build,
      """
      static char big[65536]; memset(big, 'x', sizeof big);
      se_node n = {.kind = SE_NODE_TEXT, .text = {big, sizeof big}};
      for (int i = 0; i < 300; i++) { host->begin_node(host, &n); host->end_node(host); }
      return SE_OK;
      """, .limitExceeded, "text of node 64 in row 0 passes 4194304 bytes for the section"),
    .init(
      .build,
      """
      for (int i = 0; i < 10000000; i++) host->measure_text(host, SE_STR("x"), 12, 0, 0, 0);
      return SE_OK;
      """, .limitExceeded, "measure_text measures more than 16777216 bytes for the section"),
    .init(
      .build, "host->measure_text(host, SE_STR(\"x\"), NAN, 0, 0, 0); return SE_OK;",
      .invalidResult, "font_size of measure_text during build of row 0 is NaN"),
    .init(
      .build, "host->measure_text(host, (se_str){0, 3}, 10, 0, 0, 0); return SE_OK;",
      .invalidResult, "text of measure_text during build of row 0 has 3 bytes at NULL"),
    .init(
      .build, "host->measure_text(host, SE_STR(\"x\"), 10, 0, NAN, 0); return SE_OK;",
      .invalidResult, "max_width of measure_text during build of row 0 is NaN"),
    .node("n.kind = 11", "kind of node 1 in row 0 has the unknown value 11"),
    .node("n.role = 6", "role of node 1 in row 0 has the unknown value 6"),
    .node("n.text_align = 3", "text_align of node 1 in row 0 has the unknown value 3"),
    .node(
      "n.style.flex_direction = 4", "flex_direction of node 1 in row 0 has the unknown value 4"),
    .node(
      "n.style.align_self = 1u << 31",
      "align_self of node 1 in row 0 has the unknown value 2147483648"),
    .node("n.style.width = SE_PT(NAN)", "width of node 1 in row 0 is NaN"),
    .node("n.style.max_height = SE_PT(-1)", "max_height of node 1 in row 0 is negative (-1)"),
    .node(
      "n.style.border.top = SE_PCT(1)",
      "border of node 1 in row 0 is in percent, points are expected"),
    .node("n.style.margin.end = SE_PT(INFINITY)", "margin of node 1 in row 0 is infinity"),
    .node("n.style.flex_grow = -1", "flex_grow of node 1 in row 0 is negative (-1)"),
    .node("n.style.aspect_ratio = NAN", "aspect_ratio of node 1 in row 0 is NaN"),
    .node(
      "n.style.row_gap = 1e9", "row_gap of node 1 in row 0 is 1000000000, more than 1000000",
      limit: true),
    .node("n.font_size = -2", "font_size of node 1 in row 0 is negative (-2)"),
    .node("n.font_weight = 7", "font_weight of node 1 in row 0 is 7, not one of 100 to 900"),
    .node("n.corner_radius = NAN", "corner_radius of node 1 in row 0 is NaN"),
    .node(
      "n.count = 4000000000u", "count of node 1 in row 0 is 4000000000, more than 10000",
      limit: true),
    .node(
      "n.kind = SE_NODE_PAGE_CONTROL; n.count = 2; n.current = 2",
      "current of node 1 in row 0 is 2, of 2"),
    .node(
      "n.label = (se_str){\"ok\\xed\\xa0\\x80\", 5}",
      "label of node 1 in row 0 is not valid UTF-8 at byte 2"),
    .node("n.text = (se_str){0, 1}", "text of node 1 in row 0 has 1 bytes at NULL"),
    .node(
      "n.text = (se_str){\"x\", (size_t)-1}",
      "text of node 1 in row 0 has 18446744073709551615 bytes, more than 65536", limit: true),
    .node("n.name = SE_STR(\"two words\")", "name of node 1 in row 0 is not one word: `two words`"),
  ]

  @Test("a misbehaving provider loses its section and is named", arguments: misbehaviours)
  func misbehaviour(_ misbehaviour: Misbehaviour) throws {
    let outcome = try TestHost(misbehaviour.plugin(id: "bad")).run()
    let failure = try #require(outcome.failure)
    #expect(failure.message == misbehaviour.message)
    #expect(failure.code == misbehaviour.code)
    #expect(failure.severity == .error)
    #expect(failure.plugin == "bad@1.0.0")
    #expect(failure.blockCode == "TEST")
    #expect(failure.location?.path == "$.blockCode")
  }

  @Test("values at the limits are accepted")
  func limits() throws {
    var plugin = CPlugin(id: "large")
    plugin.rowCount = "*out = 10000; return SE_OK;"
    plugin.rowHeight = "*out = SE_PT(1000000); return SE_OK;"
    plugin.build = """
      se_node n = {0};
      int depth = row == 0 ? 254 : 1;
      for (int i = 0; i < depth; i++) host->begin_node(host, &n);
      for (int i = 0; i < depth; i++) host->end_node(host);
      return SE_OK;
      """
    let section = try #require(try TestHost(plugin).run().section)
    #expect(section.rows.count == 10000)
    #expect(section.arena.count == 1 + 10000 + 254 + 9999)
  }

  @Test("results of a plugin that continues after a violation are ignored")
  func afterViolation() throws {
    var plugin = CPlugin(id: "stubborn")
    plugin.rowCount = "host->end_node(host); *out = 5; return SE_FAILED;"
    let failure = try #require(try TestHost(plugin).run().failure)
    #expect(failure.message == "end_node was called during row_count, not during build")
  }

  @Test("the engine's enumerations have the contract's values")
  func enumerations() {
    #expect(NodeKind.allCases.last == .placeholder)
    let kinds: [(NodeKind, UInt32)] = [
      (.box, SE_NODE_BOX), (.text, SE_NODE_TEXT), (.image, SE_NODE_IMAGE),
      (.button, SE_NODE_BUTTON), (.icon, SE_NODE_ICON), (.badge, SE_NODE_BADGE),
      (.spacer, SE_NODE_SPACER), (.pageControl, SE_NODE_PAGE_CONTROL), (.list, SE_NODE_LIST),
      (.carousel, SE_NODE_CAROUSEL), (.pager, SE_NODE_PAGER),
    ]
    for (kind, value) in kinds { #expect(UInt32(kind.rawValue) == value) }
    let roles: [(AccessibilityRole, UInt32)] = [
      (.none, SE_ROLE_NONE), (.button, SE_ROLE_BUTTON), (.image, SE_ROLE_IMAGE),
      (.header, SE_ROLE_HEADER), (.link, SE_ROLE_LINK), (.adjustable, SE_ROLE_ADJUSTABLE),
    ]
    for (role, value) in roles { #expect(UInt32(role.rawValue) == value) }
    let aligns: [(Style.Align, UInt32)] = [
      (.auto, SE_ALIGN_AUTO), (.start, SE_ALIGN_START), (.center, SE_ALIGN_CENTER),
      (.end, SE_ALIGN_END), (.stretch, SE_ALIGN_STRETCH), (.baseline, SE_ALIGN_BASELINE),
      (.spaceBetween, SE_ALIGN_SPACE_BETWEEN), (.spaceAround, SE_ALIGN_SPACE_AROUND),
      (.spaceEvenly, SE_ALIGN_SPACE_EVENLY),
    ]
    for (align, value) in aligns { #expect(UInt32(align.rawValue) == value) }
    let justifies: [(Style.Justify, UInt32)] = [
      (.start, SE_JUSTIFY_START), (.center, SE_JUSTIFY_CENTER), (.end, SE_JUSTIFY_END),
      (.spaceBetween, SE_JUSTIFY_SPACE_BETWEEN), (.spaceAround, SE_JUSTIFY_SPACE_AROUND),
      (.spaceEvenly, SE_JUSTIFY_SPACE_EVENLY),
    ]
    for (justify, value) in justifies { #expect(UInt32(justify.rawValue) == value) }
    let directions: [(Style.FlexDirection, UInt32)] = [
      (.column, SE_COLUMN), (.row, SE_ROW), (.columnReverse, SE_COLUMN_REVERSE),
      (.rowReverse, SE_ROW_REVERSE),
    ]
    for (direction, value) in directions { #expect(UInt32(direction.rawValue) == value) }
    let wraps: [(Style.FlexWrap, UInt32)] = [
      (.noWrap, SE_NO_WRAP), (.wrap, SE_WRAP), (.wrapReverse, SE_WRAP_REVERSE),
    ]
    for (wrap, value) in wraps { #expect(UInt32(wrap.rawValue) == value) }
    #expect(UInt32(Style.Position.absolute.rawValue) == SE_ABSOLUTE)
    #expect(UInt32(Style.Overflow.hidden.rawValue) == SE_HIDDEN)
    #expect(UInt32(TextAlign.center.rawValue) == SE_TEXT_CENTER)
    #expect(UInt32(TextAlign.end.rawValue) == SE_TEXT_END)
    let layouts: [(Section.Layout, UInt32)] = [
      (.list, SE_LAYOUT_LIST), (.carousel, SE_LAYOUT_CAROUSEL), (.pager, SE_LAYOUT_PAGER),
      (.grid, SE_LAYOUT_GRID), (.flow, SE_LAYOUT_FLOW), (.waterfall, SE_LAYOUT_WATERFALL),
      (.onePlusN, SE_LAYOUT_ONE_PLUS_N),
    ]
    for (layout, value) in layouts { #expect(UInt32(layout.rawValue) == value) }
    let scrollings: [(Section.OrthogonalScrolling, UInt32)] = [
      (.continuous, SE_SCROLL_CONTINUOUS), (.none, SE_SCROLL_NONE),
      (.leadingBoundary, SE_SCROLL_GROUP_LEADING_BOUNDARY),
      (.paging, SE_SCROLL_PAGING), (.groupPaging, SE_SCROLL_GROUP_PAGING),
      (.groupPagingCentered, SE_SCROLL_GROUP_PAGING_CENTERED),
    ]
    for (scrolling, value) in scrollings { #expect(UInt32(scrolling.rawValue) == value) }
    let placements: [(Section.Placement, UInt32)] = [
      (.flow, SE_PLACE_FLOW), (.overlay, SE_PLACE_OVERLAY), (.floatTop, SE_PLACE_FLOAT_TOP),
      (.floatBottom, SE_PLACE_FLOAT_BOTTOM),
    ]
    for (placement, value) in placements { #expect(UInt32(placement.rawValue) == value) }
    #expect(UInt32(Section.BackgroundExtent.rows.rawValue) == SE_BEHIND_ROWS)
    #expect(UInt32(Section.BackgroundExtent.section.rawValue) == SE_BEHIND_SECTION)
    #expect(LayoutEnvironment.TextSize.ofContract.last == .ax5)
  }
}
