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
  private static let feed = UnknownDocument(
    name: "inferred",
    text: """
      {"rows": [
        {"type": "rail", "title": "One two three four five six seven eight nine ten eleven twelve", "items": [
          {"id": 1, "title": "A thread about tea ☕️ that is longer than its card, on purpose", "url": "app://a,b"},
          {"id": 2, "title": "今日满 99 元包邮，截止到晚上十点", "url": "app://b"},
          {"id": 3, "title": "שלום עולם, זהו משפט ארוך", "url": "app://c"}]},
        {"type": "grid", "title": "Bread", "items": [
          {"id": 4, "title": "Rye, \\"dark\\"", "url": "app://d"}, {"id": 5, "title": "Oat", "url": "app://e"}]},
        {"type": "note", "title": "A\\nB\\u2028C"}]}
      """)

  /// A feed, and the settings of its page.
  struct Case: CustomStringConvertible, Sendable {
    /// A bundled layout, or a document that none fits.
    var layout: String?
    var document: UnknownDocument?
    var environment = ""
    var state: ContentState?
    var stress: Stress?

    var description: String {
      [
        layout ?? document?.name ?? "", environment, state?.rawValue ?? "",
        stress.map { "\($0)" } ?? "",
      ].joined(separator: " ")
    }
  }

  private static let cases: [Case] = {
    var cases: [Case] = []
    for layout in layouts {
      for environment in ["", "rtl", "333.3 @3", "@2.625", "ax2 dark"] {
        let document = layout == nil ? feed : nil
        cases.append(Case(layout: layout, document: document, environment: environment))
      }
      guard let layout else { continue }
      for state in [ContentState.loading, .empty, .failed] {
        cases.append(Case(layout: layout, state: state))
      }
      for stress in [Stress.long, .pseudoRTL, .noImage, .items(0)] {
        cases.append(Case(layout: layout, stress: stress))
      }
    }
    // `make check` takes a sample of the documents.
    let isQuick = ProcessInfo.processInfo.environment["SECTIONENGINE_QUICK"] != nil
    let documents = UnknownDocument.all.enumerated().filter { !isQuick || $0.offset % 8 == 0 }
    return cases + documents.map { Case(document: $0.element) }
  }()

  private static let layouts = [
    nil, "netease-home", "mall-home", "wanandroid-home", "wanandroid-search", "audio-chart",
    "audio-charts",
  ]

  private static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  private static func page(_ example: Case, isExact: Bool = false) throws -> Page {
    var settings = EnvironmentSettings()
    switch example.environment {
    case "rtl": settings.direction = .rtl
    case "333.3 @3": (settings.width, settings.scale) = (333.3, 3)
    case "@2.625": settings.scale = 2.625
    case "ax2 dark": (settings.textSize, settings.appearance) = (.ax2, .dark)
    case "font": settings.font = font
    default: break
    }
    var selection = FeedSettings(layout: example.layout, usesProject: false)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("round-trip-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    selection.stresses = example.stress.map { [$0] } ?? []
    if let document = example.document {
      try Data(document.text.utf8).write(to: file)
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
    try Self.compare(Self.page(example, isExact: isExact))
  }

  @Test(
    "a page with fonts, its dump and its JSON are equal in every attribute",
    .enabled(
      if: FileManager.default.fileExists(atPath: font), "needs DejaVu Sans of fonts-dejavu-core"),
    arguments: layouts, [false, true])
  func fonts(_ layout: String?, isExact: Bool) throws {
    let document = layout == nil ? Self.feed : nil
    let example = Case(layout: layout, document: document, environment: "font")
    try Self.compare(Self.page(example, isExact: isExact))
  }

  private static func compare(_ page: Page) throws {
    for (name, set) in lossless {
      var options = RenderOptions(all: true)
      set(&options)
      let dump = try parsed(page, options, name)
      #expect(isSame(dump, dump), "\(name)")
      #expect(isSame(page, dump) && isSame(dump, page), "\(name)")
      let text = JSONRenderer(options: options).bytes(of: page)
      let document = try #require(FeedDocument.parse(PaddedBytes(text), name: "a.json").value)
      let json = try #require(LayoutJSON.parse(document).page, "\(name)")
      let lines = try #require(
        LayoutJSON.parse(lines: JSONLinesRenderer(options: options).bytes(of: page), file: "a").page
      )
      for (read, format) in [(json, "JSON"), (lines, "JSON lines")] {
        let (mine, theirs) = (content(read), content(dump))
        let first = zip(mine, theirs).first { $0 != $1 }
        #expect(mine == theirs, "\(name), \(format): \(first.map { "\($0)" } ?? "")")
        #expect(isSame(dump, read), "\(name), \(format)")
      }
    }
  }

  /// Returns the page that is read from the dump of a page, which equals the projection.
  private static func parsed(_ page: Page, _ options: RenderOptions, _ name: String) throws -> Page
  {
    let written = page.projected(options)
    let renderer = DumpRenderer(options: options)
    let bytes = renderer.bytes(of: page)
    #expect(renderer.bytes(of: written) == bytes, "\(name)")
    let dump = try #require(DumpParser.parse(bytes, file: "a.dump").page, "\(name)")
    #expect(dump.lines == written.lines && renderer.bytes(of: dump) == bytes, "\(name)")
    return dump
  }

  @Test("a dump that leaves something out is the projection with its options", arguments: cases)
  func lossy(_ example: Case) throws {
    let page = try Self.page(example)
    let codes = Set(page.sections.map(\.blockCode)).sorted()
    let lossy: [(name: String, set: (inout RenderOptions) -> Void)] =
      [("visible", { $0.all = false })]
      + (1...3).map { (depth: Int) in ("--depth \(depth)", { $0.depth = depth }) }
      + codes.prefix(2).map { (code: String) in ("--section \(code)", { $0.section = code }) }
    for (name, set) in lossy {
      var options = RenderOptions(all: true, chrome: true)
      set(&options)
      let dump = try Self.parsed(page, options, name)
      #expect(Self.isSame(dump, dump), "\(name)")
      // JSON writes items that are off screen in any case.
      guard options.all else { continue }
      let text = JSONRenderer(options: options).bytes(of: page)
      let document = try #require(FeedDocument.parse(PaddedBytes(text), name: "a.json").value)
      let json = try #require(LayoutJSON.parse(document).page, "\(name)")
      #expect(Self.isSame(dump, json) && Self.content(dump) == Self.content(json), "\(name)")
    }
  }

  @Test("the kinds that a dump does not state are those that the table allows", arguments: cases)
  func kinds(_ example: Case) throws {
    let page = try Self.page(example)
    var options = RenderOptions(all: true, chrome: true)
    options.textLines = true
    let lines = try #require(page.projected(options).lines)
    var values = AttributeValues()
    for (number, kind) in zip(lines.indices, lines.kinds) {
      guard let kind else { continue }
      let derived = values.read(number, of: lines, kind: nil)
      // A node with the name of its kind, or with attributes of one kind, has this kind.
      let isNamed = lines.text(lines[number].name) == kind.word
      var isTelling = false
      values.forEachAttribute { attribute in
        guard let kinds = attribute.kinds else { return }
        #expect(kinds.contains(kind), "\(lines.id(of: lines[number])): \(attribute) of a \(kind)")
        isTelling = isTelling || kinds == [kind]
      }
      let isTappable = kind == .button && values.has(.action) && lines.lineCount(number) == 1
      if isNamed || isTelling || kind == .text || isTappable {
        #expect(derived == kind, "\(lines.id(of: lines[number]))")
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
    let whole = RenderOptions(all: true, chrome: true)
    let (dump, exactDump) = (
      try Self.parsed(pages.0, whole, ""), try Self.parsed(pages.exact, whole, "--unrounded")
    )
    #expect(Self.isSame(dump, exactDump) && Self.isSame(exactDump, dump))
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
