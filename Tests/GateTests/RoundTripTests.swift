import FeedDocument
import Foundation
import LayoutReview
import Renderers
import SectionEngine
import Testing

@testable import Program

/// A page in every format and with every option that loses nothing is the same page.
@Suite("One page, two formats") struct RoundTripTests {
  /// A feed with texts of several lines, a text that is cut, and texts from right to left.
  private static let feed = """
    {"rows": [
      {"type": "rail", "title": "One two three four five six seven eight nine ten eleven twelve", "items": [
        {"id": 1, "title": "A thread about tea ☕️ that is longer than its card, on purpose", "url": "app://a,b"},
        {"id": 2, "title": "今日满 99 元包邮，截止到晚上十点", "url": "app://b"},
        {"id": 3, "title": "שלום עולם, זהו משפט ארוך", "url": "app://c"}]},
      {"type": "grid", "title": "Bread", "items": [
        {"id": 4, "title": "Rye, \\"dark\\"", "url": "app://d"}, {"id": 5, "title": "Oat", "url": "app://e"}]},
      {"type": "note", "title": "A\\nB\\u2028C"}]}
    """

  /// A feed, and the settings of its page.
  struct Case: CustomStringConvertible, Sendable {
    var layout: String?
    var environment: String
    var state: ContentState?

    var description: String {
      [layout ?? "inferred", environment, state?.rawValue ?? ""].joined(separator: " ")
    }
  }

  private static let cases: [Case] = {
    let layouts = [
      nil, "netease-home", "mall-home", "wanandroid-home", "wanandroid-search", "audio-chart",
      "audio-charts",
    ]
    var cases: [Case] = []
    for layout in layouts {
      for environment in ["", "rtl", "333.3 @3", "@2.625", "ax2 dark"] {
        cases.append(Case(layout: layout, environment: environment))
      }
      guard layout != nil else { continue }
      for state in [ContentState.loading, .empty, .failed] {
        cases.append(Case(layout: layout, environment: "", state: state))
      }
    }
    return cases
  }()

  private static func page(_ example: Case, isExact: Bool = false) throws -> Page {
    var settings = EnvironmentSettings()
    switch example.environment {
    case "rtl": settings.direction = .rtl
    case "333.3 @3": (settings.width, settings.scale) = (333.3, 3)
    case "@2.625": settings.scale = 2.625
    case "ax2 dark": (settings.textSize, settings.appearance) = (.ax2, .dark)
    default: break
    }
    var selection = FeedSettings(layout: example.layout, usesProject: false)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("round-trip-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    if example.layout == nil {
      try Data(feed.utf8).write(to: file)
      selection.feed = file.path
    } else {
      selection.isSample = example.state == nil
    }
    var output = OutputSettings(isExact: isExact)
    output.state = example.state
    var inputs = KeptInputs()
    return try #require(
      try PageJob(feed: selection, environment: settings, output: output, format: "dump")
        .drawn(with: &inputs).pages.first)
  }

  /// The options that leave nothing out, alone and together, for pages in pixels and exact ones.
  private static let lossless: [(name: String, set: @Sendable (inout RenderOptions) -> Void)] = [
    ("", { _ in }),
    ("--frames absolute", { $0.frames = .absolute }), ("--text-lines", { $0.textLines = true }),
    ("--accessibility", { $0.accessibility = true }), ("--chrome", { $0.chrome = true }),
    (
      "all of them",
      {
        ($0.textLines, $0.accessibility, $0.chrome) = (true, true, true)
        $0.frames = .absolute
      }
    ),
  ]

  /// The lines of a page, with the attributes of each in alphabetical order.
  private static func content(_ page: Page) -> [[String]] {
    let lines = page.lines ?? Page.Lines()
    let head = lines.facts.map { "\($0.key)=\($0.value)" }.sorted()
    return [["\(lines.header)", page.feedID, "\(lines.size)"] + head]
      + lines.map { line in
        let tail = lines.tail(of: line)
        return ["\(line.kind) \(line.level) \(lines.id(of: line))", lines.text(line.string)]
          + ["\(line.frame)"] + tail.attributes.map { "\($0.key)=\($0.value)" }.sorted()
          + tail.flags + tail.codes
      } + [[lines.summary ?? ""]]
  }

  @Test(
    "a page, its dump and its JSON are equal in every attribute", arguments: cases, [false, true])
  func equal(_ example: Case, isExact: Bool) throws {
    let page = try Self.page(example, isExact: isExact)
    for (name, set) in Self.lossless {
      var options = RenderOptions(all: true)
      set(&options)
      let written = page.projected(options)
      let bytes = DumpRenderer(options: options).bytes(of: page)
      let renderer = DumpRenderer(options: options)
      #expect(renderer.bytes(of: written) == bytes, "\(name)")
      let dump = try #require(DumpParser.parse(bytes, file: "a.dump").page, "\(name)")
      #expect(dump.lines == written.lines && renderer.bytes(of: dump) == bytes, "\(name)")
      let text = JSONRenderer(options: options).bytes(of: page)
      let document = try #require(FeedDocument.parse(PaddedBytes(text), name: "a.json").value)
      let json = try #require(LayoutJSON.parse(document).page, "\(name)")
      let lines = try #require(
        LayoutJSON.parse(lines: JSONLinesRenderer(options: options).bytes(of: page), file: "a").page
      )
      for (read, format) in [(json, "JSON"), (lines, "JSON lines")] {
        let (mine, theirs) = (Self.content(read), Self.content(dump))
        let first = zip(mine, theirs).first { $0 != $1 }
        #expect(mine == theirs, "\(name), \(format): \(first.map { "\($0)" } ?? "")")
        #expect(Self.isSame(dump, read), "\(name), \(format)")
      }
    }
  }

  @Test("a page without its last decimals, levels or items is the same page", arguments: cases)
  func reduced(_ example: Case) throws {
    let pages = (try Self.page(example), exact: try Self.page(example, isExact: true))
    func flat(isExact: Bool = false, _ set: (inout RenderOptions) -> Void) -> Page {
      var options = RenderOptions(all: true, chrome: true)
      set(&options)
      return (isExact ? pages.exact : pages.0).projected(options)
    }
    let exact = flat(isExact: true) { $0.accessibility = true }
    let rounded = flat { $0.accessibility = true }
    #expect(Self.isSame(exact, rounded) && Self.isSame(rounded, exact))
    #expect(Self.isSame(flat { _ in }, flat { $0.frames = .absolute }))
    #expect(Self.isSame(exact, flat { ($0.frames, $0.accessibility) = (.absolute, true) }))
    // Without --all, a dump names how many items are off screen, and they are no change.
    #expect(Self.isSame(flat { _ in }, flat { $0.all = false }))
    #expect(Self.isSame(flat { $0.depth = 2 }, flat { _ in }))
  }

  /// Whether a comparison finds no difference. A test prints the difference itself at great length.
  private static func isSame(_ a: Page, _ b: Page) -> Bool {
    let diff = PageDiff(from: a, to: b)
    if !diff.isEmpty { print(DiffText(color: false).text(of: diff).prefix(600)) }
    return diff.isEmpty
  }
}
