import Foundation
import Testing

/// Which command tells which break of a feed. `make gates` runs all feeds.
@Suite("Gates", .serialized) struct GateTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let isComplete =
    ProcessInfo.processInfo.environment["SECTIONENGINE_GATES"] == "all"

  /// A feed with everything that an item can have.
  private static let shop = """
    {"ok": true, "blocks": [
      {"type": "rail", "title": "Bread of the day", "items": [
        {"id": 11, "title": "Rye", "image": "https://example.com/11.png", "url": "https://example.com/p/11"},
        {"id": 12, "title": "Spelt", "image": "https://example.com/12.png", "url": "https://example.com/p/12"},
        {"id": 13, "title": "Oat 🥣", "image": "https://example.com/13.png", "url": "https://example.com/p/13"}]},
      {"type": "rail", "title": "蛋糕", "items": [
        {"id": 21, "title": "Apple", "image": "https://example.com/21.png", "url": "https://example.com/p/21"},
        {"id": 22, "title": "Plum", "image": "https://example.com/22.png", "url": "https://example.com/p/22"},
        {"id": 23, "title": "תפוח", "image": "https://example.com/23.png", "url": "https://example.com/p/23"}]},
      {"type": "notice", "title": "Closed on Monday", "items": [
        {"id": 31, "title": "Open again at seven", "image": "https://example.com/31.png", "url": "https://example.com/p/31"},
        {"id": 32, "title": "Ring the bell", "image": "https://example.com/32.png", "url": "https://example.com/p/32"}]}]}
    """

  private static let shapes = [
    "typed list with texts beside the lists",
    "typed list in Chinese with enumerations and markup", "list without a code",
    "list without a code at the top, in Arabic", "edges of nodes without a kind, in Korean",
    "a list with its title",
  ]

  /// The bundled layouts, and the reply of each that breaks.
  private static let bundled = [
    ("netease-home", "blocks.json"), ("mall-home", "middleNav.json"),
    ("wanandroid-home", "list-0.json"), ("wanandroid-search", "results-0.json"),
    ("audio-chart", "songs-0.json"), ("audio-charts", "type1.json"),
  ]

  /// Breaks that lose nothing on a bundled page: its layout sorts the blocks, or its plugin takes
  /// another picture of the chart.
  private static let harmless: Set<String> = [
    "netease-home: blocks in another order", "audio-charts: an empty picture",
    "audio-charts: a missing picture", "audio-charts: null in place of a picture",
    "audio-charts: a malformed address of a picture",
  ]

  private static func feeds() throws -> [GatedFeed] {
    var feeds = [try GatedFeed("shop", shop)]
    for name in shapes {
      let document = try #require(UnknownDocument.all.first { $0.name == name })
      feeds.append(try GatedFeed(name, document.text))
    }
    guard isComplete else { return feeds }
    for (layout, file) in bundled {
      let samples = repository.appendingPathComponent("Layouts/samples/\(layout)")
      let source = try String(
        contentsOf: samples.appendingPathComponent(file), encoding: .utf8)
      feeds.append(try GatedFeed(layout, source, of: samples, reply: file))
    }
    return feeds
  }

  @Test("each break is told by a gate, no harmless change turns check red, and the table is true")
  func table() throws {
    #expect(Break.all.count >= 40 && Set(Break.all.map(\.name)).count == Break.all.count)
    let feeds = try Self.feeds()
    var table = GateTable()
    var silent: [String] = []
    var lines: [String] = []
    var blind: [String] = []
    for kind in Break.all {
      var count = 0
      for feed in feeds {
        guard let source = kind.apply(feed.broken), source != feed.broken.tree.source() else {
          continue
        }
        let gates = try feed.gates(telling: source)
        blind += try feed.blindSpots(for: source).map { "\(feed.name): \(kind.name): \($0)" }
        if gates.isEmpty { silent.append("\(feed.name): \(kind.name)") }
        // The table is about the feeds of every run.
        if !Self.bundled.contains(where: { $0.0 == feed.name }) { table.add(gates, to: kind.group) }
        lines.append(
          ([kind.group.rawValue, kind.name, feed.name]
            + Gate.allCases.map { gates.contains($0) ? "1" : "0" } + [source])
            .joined(separator: "\t"))
        count += 1
      }
      #expect(count > 0, "no feed can break by \(kind)")
    }
    silent.removeAll { Self.harmless.contains($0) }
    #expect(silent.isEmpty, "no gate tells \(silent.joined(separator: "; "))")
    #expect(blind.isEmpty, "render tells and check does not: \(blind.joined(separator: "; "))")
    for change in Neutral.all {
      for feed in feeds {
        guard let source = change.apply(feed.broken) else { continue }
        #expect(try !feed.isRed(source), "\(feed.name): \(change)")
      }
    }
    if let file = ProcessInfo.processInfo.environment["SECTIONENGINE_GATE_FILE"] {
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
    }
    let page = Self.repository.appendingPathComponent(
      "Sources/Engine/Documentation.docc/Checking.md")
    try GateTable.compare(table.markdown, with: page)
  }
}

/// The table of gates in the guide.
private struct GateTable {
  private var told: [Break.Group: [Gate: Int]] = [:]
  private var counts: [Break.Group: Int] = [:]

  mutating func add(_ gates: Set<Gate>, to group: Break.Group) {
    counts[group, default: 0] += 1
    for gate in gates { told[group, default: [:]][gate, default: 0] += 1 }
  }

  var markdown: String {
    let header =
      "| what breaks | \(Gate.allCases.map { "`\($0.rawValue)`" }.joined(separator: " | ")) |"
    let rows = Break.Group.allCases.map { group in
      let cells = Gate.allCases.map { gate in
        let count = told[group]?[gate] ?? 0
        return count == 0 ? "–" : count == counts[group] ? "yes" : "some"
      }
      return "| \(group.rawValue) | \(cells.joined(separator: " | ")) |"
    }
    return ([header, "|---|---|---|---|---|---|"] + rows).joined(separator: "\n")
  }

  private static let (start, end) = ("<!-- gates: begin -->\n\n", "\n\n<!-- gates: end -->")

  /// Compares the table with that of a page. With `SECTIONENGINE_RECORD=1`, it is written instead.
  static func compare(_ table: String, with page: URL) throws {
    var text = try String(contentsOf: page, encoding: .utf8)
    let begin = try #require(text.range(of: start)?.upperBound)
    let finish = try #require(text.range(of: end)?.lowerBound)
    if ProcessInfo.processInfo.environment["SECTIONENGINE_RECORD"] == "1" {
      text.replaceSubrange(begin..<finish, with: table)
      try Data(text.utf8).write(to: page)
    } else {
      #expect(text[begin..<finish] == table, "record it: SECTIONENGINE_RECORD=1 make gates")
    }
  }
}
