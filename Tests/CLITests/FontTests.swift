import Foundation
import TestConditions
import TestTools
import Testing

/// Widths, lines and frames of texts in fonts with known advances, which fontTools makes.
@Suite(.needs(python: "fontTools", of: "python3-fonttools")) struct FontTests {
  private static let fonts = #"""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    def block(width):
        pen = TTGlyphPen(None)
        if width > 299:
            for point in [(0, 0), (0, width), (width, 0)]:
                (pen.lineTo if pen.points else pen.moveTo)(point)
            pen.closePath()
        return pen.glyph()

    def build(file, family, weight, advances, features="", ascent=800, descent=-200):
        names = {character: f"u{ord(character):04X}" for character in advances if len(character) == 1}
        widths = {".notdef": 1000} | {names.get(c, c): advance for c, advance in advances.items()}
        font = FontBuilder(1000, isTTF=True)
        font.setupGlyphOrder(list(widths))
        font.setupCharacterMap({ord(character): name for character, name in names.items()})
        font.setupGlyf({name: block(width) for name, width in widths.items()})
        font.setupHorizontalMetrics({name: (width, 0) for name, width in widths.items()})
        font.setupHorizontalHeader(ascent=ascent, descent=descent)
        font.setupNameTable({"familyName": family, "styleName": "Regular"})
        font.setupOS2(usWeightClass=weight)
        font.setupPost()
        if features:
            font.addOpenTypeFeatures(features)
        font.save(file)

    LATIN = {" ": 250, "a": 500, "b": 600, "A": 700, "V": 700, "f": 300, "i": 200, "-": 300,
             "\u2026": 900, "ligature": 450, "(": 300, ")": 300, "1": 500}
    RULES = """
      feature kern { pos u0041 u0056 -100; pos u0028 u0029 -100; } kern;
      feature liga { sub u0066 u0069 by ligature; } liga;
      feature ss01 { sub u0061 by u0062; } ss01;
    """
    build("regular.ttf", "Tiny Sans", 400, LATIN, RULES)
    build("bold.ttf", "Tiny Sans", 700, {c: a + 100 for c, a in LATIN.items()}, RULES)
    build("wide.ttf", "Tiny Wide", 400, {"每": 1000, "日": 1000, "a": 999})
    build("hebrew.ttf", "Tiny Hebrew", 400, {"א": 500, "ב": 600, " ": 100})
    build("high.ttf", "Tiny High", 400, {"ก": 1000, "ب": 500}, ascent=1100, descent=-400)
    """#

  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let made = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), [Python.program, "-X", "utf8", "-c", Self.fonts],
      folder: scratch.url)
    try #require(made.status == 0, "\(made.errors)")
    _ = try scratch.write(Self.set, to: "set.json")
  }

  private static let set = """
    {"name": "tiny", "rounding": "none", "families": [
      {"faces": [{"file": "regular.ttf"}, {"file": "bold.ttf"}]}, {"faces": [{"file": "wide.ttf"}]},
      {"faces": [{"file": "hebrew.ttf"}], "scripts": ["Hebr"]}]}
    """
  /// The font set with another family, whose font is higher.
  private static let highSet = set.replacing(
    "[\"Hebr\"]}", with: "[\"Hebr\"]}, {\"faces\": [{\"file\": \"high.ttf\"}]}")

  private func measure(_ arguments: String..., font: String = "set.json") throws -> Program.Result {
    try Program.run(
      ["measure", "--size", "10", "--font", font] + arguments, folder: scratch.url)
  }

  /// Returns the widths and texts of the lines into which `measure` breaks a text.
  private func lines(_ arguments: String..., font: String = "set.json") throws -> [String] {
    let result = try Program.run(
      ["measure", "--size", "10", "--font", font] + arguments, folder: scratch.url)
    #expect(result.status == 0, "\(result.errors)")
    return result.lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  @Test("a line is as high as the fonts that it uses, unless the font set says otherwise")
  func heights() throws {
    func height(_ text: String, _ arguments: String..., font: String = "high.json") throws -> String
    {
      let result = try Program.run(
        ["measure", "--size", "10", "--font", font, text] + arguments, folder: scratch.url)
      return result.lines.first?.split(separator: " ").first.map(String.init) ?? result.errors
    }
    try scratch.write(Self.highSet, to: "high.json")
    // A line needs 8 above and 2 below the baseline, in the other font 11 and 4.
    #expect(try height("a") == "5x10")
    #expect(try height("aก") == "15x15")
    #expect(try height("a\nก\na") == "10x35")
    #expect(try height("a ก a", "--width", "10") == "10x35")
    let first = Self.highSet.replacing(
      "\"rounding\"", with: "\"lineHeight\": \"first-font\", \"rounding\"")
    try scratch.write(first, to: "first.json")
    #expect(try height("aก", font: "first.json") == "15x10")
    let fixed = Self.highSet.replacing("\"rounding\"", with: "\"lineHeight\": 1.2, \"rounding\"")
    try scratch.write(fixed, to: "fixed.json")
    #expect(try height("aก", font: "fixed.json") == "15x12")
  }

  @Test("sizes are rounded up to pixels, and exact with --unrounded")
  func pixels() throws {
    func size(_ arguments: String...) throws -> Substring? {
      try Program.run(
        ["measure", "--size", "9.1", "--font", "set.json", "a"] + arguments, folder: scratch.url
      ).lines.first?.split(separator: " ").first
    }
    // The exact size is 4.55 by 9.1 points.
    #expect(try size() == "5x9.5")
    #expect(try size("--scale", "3") == "4.666667x9.333333")
    #expect(try size("--device", "pixel-8a")?.hasPrefix("4.5") == true)
    #expect(try size("--unrounded")?.hasPrefix("4.55") == true)
  }

  @Test("a letter wider than its line is followed by no empty line")
  func wideLetters() throws {
    #expect(try lines("每 日", "--width", "5") == ["10  每", "10  日"])
    #expect(try lines("每\n日", "--width", "5") == ["10  每", "10  日"])
    #expect(try lines("每  \n日", "--width", "5") == ["10  每", "10  日"])
  }

  @Test("letter spacing leaves out scripts whose letters join")
  func cursive() throws {
    let spaced = Self.highSet.replacing(
      "\"rounding\"", with: "\"letterSpacing\": [{\"size\": 10, \"spacing\": 0.1}], \"rounding\"")
    try scratch.write(spaced, to: "spaced.json")
    #expect(try lines("aa", font: "spaced.json") == ["12  aa"])
    #expect(try lines("بب", font: "spaced.json") == ["10  بب"])
  }

  @Test("kerning, ligatures, weights and fallback change widths")
  func shaping() throws {
    #expect(try lines("AV") == ["13  AV"])
    #expect(try lines("VA") == ["14  VA"])
    #expect(try lines("fi") == ["4.5  fi"])
    #expect(try lines("a", "--weight", "700") == ["6  a"])
    #expect(try lines("a", "--weight", "600") == ["6  a"])
    #expect(try lines("a", "--weight", "500") == ["5  a"])
    #expect(try lines("a每a") == ["20  a每a"])
    // A character that no font has is drawn as the glyph `.notdef` of the first font.
    #expect(try lines("😀") == ["10  😀"])
  }

  @Test("a line that ends where letters are kerned is measured as it is drawn")
  func reshaping() throws {
    #expect(try lines("AVA", "--width", "10") == ["7  A", "7  V", "7  A"])
    #expect(try lines("AV AV", "--width", "15") == ["13  AV", "13  AV"])
    // A ligature is divided if a line is too narrow for it.
    #expect(try lines("fi", "--width", "3.5") == ["3  f", "2  i"])
  }

  @Test("lines end at spaces and hyphens, and spaces hang")
  func breaking() throws {
    #expect(try lines("aa aa-aa", "--width", "13.5") == ["10  aa", "13  aa-", "10  aa"])
    #expect(try lines("aa    ") == ["10  aa"])
    #expect(try lines("aa\naa") == ["10  aa", "10  aa"])
    #expect(try lines("每日每", "--width", "20") == ["20  每日", "10  每"])
    #expect(try lines("aa aa aa", "--width", "15", "--max-lines", "1") == ["14  a…"])
    #expect(try lines("aa", "--width", "0") == ["5  a", "5  a"])
  }

  @Test("text from right to left is shaped in its order, and brackets keep their script")
  func rightToLeft() throws {
    #expect(try lines("אב a (אב)", "--direction", "rtl") == ["38  אב a (אב)"])
    #expect(try lines("אב א", "--width", "12") == ["11  אב", "5  א"])
  }

  @Test("common characters at the start have the script of the text after them")
  func leadingScript() throws {
    #expect(try lines("() a") == ["12.5  () a"])
    // HarfBuzz applies the font's positioning rules for Hebrew only to Hebrew text.
    #expect(try lines("() א") == ["13.5  () א"])
    #expect(try lines("1 () א") == ["21  1 () א"])
  }

  @Test("a line does not end inside of an Indic conjunct")
  func conjuncts() throws {
    for (text, parts) in [
      ("कस्थ्य", ["क", "स्थ्य"]), ("স্কক", ["স্ক", "ক"]), ("स्\u{200C}थ", ["स्\u{200C}", "थ"]),
      ("कस", ["क", "स"]), ("a्क", ["a्", "क"]), ("க்க", ["க்", "க"]),
    ] {
      let lines = try lines(text, "--width", "1").map { $0.split(separator: "  ").last ?? "" }
      #expect(lines.map(String.init) == parts, "\(text)")
    }
  }

  @Test("a font set has rules for lines, spacing and features")
  func rules() throws {
    func variant(_ members: String) throws -> String {
      let text = Self.set.replacing("\"rounding\": \"none\"", with: members)
      return try scratch.write(text, to: "variant.json")
    }
    let spaced = try variant(
      #""rounding": "none", "letterSpacing": [{"size": 10, "spacing": 0.1}, {"size": 20, "spacing": 0}]"#
    )
    #expect(try lines("ab", font: spaced) == ["13  ab"])
    #expect(try lines("ab", "--size", "15", font: spaced) == ["18  ab"])
    #expect(try lines("ab", "--size", "20", font: spaced) == ["22  ab"])
    let features = try variant(#""rounding": "none", "features": {"liga": 0, "ss01": 1}"#)
    #expect(try lines("fi", font: features) == ["5  fi"])
    #expect(try lines("a", font: features) == ["6  a"])
    let tall = try variant(#""rounding": "none", "lineHeight": 2"#)
    #expect(try measure("a\na", font: tall).lines[0] == "5x40  2 lines")
    // The width of 3.335 points is rounded up to a multiple of 1/64.
    let rounded = try variant(#""rounding": "1/64""#)
    #expect(try lines("1", "--size", "6.67", font: rounded) == ["3.34375  1"])
    #expect(try lines("111", "--size", "6.67", font: rounded)[0].hasPrefix("10.015625  "))
    #expect(
      try lines("1\u{200C}1\u{200C}1", "--size", "6.67", font: rounded)[0].hasPrefix("10.03125  "))
    // At scale 2, the size of a text is rounded up to half points; the widths of its lines are not.
    let pixel = try variant(#""rounding": "pixel""#)
    #expect(try measure("a", "--size", "6.67", font: pixel).lines[0] == "3.5x7  1 line")
    #expect(try measure("a\na", "--size", "6.67", font: pixel).lines[0] == "3.5x13.5  2 lines")
    #expect(try lines("a", "--size", "6.67", font: pixel) == ["3.335  a"])
    #expect(try measure("ab", font: pixel).lines[0] == "11x10  1 line")
    let blink = try variant(#""rounding": "none", "breaking": "blink""#)
    #expect(try lines("a/b", "--width", "9", font: blink).count == 3)
    // A hyphen of 10 points does not fit after the soft hyphen.
    let divided = try lines("aaa\u{AD}AAA", "--width", "21", font: blink)
    #expect(divided.map { $0.prefix(2) } == ["10", "19", "7 "], "\(divided)")
  }

  @Test("files alone are families by their names, in fallback order")
  func files() throws {
    #expect(try lines("a每", font: "regular.ttf,wide.ttf") == ["15  a每"])
    #expect(try lines("a每", font: "wide.ttf,regular.ttf") == ["20  a每"])
    #expect(try lines("b", "--weight", "700", font: "regular.ttf,bold.ttf") == ["7  b"])
  }

  @Test("each line of JSON lines is answered, also one that is not a request")
  func jsonLines() throws {
    let input = """
      {"text": "aa aa", "width": 12}
      {"text": "", "weight": 700}
      {"text": "a", "size": 20, "maxLines": 1, "locale": "zh-CN"}
      {"txt": "a"}
      [1]
      nonsense
      {"text": "a", "size": -1}

      """
    let result = try Program.run(
      ["measure", "--json-lines", "--size", "10", "--font", "set.json"], input: Data(input.utf8),
      folder: scratch.url)
    #expect(result.status == 2)
    #expect(result.lines.count == 8)
    #expect(
      result.lines[0]
        == #"{"height":20,"lines":[{"end":2,"start":0,"width":10},{"end":5,"start":3,"width":10}],"truncated":false,"width":10}"#
    )
    #expect(result.lines[1] == #"{"height":0,"lines":[],"truncated":false,"width":0}"#)
    #expect(result.lines[2].hasSuffix(#""truncated":false,"width":10}"#))
    for line in result.lines[3..<7] { #expect(line.hasPrefix(#"{"error":"#), "\(line)") }
    #expect(result.errors.contains("did you mean `text`?"))
  }

  @Test("without fonts, strings are estimated with the bundled metrics")
  func estimate() throws {
    let result = try Program.run(["measure", "Hello", "--format", "json"])
    #expect(result.status == 0)
    #expect(result.text.contains(#""metrics": "default-2""#) && !result.text.contains("textEngine"))
  }

  @Test("plugins in workers measure with the fonts of the page", .needsInstallation)
  func workers() throws {
    let prefix = try #require(Program.prefix)
    let bundled = prefix.appendingPathComponent("lib/sectionengine/plugins")
    let folder = scratch.url.appendingPathComponent("plugins")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["MenusSection.so", "MallSection.so", "CardRailSection.so"] {
      try FileManager.default.copyItem(
        at: bundled.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
    for layout in ["netease-home", "mall-home"] {
      let arguments = ["dump", "--layout", layout, "--font", "set.json"]
      let alone = try Program.run(arguments, folder: scratch.url)
      let isolated = try Program.run(
        arguments + ["--plugins", folder.path], folder: scratch.url)
      #expect(alone.status == 0 && isolated.status == 0, "\(isolated.errors)")
      #expect(alone.output == isolated.output)
    }
  }

  @Test("sections with megabytes of marks or joined letters are lost, and the page stays")
  func floodsOfMarks() throws {
    func plugin(_ id: String, unit: String, texts: Int) throws {
      let source = CPlugin.source(
        id: id, code: id.uppercased(),
        functions: """
          static se_status row_count(void *section, const se_host *host, uint32_t *out) {
            (void)section; (void)host; *out = 1; return SE_OK;
          }
          static se_status build(void *section, const se_host *host, se_part part, uint32_t row) {
            (void)section; (void)row;
            if (part != SE_PART_ROW) return SE_OK;
            static char flood[60000];
            for (int i = 0; i < 60000; i++) flood[i] = "\(unit)"[i % 2];
            se_node box = {.kind = SE_NODE_BOX};
            host->begin_node(host, &box);
            for (int i = 0; i < \(texts); i++) {
              se_node text = {.kind = SE_NODE_TEXT, .text = {flood, sizeof flood}};
              host->begin_node(host, &text);
              host->end_node(host);
            }
            host->end_node(host);
            return SE_OK;
          }
          """, members: ".row_count = row_count, .build = build")
      try scratch.plugin(source, named: "plugins/\(id)")
    }
    try plugin("marks", unit: "\u{301}", texts: 64)
    try plugin("letters", unit: "ب", texts: 64)
    try plugin("one", unit: "\u{301}", texts: 1)
    let codes = ["MARKS", "LETTERS", "ONE"]
    let blocks = codes.map { #"{"blockCode": "\#($0)"}"# }.joined(separator: ",")
    let feed = try scratch.write(
      #"{"code": 200, "data": {"blocks": [\#(blocks)]}}"#, to: "floods.json")
    let start = ContinuousClock.now
    let drawn = try Program.run(
      ["dump", feed, "--plugins", scratch.file("plugins").path, "--font", "set.json"],
      folder: scratch.url)
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(drawn.errors.contains("SE2003"), "\(drawn.errors)")
    let drawers = DumpSection.sections(of: drawn.text).map {
      $0.value(of: "via")?.prefix { $0 != "@" }
    }
    #expect(drawers == ["placeholder", "placeholder", "one"])
  }

  @Test("a single text has at most 1 048 576 characters to shape")
  func longTexts() throws {
    func measure(_ count: Int, _ arguments: String...) throws -> Program.Result {
      let text = String(repeating: "a", count: count)
      let input = arguments.isEmpty ? text : #"{"text": "\#(text)"}"#
      return try Program.run(
        ["measure", "--font", "set.json", "--max-lines", "1", "--width", "50"] + arguments,
        input: Data(input.utf8), folder: scratch.url)
    }
    #expect(try measure(1 << 16).status == 0)
    let refused = try measure((1 << 20) + 1)
    #expect(refused.status == 2 && refused.errors.contains("more than 1048576 characters"))
    let line = try measure((1 << 20) + 1, "--json-lines")
    #expect(line.status == 2 && line.text.contains(#"{"error":"line 1 has more than"#))
  }

  @Test(
    "a text whose dictionary is missing is a warning, a failure under --strict, and not recorded")
  func dictionary() throws {
    // The loader finds a library without functions instead of ICU.
    _ = try scratch.write("", to: "empty.c")
    let built = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["cc", "-shared", "-o", "libicuuc.so.72", "empty.c"], folder: scratch.url)
    try #require(built.status == 0, "\(built.errors)")
    _ = try scratch.write(
      CPlugin.feed.replacing("A block of the test", with: "ภาษาไทย"), to: "feed.json")
    func run(_ arguments: String..., hasICU: Bool = false) throws -> Program.Result {
      try Program.run(
        arguments, environment: hasICU ? [:] : ["LD_LIBRARY_PATH": scratch.url.path],
        folder: scratch.url)
    }
    _ = try scratch.write(
      #"{"feeds": {"home": {"feed": "feed.json"}}, "font": "set.json"}"#, to: "sectionengine.json")
    let drawn = try run("dump")
    #expect(drawn.status == 0 && drawn.errors.contains("warning[SE4018]"), "\(drawn.errors)")
    #expect(drawn.text.contains("/dict-none "))
    #expect(try run("dump", "--strict").status == 1)
    #expect(try run("dump", "--strict", "--metrics", "default").status == 0)
    let recorded = try run("snapshot", "record")
    #expect(recorded.status != 0 && recorded.errors.contains("SE4018"), "\(recorded.errors)")
    let checked = try run("check", "--write-baseline", "known.json")
    #expect(checked.status == 2 && checked.errors.contains("SE4018"), "\(checked.errors)")
  }

  @Test("a project and snapshots name a font set")
  func project() throws {
    _ = try scratch.write(CPlugin.feed, to: "feed.json")
    _ = try scratch.write(
      #"{"feeds": {"home": {"feed": "feed.json"}}, "font": "set.json"}"#, to: "sectionengine.json")
    let drawn = try Program.run(["dump"], folder: scratch.url)
    #expect(drawn.text.contains("metrics=tiny:"), "\(drawn.errors)")
    let measured = try Program.run(["measure", "AV", "--size", "10"], folder: scratch.url)
    #expect(measured.lines[0] == "13x10  1 line")
    let metrics = try Program.run(["dump", "--metrics", "default"], folder: scratch.url)
    #expect(metrics.text.contains("metrics=default"))
    let recorded = try Program.run(["snapshot", "record"], folder: scratch.url)
    #expect(recorded.status == 0, "\(recorded.errors)")
    #expect(try Program.run(["snapshot", "verify"], folder: scratch.url).status == 0)
  }

  @Test("a feed layout names a font set; the project and options take precedence")
  func layout() throws {
    func write(font: String) throws {
      _ = try scratch.write(
        """
        {"name": "mine", "version": 1, "font": "\(font)", "sources": {"feed":
          {"items": "$.data.blocks", "element": {"code": "blockCode"}}}}
        """, to: "layouts/mine.json")
    }
    func metrics(_ arguments: [String]) throws -> String {
      let result = try Program.run(["dump"] + arguments, folder: scratch.url)
      guard result.status == 0 else { return result.errors }
      let words = result.text.split(whereSeparator: \.isWhitespace).map(String.init)
      return words.first { $0.hasPrefix("metrics=") } ?? result.text
    }
    func dump(_ options: String...) throws -> String {
      try metrics(["feed.json", "--layout", "layouts/mine.json"] + options)
    }
    let files = scratch.file("layouts")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    for file in ["set.json", "regular.ttf", "bold.ttf", "wide.ttf", "hebrew.ttf"] {
      try FileManager.default.copyItem(
        at: scratch.file(file), to: files.appendingPathComponent(file))
    }
    _ = try scratch.write(CPlugin.feed, to: "feed.json")
    try write(font: "set.json")
    #expect(try dump().hasPrefix("metrics=tiny:"))
    #expect(try dump("--metrics", "default-2") == "metrics=default-2")
    #expect(try dump("--font", "wide.ttf").hasPrefix("metrics=TinyWide:"))
    let state = try metrics(["--state", "loading", "--layout", "layouts/mine.json"])
    #expect(state.hasPrefix("metrics=tiny:"))
    _ = try scratch.write(
      #"{"data": {"blocks": [{"blockCode": "a", "title": "AV"}]}}"#, to: "log.jsonl")
    let batch = try Program.run(
      ["batch", "log.jsonl", "--layout", "layouts/mine.json"], folder: scratch.url)
    #expect(batch.text.contains(#""metrics":"tiny:"#), "\(batch.errors)")
    // Feeds with the layout and feeds without it are measured with different metrics.
    _ = try scratch.write(
      """
      {"matrix": {"devices": ["iphone-se"]}, "feeds": [
        {"name": "one", "feed": "../feed.json", "layout": "../layouts/mine.json"},
        {"name": "two", "feed": "../feed.json"}]}
      """, to: "kept/snapshots.json")
    let recorded = try Program.run(
      ["snapshot", "record", "kept", "--allow-outside"], folder: scratch.url)
    #expect(recorded.status == 0, "\(recorded.errors)")
    for (name, metrics) in [("one", "tiny:"), ("two", "default-2 ")] {
      let dump = try String(
        contentsOf: scratch.file("kept/\(name)/iphone-se.dump"), encoding: .utf8)
      #expect(dump.contains("metrics=\(metrics)"))
    }

    // The font or metrics of a feed in the project take precedence over the feed layout's font.
    let project = #"{"feeds": {"home": {"feed": "feed.json", "layout": "layouts/mine.json"FONT}}}"#
    _ = try scratch.write(project.replacing("FONT", with: ""), to: "sectionengine.json")
    #expect(try metrics([]).hasPrefix("metrics=tiny:"))
    _ = try scratch.write(
      project.replacing("FONT", with: #", "font": "wide.ttf""#), to: "sectionengine.json")
    #expect(try metrics([]).hasPrefix("metrics=TinyWide:"))
    _ = try scratch.write(
      project.replacing("FONT", with: #", "metrics": "default""#), to: "sectionengine.json")
    #expect(try metrics([]) == "metrics=default")
    try FileManager.default.removeItem(at: scratch.file("sectionengine.json"))

    // A feed layout can refer to a font file. Names of missing files or unknown fonts, and files
    // outside of the layout's folder, are errors.
    try write(font: "wide.ttf")
    #expect(try dump().hasPrefix("metrics=TinyWide:"))
    for (font, code) in [
      ("missing.json", "SE4017"), ("no-such-set", "SE4017"), ("../set.json", "SE4028"),
    ] {
      try write(font: font)
      #expect(try dump().contains("error[\(code)]"), "\(font)")
    }
    try write(font: "../set.json")
    #expect(try dump("--allow-outside").hasPrefix("metrics=tiny:"))
  }

  @Test("fonts that cannot be used are errors that say why")
  func errors() throws {
    let bytes = try Data(contentsOf: scratch.file("regular.ttf"))
    try bytes.prefix(400).write(to: scratch.file("cut.ttf"))
    try Data("wOFF0000".utf8).write(to: scratch.file("web.woff"))
    try Data("no font".utf8).write(to: scratch.file("text.ttf"))
    let cases = [
      ("missing.ttf", "No such file"), ("cut.ttf", "cut off"), ("web.woff", "web font"),
      ("text.ttf", "not an OpenType font"), ("regular.ttf#3", "no face 3"),
      ("regular.ttf#x", "number of a face"), (".", "no font set is named"),
      ("unknown", "no font set is named"), ("missing.json", "cannot read"), (",", "names no font"),
    ]
    for (font, message) in cases {
      let result = try measure("a", font: font)
      #expect(result.status == 2, "\(font)")
      #expect(result.errors.contains("error[SE4017]"), "\(font): \(result.errors)")
      #expect(result.errors.contains(message), "\(font): \(result.errors)")
    }
    for (part, instead, message) in [
      (#""regular.ttf""#, #""missing.ttf""#, "cannot be used"),
      (#""rounding": "none""#, #""rounding": "up""#, "not one of the words"),
      (#""name""#, #""nam""#, "did you mean `name`?"),
      (#"["Hebr"]"#, #"["Hebrew"]"#, "not a script"),
      (#"{"file": "bold.ttf"}"#, #"{"file": "bold.ttf", "weight": [700, 100]}"#, "no range"),
    ] {
      let file = try scratch.write(Self.set.replacing(part, with: instead), to: "wrong.json")
      let result = try measure("a", font: file)
      #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    }
    let both = try measure("a", "--metrics", "default")
    #expect(both.status == 64 && both.errors.contains("exclude each other"))
  }

  @Test("damaged fonts never end the program")
  func hostile() throws {
    let bytes = try Data(contentsOf: scratch.file("regular.ttf"))
    var random = SplitMix64(seed: 7)
    for number in 0..<60 {
      var damaged = bytes
      if number % 3 == 0 {
        damaged = damaged.prefix(Int(random.next() % UInt64(bytes.count)))
      } else {
        for _ in 0..<(1 + number) {
          damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(
            truncatingIfNeeded: random.next())
        }
      }
      try damaged.write(to: scratch.file("damaged.ttf"))
      let result = try measure("AV fi aé\u{301} 每 אב", "--width", "20", font: "damaged.ttf")
      #expect(result.status == 0 || result.status == 2, "\(number): \(result.errors)")
    }
  }

  @Test("marks and joined letters without end are shaped in linear time")
  func floods() throws {
    for text in [
      "a" + String(repeating: "\u{301}", count: 60_000),
      String(repeating: "אב", count: 60_000),
    ] {
      let started = Date()
      let result = try Program.run(
        ["measure", "--font", "set.json", "--width", "100"], input: Data(text.utf8),
        folder: scratch.url)
      #expect(result.status == 0, "\(result.errors)")
      // A shaper that takes quadratic time would need minutes.
      #expect(Date().timeIntervalSince(started) < 30)
    }
  }

  @Test("the schema accepts the font set of the guide, and is printed", .needsJSONSchema)
  func schema() throws {
    let folder = Program.repository.appendingPathComponent("Layouts/Fonts")
    let guide = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    let start = try #require(guide.range(of: "```json\n")).upperBound
    let end = try #require(guide.range(of: "\n```", range: start..<guide.endIndex)).lowerBound
    let printed = try Program.run(["schema", "font-set"])
    let schema = folder.appendingPathComponent("font-set.schema.json")
    #expect(printed.output == (try Data(contentsOf: schema)))
    let judged = try Program.judge(
      """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      for text in sys.argv[2:]:
          jsonschema.Draft202012Validator(schema).validate(json.loads(text))
      """, arguments: [schema.path, String(guide[start..<end]), Self.set])
    #expect(judged.status == 0, "\(judged.errors)")
  }
}
