import CSectionABI
import FeedDocument
import LayoutCore
import Page
import PluginCalls
import Renderers

/// The data that a worker passes to its host, in which a plugin may have written any bytes.
///
/// The first byte selects the meaning of the others: a transcript (the recorded host calls) of a
/// provider that has the functions selected by the second byte; a transcript of a renderer; the
/// table of a plugin; or another message.
enum Border {
  private enum Kind: UInt8, CaseIterable { case section, page, table, messages }

  static func run(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first, let kind = Kind(rawValue: first % 4) else { return }
    let rest = Array(bytes.dropFirst())
    switch kind {
    case .section:
      guard let functions = rest.first else { return }
      try checkSection(functions, Array(rest.dropFirst()))
    case .page: try checkPage(rest)
    case .table: try checkTable(rest)
    case .messages: try checkMessages(rest)
    }
  }

  // MARK: Sections

  private static func checkSection(_ functions: UInt8, _ bytes: [UInt8]) throws(Violation) {
    guard let table = table(functions: functions) else { throw Violation("a table is refused") }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 8)
    defer { room.deallocate() }
    let recorder = CallRecorder(room)
    let outcome = outcome(bytes, behind: [], of: table.providers[0], recorder)
    // Bytes after the end of a transcript are not read.
    let behind = [UInt8](repeating: UInt8(ascii: "A"), count: 70_000)
    let other = self.outcome(bytes, behind: behind, of: table.providers[0], nil)
    try hold(other == outcome, "what stands behind a transcript is read")
    guard let section = outcome.section else { return }
    try check(section)
    guard !recorder.isFull else { return }
    // The recorded transcript gives the same section again, as in another process.
    let again = self.outcome(
      Array(room.prefix(recorder.count)), behind: [], of: table.providers[0], nil)
    try hold(again == outcome, "a section that is recorded is another one")
    try checkLayout(section)
  }

  /// Returns the table of a plugin, as a worker sends it. The plugin has one provider; the bits of
  /// `functions` select the provider's functions.
  private static func table(functions: UInt8) -> LoadedTable? {
    var provider = se_provider()
    if functions & 1 != 0 { provider.describe = { _, _, _ in SE_OK } }
    if functions & 2 != 0 { provider.row_count = { _, _, _ in SE_OK } }
    if functions & 4 != 0 { provider.item = { _, _, _, _ in SE_OK } }
    if functions & 8 != 0 { provider.row_height = { _, _, _, _ in SE_OK } }
    if functions & 16 != 0 { provider.frame = { _, _, _ in SE_OK } }
    if functions & 32 != 0 { provider.build = { _, _, _, _ in SE_OK } }
    guard
      let table = try? LoadedTable(
        id: "a".utf8, version: "1".utf8, providers: [provider], claims: [(["A".utf8], [])],
        names: ["page".utf8])
    else { return nil }
    var writer = FlatWriter()
    writer.add(table)
    var reader = FlatReader(writer.bytes)
    return try? reader.table()
  }

  private static let document =
    FeedDocument.parse(
      PaddedBytes(#"{"title": "A", "items": [{"name": "中文 🎵", "n": 1.5}, null, true]}"#.utf8),
      name: "feed.json"
    ).value ?? DocumentBuilder(name: "nothing").finish()

  private static let environment = LayoutEnvironment(width: 390, textSize: .xl)

  private struct Outcome: Equatable {
    var section: Section?
    /// The paths and messages of the plugin's reports and warnings, and its contract violation.
    var words: [String] = []
  }

  private static func outcome(
    _ transcript: [UInt8], behind: [UInt8], of provider: se_provider, _ recorder: CallRecorder?
  ) -> Outcome {
    let calls = HostCalls(measurer: RecordedTextMeasurer(), recorder: recorder)
    return (transcript + behind).withUnsafeBytes { bytes in
      let reader = TranscriptReader(
        UnsafeRawBufferPointer(rebasing: bytes.prefix(transcript.count)))
      var outcome = Outcome()
      do throws(ProviderCall.Stop) {
        outcome.section = try withExtendedLifetime(reader) { () throws(ProviderCall.Stop) in
          try ProviderCall(
            plugin: .init(id: "a", version: "1"), provider: provider.reading(reader),
            calls: calls,
            request: BlockRequest(
              feed: document.tape, block: document.root.index, settings: document.tape,
              settingsValue: document.root.index, blockCode: "A", showType: "",
              environment: environment)
          ).section()
        }
      } catch {
        switch error {
        case .declined(let report), .failed(_, let report):
          outcome.words += [report?.path, report?.message].compactMap { $0 }
        case .violation(let violation): outcome.words.append("\(violation)")
        }
      }
      outcome.words += calls.context.pointee.warnings.flatMap { [$0.path, $0.message] }
      if reader.isBroken { outcome.section = nil }
      return outcome
    }
  }

  /// Checks that the section respects the host's limits, and that no index in it is out of range.
  private static func check(_ section: Section) throws(Violation) {
    let arena = section.arena
    try hold(section.rows.count <= 10_000 && arena.count <= 100_000, "too much of it")
    try hold(arena.depth == 0, "nodes are open")
    for row in section.rows { try hold(row.node < arena.count, "a row has no node") }
    let nodes = [section.header?.node, section.footer?.node, section.background].compactMap { $0 }
    try hold(nodes.allSatisfy { $0 < arena.count }, "a part has no node")
    try checkRuns(arena)
    for index in 0..<arena.count {
      let end = Int(arena.records[index].subtreeEnd)
      try hold(end > index && end <= arena.count, "node \(index) ends at \(end)")
      guard let content = arena.content(of: index) else { continue }
      for range in [
        content.name, content.text, content.label, content.badge, content.actionType,
        content.actionTarget, content.color, content.background,
      ] {
        let (start, count) = (Int(range.start), Int(range.count))
        try hold(start + count <= arena.text.count, "a text of node \(index) is not there")
        try hold(
          String(validating: arena.text[start..<start + count], as: UTF8.self) != nil,
          "a text of node \(index) is not UTF-8")
      }
    }
  }

  /// Checks that the runs (ranges with their own style) of each text lie in the text, in order.
  private static func checkRuns(_ arena: NodeArena) throws(Violation) {
    for own in arena.attributes {
      let text = arena.content(of: Int(own.node))?.text ?? .empty
      var end = 0
      for run in arena.runs[own.runs] {
        try hold(
          run.range.lowerBound >= end && run.range.upperBound <= Int(text.count),
          "a run of node \(own.node) is not in its text")
        let start = Int(text.start) + run.range.lowerBound
        try hold(
          String(validating: arena.text[start..<start + run.range.count], as: UTF8.self) != nil,
          "a run of node \(own.node) divides a character")
        end = run.range.upperBound
      }
    }
  }

  /// Checks that a section that the host accepted is laid out with finite frames, and drawn.
  private static func checkLayout(_ section: Section) throws(Violation) {
    // Thousands of rows take more time than hundreds, and find no other faults.
    guard section.rows.count < 200 else { return }
    let sections = LayoutEngine(
      environment: environment, measurer: RecordedTextMeasurer(), threads: 1
    ).layOut([section, section])
    try hold(sections[0].rowFrames == sections[1].rowFrames, "two layouts of one section")
    for rect in [sections[1].frame] + sections[1].rowFrames {
      try hold(
        [rect.x, rect.y, rect.width, rect.height].allSatisfy(\.isFinite), "a row is not finite")
    }
    for frame in sections[1].arena.frames {
      try hold(
        [frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite),
        "a node is not finite")
    }
    let page = Page(
      feedID: "a", title: "", layoutName: "a@1", environment: environment, sections: sections,
      measurer: RecordedTextMeasurer())
    let dump = DumpRenderer(options: RenderOptions()).bytes(of: page)
    let (read, diagnostics) = DumpParser.parse(dump, file: "a.dump")
    try hold(read != nil, "a dump cannot be read: \(diagnostics.first?.label ?? "")")
  }

  // MARK: Pages, tables, messages

  private static func checkPage(_ bytes: [UInt8]) throws(Violation) {
    guard let renderer = table(functions: 0)?.renderers.first else {
      throw Violation("a renderer is refused")
    }
    let calls = HostCalls(measurer: RecordedTextMeasurer())
    let output = bytes.withUnsafeBytes { bytes -> [UInt8]? in
      let reader = TranscriptReader(bytes)
      return withExtendedLifetime(reader) {
        try? calls.output(
          of: renderer.reading(reader), layout: document.tape, options: document.tape)
      }
    }
    try hold(
      output.map { String(validating: $0, as: UTF8.self) != nil } ?? true, "a page is not UTF-8")
  }

  /// Checks that a plugin's table is either refused, or unchanged when it is written and read
  /// again.
  private static func checkTable(_ bytes: [UInt8]) throws(Violation) {
    var reader = FlatReader(bytes)
    guard let table = try? reader.table() else { return }
    try hold(!table.id.isEmpty && table.id.utf8.count <= 64, "an id of another length")
    try hold(
      table.claims.allSatisfy { $0.blockCodes.count <= 4_096 && $0.showTypes.count <= 4_096 },
      "too many claims")
    var writer = FlatWriter()
    writer.add(table)
    var second = FlatReader(writer.bytes)
    var again = FlatWriter()
    guard let same = try? second.table() else { throw Violation("a table is not read again") }
    again.add(same)
    try hold(again.bytes == writer.bytes, "a table is told differently")
  }

  /// Checks that a written message does not change when it is read and written again. The input can
  /// differ from the written message, because its flags and texts may be any bytes.
  private static func checkMessages(_ bytes: [UInt8]) throws(Violation) {
    guard let kind = bytes.first, let written = message(kind, Array(bytes.dropFirst())) else {
      return
    }
    guard let again = message(kind, written) else {
      throw Violation("a message that was read is not read again")
    }
    try hold(again == written, "a message changes on its way")
  }

  /// Reads a message to or from the worker, and returns it written again; `nil` if it is malformed.
  private static func message(_ kind: UInt8, _ bytes: [UInt8]) -> [UInt8]? {
    var reader = FlatReader(bytes)
    var writer = FlatWriter()
    do throws(FlatReader.Malformed) {
      switch kind % 7 {
      case 0: writer.add(try reader.read(WorkerSetup.self))
      case 1: writer.add(try reader.read(WorkerPlugin.self))
      case 2: writer.add(try reader.read(BlockRequest<Int>.self))
      case 3: writer.add(try reader.read(SectionTiming.self))
      case 4: writer.add(try reader.read(PluginRefusal.self))
      case 5: writer.add(try reader.read(ManifestProgram.self))
      default: writer.add(try reader.read(TextMeasuring.self))
      }
    } catch {
      return nil
    }
    return writer.bytes
  }
}
