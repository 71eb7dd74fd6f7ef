import Support
import Foundation
import PluginHost
import TestTools
import Testing

extension WorkerTests {
  @Suite("Random manifests") struct ManifestMutationTests {
    private static let members = """
      "title": "t", "items": "list",
      "rowCount": {"symbol": "rows", "arguments": [{"count": "list", "type": "u32"},
        {"setting": "most", "type": "i32", "default": 2}], "returns": "i32"},
      "rowHeight": {"symbol": "height", "arguments": [{"environment": "width", "type": "f64"},
        {"item": "name", "type": "string", "default": ""}, {"callback": "textHeight"},
        {"struct": [{"row": "index", "type": "i64"}, {"constant": 2.5, "type": "f32"}]}],
        "returns": "f64"},
      "frame": {"symbol": "frame", "arguments": [{"constant": 4, "type": "f32"}],
        "returns": {"struct": [{"field": "x", "type": "f64"}, {"field": "width", "type": "f64"}]}},
      "item": {"title": "name", "detail": "n", "badge": "b", "action": "a",
        "image": {"path": "p", "aspectRatio": 1.5}}
      """
    private static let types = [
      "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "bool", "string",
    ]
    private static let words = [
      "i8", "u64", "f32", "f64", "bool", "string", "value", "count", "item", "row", "index",
      "width", "struct", "list", "name", "rows", "height", "frame", "0", "-1", "1e9", "null",
      "{}", "[]", "\"\"", "true", "\"x\"",
    ]

    /// Returns the text with one word replaced by another, or with a few bytes changed.
    private static func mutant(_ text: String, _ random: inout SplitMix64) -> [UInt8] {
      var bytes = Array(text.utf8)
      // Mutations begin after the id, version, library and code, which identify the mutant.
      let start = text.utf8.count - members.utf8.count - 1
      let kind = Int.random(in: 0..<3, using: &random)
      if kind == 0 {
        // Replaces one type by another: the host cannot detect that a signature is wrong.
        let places = text.ranges(of: /"(i32|i64|u32|f32|f64|string)"/)
        let other = types.randomElement(using: &random) ?? ""
        guard let place = places.randomElement(using: &random) else { return bytes }
        bytes = Array(text.replacingCharacters(in: place, with: "\"\(other)\"").utf8)
      } else if kind == 1 {
        let isLetter = { (byte: UInt8) in
          (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        }
        var index = Int.random(in: start..<bytes.count, using: &random)
        while index < bytes.count, !isLetter(bytes[index]) { index += 1 }
        var end = index
        while end < bytes.count, isLetter(bytes[end]) { end += 1 }
        let word = words.randomElement(using: &random) ?? ""
        bytes.replaceSubrange(index..<end, with: word.utf8)
      } else {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let index = Int.random(in: start..<bytes.count, using: &random)
          bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
      }
      return bytes
    }

    @Test("240 mutants are refused, drawn or lost, without other effects")
    func mutants() throws {
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SplitMix64(seed: seed)
      let host = try ManifestHost(
        """
        struct frame { double x, width; };
        struct row { int64_t index; float factor; };
        int32_t rows(uint32_t count, int32_t most) { return (int32_t)count < most ? count : most; }
        double height(double width, const char *text, double (*measure)(const char *, double, double),
                      struct row row) {
          return measure(text, 14, width / 2) * row.factor + row.index;
        }
        struct frame frame(float x) { return (struct frame){x, 300}; }
        """)
      // One message to the worker has room for fewer files than there are plugins.
      let count = 240
      try host.add("m0", Self.members)
      for number in 1...count {
        let text = ManifestHost.text("m\(number)", Self.members)
        try host.folder.write("m\(number).section.json", Self.mutant(text, &random))
      }
      let loaded = host.load()
      let feed = #"{"t": "标题", "list": [{"name": "a b", "n": 1, "p": "p"}, {"name": "مرحبا"}, 3]}"#
      let whole = try ManifestHost.draw("m0", feed, with: loaded)
      #expect(whole.section?.rows.count == 2, "seed \(seed): \(whole)")
      var drawn = 0
      for number in 1...count {
        guard loaded.registry.owner(of: .blockCode("M\(number)")) != nil else { continue }
        let outcome = try ManifestHost.draw("m\(number)", feed, with: loaded)
        if outcome.section != nil { drawn += 1 }
      }
      #expect(loaded.refused.count + loaded.registry.plugins.count == count + 1, "seed \(seed)")
      #expect(loaded.refused.count > 20 && drawn > 5, "\(drawn) drawn, seed \(seed)")
      for refused in loaded.refused {
        #expect(!refused.diagnostics.isEmpty && refused.refusal?.reason.isEmpty == false)
      }
      // The unchanged manifest still draws its section.
      #expect(try ManifestHost.draw("m0", feed, with: loaded).section != nil, "seed \(seed)")
    }
  }
}
