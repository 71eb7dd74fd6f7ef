import Foundation
import Testing

@Suite struct TextMetricsTests {
  static let folder = Program.repository.appendingPathComponent("Layouts/Metrics")

  /// Metrics in which the letter "a" is one em wide, "b" two, and every other character three. Bold
  /// is 1.5 times as wide.
  private static let wide = """
    {"name": "wide-1", "unitsPerEm": 2, "ascent": 2, "descent": 1, "lineHeight": 3, "weights": [
      {"from": 400, "narrow": 6, "advances": [{"first": "U+0061", "advances": [2, 4]}]},
      {"from": 600, "scale": 1.5}]}
    """

  /// A plugin that draws a text of 10 points twice, regular and bold.
  private static let plugin = CPlugin.source(
    functions: """
      static se_status build(void *section, const se_host *host, se_part part, uint32_t row) {
        (void)section; (void)part; (void)row;
        for (int bold = 0; bold < 2; bold++) {
          se_node text = {.kind = SE_NODE_TEXT, .text = SE_STR("abc abc"), .font_size = 10,
                          .font_weight = bold ? 700 : 400, .max_lines = 2};
          text.style.align_self = SE_ALIGN_START;
          host->begin_node(host, &text);
          host->end_node(host);
        }
        return SE_OK;
      }
      """, members: ".build = build,")

