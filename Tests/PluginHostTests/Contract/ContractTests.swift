import CSectionABI
import Support
import Foundation
import LayoutCore
import PluginCalls
import PluginHost
import Testing

/// The contract is frozen, because plugins were built with `Tests/Contract/1.0`. A failure means
/// that these plugins break, so the files must not be recorded again.
@Suite("The frozen contract") struct ContractTests {
  @Test("the current header contains every declaration of 1.0")
  func declarations() throws {
    let today = Set(try ContractHeader.current().declarations)
    // SE_ABI_MINOR is not compared: a later header of the same major version may have a higher one.
    let stored = try ContractHeader.stored().declarations.filter {
      !$0.hasPrefix("#define SE_ABI_MINOR")
    }
    #expect(stored.count > 100)
    for declaration in stored { #expect(today.contains(declaration)) }
  }

  @Test("sizes, offsets and constants of 1.0 have their frozen values")
  func layout() throws {
    let stored = try ContractHeader.stored()
    let folder = try TemporaryFolder()
    let today = Set(
      try ContractHeader.current().layout(in: folder).split(separator: "\n").map(String.init))
    let frozen = try String(contentsOfFile: stored.folder + "/layout.txt", encoding: .utf8)
    let lines = frozen.split(separator: "\n").map(String.init)
    #expect(try stored.layout(in: folder) == frozen)
    #expect(lines.count > 270)
    for line in lines where !line.hasPrefix("SE_ABI_MINOR ") && !line.hasPrefix("SE_ABI ") {
      #expect(today.contains(line))
    }
  }

  /// The headers of the extensions, with their stored folder and the number of declarations.
  private static let headers = [
    ("section_content.h", "content-1", 16), ("section_rows.h", "rows-1", 2),
  ]

  @Test(
    "declarations, sizes, offsets and constants of the extensions stay as they are",
    arguments: headers)
  func extensions(header: String, folder: String, count: Int) throws {
    let stored = try ContractHeader.stored(header, of: folder)
    let current = try ContractHeader.current(header)
    #expect(stored.declarations.count >= count)
    #expect(Set(stored.declarations).isSubset(of: current.declarations))
    let folder = try TemporaryFolder()
    let frozen = try String(contentsOfFile: stored.folder + "/layout.txt", encoding: .utf8)
    let lines = frozen.split(separator: "\n")
    #expect(try stored.layout(in: folder) == frozen)
    #expect(lines.count > count)
    #expect(Set(lines).isSubset(of: try current.layout(in: folder).split(separator: "\n")))
  }

  @Test("Swift imports the structs of the extensions with their frozen sizes")
  func extensionSizes() throws {
    let sizes: [(String, Int)] = [
      ("se_run", MemoryLayout<se_run>.size), ("se_paragraph", MemoryLayout<se_paragraph>.size),
      ("se_picture", MemoryLayout<se_picture>.size),
      ("se_decoration", MemoryLayout<se_decoration>.size), ("se_rows", MemoryLayout<se_rows>.size),
    ]
    let lines = try Self.headers.flatMap { header, folder, _ in
      try String(
        contentsOfFile: ContractHeader.stored(header, of: folder).folder + "/layout.txt",
        encoding: .utf8
      ).split(separator: "\n")
    }
    for (name, size) in sizes { #expect(lines.contains("\(name) \(size)"), "\(name)") }
  }

  @Test(
    "the engine accepts as many values as the header names",
    arguments: [
      ("SE_NODE_", Int(NodeKind.placeholder.rawValue)),
      ("SE_ROLE_", AccessibilityRole.allCases.count),
      ("SE_LAYOUT_", Section.Layout.allCases.count),
      ("SE_SCROLL_", Section.OrthogonalScrolling.allCases.count),
      ("SE_PLACE_", Section.Placement.allCases.count),
      ("SE_BEHIND_", Section.BackgroundExtent.allCases.count),
    ])
  func counts(_ prefix: String, _ count: Int) throws {
    let names = try ContractHeader.current().constants.map(\.name)
    #expect(names.count { $0.hasPrefix(prefix) } == count)
  }

  @Test("the engine reads structs with their layout in C")
  func imported() throws {
    let lines = try ContractHeader.current().layout(in: TemporaryFolder())
    let sizes: [(String, Int)] = [
      ("se_node", MemoryLayout<se_node>.size), ("se_section", MemoryLayout<se_section>.size),
      ("se_style", MemoryLayout<se_style>.size), ("se_item", MemoryLayout<se_item>.size),
      ("se_host", MemoryLayout<se_host>.size), ("se_block", MemoryLayout<se_block>.size),
      ("se_provider", MemoryLayout<se_provider>.size),
      ("se_plugin", MemoryLayout<se_plugin>.size),
      ("se_renderer", MemoryLayout<se_renderer>.size),
    ]
    for (name, size) in sizes { #expect(lines.contains("\n\(name) \(size)\n"), "\(name)") }
  }

  /// Returns a plugin with a provider and a renderer that call all host functions except `fail`.
  private static func plugin() -> CPlugin {
    var plugin = CPlugin(id: "frozen")
    plugin.codes = ["FROZEN"]
    plugin.prelude = """
      static se_status write_(void *self, const se_host *host, const se_page *page) {
        const se_output *out = host->extension(host, SE_STR("section.output/1"));
        out->write(host, host->string(host, host->first(host, page->layout)));
        return SE_OK;
      }
      static const se_renderer renderers_[] = {{.name = {"frozen", 6}, .render = write_}};
      static const se_renderers offered_ = {.renderers = renderers_, .count = 1};
      static const void *extension_(se_str name) { return name.length == 19 ? &offered_ : 0; }
      static int64_t number; static uint64_t huge; static char words[200]; static size_t length;
      static se_value list;
      """
    plugin.open = """
      se_value value = block->value;
      list = host->member(host, value, SE_STR("list"));
      if (host->kind(host, value) != SE_OBJECT || host->count(host, list) != 3) return SE_DECLINED;
      host->int64(host, host->first(host, list), &number);
      host->uint64(host, host->first(host, list), &huge);
      se_value second = host->next(host, host->first(host, list));
      se_str key = host->key(host, host->first(host, value));
      se_str last = host->string(host, host->element(host, list, 2));
      length = (size_t)snprintf(words, sizeof words, "%lld %llu %g %d %.*s %.*s %g %.*s",
        (long long)number, (unsigned long long)huge, host->number(host, second, 0),
        host->boolean(host, second, true), (int)key.length, key.data, (int)last.length, last.data,
        host->number(host, host->member(host, block->settings, SE_STR("size")), 0),
        (int)block->block_code.length, block->block_code.data);
      host->warn(host, list, SE_STR("[1]"), SE_STR("seen"));
      return SE_OK;
      """
    plugin.close = ""
    plugin.describe = """
      out->title = (se_str){words, length}; out->layout = SE_LAYOUT_FLOW;
      out->has_background = true; out->inset_start = 16; out->peek = 2;
      out->header = (se_supplement){.present = true, .height = SE_PT(30)};
      out->background_extent = SE_BEHIND_SECTION; return SE_OK;
      """
    plugin.rowCount = "*out = host->count(host, list); return SE_OK;"
    plugin.item = "out->width = SE_FRAC(0.5); out->stretch = row == 1; return SE_OK;"
    plugin.rowHeight = "*out = SE_PT(10 * (row + 1)); return SE_OK;"
    plugin.frame = "out->x = 4; out->width = SE_PCT(90); return SE_OK;"
    plugin.build = """
      se_size size = host->measure_text(host, SE_STR("text"), 15, 700, 100, 2);
      se_node box = {.kind = SE_NODE_BOX, .name = SE_STR("card"), .corner_radius = 4};
      box.style.flex_direction = SE_ROW; box.style.width = SE_PT(size.width);
      host->begin_node(host, &box);
      se_node image = {.kind = SE_NODE_IMAGE, .role = SE_ROLE_IMAGE, .label = SE_STR("a picture"),
        .badge = SE_STR("9"), .action = {SE_STR("web"), SE_STR("https://example.com")},
        .source = list, .image_aspect_ratio = 1.5, .background = SE_STR("cell")};
      image.style.inset.start = SE_PT(3); image.style.position = SE_ABSOLUTE;
      host->begin_node(host, &image); host->end_node(host);
      host->end_node(host); return SE_OK;
      """
    plugin.entry = "plugin.extension = extension_; return &plugin;"
    return plugin
  }

  /// Returns the section and the page of the plugin, built with a header.
  private static func results(
    builtWith header: ContractHeader, trusted: Bool
  ) throws -> (section: SectionOutcome?, page: [UInt8]) {
    let folder = try TemporaryFolder()
    let input = try folder.write("frozen.c", plugin().source.utf8)
    try CCompiler.run([
      "cc", "-shared", "-fPIC", "-std=c11", "-w", "-I", header.folder, input, "-o",
      folder.path("frozen.so"),
    ])
    var isolation = PluginIsolation(worker: WorkerHost.worker)
    if trusted {
      try isolation.trust(folder.path("frozen.so"))
    }
    let loaded = PluginCatalog(
      PluginSearchPath(folders: [.init(path: folder.path, origin: .option)]),
      measurer: RecordedTextMeasurer(), isolation: isolation)
    #expect(loaded.isolated.isEmpty == trusted && loaded.diagnostics.isEmpty)
    let page = loaded.write(
      PageRequest(
        layout: try TestHost.document(#"["a page"]"#), options: try TestHost.document("{}")),
      format: "frozen")
    guard case .written(let bytes, _) = page else { return (nil, []) }
    return (try WorkerHost.draw(["FROZEN"], with: loaded).first, bytes)
  }

  @Test("a plugin built with the header of 1.0 draws and writes", arguments: [true, false])
  func runs(_ trusted: Bool) throws {
    let frozen = try Self.results(builtWith: .stored(), trusted: trusted)
    guard case .section(let section, let warnings) = frozen.section else {
      Issue.record("\(String(describing: frozen.section))")
      return
    }
    #expect(section.title == "1 1 2.5 1 title x 12 FROZEN")
    #expect(section.layout == .flow && section.insets.start == 16 && section.rows.count == 3)
    #expect(section.rows.map(\.height) == [10, 20, 30] && section.rows[1].isStretched)
    #expect(section.frameRequest.x == 4 && section.header?.height == 30)
    #expect(warnings.count == 2 && warnings.first?.location?.path == "$.list[1]")
    // The plugin sets every member of its structs, whether its layout uses it or not.
    #expect(warnings.last?.code == .unusedSetting)
    #expect(frozen.page == Array("a page".utf8))

    let today = try Self.results(builtWith: .current(), trusted: trusted)
    guard case .section(let same, _) = today.section else {
      Issue.record("\(String(describing: today.section))")
      return
    }
    #expect("\(same.arena)" == "\(section.arena)" && same.rows == section.rows)
  }
}
