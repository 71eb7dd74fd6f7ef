import Support
import Foundation
import LayoutCore
import PluginHost
import Testing

extension WorkerTests {
  /// Arguments and results of library calls, through the worker.
  @Suite("Calls of manifests") struct ManifestCallTests {
    private static let types = [
      ("i8", "int8_t", "100"), ("i16", "int16_t", "30000"), ("i32", "int32_t", "70000"),
      ("i64", "int64_t", "500000"), ("u8", "uint8_t", "200"), ("u16", "uint16_t", "60000"),
      ("u32", "uint32_t", "70000"), ("u64", "uint64_t", "500000"), ("f32", "float", "12.5"),
      ("f64", "double", "12.25"),
    ]

    @Test("a number of every type is passed and returned")
    func types() throws {
      let host = try ManifestHost(
        Self.types.map { "\($0.1) same_\($0.0)(\($0.1) value) { return value; }" }
          .joined(separator: "\n"))
      for (word, _, _) in Self.types {
        try host.add(
          word,
          """
          "rowHeight": {"symbol": "same_\(word)",
            "arguments": [{"value": "v", "type": "\(word)"}], "returns": "\(word)"}
          """)
      }
      let loaded = host.load()
      #expect(loaded.isolated.count == Self.types.count && loaded.diagnostics.isEmpty)
      for (word, _, value) in Self.types {
        let outcome = try ManifestHost.draw(word, #"{"v": \#(value)}"#, with: loaded)
        #expect(outcome.section?.rows.map(\.height) == [Double(value)], "\(word)")
      }
      // The plugin declines a block with a number that does not fit the type of its argument.
      for (word, value) in [("u8", "300"), ("i8", "-129"), ("u64", "-1"), ("i32", "2.5")] {
        let outcome = try ManifestHost.draw(word, #"{"v": \#(value)}"#, with: loaded)
        let message = try #require(outcome.decline?.message)
        let shown = outcome.decline?.label ?? message
        #expect(shown.contains("`v` of the block: expected an integer that fits \(word)"))
        #expect(shown.contains("found the number \(value)"))
        #expect(outcome.decline?.location?.path == "$.v")
      }
    }

    @Test("ids of 64 bits stay exact, and booleans and texts are passed on")
    func exactValues() throws {
      let host = try ManifestHost(
        """
        double check(uint64_t id, int64_t other, bool flag, const char *text) {
          return (id == 18446744073709551615u) + 2 * (other == -9007199254740993)
            + 4 * flag + 8 * (strcmp(text, "灯塔 🫖 مرحبا") == 0);
        }
        """)
      let heights = try host.heights(
        """
        "rowHeight": {"symbol": "check", "arguments": [{"value": "a", "type": "u64"},
          {"value": "b", "type": "i64"}, {"value": "c", "type": "bool"},
          {"value": "d", "type": "string"}], "returns": "f64"}
        """,
        #"{"a": 18446744073709551615, "b": -9007199254740993, "c": true, "d": "灯塔 🫖 مرحبا"}"#)
      #expect(heights == [15])
    }

    @Test("arguments come from the block, items, settings, environment, row and manifest")
    func sources() throws {
      let host = try ManifestHost(
        """
        double sum(double value, int32_t count, float setting, double width, int32_t scale,
                   double text_scale, uint8_t row, double item, int64_t constant,
                   const char *word) {
          return value + count * 10 + setting + width + scale * 1000 + text_scale + row * 10000
            + item + constant + strlen(word);
        }
        """)
      var environment = LayoutEnvironment()
      environment.width = 300
      environment.scale = 3
      let heights = try host.heights(
        """
        "items": "list", "rowHeight": {"symbol": "sum", "arguments": [
          {"value": "deep.a[1]", "type": "f64"}, {"count": "list", "type": "i32"},
          {"setting": "s['x y']", "type": "f32"}, {"environment": "width", "type": "f64"},
          {"environment": "scale", "type": "i32"}, {"environment": "textScale", "type": "f64"},
          {"row": "index", "type": "u8"}, {"item": "h", "type": "f64", "default": 0.125},
          {"constant": -7, "type": "i64"}, {"constant": "four", "type": "string"}],
          "returns": "f64"}
        """, #"{"deep": {"a": [1, 2]}, "list": [{"h": 0.5}, {}]}"#,
        settings: #"{"s": {"x y": 0.25}}"#, environment: environment)
      // The arguments are 2, two items, 0.25, 300 points, scale 3, text scale 1, -7 and four
      // letters.
      let common = 3320.25
      #expect(heights == [common + 0.5, common + 10000 + 0.125])
    }

    @Test("numbers can come from the manifest or the feed without a call")
    func places() throws {
      let host = try ManifestHost()
      #expect(try host.heights(#""rowCount": 3, "rowHeight": 20.5"#) == [20.5, 20.5, 20.5])
      #expect(
        try host.heights(
          #""rowCount": {"count": "a"}, "rowHeight": {"value": "h"}"#, #"{"a": {"b": 1}, "h": 7}"#)
          == [7])
      #expect(
        try host.heights(
          #""items": "a", "rowHeight": {"item": "h", "default": 9}"#, #"{"a": [{"h": 4}, 5]}"#)
          == [4, 9])
      #expect(try host.heights(#""rowHeight": {"row": "index"}, "rowCount": 2"#) == [0, 1])
      // A row without a height is as high as its content.
      #expect(try host.heights(#""items": "a""#, #"{"a": [1, 2]}"#) == [nil, nil])
    }

    @Test("structs are returned by value, small ones in registers and large ones in memory")
    func structResults() throws {
      let host = try ManifestHost(
        """
        struct size { double width, height; };
        struct rect { double x, y, width, height; };
        struct small { float x, y, width, height; };
        struct tagged { int8_t tag; double height; bool flag; };
        struct size size(double w) { return (struct size){w, w / 2}; }
        struct rect rect(double w) { return (struct rect){4, 99, w - 8, 50}; }
        struct small small(double w) { return (struct small){1, 2, (float)w, 25}; }
        struct tagged tagged(int32_t row) { return (struct tagged){5, row * 10 + 20, true}; }
        """)
      func frame(_ symbol: String, _ fields: [String], _ type: String) -> String {
        let fields = fields.map { #"{"field": "\#($0)", "type": "\#(type)"}"# }
        return """
          "frame": {"symbol": "\(symbol)", "arguments": [{"environment": "width", "type": "f64"}],
            "returns": {"struct": [\(fields.joined(separator: ", "))]}}
          """
      }
      try host.add("size", frame("size", ["width", "height"], "f64"))
      try host.add("rect", frame("rect", ["x", "y", "width", "height"], "f64"))
      try host.add("small", frame("small", ["x", "y", "width", "height"], "f32"))
      try host.add(
        "tagged",
        """
        "rowCount": 2, "rowHeight": {"symbol": "tagged",
          "arguments": [{"row": "index", "type": "i32"}], "returns": {"struct":
          [{"type": "i8"}, {"field": "height", "type": "f64"}, {"type": "bool"}]}}
        """)
      try host.add("parts", #""frame": {"x": -2, "width": {"environment": "width"}, "height": 5}"#)
      let loaded = host.load()
      func request(_ name: String) throws -> [Double?] {
        let section = try #require(try ManifestHost.draw(name, "{}", with: loaded).section)
        let frame = section.frameRequest
        return [frame.x, frame.width, frame.height]
      }
      #expect(try request("size") == [0, 414, 207])
      #expect(try request("rect") == [4, 406, 50])
      #expect(try request("small") == [1, 414, 25])
      #expect(try request("parts") == [-2, 414, 5])
      let tagged = try ManifestHost.draw("tagged", "{}", with: loaded)
      #expect(tagged.section?.rows.map(\.height) == [20, 30])
    }

    @Test("structs are passed by value")
    func structArguments() throws {
      let host = try ManifestHost(
        """
        struct pair { int32_t a; double b; };
        struct big { double a, b, c; const char *text; uint8_t last; };
        double both(struct pair p, struct big g, float f) {
          return p.a + p.b + g.a + g.b * 10 + g.c * 100 + strlen(g.text) + g.last + f;
        }
        """)
      let heights = try host.heights(
        """
        "rowHeight": {"symbol": "both", "arguments": [
          {"struct": [{"constant": 1, "type": "i32"}, {"constant": 0.5, "type": "f64"}]},
          {"struct": [{"constant": 1, "type": "f64"}, {"constant": 2, "type": "f64"},
            {"constant": 3, "type": "f64"}, {"value": "t", "type": "string"},
            {"constant": 200, "type": "u8"}]},
          {"constant": 0.25, "type": "f32"}], "returns": "f64"}
        """, #"{"t": "abc"}"#)
      #expect(heights == [1.5 + 321 + 3 + 200 + 0.25])
    }

    @Test("each call gets a struct for its own row")
    func structOfRows() throws {
      let host = try ManifestHost(
        """
        struct item { const char *first, *second; int64_t number; };
        double sum(struct item item) {
          return strlen(item.first) + strlen(item.second) * 10 + item.number;
        }
        """)
      let heights = try host.heights(
        """
        "items": "rows", "rowHeight": {"symbol": "sum", "arguments": [{"struct": [
          {"item": "a", "type": "string"}, {"item": "b", "type": "string", "default": ""},
          {"item": "n", "type": "i64", "default": 0}]}], "returns": "f64"}
        """,
        #"{"rows": [{"a": "abc", "b": "d", "n": 400}, {"a": "ab", "n": 100}, {"a": "a", "b": "bb"}]}"#
      )
      #expect(heights == [413, 102, 21])
    }

    @Test("the path `$` is the item or the block itself")
    func wholeValues() throws {
      let host = try ManifestHost(
        "double length(const char *text) { return strlen(text); }")
      let height =
        #""rowHeight": {"symbol": "length", "arguments": [{"item": "$", "type": "string"}], "returns": "f64"}"#
      #expect(try host.heights(#""items": "$", \#(height)"#, #"["abc", "灯塔"]"#) == [3, 6])
      #expect(try host.heights(height, #""harbour""#) == [7])
    }

    @Test("a library measures texts like the engine, rounded up to pixels, as double and float")
    func callbacks() throws {
      let host = try ManifestHost(
        """
        typedef double (*measure)(const char *, double, double);
        typedef float (*measuref)(const char *, float, float);
        double with(const char *text, measure height, measure width, measuref heightf,
                    measuref widthf, int32_t what) {
          switch (what) {
            case 0: return height(text, 14, 60);
            case 1: return width(text, 14, 0);
            case 2: return heightf(text, 14, 60) - height(text, 14, 60);
            case 3: return widthf(text, 14, 0) - (float)width(text, 14, 0);
            default: return height(0, 14, 0);
          }
        }
        """)
      let heights = try host.heights(
        """
        "rowCount": 5, "rowHeight": {"symbol": "with", "arguments": [
          {"value": "t", "type": "string"}, {"callback": "textHeight"},
          {"callback": "textWidth", "type": "f64"}, {"callback": "textHeight", "type": "f32"},
          {"callback": "textWidth", "type": "f32"}, {"row": "index", "type": "i32"}],
          "returns": "f64"}
        """, #"{"t": "The ferry sails again 灯塔"}"#)
      let measurer = RecordedTextMeasurer()
      var text = "The ferry sails again 灯塔"
      let expected = text.withUTF8 { bytes in
        [60.0, .infinity].map { width in
          measurer.measure(bytes, font: Font(size: 14), maxWidth: width, maxLines: 0)
        }
      }
      #expect(expected[1].width == 165.564)
      #expect(heights == [expected[0].height, 166, 0, 0, 0])
    }

    @Test("a value that the feed lacks has its default, or declines the block with its path")
    func missingValues() throws {
      let host = try ManifestHost("double id(double v) { return v; }")
      let call = { (argument: String) in
        """
        "items": "list", "rowHeight": {"symbol": "id", "arguments": [\(argument)],
          "returns": "f64"}
        """
      }
      try host.add("strict", call(#"{"item": "h", "type": "f64"}"#))
      try host.add("lenient", call(#"{"item": "h", "type": "f64", "default": 8}"#))
      try host.add(
        "texts",
        """
        "rowHeight": {"symbol": "id2", "arguments": [{"value": "t", "type": "string"}],
          "returns": "f64"}
        """)
      let loaded = host.load()
      let feed = #"{"list": [{"h": 5}, {"h": "x"}, {"h": null}, {}]}"#
      let strict = try #require(try ManifestHost.draw("strict", feed, with: loaded).decline)
      #expect(strict.code == .providerDeclined && strict.location?.path == "$.list[1].h")
      let lenient = try ManifestHost.draw("lenient", feed, with: loaded)
      #expect(lenient.section?.rows.map(\.height) == [5, 8, 8, 8])
      #expect(lenient.warnings.map(\.code) == [.providerWarning])
      #expect(lenient.warnings.first?.location?.path == "$.list[1].h")
      for feed in [#"{}"#, #"{"list": null}"#, #"{"list": {}}"#, "null", "[]", "7", #""""#] {
        let outcome = try ManifestHost.draw("strict", feed, with: loaded)
        #expect(outcome.decline != nil, "\(feed)")
      }
      #expect(try ManifestHost.draw("strict", #"{"list": []}"#, with: loaded).section != nil)
    }

    @Test("a text with a NUL is not truncated silently")
    func nul() throws {
      let host = try ManifestHost("double length(const char *t) { return strlen(t); }")
      let call = { (rest: String) in
        """
        "rowHeight": {"symbol": "length",
          "arguments": [{"value": "t", "type": "string"\(rest)}], "returns": "f64"}
        """
      }
      try host.add("strict", call(""))
      try host.add("lenient", call(#", "default": "abc""#))
      let loaded = host.load()
      let feed = #"{"t": "a\u0000b"}"#
      let decline = try #require(try ManifestHost.draw("strict", feed, with: loaded).decline)
      #expect("\(decline)".contains("NUL character"))
      let lenient = try ManifestHost.draw("lenient", feed, with: loaded)
      #expect(lenient.section?.rows.map(\.height) == [3] && lenient.warnings.count == 1)
    }

    @Test("results that are not sizes lose the section, with the messages of the border")
    func results() throws {
      let host = try ManifestHost(
        """
        double nan_(void) { return NAN; }  double negative(void) { return -4; }
        double huge_(void) { return 1e300; }  int32_t minus(void) { return -1; }
        uint32_t many(void) { return 4000000000u; }  double half(void) { return 2.5; }
        struct s { double height; };  struct s frame(void) { return (struct s){NAN}; }
        """)
      func add(_ name: String, _ member: String, _ returns: String = "f64") throws {
        try host.add(
          name, #""\#(member)": {"symbol": "\#(name)", "returns": "\#(returns)"}"#)
      }
      for name in ["nan_", "negative", "huge_"] { try add(name, "rowHeight") }
      try add("minus", "rowCount", "i32")
      try add("many", "rowCount", "u32")
      try add("half", "rowCount")
      try host.add(
        "frame",
        """
        "frame": {"symbol": "frame",
          "returns": {"struct": [{"field": "height", "type": "f64"}]}}
        """)
      let loaded = host.load()
      func message(_ name: String) throws -> String {
        let failure = try ManifestHost.draw(name, "{}", with: loaded).failure
        return "\(try #require(failure))"
      }
      #expect(try message("nan_").contains("row_height of row 0 is NaN"))
      #expect(try message("negative").contains("is negative (-4)"))
      #expect(try message("huge_").contains("more than 1000000"))
      #expect(try message("frame").contains("height of the frame is NaN"))
      #expect(try message("many").contains("row_count returned 4000000000, more than 10000"))
      #expect(try message("minus").contains("`minus` gave -1, which is not a number of rows"))
      #expect(try message("half").contains("`half` gave 2.5, which is not a number of rows"))
    }
  }
}
