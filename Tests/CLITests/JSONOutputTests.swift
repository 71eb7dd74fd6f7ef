import Foundation
import TestConditions
import Testing

@Suite struct JSONOutputTests {
  private static var feeds: [[String]] {
    Program.hasCaptures
      ? [[], FiguresTests.capture]
        + CaptureTests.homes.map { [Program.captures.appendingPathComponent($0).path] } : [[]]
  }

  @Test("pages match the schema, and none of 200 mutations does", .needsJSONSchema)
  func schema() throws {
    let scratch = try Scratch()
    let schema = try Program.run(["schema", "layout"])
    try schema.output.write(to: scratch.file("schema.json"))
    for (index, feed) in Self.feeds.enumerated() {
      let page = try Program.run(["render"] + feed + ["--format", "json"])
      try page.output.write(to: scratch.file("page\(index).json"))
    }
    let pages = Self.feeds.indices.map { scratch.file("page\($0).json").path }
    let judged = try Program.judge(
      """
      import copy, json, random, sys
      import jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      pages = [json.load(open(p)) for p in sys.argv[2:]]
      for p, page in zip(sys.argv[2:], pages):
          for e in validator.iter_errors(page):
              print("invalid", p, e.json_path, e.message)

      # Keys that the schema requires of an object, found by where it is.
      def required(path):
          node = schema
          for step in path:
              while "$ref" in node:
                  node = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
              node = node["items"] if isinstance(step, int) else node["properties"][step]
          while "$ref" in node:
              node = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
          return node.get("required", [])

      def objects(value, path=()):
          if isinstance(value, dict):
              yield path
              for key in value:
                  yield from objects(value[key], path + (key,))
          elif isinstance(value, list):
              for i, item in enumerate(value):
                  yield from objects(item, path + (i,))

      seed = 20261121
      rng = random.Random(seed)
      places = list(objects(pages[0]))
      done = 0
      while done < 200:
          page = copy.deepcopy(pages[0])
          path = rng.choice(places)
          target = page
          for step in path:
              target = target[step]
          kind = rng.choice(["drop", "retype", "rename", "add"])
          try:
              needed = [k for k in required(path) if k in target]
          except KeyError:
              continue
          if kind == "drop":
              if not needed: continue
              key = rng.choice(needed); del target[key]
          elif kind == "retype":
              if not target: continue
              key = rng.choice(sorted(target))
              target[key] = {"wrong": 1} if not isinstance(target[key], dict) else 7
          elif kind == "rename":
              if not target: continue
              key = rng.choice(sorted(target)); target[key + "_"] = target.pop(key)
          else:
              key = "unexpected"; target[key] = 1
          done += 1
          if validator.is_valid(page):
              print("accepted", kind, path, key, "seed", seed)
      """, arguments: [scratch.file("schema.json").path] + pages)
    #expect(judged.status == 0, "\(judged.errors)")
    #expect(judged.text == "")
  }

  @Test("JSON and the dump agree on every frame")
  func frames() throws {
    for feed in Self.feeds {
      let json = try Program.run(["render"] + feed + ["--format", "json"])
      let dump = try Program.run(["dump"] + feed + ["--all"])
      let root = try #require(
        try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
      var fromJSON: [String] = []
      func number(_ value: Any?) -> Double { (value as? NSNumber)?.doubleValue ?? .nan }
      func frame(_ node: [String: Any]) -> String {
        let frame = node["frame"] as? [String: Any] ?? [:]
        return [frame["x"], frame["y"], frame["width"], frame["height"]]
          .map { "\(number($0))" }.joined(separator: " ")
      }
      func add(_ node: [String: Any]) {
        fromJSON.append(frame(node))
        for child in node["children"] as? [[String: Any]] ?? [] { add(child) }
      }
      for section in root["sections"] as? [[String: Any]] ?? [] {
        fromJSON.append("section " + frame(section))
        let root = section["root"] as? [String: Any] ?? [:]
        for child in root["children"] as? [[String: Any]] ?? [] { add(child) }
      }
      var fromDump: [String] = []
      let pattern = try Regex(#" @(-?[0-9.]+),(-?[0-9.]+) ([0-9.]+)x([0-9.]+)( |$)"#)
      for line in dump.lines where line.hasPrefix("  ") {
        // A quoted text may contain the pattern too, so the search begins after it.
        let match = try #require(try pattern.firstMatch(in: line[line.startOfFrame...]))
        let numbers = (1...4).compactMap { match.output[$0].substring.flatMap { Double($0) } }
        fromDump.append(
          (line.hasPrefix("  section ") ? "section " : "")
            + numbers.map { "\($0)" }.joined(separator: " "))
      }
      #expect(fromJSON == fromDump, "\(feed)")
    }
  }
}

extension String {
  /// The first position where the frame of a dump line may start, which is after its quoted text.
  fileprivate var startOfFrame: String.Index {
    guard let open = firstIndex(of: "\""), let frame = range(of: " @"), open < frame.lowerBound
    else {
      return startIndex
    }
    var index = self.index(after: open)
    while index < endIndex, self[index] != "\"" {
      if self[index] == "\\" { index = self.index(after: index) }
      index = self.index(after: index)
    }
    return index
  }
}
