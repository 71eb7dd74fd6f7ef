import Testing

@testable import SectionKit

@Suite("Provider table")
struct ProviderTableTests {
  let host = FakeHost()

  struct Plain: SectionProvider {
    static let blockCodes: [StaticString] = ["PLAIN"]
    init(_ block: Block) {}
  }

  struct Full: SectionProvider {
    static let blockCodes: [StaticString] = ["FULL", "今天"]
    static let showTypes: [StaticString] = ["SLIDE"]
    let rows: [String]
    let title: String
    init(_ block: Block) throws {
      rows = try block["rows"].decode()
      title = "\(block.code)/\(block.showType)/\(block.settings["prefix"].string ?? "-")"
    }
    var rowCount: Int { rows.count }
    func rowHeight(_ row: Int) throws -> RowHeight {
      guard rows.indices.contains(row) else { throw PayloadError("no row \(row)", path: "rows") }
      return row == 0 ? .automatic : .points(10 * Double(row))
    }
    var frame: SectionFrame? { SectionFrame(x: 5, width: .percent(90), height: .points(70)) }
    var section: SectionDescription {
      SectionDescription(
        title: title, layout: .pager(scrolling: .groupPaging, lanes: 2, peek: 8, currentGroup: 3),
        margins: EdgeInsets(top: 9, end: 10, bottom: 11, start: 12),
        insets: EdgeInsets(top: 1, end: 2, bottom: 3, start: 4), rowSpacing: 5, itemSpacing: 6,
        itemAlignment: .center, minimumHeight: 7, header: .pinned(40), footer: .automatic,
        background: .section, placement: .floatTop)
    }
    func item(_ row: Int) -> ItemDescription {
      row == 0
        ? ItemDescription(width: .fraction(0.5), columnSpan: 2, isFullBleed: true)
        : ItemDescription(width: .points(30), rowSpan: 3, isStretched: true)
    }
    func body(row: Int) -> Body { Text(rows[row]) }
    var header: Body { Text("header") }
    var footer: Body { Text("footer") }
    var background: Body { Stack().background("cell") }
  }

