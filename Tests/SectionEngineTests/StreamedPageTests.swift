import FeedDocument
import Feeds
import LayoutCore
import Page
import PluginHost
import Renderers
import TestTools
import Testing

@testable import SectionEngine

@Suite("A page that is written group by group") struct StreamedPageTests {
  private static let layout = """
    {"name": "streamed", "version": 1, "identity": "occurrence",
     "sources": {"feed": {"primary": true, "items": "$.items",
       "element": {"code": "code", "closable": "closable"}}},
     "spacing": {"default": 8, "first": 3, "last": 5},
     "chrome": {
       "navigationBar": {"height": 44, "searchField": {"placeholder": "Find", "insetX": 16, "insetY": 6}},
       "tabBar": {"height": 49, "selected": 0, "items": [{"title": "Home", "action": "app://home"}]}}}
    """

  private static let members = [
    "", "", "", #", "height": 0"#, #", "frame": 77.25"#, #", "closable": true"#,
    #", "placement": "overlay""#, #", "warns": true"#,
  ]
  private static let floating = [
    #", "placement": "floatTop""#, #", "placement": "floatBottom""#,
  ]

  /// Returns a feed of random kinds of sections, with floating ones in every third feed.
  private static func feed(_ blocks: Int, seed: UInt64) -> String {
    var random = SplitMix64(seed: seed)
    let members = members + (seed % 3 == 0 ? floating : [])
    let items = (0..<blocks).map { _ in
      let code = ["A", "A", "B", "未知", "UNKNOWN", "Q"].randomElement(using: &random) ?? ""
      let more = members.randomElement(using: &random) ?? ""
      return #"{"code": "\#(code)", "id": \#(Int.random(in: 0..<3, using: &random))\#(more)}"#
    }
    return #"{"items": [\#(items.joined(separator: ", "))]}"#
  }

  /// Draws rows as `RowsRunner` does, with a warning about the row of a block with `warns`.
  private struct WarningRunner: ProviderRunner {
    var drawsTogether = false

    func run(
      _ batch: [(provider: ProviderReference, request: SectionRequest)]
    ) -> [SectionOutcome] {
      zip(RowsRunner().run(batch), batch).map { outcome, entry in
        guard case .section(let section, _) = outcome, entry.request.block["warns"].exists else {
          return outcome
        }
        let warning = Diagnostic(
          .providerWarning, .warning, "a warning", blockCode: section.blockCode,
          node: "\(section.blockCode)/row")
        return .section(section, warnings: [warning])
      }
    }
  }

  private static func scene(
    _ blocks: Int, seed: UInt64, threads: Int, drawsTogether: Bool = false
  ) throws -> (engine: Engine, scene: Scene) {
    let rows = RowsRunner.providers(codes: ["A", "B", "未知"] + (seed % 2 == 0 ? ["*"] : []))
    let providers = SectionProviders(
      registry: rows.registry, runner: WarningRunner(drawsTogether: drawsTogether),
      measurer: FixedTextMeasurer(advance: 10, lineHeight: 20))
    let document = try #require(FeedDocument.parse(PaddedBytes(layout.utf8), name: "layout").value)
    let policies: [UnknownPolicy] = [.generic, .skip, .placeholder, .fail]
    var engine = Engine(
      layout: try #require(FeedLayout.parse(document).value), providers: providers,
      unknown: policies[Int(seed) % policies.count], remembersHeights: false)
    engine.threads = threads
    let reply = FeedDocument.parse(PaddedBytes(feed(blocks, seed: seed).utf8), name: "feed.json")
    let joined = Feed.join(
      layout: engine.layout,
      replies: [SourceReply(source: "feed", outcome: SourceReply.Outcome(reply))])
    return (engine, engine.scene(of: joined.feed, in: engine.standardEnvironment))
  }

  /// Returns the output of a page, which is drawn in groups; `nil` if it needs the whole page.
  private static func streamed(
    _ engine: Engine, _ scene: Scene, _ renderer: any StreamingRenderer, blocksAtOnce: Int
  ) -> (bytes: [UInt8], page: Page, largest: Int)? {
    var output: StreamedOutput?
    var body: [UInt8] = []
    var largest = 0
    let page = engine.page(scene, blocksAtOnce: blocksAtOnce) { group in
      largest = max(largest, group.page.sections.count)
      #expect(group.blocks.count == group.page.sections.count)
      var page = group.page
      page.addOrigins(of: group.blocks)
      var used =
        output ?? StreamedOutput(renderer.writer(of: page), threads: engine.threads ?? 1)
      guard let text = used.sections(of: page) else { return false }
      output = used
      body += text
      return true
    }
    guard let page, let output else { return nil }
    let (head, end) = output.ends(of: page)
    return (head + body + end, page, largest)
  }

