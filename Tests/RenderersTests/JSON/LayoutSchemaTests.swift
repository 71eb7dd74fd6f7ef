import Foundation
import LayoutCore
import TestConditions
import TestTools
import Testing

@testable import Renderers

/// Validates documents against the schema with an independent implementation, if it is installed.
@Suite("JSON Schema of layouts", .needsJSONSchema)
struct LayoutSchemaTests {
  @Test("the schema is a valid JSON Schema of draft 2020-12")
  func metaschema() throws {
    let result = try Validator.run(Validator.metaschema, documents: [])
    #expect(result == "ok\n")
  }

  @Test("every rendered document is valid, and its keys are in byte order")
  func valid() throws {
    let result = try Validator.run(Validator.validity, documents: Self.documents())
    #expect(result == "ok\n")
  }

  @Test("a dropped, retyped, renamed or added key is rejected at any position", .exhaustive)
  func mutations() throws {
    let result = try Validator.run(Validator.mutations, documents: Self.documents())
    #expect(result == "ok\n")
  }

  private static func documents() -> [[UInt8]] {
    (1...20).map { seed in
      var pages = RandomPages(seed: UInt64(seed))
      let page = pages.page()
      return JSONRenderer(options: pages.options()).bytes(of: page)
    }
  }
}

/// Runs a Python script with the schema and the documents as files.
private enum Validator {
  static let metaschema = """
    import json, sys, jsonschema
    jsonschema.Draft202012Validator.check_schema(json.load(open(sys.argv[1])))
    print("ok")
    """

  static let validity = """
    import json, re, sys, jsonschema
    validator = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
    def pairs(items):
        keys = [key for key, _ in items]
        assert keys == sorted(set(keys), key=lambda key: key.encode()), keys
        return dict(items)
    for path in sys.argv[2:]:
        document = json.load(open(path), object_pairs_hook=pairs, parse_constant=None)
        for error in validator.iter_errors(document):
            sys.exit(f"{path}: {error.json_path}: {error.message}")
        plain = json.dumps(document, indent=2, ensure_ascii=False, sort_keys=True) + "\\n"
        # Controls and the characters that change the direction of a text are escaped.
        escaped = re.sub(
            "[\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]",
            lambda match: f"\\\\u{ord(match[0]):04x}", plain)
        assert open(path).read() == escaped, path
    print("ok")
    """

  /// A script that checks that the schema rejects mutated documents. It lists the required keys, so
  /// that a schema that forgets one fails. It drops only required keys, but retypes and renames any
  /// key.
  static let mutations = """
    import copy, json, random, sys, jsonschema
    validator = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
    REQUIRED = {
        "": "$schema diagnostics environment feed frames generator schemaVersion sections",
        "diagnostic": "code message severity", "location": "column file line",
        "environment":
            "appearance direction locale metrics scale textSize tokens unit width",
        "token": "name value", "feed": "height id sectionCount title width",
        "frames": "nodes rounded sections", "generator": "layout name version",
        "frame": "height width x y", "provider": "id version", "fallback": "reason step",
        "section": "blockCode closable codes contentHeight frame index insets itemSpacing "
            "layout pinned provider rowCount rowHeights rowSpacing title",
        "insets": "bottom end start top",
        "node": "frame id kind", "action": "target type", "font": "size weight",
        "viewport": "bottomInset height scrollY topInset", "margins": "bottom end start top",
        "item": "", "accessibility": "label order role target", "target": "height width x y",
        "lines": "count limit truncated", "attributes": "", "chrome": "",
        "content": "", "border": "width", "shadow": "blur color x y", "runs": "end start",
        "image": "address height width",
    }
    REQUIRED = {name: keys.split() for name, keys in REQUIRED.items()}
    NAMES = {
        "diagnostics": "diagnostic", "tokens": "token", "sections": "section", "root": "node",
        "children": "node", "top": "section", "bottom": "section",
    }
    def objects(value, name, path=()):
        if isinstance(value, dict):
            yield path, name
            for key, item in value.items():
                yield from objects(item, NAMES.get(key, key), path + (key,))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                yield from objects(item, name, path + (index,))
    def at(value, path):
        for step in path:
            value = value[step]
        return value
    VALUES = [None, True, 1.5, "x", [], {}, [None], {"x": 1}]
    def kind(value):
        return "number" if type(value) in (int, float) else type(value).__name__
    tried = 0
    survivors = []
    for seed, path in enumerate(sys.argv[2:]):
        source = json.load(open(path))
        places = list(objects(source, ""))
        chance = random.Random(seed)
        for _ in range(40):
            where, name = chance.choice(places)
            document = copy.deepcopy(source)
            target = at(document, where)
            how = chance.choice(["drop", "retype", "rename", "add"])
            if how == "drop":
                keys = [key for key in REQUIRED[name] if key in target]
            else:
                keys = list(target)
            if how == "add":
                key = chance.choice(["extra", "", "Frame", "x-note", "kind ", "id "])
                target[key] = chance.choice(VALUES)
            elif not keys:
                continue
            else:
                key = chance.choice(keys)
                if how == "drop":
                    del target[key]
                elif how == "retype":
                    others = [v for v in VALUES if kind(v) != kind(target[key])]
                    target[key] = chance.choice(others)
                else:
                    target[chance.choice([key + "x", key.upper(), "_" + key])] = target.pop(key)
            tried += 1
            if validator.is_valid(document):
                survivors.append((path, how, where, key))
    if survivors or tried < 200:
        sys.exit(f"{tried} tried, accepted: {survivors[:5]}")
    print("ok")
    """

  static func run(_ script: String, documents: [[UInt8]]) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("layout-schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var arguments = ["-c", script]
    for (name, bytes) in [("schema.json", LayoutSchema.bytes)]
      + documents.enumerated().map({ ("document-\($0.offset).json", $0.element) })
    {
      let file = folder.appendingPathComponent(name)
      try Data(bytes).write(to: file)
      arguments.append(file.path)
    }
    return try Python.output(of: arguments)
  }
}
