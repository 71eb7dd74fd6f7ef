import Foundation
import Testing

@Suite struct TextSizeTests {
  private static let sizes = [
    "xs", "s", "m", "large", "xl", "xxl", "xxxl", "ax1", "ax2", "ax3", "ax4", "ax5",
  ]

  /// A plugin that draws one text of 15 points with a margin of 10, in a row of automatic height.
  private static let plugin = CPlugin.source(
    functions: """
      static se_status build(void *section, const se_host *host, se_part part, uint32_t row) {
        (void)section; (void)part; (void)row;
        se_node text = {.kind = SE_NODE_TEXT, .text = SE_STR("每日推荐每日推荐每日推荐每日推荐"), .font_size = 15};
        text.style.margin = (se_edges){SE_PT(10), SE_PT(10), SE_PT(10), SE_PT(10)};
        host->begin_node(host, &text);
        host->end_node(host);
        se_node button = {.kind = SE_NODE_BUTTON, .text = SE_STR("更多"), .font_size = 17};
        button.style.align_self = SE_ALIGN_START;
        host->begin_node(host, &button);
        host->end_node(host);
        return SE_OK;
      }
      """, members: ".build = build,")

  @Test(
    "a row of automatic height grows with the text size",
    arguments: [
      // A font size of 15 stays 15: 16 ideographs fit 394 points, in a line of 18. A button of size
      // 17 is 34 by 20 (20.4).
      ("large", "text-size=large", "394x18", "34x20", 58),
      // Size 15 becomes 36: 10 ideographs fit, so there are two lines of 43 (43.2). 17 becomes 40.
      ("ax3", "text-size=ax3", "394x86", "80x48", 154),
      // Size 15 becomes 12: one line of 14 (14.4). A button of size 14 is 28 by 17 (16.8).
      ("xs", "text-size=xs", "394x14", "28x17", 51),
      // Size 15 becomes 49: 8 ideographs fit, so there are two lines of 59 (58.8). A button of size
      // 53 is 106 by 64 (63.6).
      ("ax5", "text-size=ax5", "394x118", "106x64", 202),
    ] as [(String, String, String, String, Double)])
  func automatic(size: String, header: String, text: String, button: String, height: Double) throws
  {
    let scratch = try Scratch()
    try scratch.plugin(Self.plugin, named: "plugins/test")
    let feed = try scratch.write(
      #"{"code": 200, "data": {"blocks": [{"blockCode": "TEST"}]}}"#, to: "feed.json")
    let dump = try Program.run(
      ["dump", feed, "--plugins", scratch.file("plugins").path, "--text-size", size])
    #expect(dump.status == 0, "\(dump.errors)")
    #expect(dump.lines[1].contains(header))
    #expect(DumpSection.sections(of: dump.text).map(\.height) == [height])
    #expect(dump.text.contains("@10,10 \(text) "), "\(dump.text)")
    #expect(
      dump.lines.contains { $0.hasPrefix("    button ") && $0.contains(" \(button)") },
      "\(dump.text)")
  }