  private static let options: [RenderOptions] = {
    let changes: [(inout RenderOptions) -> Void] = [
      { _ in }, { $0.chrome = true }, { $0.section = "A" }, { $0.section = "absent" },
      { $0.all = true }, { $0.depth = 1 }, { $0.frames = .absolute }, { $0.textLines = true },
      { $0.revision = 1 }, { $0.revision = 2 }, { $0.revision = 3 },
    ]
    return changes.map { change in
      var options = RenderOptions()
      change(&options)
      return options
    }
  }()

  @Test(
    "the output is that of the whole page, for every format, option, group size and thread count",
    arguments: UInt64(0)..<24)
  func equality(seed: UInt64) throws {
    let blocks = [0, 1, 2, 7, 40, 90][Int(seed) % 6]
    let (engine, scene) = try Self.scene(blocks, seed: seed, threads: seed % 2 == 0 ? 1 : 8)
    let whole = engine.page(scene)
    var written = 0
    for options in Self.options {
      let lists: [any StreamingRenderer] = [
        ActionsRenderer(options: options), DigestRenderer(options: options),
      ]
      for format in ["dump", "json", "json-lines", ActionsRenderer.name, DigestRenderer.name] {
        let named = RendererRegistry.renderer(named: format, options: options)
        let list = lists.first { type(of: $0).name == format }
        let renderer = try #require(list ?? named as? any StreamingRenderer)
        let expected = renderer.bytes(of: whole.withOrigins)
        for size in [1, 2, 5, 64, 1_000] {
          guard
            let found = Self.streamed(engine, scene, renderer, blocksAtOnce: size)
          else {
            // A later diagnostic about nodes belongs to an earlier section, too.
            #expect(["dump", "digest"].contains(format) && size < blocks)
            continue
          }
          written += 1
          #expect(found.bytes == expected, "\(format), groups of \(size)")
          #expect(found.page.diagnostics == whole.diagnostics)
          #expect(found.page.height == whole.height && found.page.sections.isEmpty)
          #expect(found.page.sectionCount == whole.laidOut.sections.count)
          if seed % 3 != 0 { #expect(found.largest <= max(size, 1)) }
        }
      }
    }
    #expect(written > Self.options.count * 5 * 2)
  }

  @Test("a diagnostic about nodes of a section that is written needs the whole page")
  func laterNodes() throws {
    let (engine, scene) = try Self.scene(90, seed: 1, threads: 1)
    let dump = DumpRenderer(options: RenderOptions())
    #expect(Self.streamed(engine, scene, dump, blocksAtOnce: 1) == nil)
    let text = String(decoding: dump.bytes(of: engine.page(scene).laidOut), as: UTF8.self)
    let marked = text.split(separator: "\n").filter {
      $0.hasPrefix("    row") && $0.contains(DiagnosticCode.providerWarning.rawValue)
    }
    #expect(marked.count > 1)
  }

  @Test("workers, which share limits, draw all sections of a page at once")
  func together() throws {
    let (engine, scene) = try Self.scene(40, seed: 1, threads: 1, drawsTogether: true)
    let json = JSONRenderer(options: RenderOptions())
    let found = try #require(Self.streamed(engine, scene, json, blocksAtOnce: 2))
    #expect(found.largest == engine.page(scene).laidOut.sections.count)
  }

  @Test("the facts for the summary are those of the whole page")
  func tally() throws {
    let (engine, scene) = try Self.scene(90, seed: 4, threads: 1)
    let whole = PageTally(of: engine.page(scene))
    var found = PageTally(of: scene.feed)
    _ = engine.page(scene, blocksAtOnce: 7) { group in
      for (section, block) in zip(group.page.sections, group.blocks) {
        found.add(section, of: block)
      }
      return true
    }
    #expect(found.sections == whole.sections && found.fallbacks == whole.fallbacks)
    #expect(found.placeholders == whole.placeholders && found.blockCodes == whole.blockCodes)
    #expect(whole.sections > 0 && whole.fallbacks > 0 && whole.blockCodes.contains("未知"))
    #expect(found.memberFindings == whole.memberFindings)
    #expect(found.textCoverage == whole.textCoverage)
  }

  @Test("sections and diagnostics are those of one thread", arguments: UInt64(0)..<6)
  func threads(seed: UInt64) throws {
    let pages = try [1, 2, 8].map { threads in
      let (engine, scene) = try Self.scene(200, seed: seed, threads: threads)
      return engine.page(scene)
    }
    for page in pages {
      #expect(page.bytes(as: "json") == pages[0].bytes(as: "json"))
      #expect(page.diagnostics == pages[0].diagnostics)
    }
  }

  @Test("a group that the caller refuses ends the page")
  func refusal() throws {
    let (engine, scene) = try Self.scene(40, seed: 1, threads: 1)
    var groups = 0
    let page = engine.page(scene, blocksAtOnce: 2) { _ in
      groups += 1
      return groups < 3
    }
    #expect(page == nil && groups == 3)
  }
}
