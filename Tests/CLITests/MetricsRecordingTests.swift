import Foundation
import TestConditions
import TestTools
import Testing

/// Records the metrics of fonts that fontTools makes, without outlines and with known advances, and
/// checks the frames of texts.
@Suite(.needs(python: "fontTools", of: "python3-fonttools")) struct MetricsRecordingTests {
  private static let fonts = #"""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTCollection
    from fontTools.ttLib.tables.TupleVariation import TupleVariation

    def build(family, weight, advances, is_cff=False, em=1000):
        names = {character: f"u{ord(character):04X}" for character in advances}
        order = [".notdef"] + list(names.values())
        font = FontBuilder(em, isTTF=not is_cff)
        font.setupGlyphOrder(order)
        font.setupCharacterMap({ord(character): name for character, name in names.items()})
        widths = {".notdef": em} | {names[c]: advance for c, advance in advances.items()}
        if is_cff:
            glyphs = {name: T2CharStringPen(widths[name], None).getCharString() for name in order}
            font.setupCFF(family, {}, glyphs, {})
        else:
            font.setupGlyf({name: TTGlyphPen(None).glyph() for name in order})
        font.setupHorizontalMetrics({name: (width, 0) for name, width in widths.items()})
        font.setupHorizontalHeader(ascent=em * 8 // 10, descent=-em * 2 // 10)
        font.font["hhea"].lineGap = em // 10
        font.setupNameTable({
            "familyName": family, "styleName": "Regular", "fullName": f"{family} {weight}",
            "version": "Version 2.5;made", "copyright": "Nobody's,\nas it is empty",
            "licenseDescription": "Public domain"})
        font.setupOS2(usWeightClass=weight)
        font.setupPost()
        return font

    LETTERS = {" ": 250, "a": 500, "b": 601, "每": 1000, "\u0301": 0}
    regular = build("Tiny Sans", 400, LETTERS)
    regular.save("regular.ttf")
    build("Tiny Sans", 700, {"a": 550, "b": 651}, is_cff=True).save("bold.otf")
    build("Other Em", 600, {"a": 1025}, em=2048).save("other.ttf")
    build("Range", 400, {chr(c): 1000 for c in range(0x4E00, 0x4E20)} | {"a": 300}).save("range.ttf")
    collection = TTCollection()
    collection.fonts = [regular.font, build("Second", 400, {"a": 900}).font]
    collection.save("both.ttc")
    # A glyph without points has four phantom ones; the second is its advance. At 700 a is 100 wider.
    variable = build("Tiny Variable", 400, LETTERS)
    variable.setupFvar([("wght", 400, 400, 700, "Weight")], [])
    wider = TupleVariation({"wght": (0, 1, 1)}, [(0, 0), (100, 0), (0, 0), (0, 0)])
    variable.setupGvar({"u0061": [wider]})
    variable.save("variable.ttf")
    """#

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let made = try python(["-c", Self.fonts])
    try #require(made.status == 0, "\(made.errors)")
  }

  private func python(_ arguments: [String]) throws -> Program.Result {
    try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), [Python.program, "-X", "utf8"] + arguments,
      folder: scratch.url)
  }

  private func record(_ arguments: String...) throws -> Program.Result {
    let script = TextMetricsTests.folder.appendingPathComponent("record-metrics.py").path
    return try python([script] + arguments)
  }

  @Test("the fonts of a family give one file, with the same bytes each time")
  func family() throws {
    let recorded = try record("bold.otf", "regular.ttf")
    #expect(recorded.status == 0, "\(recorded.errors)")
    #expect(
      recorded.text == """
        {
          "$schema": "sectionengine:metrics-v1",
          "name": "tiny-sans",
          "font": {
            "family": "Tiny Sans 700",
            "version": "2.5",
            "copyright": "Nobody's, as it is empty",
            "license": "Public domain"
          },
          "unitsPerEm": 1000,
          "ascent": 800,
          "descent": 200,
          "lineHeight": 1100,
          "rounding": "none",
          "weights": [
            {
              "from": 400,
              "narrow": 551,
              "advances": [
                {"first": "U+0020", "advances": [250]},
                {"first": "U+0061", "advances": [500, 601]},
                {"first": "U+6BCF", "advances": [1000]}
              ]
            },
            {"from": 700, "narrow": 601, "advances": [{"first": "U+0061", "advances": [550, 651]}]}
          ]
        }

        """)
    #expect(try record("bold.otf", "regular.ttf").output == recorded.output)
  }

  @Test("a page is measured with the recorded metrics")
  func frames() throws {
    #expect(try record("regular.ttf", "bold.otf", "-o", "tiny.json").status == 0)
    let plugin = CPlugin.source(
      functions: """
        static se_status build(void *section, const se_host *host, se_part part, uint32_t row) {
          (void)section; (void)part; (void)row;
          for (int bold = 0; bold < 2; bold++) {
            se_node text = {.kind = SE_NODE_TEXT, .text = SE_STR("ab 每b\\u0301"), .font_size = 20,
                            .font_weight = bold ? 700 : 400};
            text.style.align_self = SE_ALIGN_START;
            host->begin_node(host, &text);
            host->end_node(host);
          }
          return SE_OK;
        }
        """, members: ".build = build,")
    try scratch.plugin(plugin, named: "plugins/test")
    try scratch.write(
      #"{"code": 200, "data": {"blocks": [{"blockCode": "TEST"}]}}"#, to: "feed.json")
    let dump = try Program.run(
      ["dump", "feed.json", "--plugins", "plugins", "--metrics", "tiny.json", "--unrounded"],
      folder: scratch.url)
    #expect(dump.status == 0, "\(dump.errors)")
    #expect(dump.lines[1].contains(" metrics=tiny-sans "))
    // The text is 500 + 601 + 250 + 1000 + 601 thousandths of 20 points wide; a line is 1.1 em
    // high.
    #expect(dump.text.contains(" @0,0 59.04x22 font=20/400"), "\(dump.text)")
    // The bold font lacks the space, which is drawn as wide as the font's mean letter (601), and 每,
    // which is drawn 1 em wide.
    #expect(dump.text.contains(" @0,22 69.06x22 font=20/700"), "\(dump.text)")
  }

  @Test("a variable font gives those of the requested weights that it has")
  func variable() throws {
    let recorded = try record("variable.ttf", "--weights", "300,400,550,700")
    let lines = recorded.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      lines.filter { $0.hasPrefix("\"from\"") } == [
        "\"from\": 400,", "\"from\": 550,", "\"from\": 700,",
      ])
    #expect(
      lines.filter { $0.contains("U+0061") }
        == [500, 550, 600].map {
          "{\"first\": \"U+0061\", \"advances\": [\($0), 601]},"
        })
    #expect(try record("variable.ttf", "--weights", "900").status == 1)
  }

  @Test("a font of a collection is selected by its number")
  func collection() throws {
    let unnamed = try record("both.ttc")
    #expect(unnamed.status == 1 && unnamed.errors.contains("  1  Second 400"))
    let second = try record("both.ttc", "--font-number", "1")
    #expect(second.text.contains("\"name\": \"second\"") && second.text.contains("[900]"))
    #expect(try record("both.ttc", "--font-number", "2").status == 1)
  }

  @Test("options choose characters, em, line, weights and name")
  func options() throws {
    let recorded = try record(
      "regular.ttf", "other.ttf", "--characters", "U+0061-0062", "--units-per-em", "500",
      "--line-height", "1.2", "--round-line-height", "--synthetic", "800=1.05", "--name", "mine")
    for part in [
      "\"name\": \"mine\"", "\"unitsPerEm\": 500", "\"ascent\": 400", "\"lineHeight\": 600",
      "\"rounding\": \"point\"",
      // The advances are 601 / 2 and 1025 x 500 / 2048, with halves rounded up.
      "{\"from\": 400, \"narrow\": 276, \"advances\": [{\"first\": \"U+0061\", \"advances\": [250, 301]}]}",
      "{\"from\": 600, \"narrow\": 250, \"advances\": [{\"first\": \"U+0061\", \"advances\": [250]}]}",
      "{\"from\": 800, \"scale\": 1.05}",
    ] {
      #expect(recorded.text.contains(part), "\(part) in \(recorded.text)\(recorded.errors)")
    }
    let range = try record("range.ttf")
    #expect(range.text.contains(#"{"first": "U+4E00", "last": "U+4E1F", "advance": 1000}"#))
  }

  @Test(
    "an error of recording is one line",
    arguments: [
      (["regular.ttf", "other.ttf"], "--units-per-em"), (["missing.ttf"], "missing.ttf: "),
      (["regular.ttf", "regular.ttf"], "a second time"), (["both.ttc"], "--font-number"),
      (["regular.ttf", "--synthetic", "300=1.1"], "--synthetic 300"),
      (["regular.ttf", "--characters", "a-z"], "expected U+0020-007E"),
      (["regular.ttf", "--name", "no name"], "found 'no name'"),
    ])
  func refused(_ arguments: [String], _ reason: String) throws {
    let script = TextMetricsTests.folder.appendingPathComponent("record-metrics.py").path
    let result = try python([script] + arguments)
    #expect(result.status != 0 && result.output.isEmpty)
    #expect(result.errors.contains(reason) && !result.errors.contains("Traceback"))
  }
}
