import CSectionABI
import FeedDocument
import LayoutCore
import PluginCalls

/// Inputs of each kind. The transcripts come from a plugin that uses the whole contract, and are
/// recorded as a worker records them.
extension Border {
  static func seeds() -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for layout in Section.Layout.allCases.map({ UInt32($0.rawValue) }) {
      for functions in [0x3F, 0x21, 0x2A] as [UInt8] {
        seeds.append([0, functions] + transcript(layout: layout, functions: functions))
      }
    }
    return seeds + [[1] + page(), [2] + table()] + messages().map { [3] + $0 }
  }

  private static func transcript(layout: UInt32, functions: UInt8) -> [UInt8] {
    var provider = se_provider()
    provider.`self` = UnsafeMutableRawPointer(bitPattern: UInt(layout) + 1)
    provider.open = { own, host, block, out in
      out?.pointee = own
      if let block {
        host?.pointee.warn?(host, block.pointee.value, str("items"), str("one is null"))
      }
      return SE_OK
    }
    if functions & 1 != 0 {
      provider.describe = { Border.describe(UInt32(UInt(bitPattern: $0) - 1), $2) }
    }
    if functions & 2 != 0 {
      provider.row_count = {
        $2?.pointee = 3
        return SE_OK
      }
    }
    if functions & 4 != 0 {
      provider.item = {
        $3?.pointee.column_span = $2
        $3?.pointee.width = $2 == 1 ? points(120) : se_length(value: 0.5, unit: 3, reserved: 0)
        return SE_OK
      }
    }
    if functions & 8 != 0 {
      provider.row_height = {
        if $2 == 0 { $3?.pointee = points(80) }
        return SE_OK
      }
    }
    if functions & 16 != 0 {
      provider.frame = {
        $2?.pointee = se_frame(x: 10, width: points(370), height: se_length())
        return SE_OK
      }
    }
    provider.build = { _, host, part, row in Border.build(host, part, row) }
    return recorded { calls in
      _ = try? ProviderCall(
        plugin: .init(id: "a", version: "1"), provider: provider, calls: calls,
        request: BlockRequest(
          feed: .empty, block: 0, settings: .empty, settingsValue: 0, blockCode: "A", showType: "",
          environment: LayoutEnvironment())
      ).section()
    }
  }

  private static func describe(
    _ layout: UInt32, _ out: UnsafeMutablePointer<se_section>?
  ) -> se_status {
    guard let out else { return SE_FAILED }
    out.pointee.layout = layout
    out.pointee.title = str("A title")
    out.pointee.has_background = true
    out.pointee.header = se_supplement(
      present: true, pinned: true, reserved: (0, 0, 0, 0, 0, 0), height: points(40))
    out.pointee.footer.present = true
    out.pointee.columns = 2
    out.pointee.lanes = 2
    out.pointee.row_spacing = 8
    out.pointee.item_spacing = 4
    out.pointee.inset_start = 10
    out.pointee.margin_top = 5
    out.pointee.peek = 20
    return SE_OK
  }

  private static func build(
    _ host: UnsafePointer<se_host>?, _ part: se_part, _ row: UInt32
  ) -> se_status {
    var box = se_node()
    box.kind = part == SE_PART_ROW ? row * 4 : SE_NODE_BOX
    box.name = str("card")
    box.style.flex_direction = SE_ROW
    box.style.padding.top = points(4)
    box.style.width = se_length(value: 100, unit: SE_PERCENT, reserved: 0)
    box.style.column_gap = 6
    host?.pointee.begin_node?(host, &box)
    for kind in [SE_NODE_TEXT, SE_NODE_IMAGE, SE_NODE_PAGE_CONTROL] {
      var node = se_node()
      node.kind = kind
      node.text = str("Some words to break, 一行中文 and مرحبا")
      node.label = str("label")
      node.badge = str("9")
      node.action = se_action(type: str("web"), target: str("https://example.com"))
      node.color = str("text")
      node.background = str("card")
      node.font_size = 15
      node.max_lines = 2
      node.count = 4
      node.current = 1
      node.corner_radius = 8
      node.image_aspect_ratio = 1.5
      node.style.flex_grow = 1
      node.style.min_height = points(20)
      node.style.margin.start = points(-3)
      host?.pointee.begin_node?(host, &node)
      describe(host)
      host?.pointee.end_node?(host)
    }
    host?.pointee.end_node?(host)
    return SE_OK
  }

  private static func describe(_ host: UnsafePointer<se_host>?) {
    guard
      let content = host?.pointee.extension?(host, str("section.content/1"))?
        .assumingMemoryBound(to: se_content.self).pointee
    else { return }
    var run = se_run()
    (run.start, run.length, run.font_size, run.traits) = (5, 5, 20, SE_TRAIT_STRIKE)
    (run.color, run.image) = (str("old"), str("a.png"))
    run.image_size = se_size(width: 20, height: 10)
    content.run?(host, &run)
    var paragraph = se_paragraph()
    (paragraph.letter_spacing, paragraph.minimum_scale) = (-1, 0.5)
    paragraph.truncation = SE_TRUNCATE_MIDDLE
    content.paragraph?(host, &paragraph)
    var picture = se_picture()
    picture.address = str("https://example.com/a.jpg")
    content.picture?(host, &picture)
    var decoration = se_decoration()
    (decoration.border_color, decoration.corners) = (str("line"), SE_CORNER_TOP_END)
    content.decorate?(host, &decoration)
    var identity = se_identity()
    (identity.resource_type, identity.resource_id) = (str("playlist"), str("7"))
    content.identify?(host, &identity)
  }

  // MARK: Others

  private static func page() -> [UInt8] {
    var renderer = se_renderer()
    renderer.render = { _, host, _ in
      let output = host?.pointee.extension?(host, str("section.output/1"))
      output?.assumingMemoryBound(to: se_output.self).pointee.write?(host, str("a page\n"))
      return SE_OK
    }
    return recorded { calls in
      _ = try? calls.output(of: renderer, layout: .empty, options: .empty)
    }
  }

  private static func table() -> [UInt8] {
    var provider = se_provider()
    provider.build = { _, _, _, _ in SE_OK }
    var writer = FlatWriter()
    if let table = try? LoadedTable(
      id: "quotes".utf8, version: "1.0.0".utf8, providers: [provider],
      claims: [(["QUOTES".utf8, "夏".utf8], ["TEXT".utf8])], names: ["page".utf8])
    {
      writer.add(table)
    }
    return writer.bytes
  }

  private static func messages() -> [[UInt8]] {
    var setup = FlatWriter()
    setup.add(
      WorkerSetup(
        protections: 7, memoryLimit: 1 << 28, timeLimit: 5, readable: ["/usr/lib"],
        runtimeFolder: "/usr/lib/swift"))
    var plugin = FlatWriter()
    plugin.add(WorkerPlugin(files: 2, needed: ["libm.so.6"]))
    var request = FlatWriter()
    request.add(
      BlockRequest(
        feed: 0, block: 1, settings: 1, settingsValue: 2, blockCode: "A", showType: "B",
        environment: LayoutEnvironment()))
    var timing = FlatWriter()
    timing.add(SectionTiming(nothing: 1, opened: 2, unbuilt: 3, whole: 4))
    let measuring = RecordedTextMeasurer().measuring.map { FlatWriter.bytes(of: $0) } ?? []
    return [
      [0] + setup.bytes, [1] + plugin.bytes, [2] + request.bytes, [3] + timing.bytes,
      [6] + measuring,
    ]
  }

  /// Returns the transcript that a recorder writes for the calls in `body`.
  private static func recorded(_ body: (HostCalls) -> Void) -> [UInt8] {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { room.deallocate() }
    let recorder = CallRecorder(room)
    body(HostCalls(measurer: RecordedTextMeasurer(), recorder: recorder))
    return Array(room.prefix(recorder.count))
  }
}

private func points(_ value: Double) -> se_length {
  se_length(value: value, unit: SE_POINTS, reserved: 0)
}

private func str(_ text: StaticString) -> se_str {
  se_str(
    data: UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self),
    length: text.utf8CodeUnitCount)
}