  private func dump(_ scratch: Scratch, _ options: [String]) throws -> Program.Result {
    try scratch.plugin(Self.plugin, named: "plugins/test")
    let feed = try scratch.write(
      #"{"code": 200, "data": {"blocks": [{"blockCode": "TEST"}]}}"#, to: "feed.json")
    return try Program.run(
      ["dump", feed, "--plugins", scratch.file("plugins").path] + options, folder: scratch.url)
  }

  @Test("texts are measured with the metrics file, whose name is in the header")
  func frames() throws {
    let scratch = try Scratch()
    try scratch.write(Self.wide, to: "wide.json")
    // "abc" is 1 + 2 + 3 em = 60 wide and the space 30, so the text is 150 wide in one line of 15.
    // In bold it is 225 wide.
    let roomy = try dump(scratch, ["--metrics", "wide.json", "--width", "300"])
    #expect(roomy.lines[1].contains(" 300x30 ") && roomy.lines[1].contains(" metrics=wide-1 "))
    #expect(roomy.text.contains(" @0,0 150x15 font=10/400 lines=1/2"), "\(roomy.text)")
    #expect(roomy.text.contains(" @0,15 225x15 font=10/700 lines=1/2"), "\(roomy.text)")
    // In 100 points each word has its own line, so the text is 60 wide, or 90 if bold.
    let narrow = try dump(scratch, ["--metrics", "./wide.json", "--width", "100"])
    #expect(narrow.text.contains(" 60x30 font=10/400 lines=2/2"), "\(narrow.text)")
    #expect(narrow.text.contains(" @0,30 90x30 font=10/700 lines=2/2"), "\(narrow.text)")
  }

  @Test(
    "a copy of the bundled metrics file gives the same bytes as the bundled metrics",
    arguments: ["dump", "json", "text"])
  func bundled(format: String) throws {
    let file = Self.folder.appendingPathComponent("default-2.json").path
    for options in [[], ["--all", "--width", "390", "--text-size", "ax2", "--chrome"]] {
      let base = ["render", "--format", format] + options
      let builtIn = try Program.run(base)
      #expect(builtIn.status == 0)
      #expect(try Program.run(base + ["--metrics", "default-2"]).output == builtIn.output)
      #expect(try Program.run(base + ["--metrics", file]).output == builtIn.output)
    }
  }

  @Test("measure takes the properties of a text and of its runs")
  func styles() throws {
    let scratch = try Scratch()
    try scratch.write(Self.wide, to: "wide.json")
    func measure(_ options: [String], _ text: String = "abc", line: Int = 0) throws -> String {
      let result = try Program.run(
        ["measure", text, "--size", "10", "--metrics", "wide.json", "--unrounded"] + options,
        folder: scratch.url)
      return result.status == 0 ? result.lines[line] : result.errors
    }
    // The letters are 10, 20 and 30 wide, and a line is 15 high.
    #expect(try measure([]) == "60x15  1 line")
    #expect(try measure(["--letter-spacing", "2"]) == "66x15  1 line")
    #expect(try measure(["--letter-spacing=-2"]) == "54x15  1 line")
    #expect(try measure(["--line-height", "40"]) == "60x40  1 line")
    #expect(try measure(["--first-line-indent", "10"]) == "70x15  1 line")
    #expect(try measure(["--text-size", "2.0", "--letter-spacing", "1"]) == "126x30  1 line")
    let small = ["--width", "30", "--max-lines", "1", "--minimum-scale"]
    #expect(try measure(small + ["0.25"]).hasPrefix("30x7.5  1 line, fits"))
    #expect(try measure(small + ["0.75"]).hasSuffix("1 line, cut"))
    // "a" and "ab" have a line each in 50 points; within words, "a a" and "b" have.
    let narrow = ["--width", "50"]
    #expect(try measure(narrow, "a ab", line: 1) == "  10  a")
    #expect(try measure(narrow + ["--break-all"], "a ab", line: 1) == "  50  a a")
    #expect(try measure(["--minimum-scale", "1.5"]).contains("a factor from 0 to 1"))
    #expect(try measure(["--line-height", "x"]).contains("x"))

    let lines = try Program.run(
      ["measure", "--json-lines", "--size", "10", "--metrics", "wide.json", "--unrounded"],
      input: Data(
        #"""
        {"text": "abc", "runs": [{"start": 0, "length": 1, "size": 20}]}
        {"text": "abc", "runs": [{"start": 0, "length": 2, "letterSpacing": 5}], "letterSpacing": 1}
        {"text": "abc", "runs": [{"start": 1, "length": 2, "weight": 700, "lineHeight": 50}]}
        {"text": "海a", "runs": [{"start": 1, "length": 2}]}
        {"text": "abc", "runs": [{"start": 2, "length": 1}, {"start": 0, "length": 1}]}
        {"text": "abc", "runs": [{"start": 2, "length": 9}]}
        {"text": "abc", "runs": [{"start": 0, "length": 1, "colour": "red"}]}
        {"text": "", "letterSpacing": 3, "wordBreak": "break-all"}
        {"text": "abc", "wordBreak": "all"}

        """#.utf8), folder: scratch.url)
    #expect(lines.status == 2)
    let found = lines.lines.filter { !$0.isEmpty }.map { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]) ?? [:]
    }
    let sizes = found.map { [$0["width"] as? Double, $0["height"] as? Double] }
    #expect(sizes.prefix(3) == [[70, 30], [71, 15], [85, 50]])
    #expect(found.dropFirst(3).map { $0["error"] != nil } == [true, true, true, true, false, true])
  }

  @Test("an invalid metrics file ends with 2, a location and a suggestion")
  func refused() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      Self.wide.replacing("\"narrow\"", with: "\"narow\""), to: "wide.json")
    let typo = try Program.run(["render", "--metrics", file])
    #expect(typo.status == 2 && typo.output.isEmpty)
    for part in [
      "error[SE4007]: unknown key `narow`", "wide.json:2:26", "$.weights[0].narow",
      "did you mean `narrow`?", "the metrics file is not used",
    ] {
      #expect(typo.errors.contains(part), "\(part) in \(typo.errors)")
    }
    #expect(typo.errors.components(separatedBy: "error[").count == 3, "\(typo.errors)")
    let name = try Program.run(["render", "--metrics", "defualt"])
    #expect(
      name.status == 2 && name.errors.contains("error[SE4008]: no text metrics file is named"))
    #expect(name.errors.contains("did you mean `default`?"))
    let missing = try Program.run(["render", "--metrics", "missing.json"])
    #expect(missing.status == 2 && missing.errors.contains("error[SE4008]: cannot read"))
    let nan = try scratch.write(
      Self.wide.replacing("\"ascent\": 2", with: "\"ascent\": NaN"), to: "nan.json")
    let number = try Program.run(["render", "--metrics", nan])
    #expect(number.status == 2 && number.errors.contains("error[SE1002]"), "\(number.errors)")
  }

  @Test("the printed schema of metrics files is the bundled one")
  func schema() throws {
    let printed = try Program.run(["schema", "metrics"])
    #expect(printed.status == 0)
    #expect(
      printed.output
        == (try Data(contentsOf: Self.folder.appendingPathComponent("metrics.schema.json"))))
  }
}