  @Test("sections of fixed height keep it, and their texts end with an ellipsis")
  func fixed() throws {
    let scratch = try Scratch()
    // 26 ideographs of size 15 fit in one line of 394 points; of size 16 they do not.
    let plugin = CPlugin.source(
      functions: """
        static se_status height(void *section, const se_host *host, uint32_t row,
                                se_length *out) {
          (void)section; (void)host; (void)row;
          *out = SE_PT(60);
          return SE_OK;
        }
        static se_status build(void *section, const se_host *host, se_part part, uint32_t row) {
          (void)section; (void)part; (void)row;
          se_node text = {.kind = SE_NODE_TEXT, .text = SE_STR("每日推荐每日推荐每日推荐每日推荐每日推荐每日推荐每日"),
            .font_size = 15};
          text.max_lines = 1;
          text.style.margin = (se_edges){SE_PT(0), SE_PT(10), SE_PT(0), SE_PT(10)};
          host->begin_node(host, &text);
          host->end_node(host);
          return SE_OK;
        }
        """, members: ".row_height = height, .build = build,")
    try scratch.plugin(plugin, named: "plugins/test")
    let feed = try scratch.write(
      #"{"code": 200, "data": {"blocks": [{"blockCode": "TEST"}]}}"#, to: "feed.json")
    for (index, size) in Self.sizes.enumerated() {
      let dump = try Program.run(
        ["dump", feed, "--plugins", scratch.file("plugins").path, "--text-size", size])
      #expect(DumpSection.sections(of: dump.text).map(\.height) == [60], "\(size)")
      // The texts up to `large` have at most size 15. Those of `xl` and above have more.
      let isLarger = index > 3
      #expect(dump.text.contains(" lines=1/1"), "\(size): \(dump.text)")
      #expect(dump.text.contains(" !truncated") == isLarger, "\(size): \(dump.text)")
    }
  }

  @Test("sections of the bundled feed are never less high at a larger text size")
  func bundled() throws {
    let large = try Program.run(["dump", "--all"])
    let usual = DumpSection.sections(of: large.text)
    func frames(_ sections: [DumpSection]) -> [[Double]] {
      sections.map { [$0.x, $0.y, $0.width, $0.height] }
    }
    func truncated(_ dump: Program.Result) -> Int {
      dump.lines.count { $0.contains(" !truncated") }
    }
    // The height of a banner is that of its picture, which does not scale. The generic section
    // keeps its height and divides it by the text size, as another test verifies.
    let fixed = ["HOMEPAGE_BANNER", "HOMEPAGE_BLOCK_HOT_TOPIC"]
    var previous = usual
    var cut = 0
    for (index, size) in Self.sizes.enumerated() {
      let dump = try Program.run(["dump", "--all", "--text-size", size])
      let sections = DumpSection.sections(of: dump.text)
      #expect(sections.map(\.code) == usual.map(\.code))
      // At the sizes up to the usual one, every frame is the same.
      if index <= 3 { #expect(frames(sections) == frames(usual), "\(size)") }
      var top = 0.0
      for (section, smaller) in zip(sections, previous) {
        #expect([section.x, section.y, section.width] == [0, top, 414], "\(section.code)")
        top += section.height
        if fixed.contains(section.code) {
          // The height of the generic section is rounded to half a point.
          #expect(abs(section.height - smaller.height) <= 0.5, "\(section.code) at \(size)")
        } else {
          #expect(section.height >= smaller.height, "\(section.code) at \(size)")
        }
      }
      #expect(truncated(dump) >= cut, "\(size)")
      #expect((dump.output == large.output) == (size == "large"))
      cut = truncated(dump)
      previous = sections
    }
    let grown = zip(previous, usual).filter { $0.height > $1.height }.map(\.0.code)
    #expect(grown == usual.map(\.code).filter { !fixed.contains($0) })
    #expect(cut > truncated(large))
  }

  @Test(
    "no bundled section is less high at a larger text size", arguments: DraftedFeedTests.bundled)
  func growing(_ layout: String) throws {
    var smaller: [DumpSection] = []
    for size in ["m", "large", "xl", "ax1", "ax5"] {
      let dump = try Program.run(["dump", "--all", "--layout", layout, "--text-size", size])
      let sections = DumpSection.sections(of: dump.text)
      for (section, before) in zip(sections, smaller) {
        // The height of the generic section is rounded to half a point.
        #expect(section.height >= before.height - 0.5, "\(section.code) at \(size)")
      }
      #expect(!sections.isEmpty && (smaller.isEmpty || sections.map(\.code) == smaller.map(\.code)))
      smaller = sections
    }
  }

  @Test("the generic section keeps its height and divides it by the text size")
  func generic() throws {
    let feed = #"""
      [{"type": "a", "title": "One", "items": [{"title": "每日推荐每日推荐", "image": "a.png"}]},
       {"type": "b", "title": "Two"}]
      """#
    let dump = try Program.run(
      ["dump", "-", "--text-size", "ax5", "--section", "a"], input: Data(feed.utf8))
    // The title has size 53, in a line of 64; captions have size 43, in lines of 52. The card is
    // 240 - 64 - 30 points high, of which the captions take 5 + 104; 2 ideographs fit 110.
    for part in [
      " 414x240 rows=1x176 ", "header @0,0 414x64 ", "text \"One\" @10,0 ",
      "row @0,64 414x176\n", "carousel @0,0 414x176 ", "card[0] \"每日推荐每日推荐\" @10,5 120x146 ",
      "image @0,0 120x37 ",
      " @5,42 110x104 font=43/400 lines=2/2 ",
    ] {
      #expect(dump.text.contains(part), "\(part) in \(dump.text)")
    }
  }

  @Test("a flag overrides the feed layout, and every machine format contains the text size")
  func precedence() throws {
    let scratch = try Scratch()
    let layout = try scratch.write(
      """
      {"name": "big", "version": 1, "environment": {"textSize": "xl"},
       "sources": {"feed": {"items": "$.items", "element": {"code": "type"}}}}
      """, to: "big.json")
    let feed = try scratch.write(
      #"{"items": [{"type": "a", "title": "One", "items": [{"title": "Two"}]}]}"#, to: "feed.json")
    let own = try Program.run(["dump", feed, "--layout", layout])
    #expect(own.lines[1].contains(" text-size=xl "))
    let flag = try Program.run(["dump", feed, "--layout", layout, "--text-size", "s"])
    #expect(flag.lines[1].contains(" text-size=s "))
    for format in ["json", "json-lines"] {
      let json = try Program.run(
        ["render", feed, "--layout", layout, "--text-size", "ax1", "--format", format])
      let compact = json.text.replacingOccurrences(of: ": ", with: ":")
      #expect(compact.contains(#""textSize":"ax1""#))
    }
  }

  @Test(
    "a mistyped size gets a suggestion",
    arguments: [("lage", "large"), ("ax6", "ax"), ("XL", "xl")])
  func mistyped(word: String, meant: String) throws {
    let result = try Program.run(["render", "--text-size", word])
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.contains("Did you mean '\(meant)"), "\(result.errors)")
    for size in Self.sizes { #expect(result.errors.contains(size)) }
  }
}
