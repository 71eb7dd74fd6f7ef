import Foundation
import TestTools

/// Returns for each line of JSON whether the Python package `jsonschema` accepts it.
func schemaVerdicts(_ texts: [String], schema name: String) throws -> [Bool] {
  let script = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for line in open(sys.argv[2], encoding="utf-8"):
        print("1" if validator.is_valid(json.loads(line)) else "0")
    """
  let input = FileManager.default.temporaryDirectory.appending(
    path: "documents-\(UUID().uuidString).jsonl")
  try Data(texts.joined(separator: "\n").utf8).write(to: input)
  defer { try? FileManager.default.removeItem(at: input) }
  let schema = layouts.appending(path: name)
  let output = try Python.output(of: ["-c", script, schema.path(), input.path()])
  return output.split(separator: "\n").map { $0 == "1" }
}