  @Test("a plugin contains its name, its version, and the claims of its providers")
  func table() throws {
    let export: PluginExport = .sections(id: "two.of", version: "1.2.3", Full.self, Plain.self)
    let plugin = try #require(export).pointee
    #expect(plugin.abi == UInt32(SE_ABI_MAJOR) << 16 | UInt32(SE_ABI_MINOR))
    #expect(plugin.id.map { String(cString: $0) } == "two.of")
    #expect(plugin.version.map { String(cString: $0) } == "1.2.3")
    #expect(plugin.provider_count == 2)
    let providers = UnsafeBufferPointer(start: plugin.providers, count: 2)
    func words(_ start: UnsafePointer<se_str>?, _ count: UInt32) -> [String] {
      UnsafeBufferPointer(start: start, count: Int(count)).map { String($0) }
    }
    #expect(
      providers.map { words($0.block_codes, $0.block_code_count) } == [["FULL", "今天"], ["PLAIN"]])
    #expect(providers.map { words($0.show_types, $0.show_type_count) } == [["SLIDE"], []])
  }

  @Test("a provider without overrides is a plain list of one automatic row without a body")
  func defaults() throws {
    let (status, section) = try host.open(Plain.self, nil)
    #expect(status == SE_OK)
    let description = section.describe().section
    #expect(description.layout == SE_LAYOUT_LIST)
    #expect(!description.header.present && !description.footer.present)
    #expect(!description.has_background && description.title.length == 0)
    #expect(section.rowCount().rows == 1)
    #expect(description.columns == 0 && description.lanes == 0 && description.peek == 0)
    #expect(description.placement == SE_PLACE_FLOW)
    #expect(description.scrolling == SE_SCROLL_CONTINUOUS)
    #expect(description.item_alignment == SE_ALIGN_AUTO)
    let item = section.item(0).item
    #expect(item.width.unit == SE_AUTO && item.column_span == 1 && item.row_span == 1)
    #expect(!item.full_bleed && !item.stretch)
    #expect(section.rowHeight(0).height.unit == SE_AUTO)
    #expect(section.frame().frame.height.unit == SE_AUTO)
    #expect(section.build().lines.isEmpty)
    #expect(section.build(SE_PART_HEADER).lines.isEmpty)
    section.close()
    #expect(host.failures.isEmpty)
  }

  @Test("every property of a provider is passed on")
  func everything() throws {
    let (status, section) = try host.open(
      Full.self, ["rows": ["a", "b"]], settings: ["prefix": "p"], code: "FULL", showType: "SLIDE")
    #expect(status == SE_OK)
    let description = section.describe().section
    #expect(String(description.title) == "FULL/SLIDE/p")
    #expect(description.layout == SE_LAYOUT_PAGER)
    #expect(
      [
        description.inset_top, description.inset_end, description.inset_bottom,
        description.inset_start, description.row_spacing, description.item_spacing,
        description.minimum_height,
      ] == [1, 2, 3, 4, 5, 6, 7])
    #expect(
      [
        description.margin_top, description.margin_end, description.margin_bottom,
        description.margin_start, description.peek,
      ] == [9, 10, 11, 12, 8])
    #expect(description.lanes == 2 && description.current_group == 3)
    #expect(description.scrolling == SE_SCROLL_GROUP_PAGING)
    #expect(description.item_alignment == SE_ALIGN_CENTER)
    #expect(description.placement == SE_PLACE_FLOAT_TOP)
    #expect(description.background_extent == SE_BEHIND_SECTION)
    let first = section.item(0).item
    #expect(first.width.unit == SE_FRACTION && first.width.value == 0.5 && first.column_span == 2)
    #expect(first.row_span == 1 && first.full_bleed && !first.stretch)
    let second = section.item(1).item
    #expect(second.width.unit == SE_POINTS && second.width.value == 30 && second.row_span == 3)
    #expect(second.column_span == 1 && !second.full_bleed && second.stretch)
    #expect(description.has_background)
    #expect(description.header.present && description.header.pinned)
    #expect(description.header.height.unit == SE_POINTS && description.header.height.value == 40)
    #expect(description.footer.present && !description.footer.pinned)
    #expect(description.footer.height.unit == SE_AUTO)
    #expect(section.rowCount().rows == 2)
    #expect(section.rowHeight(0).height.unit == SE_AUTO)
    #expect(section.rowHeight(1).height.unit == SE_POINTS)
    #expect(section.rowHeight(1).height.value == 10)
    let frame = section.frame().frame
    #expect(frame.x == 5 && frame.width.value == 90 && frame.width.unit == SE_PERCENT)
    #expect(frame.height.value == 70 && frame.height.unit == SE_POINTS)
    #expect(section.build(row: 1).lines == ["text text=\"b\""])
    #expect(section.build(SE_PART_HEADER).lines == ["text text=\"header\""])
    #expect(section.build(SE_PART_FOOTER).lines == ["text text=\"footer\""])
    #expect(section.build(SE_PART_BACKGROUND).lines == ["box background=\"cell\""])
    #expect(section.build(99).lines.isEmpty)
    section.close()
  }

  @Test("each layout is passed on with its properties")
  func layouts() {
    func raw(_ layout: SectionLayout) -> se_section {
      se_section(SectionDescription(layout: layout), title: se_str())
    }
    #expect(raw(.list).layout == SE_LAYOUT_LIST)
    #expect(raw(.carousel).layout == SE_LAYOUT_CAROUSEL)
    #expect(raw(.pager).layout == SE_LAYOUT_PAGER)
    let grid = raw(.grid(columns: 3))
    #expect(grid.layout == SE_LAYOUT_GRID && grid.columns == 3)
    let flow = raw(.flow(alignment: .spaceBetween))
    #expect(flow.layout == SE_LAYOUT_FLOW && flow.row_alignment == SE_JUSTIFY_SPACE_BETWEEN)
    let waterfall = raw(.waterfall(columns: 2))
    #expect(waterfall.layout == SE_LAYOUT_WATERFALL && waterfall.columns == 2)
    let onePlus = raw(.onePlus(4))
    #expect(onePlus.layout == SE_LAYOUT_ONE_PLUS_N && onePlus.columns == 4)
    let carousel = raw(.carousel(scrolling: .none, lanes: 3, peek: 12, currentGroup: 1))
    #expect(carousel.layout == SE_LAYOUT_CAROUSEL && carousel.scrolling == SE_SCROLL_NONE)
    #expect(carousel.lanes == 3 && carousel.peek == 12 && carousel.current_group == 1)
  }

  @Test("the enumerations of the kit have the contract's values")
  func words() {
    let scrollings: [(OrthogonalScrolling, se_scrolling)] = [
      (.continuous, SE_SCROLL_CONTINUOUS), (.none, SE_SCROLL_NONE),
      (.continuousGroupLeadingBoundary, SE_SCROLL_GROUP_LEADING_BOUNDARY),
      (.paging, SE_SCROLL_PAGING), (.groupPaging, SE_SCROLL_GROUP_PAGING),
      (.groupPagingCentered, SE_SCROLL_GROUP_PAGING_CENTERED),
    ]
    #expect(scrollings.map(\.0) == OrthogonalScrolling.allCases)
    for (word, value) in scrollings { #expect(word.rawValue == value) }
    let placements: [(Placement, se_placement)] = [
      (.flow, SE_PLACE_FLOW), (.overlay, SE_PLACE_OVERLAY), (.floatTop, SE_PLACE_FLOAT_TOP),
      (.floatBottom, SE_PLACE_FLOAT_BOTTOM),
    ]
    #expect(placements.map(\.0) == Placement.allCases)
    for (word, value) in placements { #expect(word.rawValue == value) }
    #expect(BackgroundExtent.rows.rawValue == SE_BEHIND_ROWS)
    #expect(BackgroundExtent.section.rawValue == SE_BEHIND_SECTION)
    let alignments: [(ItemAlignment, se_align)] = [
      (.automatic, SE_ALIGN_AUTO), (.start, SE_ALIGN_START), (.center, SE_ALIGN_CENTER),
      (.end, SE_ALIGN_END), (.stretch, SE_ALIGN_STRETCH),
    ]
    #expect(alignments.map(\.0) == ItemAlignment.allCases)
    for (word, value) in alignments {
      let section = se_section(SectionDescription(itemAlignment: word), title: se_str())
      #expect(section.item_alignment == value)
    }
  }

  @Test("an error becomes a failure with its location, and a Decline declines the block")
  func errors() throws {
    struct Thrower: SectionProvider {
      struct Other: Error {}
      static let blockCodes: [StaticString] = ["THROWER"]
      init(_ block: Block) throws {
        switch block["do"].string {
        case "decline": throw Decline("no rows", at: block["do"])
        case "payload": throw PayloadError("odd", at: block["do"], path: "x")
        case "decode": _ = try block["rows"].decode([String: Int].self)
        case "deep": _ = try block["rows"][1].decode(Int.self)
        case "absent": _ = try block["none"].decode(Int.self)
        case "other": throw Other()
        default: break
        }
      }
      var rowCount: Int { -1 }
      func rowHeight(_ row: Int) throws -> RowHeight { throw Decline("too late") }
      var frame: SectionFrame? { get throws { throw PayloadError("no frame", path: "size") } }
      var section: SectionDescription { get throws { throw Other() } }
      func body(row: Int) throws -> Body { throw PayloadError("no body") }
    }
    func outcome(_ word: JSON) throws -> String {
      let host = FakeHost()
      let (status, section) = try host.open(Thrower.self, ["do": word, "rows": [1, "x"]])
      #expect(section.section == nil)
      return "\(status) \(host.failures.map(\.description).joined(separator: "; "))"
    }
    #expect(try outcome("decline") == "2 $.do: no rows")
    #expect(try outcome("payload") == "1 $.do.x: odd")
    #expect(
      try outcome("decode") == "1 $.rows: found an array of 2 elements, expected an object")
    #expect(
      try outcome("deep") == "1 $.rows[1]: found \"x\", expected a 64-bit integer")
    #expect(
      try outcome("absent") == "1 $: found nothing, expected a 64-bit integer")
    #expect(try outcome("other") == "1 $: Other()")

    let (status, section) = try host.open(Thrower.self, [:])
    #expect(status == SE_OK)
    #expect(section.rowCount() == (SE_OK, 0))
    #expect(section.rowHeight(0).status == SE_FAILED)
    #expect(section.frame().status == SE_FAILED)
    #expect(section.describe().status == SE_FAILED)
    #expect(section.build().status == SE_FAILED)
    section.close()
    #expect(
      host.failures.map(\.description)
        == ["$: too late", "$.size: no frame", "$: Other()", "$: no body"])
  }

  @Test("a call with null pointers fails instead of crashing")
  func nullPointers() throws {
    let provider = try FakeHost.provider(Plain.self)
    #expect(provider.open(nil, nil, nil, nil) == SE_FAILED)
    #expect(provider.row_count(nil, host.pointer, nil) == SE_FAILED)
    #expect(provider.build(nil, host.pointer, SE_PART_ROW, 0) == SE_FAILED)
    provider.close(nil)
  }

  @Test("each open is balanced by its close, and a failed open needs none")
  func balance() throws {
    final class Counter { nonisolated(unsafe) static var living = 0 }
    final class Token {
      init() { Counter.living += 1 }
      deinit { Counter.living -= 1 }
    }
    struct Counted: SectionProvider {
      static let blockCodes: [StaticString] = ["COUNTED"]
      let token = Token()
      init(_ block: Block) throws {
        if block["fail"].exists { throw PayloadError("fails") }
      }
      var section: SectionDescription { SectionDescription(title: "a title of some length") }
    }
    let first = try host.open(Counted.self, [:]).section
    let second = try host.open(Counted.self, [:]).section
    #expect(Counter.living == 2)
    #expect(try host.open(Counted.self, ["fail": true]).status == SE_FAILED)
    #expect(Counter.living == 2)
    for _ in 0..<3 { #expect(String(first.describe().section.title) == "a title of some length") }
    _ = second.build()
    first.close()
    #expect(Counter.living == 1)
    second.close()
    #expect(Counter.living == 0)
  }

  @Test("block, settings and environment have the host's values")
  func block() throws {
    var raw = FakeHost.phone
    raw.appearance = SE_DARK
    raw.direction = SE_RTL
    raw.text_size = 11
    raw.text_scale = 3
    let locale = FakeHost.Text("ar-EG")
    raw.locale = locale.borrowed
    let environment = Environment(raw)
    #expect(environment.width == 375 && environment.scale == 2 && environment.textScale == 3)
    #expect(environment.appearance == .dark && environment.direction == .rightToLeft)
    #expect(environment.textSize == .ax5 && environment.locale == "ar-EG")
    raw.text_size = 99
    #expect(Environment(raw).textSize == .large)

    var block = se_block()
    block.value = host.add(["a": [1], "n": 2])
    block.settings = host.add(["a": "s"])
    let kitBlock = Block(host: host.pointer, block: block)
    #expect(kitBlock["a"][0].int == 1 && kitBlock.settings["a"].string == "s")
    #expect(kitBlock.kind == .object && kitBlock.root.count == 2)
    kitBlock.warn("odd", at: kitBlock["a"])
    kitBlock.warn("whole")
    #expect(host.warnings.map(\.description) == ["$.a: odd", "$: whole"])
    #expect(
      kitBlock.measureText("abc", fontSize: 10, weight: .bold, maxWidth: 50, maxLines: 2)
        == Size(width: 30, height: 10))
    #expect(host.measured == ["abc 10.0 700 50.0 2"])
  }

  #if objectFormat(ELF)
    @Test("the note contains the compiler's name with the sizes that it declares")
    func note() {
      let note = compilerNote
      withUnsafeBytes(of: note) { bytes in
        #expect(note.nameSize == 14 && note.descriptionSize == 10 && note.type == 1)
        #expect(String(decoding: bytes[12..<26], as: UTF8.self) == "sectionengine\0")
        #expect(String(decoding: bytes[28..<35], as: UTF8.self) == "swift-6")
        #expect(bytes[37] == 0 && bytes.count == 40)
      }
    }
  #endif
}
